"""What a command works on: the document, the tokenizer and the settings, opened and checked in that order."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass

from inspector.commands import options as shared
from inspector.commands.embedder import asked_embedder, asked_tokenizer, take_embedder
from inspector.commands.output import Progress, note
from inspector.core.chunker import chunk
from inspector.core.chunking import Chunking
from inspector.core.document import Document, load, load_bytes, load_sample
from inspector.core.embedding import Embedder
from inspector.core.encodings import text_codec
from inspector.core.errors import RefusedError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.own_matches import look
from inspector.core.own_separators import OwnSeparators, Separators
from inspector.core.parameters import Parameters
from inspector.core.samples import sample
from inspector.core.servers.server_tokenizer import ServerTokenizer
from inspector.core.tokenizer import DEFAULT_TOKENIZER, FileTokenizer, Tokenizer
from inspector.streams import standard_input

SAMPLE = "sample:"


@dataclass(frozen=True)
class Settings:
    """What was asked, checked; `notes` tell the person what was decided for them."""

    tokenizer: Tokenizer
    parameters: Parameters
    limits: ModelLimits
    embedder: Embedder
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Request:
    """A document and what was asked of it, ready to work with."""

    document: Document
    settings: Settings


def settings(args: argparse.Namespace) -> Settings:
    """Check all shared options without reading the document; raises RefusedError and CannotError.

    What `--model` and `--embedder` say is written into `args` as if it had been typed. A server is connected to.
    """
    if args.file == "":
        raise RefusedError("the file name is empty: give a file, - for standard input, or sample:NAME")
    _check_prefixes(args)
    embedder = asked_embedder(args)
    model_notes = [*shared.take_model(args, embedder), *take_embedder(args, embedder)]
    limits = shared.model_limits(args.context, args.prefix, args.heading_prefix)
    _check_encoding(args.file, args.encoding)
    tokenizer, count_notes = asked_tokenizer(args, embedder)
    room = shared.default_size(tokenizer, limits)
    parameters, notes = shared.parameters(args, own_settings(args.file) or Parameters(size=room))
    return Settings(tokenizer, parameters, limits, embedder, (*model_notes, *count_notes, *notes))


def window_tokenizer(args: argparse.Namespace, asked: Settings) -> str | None:
    """The name by which the window finds the tokenizer again; None for the one that it takes itself.

    Raises RefusedError for a server that would have to count: the window counts while one drags.
    """
    if (
        args.tokenizer is None
        and isinstance(asked.tokenizer, FileTokenizer)
        and asked.tokenizer.name == DEFAULT_TOKENIZER
    ):
        return None
    if isinstance(asked.tokenizer, ServerTokenizer):
        raise RefusedError("the window does not let a server count: give --tokenizer with the path of a tokenizer.json")
    return asked.tokenizer.name


def request(args: argparse.Namespace) -> Request:
    """Check the options, then open the document; raises RefusedError and CannotError."""
    asked = settings(args)
    return Request(read(args.file, args.encoding), asked)


def own_settings(file: str | None) -> Parameters | None:
    """The settings that a sample brings; None for any other FILE. Raises RefusedError for an unknown sample."""
    return sample(file.removeprefix(SAMPLE)).settings if file and file.startswith(SAMPLE) else None


def read(file: str, encoding: str | None) -> Document:
    """The document that FILE names: `-` standard input, `sample:NAME` a sample, else a file."""
    if file.startswith(SAMPLE):
        return load_sample(file.removeprefix(SAMPLE))
    if file == "-":
        return load_bytes(standard_input(), "standard input", encoding=encoding)
    return load(file, encoding)


def check_file(file: str) -> None:
    """Raise what reading FILE would raise when there is no such regular file, without reading one that is there."""
    if file != "-" and not file.startswith(SAMPLE) and not os.path.isfile(file):  # noqa: PTH113 - no error for any name
        load(file)


def _check_prefixes(args: argparse.Namespace) -> None:
    """Refuse a prefix that no model can read before a server is asked anything."""
    for option, value in (("--prefix", args.prefix), ("--query-prefix", args.query_prefix)):
        shared.check_text(option, value or "")


def _check_encoding(file: str | None, encoding: str | None) -> None:
    if encoding is None:
        return
    if file and file.startswith(SAMPLE):
        raise RefusedError(f"--encoding is {encoding!r}: a sample's encoding is known, leave the option out")
    text_codec(encoding)


def cut(asked: Request) -> tuple[Facts, Chunking]:
    """Encode the document, cut it, and say every note about the request and the document."""
    wanted, document = asked.settings, asked.document
    with Progress("encoding") as progress:
        facts = Facts.build(document.text, wanted.tokenizer, progress)
    chunking = chunk(facts, wanted.parameters, wanted.limits)
    said = (*document.notices, *wanted.notes, *wanted.tokenizer.notices, *_notes_on(document, facts, chunking))
    for message in said:
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
    notes += [remark.line for remark in chunking.remarks]
    return notes + _notes_on_separators(facts, chunking.parameters.separators)


def _notes_on_separators(facts: Facts, separators: Separators) -> list[str]:
    """Which of a person's own separators occur nowhere."""
    if not isinstance(separators, OwnSeparators):
        return []
    found = zip(separators.items, look(separators, facts.matches), strict=True)
    return [
        f"separator {k} ({separator.label}) occurs nowhere in the text"
        for k, (separator, places) in enumerate(found, start=1)
        if places.matches == 0
    ]


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
