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
from inspector.core.remark import Remark
from inspector.core.strategies import STRATEGIES


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
        return _assemble(facts, parameters, limits or ModelLimits(), np.zeros(0, np.int64), None)
    bodies = STRATEGIES[parameters.strategy].bodies(facts, parameters)
    starts = None if bodies.starts is None else np.array(bodies.starts, np.int64)
    return _assemble(
        facts, parameters, limits or ModelLimits(), np.array(bodies.ends, np.int64), starts, bodies.remarks
    )


def _assemble(
    facts: Facts,
    parameters: Parameters,
    limits: ModelLimits,
    ends: Ints,
    starts: Ints | None,
    remarks: tuple[Remark, ...] = (),
) -> Chunking:
    """Put the overlap before the bodies and count everything on the finished chunks."""
    body_starts = body_starts_of(ends)
    if starts is None:
        starts = chunk_starts(facts, parameters, body_starts, ends)
    tokens, words = (_counts(facts.measures[unit], starts, body_starts, ends) for unit in ("tokens", "words"))
    counts = {"tokens": tokens, "words": words, "characters": ends - starts}[parameters.unit]
    overlaps = np.zeros(len(ends), np.int64)
    repeats = np.flatnonzero(starts < body_starts)
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
        remarks=remarks,
    )


def _counts(measure: Measure, starts: Ints, body_starts: Ints, ends: Ints) -> Ints:
    """The exact counts of the chunks; where none overlaps, each offset is looked at once."""
    if len(ends) and np.array_equal(starts, body_starts):
        return counts_between(measure, np.append(starts, ends[-1]))
    return measure.counts(starts, ends)


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
