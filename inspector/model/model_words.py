"""What is said of an embedding model: where its figures come from, what differs from it, and whose the scores are."""

from __future__ import annotations

import os
from pathlib import PurePath

from inspector.core.model_limits import ModelLimits
from inspector.core.models import UNVERIFIED, EmbeddingModel, unchecked_words
from inspector.core.tokenizer import TOKENIZERS

_CACHED = "models--"
_SNAPSHOT = "snapshots"
_UNCHECKED = "not checked against a source"


def short_name(tokenizer: str) -> str:
    """A tokenizer's name as it is shown: of a path its last parts, of a Hugging Face cache the model that it holds."""
    if tokenizer in TOKENIZERS:
        return tokenizer
    parts = PurePath(tokenizer).parts
    cached = [part.removeprefix(_CACHED) for part in parts if part.startswith(_CACHED)]
    if cached:
        return cached[-1].replace("--", "/")
    named = parts[-2:] if parts[-1:] == ("tokenizer.json",) else parts[-1:]
    return "/".join(part for part in named if part != PurePath(part).anchor) or tokenizer


def whole_name(tokenizer: str) -> str:
    """A tokenizer's name by which it is found from anywhere: a path from the root, links and all."""
    return tokenizer if tokenizer in TOKENIZERS else os.path.abspath(tokenizer)  # noqa: PTH100 - pathlib follows links


def limit_words(context: int | None) -> str:
    """A context in input tokens, as it is shown."""
    return "no limit" if context is None else f"{context:,}"


def model_tooltip(model: EmbeddingModel) -> str:
    """The model's figures, one a line, with their source and what a person should know about them."""
    context = f"Context: {limit_words(model.context)}" + (" input tokens" if model.context else "")
    own = "Tokenizer: its own tokenizer.json, to be opened; the program ships none that counts for it"
    tokenizer = f"Tokenizer: {short_name(model.tokenizer)}" if model.tokenizer else own
    lines = [
        context + _in_brackets(model.context_source),
        tokenizer + _in_brackets(model.tokenizer_source),
        f"Before each chunk: {_quoted(model.document_prefix)}" + _in_brackets(model.prefix_source),
        f"Before the query: {_quoted(model.query_prefix)}" + _in_brackets(model.prefix_source),
    ]
    lines += [f"Note: {model.note}"] if model.note else []
    return "\n".join([*lines, source_line(model)])


def source_line(model: EmbeddingModel, figure: str = "") -> str:
    """Where the model's figures come from, or one of them: what was read of it, or that it was not checked."""
    if figure == UNVERIFIED:
        return f"{_UNCHECKED.capitalize()}."
    return f"Source: {': '.join(filter(None, [model.source, figure]))}" if model.source else "Source: not told"


def unchecked_note(model: EmbeddingModel) -> str:
    """That figures of the model were not checked against a source; nothing when all were."""
    return f"{unchecked_words(model).capitalize()}." if model.unchecked else ""


def whose_scores(model: str, embedder: str, offered: str = "") -> str:
    """That the scores are another model's; nothing when they are this one's. `offered`: a server of the last time."""
    if offered:
        return f"Not connected to {offered}: until then scores come from {embedder}."
    if model == embedder:
        return ""
    return f"Scores come from {embedder}: choose a folder or a server with {model} as the embedder to score with it."


def query_prefix_words(model: EmbeddingModel, embedder: str, used: str) -> str:
    """What is put before the query by the embedder, and that the model's own prefix is not where it is another."""
    words = f"Before the query: {_quoted(used)}." if used else ""
    if model.query_prefix and model.query_prefix != used:
        mine = f"The query's prefix {_quoted(model.query_prefix)} is not used: {embedder} makes the scores."
        return f"{words} {mine}".strip()
    return words


def differences(model: EmbeddingModel, limits: ModelLimits, tokenizer: str) -> str:
    """What is in use that is not the model's own; nothing when all is.

    A tokenizer that needs no file is not that of a model which has to bring its own.
    """
    found = []
    if model.tokenizer is None and model.source and tokenizer in TOKENIZERS:
        found.append(f"tokenizer {tokenizer} instead of its own tokenizer.json")
    if model.tokenizer is not None and tokenizer != model.tokenizer:
        found.append(f"tokenizer {short_name(tokenizer)} instead of {short_name(model.tokenizer)}")
    if limits.context != model.context:
        found.append(f"context {limit_words(limits.context)} instead of {limit_words(model.context)}")
    if limits.prefix != model.document_prefix:
        found.append(f"prefix {_quoted(limits.prefix)} instead of {_quoted(model.document_prefix)}")
    return f"Not as {model.name} has it: {'; '.join(found)}." if found else ""


def _quoted(prefix: str) -> str:
    return f"“{prefix}”" if prefix else "nothing"


def _in_brackets(source: str) -> str:
    return f" ({_UNCHECKED if source == UNVERIFIED else source})" if source else ""
