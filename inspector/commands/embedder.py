"""The embedder that was asked for on the command line, what follows from it, and what was sent to a server."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from inspector.commands.output import note
from inspector.core.chunking import Chunking
from inspector.core.embedders import EMBEDDERS, load_embedder
from inspector.core.embedding import Embedder
from inspector.core.errors import CannotError, RefusedError
from inspector.core.model_spec import POOLINGS, UnansweredError
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.servers.address import is_address
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.servers.server_tokenizer import ServerTokenizer, check_tokenizer, likely_tokenizer
from inspector.core.tokenizer import DEFAULT_TOKENIZER, Tokenizer, load_tokenizer

BY_SERVER = "server"
"""`--tokenizer server`: the server counts, which sends it the text."""
_SHOWN = 5
"""So many chunks without a score are named one by one."""


def add_embedder_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which model embeds."""
    add = parser.add_argument
    add(
        "--embedder",
        metavar="NAME",
        help=f"{', '.join(EMBEDDERS)}, the path of a folder with model.onnx and tokenizer.json, or the address of a "
        f"server (http://localhost:11434), which is then sent the text to embed (default: {EMBEDDERS[0]})",
    )
    add("--embedder-model", metavar="NAME", help="the server's model, or the ONNX file in the folder")
    add("--pooling", metavar="NAME", help=f"{', '.join(POOLINGS)}: for a folder that does not tell it")
    add("--query-prefix", metavar="TEXT", help="text that the embedder gets before the query (default: its own)")


def asked_embedder(args: argparse.Namespace) -> Embedder:
    """The embedder of `--embedder` with the options about it; a server is connected to, with a note on how it answers.

    Raises RefusedError and CannotError.
    """
    spec = EMBEDDERS[0] if args.embedder is None else args.embedder
    answers: dict[str, object] = {
        "model": args.embedder_model,
        "pooling": args.pooling,
        "query_prefix": args.query_prefix,
    }
    known = spec in EMBEDDERS
    if not known:
        answers["document_prefix"] = args.prefix
        if not is_address(spec) and args.context is not None:
            answers["context"] = args.context
    try:
        embedder = load_embedder(spec, **answers)
    except UnansweredError as asked:
        options = ", ".join(f"--{question.name}" for question in asked.questions)
        raise RefusedError(f"{asked}: give {options}") from asked
    if isinstance(embedder, ServerEmbedder):
        note(f"{embedder.name}: {embedder.capabilities.line()}")
        for message in embedder.capabilities.notices:
            note(message)
    return embedder


def take_embedder(args: argparse.Namespace, embedder: Embedder) -> list[str]:
    """Fill tokenizer, context and prefix from the embedder where they were not typed; notes on what was filled."""
    if embedder.name in EMBEDDERS:
        return []
    notes = []
    if args.prefix is None and embedder.document_prefix:
        args.prefix = embedder.document_prefix
        notes.append(f"prefix is {args.prefix!r}, that of {embedder.name}")
    if args.context is None:
        args.context = "none" if embedder.context is None else str(embedder.context)
        if embedder.context is None:
            notes.append(f"{embedder.name} states no context: no chunk is said to be above it")
    if args.tokenizer is None and isinstance(embedder, OnnxEmbedder):
        args.tokenizer = str(embedder.tokenizer_path)
    return notes


def asked_tokenizer(args: argparse.Namespace, embedder: Embedder) -> tuple[Tokenizer, list[str]]:
    """The tokenizer to count with, and notes on whether it counts as a server does.

    Where none was typed for a server it is the likely one of ours if that counts as the server does on texts of ours,
    else the server itself where it counts exactly. Raises RefusedError and CannotError.
    """
    if not isinstance(embedder, ServerEmbedder):
        if args.tokenizer == BY_SERVER:
            raise RefusedError("--tokenizer is 'server': --embedder names no server that could count")
        return load_tokenizer(DEFAULT_TOKENIZER if args.tokenizer is None else args.tokenizer), []
    if args.tokenizer == BY_SERVER:
        return _counting(embedder)
    name = likely_tokenizer(embedder) if args.tokenizer is None else args.tokenizer
    tokenizer = load_tokenizer(DEFAULT_TOKENIZER if name is None else name)
    check = check_tokenizer(embedder, tokenizer)
    if not check.agrees and args.tokenizer is None and embedder.capabilities.counts == "exact":
        return _counting(embedder)
    if check.agrees:
        embedder.count_with(lambda texts: tokenizer.count_input(texts, ""))
    advice = "" if check.agrees else "; give --tokenizer with the path of its tokenizer.json"
    return tokenizer, [check.line() + advice]


def _counting(server: ServerEmbedder) -> tuple[Tokenizer, list[str]]:
    return ServerTokenizer(server), [f"{server.address} is sent the text to count it"]


def tell_plan(embedder: Embedder, texts: Sequence[str], chunking: Chunking) -> None:
    """Say what a server is about to be sent; nothing for an embedder on this machine."""
    if isinstance(embedder, ServerEmbedder):
        counts = dict(zip(texts, chunking.input_tokens.tolist(), strict=True))
        tokens = sum(count for text, count in counts.items() if text.strip()) if embedder.counted else None
        note(f"sending {embedder.plan(texts, tokens).line()}, and the query")


def tell_failures(embedder: Embedder, texts: Sequence[str], chunking: Chunking) -> None:
    """Name the chunks that have no vector, with the server's words; CannotError when no chunk has one."""
    if not isinstance(embedder, ServerEmbedder):
        return
    _tell(embedder.failures, "has no score", texts, chunking)
    _tell(embedder.cut, "was cut", texts, chunking)
    if embedder.learned_context is not None:
        note(f"{embedder.address} reads {embedder.learned_context:,} tokens of a text: "
             f"--context {embedder.learned_context} cuts for that")  # fmt: skip
    filled = [text for text in texts if text.strip()]
    if filled and all(text in embedder.failures for text in filled):
        raise CannotError(f"{embedder.name} embedded none of {len(filled)} chunks: {embedder.failures[filled[-1]]}")


def _tell(words: Mapping[str, str], what: str, texts: Sequence[str], chunking: Chunking) -> None:
    found = [index for index, text in enumerate(texts) if text in words]
    for index in found[:_SHOWN]:
        note(f"chunk {index} ({int(chunking.input_tokens[index]):,} input tokens) {what}: {words[texts[index]]}")
    if len(found) > _SHOWN:
        more = ", ".join(map(str, found[_SHOWN:]))
        note(f"{len(found) - _SHOWN} more chunks likewise: {more}")
