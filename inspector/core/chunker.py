"""Chunking: from text facts and parameters to chunks with their counts, each finished chunk counted itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.codepoints import Mask
from inspector.core.errors import RefusedError
from inspector.core.facts import Facts
from inspector.core.heading_paths import heading_prefixes
from inspector.core.levels import Level
from inspector.core.measures import Ints, Measure, counts_between
from inspector.core.model_limits import ModelLimits
from inspector.core.overlap import chunk_starts
from inspector.core.own_separators import Separators
from inspector.core.parameters import (
    DEFAULT_SIZE,
    DEFAULT_WEIGHTS,
    UNITS,
    Parameters,
    Weights,
    check_choice,
    check_floor,
    check_separators,
    check_size,
    check_weights,
    whole_number,
)
from inspector.core.strategies import STRATEGIES, Bodies


def checked(
    strategy: str = "recursive",
    size: object = None,
    unit: str | None = None,
    overlap: object = 0,
    separators: Separators = "unicode",
    weights: Weights = DEFAULT_WEIGHTS,
    floor: object = 0,
) -> Parameters:
    """Parameters from what a person typed; `size` and `overlap` as whole numbers or their digits.

    Without a unit the strategy's usual one is taken, without a size 254; a strategy with separators of its own takes
    these for the default. Raises RefusedError naming the values.
    """
    check_choice("strategy", strategy, tuple(STRATEGIES))
    units = STRATEGIES[strategy].units
    unit = units[0] if unit is None else unit
    check_choice("unit", unit, UNITS)
    if unit not in units:
        raise RefusedError(f"strategy {strategy!r} counts in {' or '.join(units)}, not in {unit}")
    check_separators(separators)
    own = STRATEGIES[strategy].separators
    if own is not None and separators not in (own, "unicode"):
        raise RefusedError(f"strategy {strategy!r} has separators of its own: leave the separators out")
    whole_size = whole_number("size", DEFAULT_SIZE if size is None else size)
    whole_overlap = whole_number("overlap", overlap)
    check_size(whole_size, whole_overlap)
    check_weights(weights)
    whole_floor = check_floor(whole_number("floor", floor))
    return Parameters(strategy, whole_size, unit, whole_overlap, own or separators, weights, whole_floor)


def chunk(facts: Facts, parameters: Parameters, limits: ModelLimits | None = None) -> Chunking:
    """Cut the document; a pure function of its arguments.

    Raises RefusedError for parameters that make no sense, an own separator that takes too long or can match nothing
    among them, and CannotError for a grapheme cluster larger than the size.
    """
    parameters = checked(**vars(parameters))
    if facts.blank:
        return _assemble(facts, parameters, limits or ModelLimits(), Bodies(np.zeros(0, np.int64)))
    bodies = STRATEGIES[parameters.strategy].bodies(facts, parameters)
    return _assemble(facts, parameters, limits or ModelLimits(), bodies)


def _assemble(facts: Facts, parameters: Parameters, limits: ModelLimits, bodies: Bodies) -> Chunking:
    """Put the overlap before the bodies and count everything on the finished chunks."""
    ends, body_starts = bodies.ends, body_starts_of(bodies.ends)
    starts = chunk_starts(facts, parameters, body_starts, ends) if bodies.starts is None else bodies.starts
    repeats = np.flatnonzero(starts < body_starts)
    tokens = _counts(facts.measures["tokens"], starts, ends, len(repeats) > 0)
    words = bodies.words
    if words is None or len(repeats):
        words = _counts(facts.measures["words"], starts, ends, len(repeats) > 0)
    counts = {"tokens": tokens, "words": words, "characters": ends - starts}[parameters.unit]
    overlaps = np.zeros(len(ends), np.int64)
    if len(repeats):
        overlaps[repeats] = facts.measures[parameters.unit].counts(starts[repeats], body_starts[repeats])
    prefixes = heading_prefixes(facts, limits.prefix, body_starts, ends) if limits.headings else None
    return Chunking(
        parameters=parameters,
        starts=starts,
        body_starts=body_starts,
        ends=ends,
        levels=_levels(facts, parameters, ends),
        counts=counts,
        tokens=tokens,
        input_tokens=_input_tokens(facts, prefixes or (limits.prefix,), starts, ends, tokens),
        overlaps=overlaps,
        words=words,
        blank=_blank(words),
        prefixes=prefixes,
        remarks=bodies.remarks,
    )


def _counts(measure: Measure, starts: Ints, ends: Ints, overlap: bool) -> Ints:
    """The exact counts of the chunks; where none overlaps, each offset is looked at once."""
    if overlap or not len(ends):
        return measure.counts(starts, ends)
    return counts_between(measure, np.append(np.int64(0), ends))


def body_starts_of(ends: Ints) -> Ints:
    """Where the bodies with these ends begin, shape (n,)."""
    return np.concatenate([np.zeros(1, np.int64), ends])[:-1] if len(ends) else ends


def _levels(facts: Facts, parameters: Parameters, ends: Ints) -> NDArray[np.int8]:
    levels = np.full(len(ends), Level.END, np.int8)
    levels[:-1] = facts.cuts(parameters.separators).levels_at(facts.text, ends[:-1])
    return levels


def _blank(words: Ints) -> Mask:
    blank: Mask = words == 0
    return blank


def _input_tokens(facts: Facts, prefixes: tuple[str, ...], starts: Ints, ends: Ints, tokens: Ints) -> Ints:
    """Prefix + chunk + special tokens, for one prefix or one a chunk.

    A constant is added only where the joint is an anchor, which proves it exact; else they are encoded together.
    """
    if not len(ends):
        return tokens
    tokenizer = facts.tokenizer
    different = list(dict.fromkeys(prefixes))
    if all(not p or tokenizer.anchors.at(p + "a", len(p)) for p in different):
        added = dict(zip(different, tokenizer.count_input(different, ""), strict=True))
        return tokens + np.array([added[p] for p in prefixes], np.int64)
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    each = prefixes if len(prefixes) == len(ends) else prefixes * len(ends)
    return np.array(
        tokenizer.count_input([p + facts.text[a:b] for p, (a, b) in zip(each, spans, strict=True)], ""), np.int64
    )
