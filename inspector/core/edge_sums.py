"""Sums that are exact at any cut: the count of a span is the end sum at its end less the begin sum at its start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
    begins, first = begin_sums(measure, offsets, plain)
    ends, last = end_sums(measure, offsets, plain)
    return EdgeSums(plain, begins, ends, first, last)


def begin_sums(measure: Measure, offsets: Ints, plain: Ints) -> tuple[Ints, Ints]:
    """`begins` and `first` of EdgeSums for any offsets, whose prefix sums are `plain`."""
    if isinstance(measure, CharacterMeasure):
        return plain, offsets
    doubtful = np.flatnonzero(~measure.additive(offsets))
    if not len(doubtful):
        return plain, offsets
    begins, first = plain.copy(), offsets.copy()
    if isinstance(measure, WordMeasure):
        begins[doubtful] -= 1
        return begins, offsets
    assert isinstance(measure, TokenMeasure)
    first[doubtful], begins[doubtful] = measure.begin_edges(offsets[doubtful], plain[doubtful])
    return begins, first


def end_sums(measure: Measure, offsets: Ints, plain: Ints) -> tuple[Ints, Ints]:
    """`ends` and `last` of EdgeSums for any offsets, whose prefix sums are `plain`."""
    if not isinstance(measure, TokenMeasure):
        return plain, offsets
    doubtful = np.flatnonzero(~measure.additive(offsets))
    if not len(doubtful):
        return plain, offsets
    ends, last = plain.copy(), offsets.copy()
    last[doubtful], ends[doubtful] = measure.end_edges(offsets[doubtful], plain[doubtful])
    return ends, last
