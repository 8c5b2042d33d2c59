"""The options that all commands share, and how they, a sample's own settings and the defaults make one setting."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path

from inspector.commands.embedder import BY_SERVER, add_embedder_options
from inspector.core import own_json
from inspector.core.chunker import checked
from inspector.core.embedders import EMBEDDERS
from inspector.core.embedding import Embedder
from inspector.core.errors import RefusedError
from inspector.core.model_limits import DEFAULT_CONTEXT, ModelLimits, check_limits, context_of, lone_surrogate
from inspector.core.models import EmbeddingModel, model, unchecked_words
from inspector.core.own_separators import Separators
from inspector.core.parameters import (
    DEFAULT_SIZE,
    DEFAULT_WEIGHTS,
    PRESETS,
    UNITS,
    Parameters,
    Weights,
    check_choice,
    check_weights,
)
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import DEFAULT_TOKENIZER, TOKENIZERS, Tokenizer

FILE_HELP = "the document: a text or Markdown file, - for standard input, or sample:NAME for one of the samples"

_OWN = "own:"
_OWN_HELP = f'{_OWN}FILE.json, or a JSON list, strongest first: \'["\\\\n\\\\n", ". "]\' (README)'

_LEVELS = tuple(vars(DEFAULT_WEIGHTS))
_COST = re.compile(r"[0-9]{1,4}(\.[0-9]{1,2})?|\.[0-9]{1,2}", re.ASCII)
_WEIGHTS_HELP = (
    "optimal: what cuts cost, a chunk being 1 (default: "
    + ",".join(f"{level}={cost / 100:g}" for level, cost in vars(DEFAULT_WEIGHTS).items())
    + ")"
)
_MODEL_HELP = (
    "an embedding model, such as e5-small-v2, whose tokenizer, context and prefix are taken where their own options "
    "are not given; an unknown name is refused with the known listed (default: nothing is taken)"
)


def add_shared_options(parser: argparse.ArgumentParser) -> None:
    """Add every option that says how to cut and for which model; values stay the strings that were typed."""
    add = parser.add_argument
    add("--strategy", metavar="NAME", help=f"{', '.join(STRATEGIES)} (default: recursive)")
    add("--size", metavar="N", help="the most units a chunk may have (default: what the context leaves for text, 254)")
    add("--unit", metavar="UNIT", help=f"{', '.join(UNITS)} (default: tokens, or what the strategy counts in)")
    add("--overlap", metavar="N", help="the most units a chunk repeats from the text before it (default: 0)")
    add("--separators", metavar="NAME", help=f"{', '.join(PRESETS)} (default: unicode), {_OWN_HELP}")
    add("--weights", metavar="LEVEL=COST,…", help=_WEIGHTS_HELP)
    add("--floor", metavar="N", help="optimal: no chunk has fewer units where it can be helped (default: 0)")
    add(
        "--tokenizer",
        metavar="NAME",
        help=f"{', '.join(TOKENIZERS)}, or the path of a tokenizer.json or of a folder that holds one, "
        f"also as the Hugging Face cache lays it out, or {BY_SERVER}: the embedder's server counts "
        f"(default: {DEFAULT_TOKENIZER})",
    )
    add("--model", metavar="NAME", help=_MODEL_HELP)
    add("--context", metavar="N", help=f"input tokens that the model reads, or none (default: {DEFAULT_CONTEXT})")
    add("--prefix", metavar="TEXT", help="text that the model gets before every chunk (default: nothing)")
    parser.add_argument(
        "--heading-prefix",
        action="store_true",
        help="put the Markdown headings above each chunk between the prefix and the chunk",
    )
    add_embedder_options(parser)
    add("--encoding", metavar="NAME", help="the file's encoding (default: found out from its bytes)")


def add_certificate_option(parser: argparse.ArgumentParser) -> None:
    """Add the option of the commands that check what they cut."""
    parser.add_argument("--certificate", metavar="FILE", help="write the outcome of the check to FILE as JSON")


def check_text(option: str, value: str) -> str:
    """`value` unless it holds bytes that were no UTF-8 on the command line, which no tokenizer could read."""
    if lone_surrogate(value) is not None:
        raise RefusedError(f"{option} is {value!r}: it holds bytes that are not UTF-8")
    return value


def take_model(args: argparse.Namespace, embedder: Embedder) -> list[str]:
    """Fill tokenizer, context and prefix from `--model` where they were not typed; notes on what does not follow it.

    Raises RefusedError for an unknown model, and for one whose tokenizer must be given and is not.
    """
    if args.model is None:
        return []
    known = model(check_text("--model", args.model))
    if args.tokenizer is None and known.tokenizer is None:
        raise RefusedError(
            f"--model is {known.name!r}: its tokenizer is not part of this program, "
            "give --tokenizer with the path of its tokenizer.json too"
        )
    args.tokenizer = known.tokenizer if args.tokenizer is None else args.tokenizer
    args.context = _typed_context(known) if args.context is None else args.context
    args.prefix = known.document_prefix if args.prefix is None else args.prefix
    notes = _figures_notes(known, args.tokenizer)
    served = embedder.known if isinstance(embedder, ServerEmbedder) else None
    ours = known.name in {embedder.name, served.name if served else ""}
    if getattr(args, "query", None) is not None and not ours:
        cannot = ", which cannot embed here" if embedder.name in EMBEDDERS else ""
        notes.append(f"--model is {known.name}{cannot}: the scores are those of {embedder.name}")
    return notes


def _figures_notes(known: EmbeddingModel, tokenizer: str) -> list[str]:
    """That another tokenizer than the model's counts, and that figures of the model were not checked."""
    notes = [f"--model is {known.name}: {unchecked_words(known)}"] if known.unchecked else []
    if tokenizer != known.tokenizer and (known.tokenizer is not None or tokenizer in TOKENIZERS):
        own = known.tokenizer or "its own tokenizer.json"
        notes.append(f"--model is {known.name}, but the tokens are those of {tokenizer} instead of {own}")
    return notes


def _typed_context(known: EmbeddingModel) -> str:
    return "none" if known.context is None else str(known.context)


def model_limits(context: str | None, prefix: str | None, headings: bool = False) -> ModelLimits:
    """The model's context and prefix as asked; `none` means a model that reads everything."""
    limit = DEFAULT_CONTEXT if context is None else context_of(context)
    return ModelLimits(context=limit, prefix=check_text("--prefix", prefix or ""), headings=headings)


def default_size(tokenizer: Tokenizer, limits: ModelLimits) -> int:
    """Tokens of text that the context leaves beside the prefix and the special tokens; refused when there are none."""
    room = check_limits(limits, tokenizer)
    return DEFAULT_SIZE if room is None else room


def parameters(args: argparse.Namespace, base: Parameters) -> tuple[Parameters, list[str]]:
    """The checked parameters, and notes on what was decided for the person.

    What was typed wins over `base`, the document's own settings or the defaults. Where another unit than that of
    `base` is used without a size of its own, the same number of that unit is taken, and a note says so.
    """
    strategy = base.strategy if args.strategy is None else args.strategy
    unit = _unit(args.unit, base.unit, strategy)
    size = base.size if args.size is None else args.size
    overlap = base.overlap if args.overlap is None else args.overlap
    separators = base.separators if args.separators is None else _separators(args.separators)
    notes = []
    if args.size is None and unit != base.unit:
        notes.append(f"size is {size} {unit}: --size was not given, and {size} is the default for {base.unit}")
    weights = base.weights if args.weights is None else check_costs(args.weights, base.weights)
    floor = base.floor if args.floor is None else args.floor
    return checked(strategy, size, unit, overlap, separators, weights, floor), notes


def check_costs(typed: str, base: Weights) -> Weights:
    """`base` with the costs in "sentence=0.15,line=.25", in chunks; RefusedError for what is no level or cost."""
    costs: dict[str, int] = {}
    for part in typed.split(","):
        level, _, cost = part.partition("=")
        check_choice("level in --weights", level, _LEVELS)
        if level in costs:
            raise RefusedError(f"--weights is {typed!r}: {level} is there twice")
        if not _COST.fullmatch(cost):
            raise RefusedError(f"the cost of {level} in --weights is {cost!r}: it must be a number like 0.15, with at "
                               "most two decimals")  # fmt: skip
        costs[level] = round(float(cost) * 100)
    weights = replace(base, **costs)
    check_weights(weights)
    return weights


def _unit(asked: str | None, usual: str, strategy: str) -> str:
    """The unit asked for, else the usual one where the strategy accepts it, else the first that it accepts."""
    if asked is not None:
        return asked
    known = STRATEGIES.get(strategy)
    if known is None or usual in known.units:
        return usual
    return known.units[0]


def _separators(asked: str) -> Separators:
    """A preset's name as it is, or the list that was asked for as JSON or in a file."""
    check_text("--separators", asked)
    if asked.startswith(_OWN):
        return own_json.load(Path(asked.removeprefix(_OWN)))
    return own_json.parse(asked, "--separators") if asked.lstrip().startswith("[") else asked
