"""The candidate cuts from which `optimal` chooses: all separators, and finer places in pieces that are too large."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from inspector.core.edge_sums import EdgeSums, edge_sums
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.measures import Ints, Measure
from inspector.core.own_separators import Separators

_NEAR = 8
"""A piece whose sum is so near the limit, or above it, is counted."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """n + 1 offsets from 0 to the end of the text (int64, growing), with the `levels` (int8) of the cuts there.

    The levels of the first and the last are END: no cut is there.
    """

    offsets: Ints
    levels: NDArray[np.int8]
    sums: EdgeSums


def candidates(facts: Facts, separators: Separators, unit: str, first: int, limit: int) -> Candidates:
    """The candidates for bodies of at most `limit` units, the first of at most `first`.

    Inside a piece that is too large the ends of its word are candidates too; inside a word or a run of white space
    every cluster boundary, but only where that is itself too large.
    """
    base = facts.remember(("candidates", separators, unit), lambda: _of_separators(facts, separators, unit))
    measure = facts.measures[unit]
    finer = _finer(facts, measure, base, first, limit)
    if not len(finer):
        return base
    levels = facts.cuts(separators).levels_at(facts.text, finer)
    return _merged(base, Candidates(finer, levels, edge_sums(measure, finer)))


def _of_separators(facts: Facts, separators: Separators, unit: str) -> Candidates:
    cuts, size = facts.cuts(separators), len(facts.text)
    offsets = np.concatenate([[0], cuts.positions.astype(np.int64), [size]])
    end = np.array([Level.END], np.int8)
    return Candidates(offsets, np.concatenate([end, cuts.levels, end]), edge_sums(facts.measures[unit], offsets))


def _finer(facts: Facts, measure: Measure, base: Candidates, first: int, limit: int) -> Ints:
    """The offsets inside pieces that are too large, in order."""
    plain = base.sums.plain
    suspects = np.flatnonzero(np.diff(plain) > limit - (0 if base.sums.additive else _NEAR))
    found = []
    for k in suspects.tolist():
        start, end = int(base.offsets[k]), int(base.offsets[k + 1])
        if measure.count(start, end) > (limit if k else first):
            found.append(_inside(facts, measure, start, end, limit if k else min(first, limit)))
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def _inside(facts: Facts, measure: Measure, start: int, end: int, limit: int) -> Ints:
    """The candidates inside one piece: before and after its word, and in what of the three parts is too large."""
    piece = facts.text[start:end]
    word_start = start + len(piece) - len(piece.lstrip())
    word_end = max(start + len(piece.rstrip()), word_start)
    borders = [start, word_start, word_end, end]
    inner = [np.array([word_start, word_end], np.int64)]
    inner += [_cut_up(facts, measure, a, b, limit) for a, b in pairwise(borders) if a < b]
    offsets = np.unique(np.concatenate(inner))
    offsets = offsets[(offsets > start) & (offsets < end)]
    return offsets[~facts.clusters.inside(offsets)]


def _cut_up(facts: Facts, measure: Measure, start: int, end: int, limit: int) -> Ints:
    """Where a part that is too large may be cut: before its tokens, and inside one only where that is too large."""
    if measure.count(start, end) <= limit:
        return np.zeros(0, np.int64)
    if measure.unit != "tokens":
        return np.arange(start + 1, end, dtype=np.int64)
    first, last = facts.tokens.before(start + 1), facts.tokens.before(end)
    offsets = np.unique(facts.tokens.starts[first:last].astype(np.int64))
    offsets = offsets[~facts.clusters.inside(offsets)]
    gaps = pairwise([start, *offsets.tolist(), end])
    large = [np.arange(a + 1, b, dtype=np.int64) for a, b in gaps if b > a + 1 and measure.count(a, b) > limit]
    return np.concatenate([offsets, *large])


def _merged(base: Candidates, finer: Candidates) -> Candidates:
    where = np.searchsorted(base.offsets, finer.offsets)
    sums = EdgeSums(*(np.insert(getattr(base.sums, n), where, getattr(finer.sums, n)) for n in _SUMS))
    if base.sums.additive and finer.sums.additive:
        sums = EdgeSums(sums.plain, sums.plain, sums.plain, sums.first, sums.last)
    return Candidates(np.insert(base.offsets, where, finer.offsets), np.insert(base.levels, where, finer.levels), sums)


_SUMS = ("plain", "begins", "ends", "first", "last")
