"""The options that all commands share, and how they, a sample's own settings and the defaults make one setting."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from inspector.core.chunker import checked
from inspector.core.errors import RefusedError
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import DEFAULT_SIZE, PRESETS, UNITS, Parameters, check_choice, whole_number
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import Tokenizer

TOKENIZER = "bert-base-uncased"
EMBEDDERS = ("all-MiniLM-L6-v2",)
CONTEXT = 256
"""Input tokens that the default embedder reads."""

FILE_HELP = "the document: a text or Markdown file, - for standard input, or sample:NAME for one of the samples"

_Settings = Mapping[str, object]


def add_shared_options(parser: argparse.ArgumentParser) -> None:
    """Add every option that says how to cut and for which model; values stay the strings that were typed."""
    add = parser.add_argument
    add("--strategy", metavar="NAME", help=f"{', '.join(STRATEGIES)} (default: recursive)")
    add("--size", metavar="N", help="the most units a chunk may have (default: what the context leaves for text, 254)")
    add("--unit", metavar="UNIT", help=f"{', '.join(UNITS)} (default: tokens, or what the strategy counts in)")
    add("--overlap", metavar="N", help="the most units a chunk repeats from the text before it (default: 0)")
    add("--separators", metavar="NAME", help=f"{', '.join(PRESETS)} (default: unicode)")
    add("--tokenizer", metavar="NAME", help=f"a tokenizer's name or a tokenizer.json file (default: {TOKENIZER})")
    add("--context", metavar="N", help=f"input tokens that the model reads, or none (default: {CONTEXT})")
    add("--prefix", metavar="TEXT", help="text that the model gets before every chunk (default: nothing)")
    add("--embedder", metavar="NAME", help=f"{', '.join(EMBEDDERS)} (default: {EMBEDDERS[0]})")
    add("--encoding", metavar="NAME", help="the file's encoding (default: found out from its bytes)")


def check_text(option: str, value: str) -> str:
    """`value` unless it holds bytes that were no UTF-8 on the command line, which no tokenizer could read."""
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise RefusedError(f"{option} is {value!r}: it holds bytes that are not UTF-8")
    return value


def check_embedder(name: str | None) -> str:
    """The embedder's name, the default when none was asked; an unknown one is refused with the known listed."""
    asked = EMBEDDERS[0] if name is None else name
    check_choice("embedder", asked, EMBEDDERS)
    return asked


def model_limits(context: str | None, prefix: str | None) -> ModelLimits:
    """The model's context and prefix as asked; `none` means a model that reads everything."""
    if context is None:
        limit: int | None = CONTEXT
    elif context == "none":
        limit = None
    else:
        limit = whole_number("context", context)
        if limit < 1:
            raise RefusedError(f"context is {limit}: it must be at least 1, or none")
    return ModelLimits(context=limit, prefix=check_text("--prefix", prefix or ""))


def room(tokenizer: Tokenizer, limits: ModelLimits) -> int:
    """Tokens of text that the context leaves beside the prefix and the special tokens; refused when there are none."""
    if limits.context is None:
        return DEFAULT_SIZE
    prefix = tokenizer.count([limits.prefix])[0] if limits.prefix else 0
    left = limits.context - tokenizer.special_tokens - prefix
    if left < 1:
        raise RefusedError(
            f"context is {limits.context}: {tokenizer.special_tokens} special tokens of {tokenizer.name}"
            f" and {prefix} of the prefix leave no room for text"
        )
    return left


def parameters(options: argparse.Namespace, own: _Settings, default_size: int) -> tuple[Parameters, list[str]]:
    """The checked parameters, and notes on what was decided for the person.

    What was typed wins, then the document's `own` settings (a sample's), then the defaults. `default_size` is in
    tokens; without a size in another unit the same number of that unit is taken, and a note says so.
    """
    strategy = str(_first(options.strategy, own.get("strategy"), "recursive"))
    unit = _unit(options.unit, own.get("unit", "tokens"), strategy)
    size, notes = options.size, []
    if size is None:
        size = _first(own.get("size"), default_size)
        if unit != own.get("unit", "tokens"):
            notes.append(f"size is {size} {unit}: the number was chosen for {own.get('unit', 'tokens')}, see --size")
    overlap = _first(options.overlap, own.get("overlap"), 0)
    separators = str(_first(options.separators, own.get("separators"), "unicode"))
    return checked(strategy, size, unit, overlap, separators), notes


def _unit(asked: str | None, own: object, strategy: str) -> str:
    """The unit asked for, else the document's own, else the first that the strategy accepts."""
    if asked is not None:
        return asked
    known = STRATEGIES.get(strategy)
    return str(own) if known is None or own in known.units else known.units[0]


def _first(*values: object) -> object:
    return next(value for value in values if value is not None)
