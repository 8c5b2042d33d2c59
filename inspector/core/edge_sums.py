"""Sums that are exact at any cut: the count of a span is the end sum at its end less the begin sum at its start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.measures import CharacterMeasure, Ints, Measure, WordMeasure
from inspector.core.token_measure import TokenMeasure


@dataclass(frozen=True, eq=False)
class EdgeSums:
    """For n offsets: `count(a, b) == ends[b] - begins[a]` wherever `first[a] <= last[b]`; all int64, shape (n,).

    `first` is an anchor at or after the offset, `last` one at or before it. A span with `first[a] > last[b]` is narrow
    and has to be counted whole. `plain` are prefix sums, near the count of any span.
    """

    plain: Ints
    begins: Ints
    ends: Ints
    first: Ints
    last: Ints

    def only_plain(self) -> EdgeSums:
        """Plain sums for every span, as if all offsets were anchors."""
        each = np.arange(len(self.plain))
        return EdgeSums(self.plain, self.plain, self.plain, each, each)

    @property
    def additive(self) -> bool:
        """Whether plain sums are exact for every span."""
        return self.begins is self.plain and self.ends is self.plain


def edge_sums(measure: Measure, offsets: Ints) -> EdgeSums:
    """The sums of a measure at growing offsets, each edge encoded once."""
    plain = measure.before_all(offsets)
    if isinstance(measure, CharacterMeasure):
        return EdgeSums(plain, plain, plain, offsets, offsets)
    if isinstance(measure, WordMeasure):
        inside = ~measure.additive(offsets)
        return EdgeSums(plain, plain - inside if inside.any() else plain, plain, offsets, offsets)
    assert isinstance(measure, TokenMeasure)
    doubtful = np.flatnonzero(~measure.additive(offsets))
    if not len(doubtful):
        return EdgeSums(plain, plain, plain, offsets, offsets)
    begins, ends, first, last = plain.copy(), plain.copy(), offsets.copy(), offsets.copy()
    first[doubtful], begins[doubtful] = _columns(measure.begin_edges(offsets[doubtful]))
    last[doubtful], ends[doubtful] = _columns(measure.end_edges(offsets[doubtful]))
    return EdgeSums(plain, begins, ends, first, last)


def _columns(edges: list[tuple[int, int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    table = np.array(edges, np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]
