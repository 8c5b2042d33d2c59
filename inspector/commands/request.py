"""What a command works on: the document, the tokenizer and the settings, opened and checked in that order."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from inspector.commands import options as shared
from inspector.commands.output import Progress, note
from inspector.core.chunker import chunk
from inspector.core.chunking import Chunking
from inspector.core.document import Document, load, load_bytes, load_sample
from inspector.core.errors import CannotError, RefusedError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.core.samples import sample
from inspector.core.tokenizer import DEFAULT_TOKENIZER, Tokenizer, load_tokenizer

SAMPLE = "sample:"


@dataclass(frozen=True)
class Request:
    """Everything that was asked, ready to work with; `notes` are for the person."""

    document: Document
    tokenizer: Tokenizer
    parameters: Parameters
    limits: ModelLimits
    embedder: str
    notes: tuple[str, ...]


def read(file: str, encoding: str | None) -> Document:
    """The document that FILE names: `-` standard input, `sample:NAME` a sample, else a file."""
    if file.startswith(SAMPLE):
        if encoding is not None:
            raise RefusedError(f"--encoding is {encoding!r}: a sample's encoding is known, leave the option out")
        return load_sample(file.removeprefix(SAMPLE))
    if file == "-":
        return load_bytes(standard_input(), "standard input", encoding=encoding)
    return load(file, encoding)


def own_settings(file: str) -> Parameters | None:
    """The settings that a sample brings; None for any other FILE. Raises RefusedError for an unknown sample."""
    return sample(file.removeprefix(SAMPLE)).settings if file.startswith(SAMPLE) else None


def standard_input() -> bytes:
    """All bytes of standard input."""
    if sys.stdin is None:
        raise CannotError("cannot read standard input: it is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise CannotError(f"cannot read standard input: {error.strerror or error}") from error


def request(args: argparse.Namespace) -> Request:
    """Check the options, then open the document; raises RefusedError and CannotError."""
    embedder = shared.check_embedder(args.embedder)
    limits = shared.model_limits(args.context, args.prefix)
    tokenizer = load_tokenizer(DEFAULT_TOKENIZER if args.tokenizer is None else args.tokenizer)
    base = own_settings(args.file) or Parameters(size=shared.default_size(tokenizer, limits))
    parameters, notes = shared.parameters(args, base)
    document = read(args.file, args.encoding)
    return Request(document, tokenizer, parameters, limits, embedder, (*document.notices, *tokenizer.notices, *notes))


def cut(asked: Request) -> tuple[Facts, Chunking]:
    """Encode the document, cut it, and say every note about both."""
    with Progress("encoding") as progress:
        facts = Facts.build(asked.document.text, asked.tokenizer, progress)
    chunking = chunk(facts, asked.parameters, asked.limits)
    for message in (*asked.notes, *_notes_on(asked.document, facts, chunking)):
        note(message)
    return facts, chunking


def _notes_on(document: Document, facts: Facts, chunking: Chunking) -> list[str]:
    """What the person should know about this text and this tokenizer."""
    notes = []
    specials, unknown = len(facts.tokens.specials), len(facts.tokens.unknown)
    if document.text and not len(chunking):
        notes.append(f"{document.name} holds only white space: there are no chunks")
    if specials:
        notes.append(f"{_many(specials, 'special token')} spelled in the text, each counted as one token")
    if unknown:
        notes.append(f"{_many(unknown, 'unknown token')} in the text: the model cannot read what became one")
    return notes


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
