"""Grapheme clusters: where a text may be cut without tearing what a reader sees as one character.

Only the clusters of two or more code points are kept; every other offset is a boundary.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray

from inspector.core.codepoints import SLICE, Codes, Mask, runs
from inspector.core.pieces import Numbered, Pool

Offsets = NDArray[np.int32]

_JOINERS = regex.compile(r"[\p{GCB=EX}\p{GCB=ZWJ}\p{GCB=SM}\p{GCB=PP}\p{GCB=L}\p{GCB=V}\p{GCB=T}\p{GCB=RI}]")
_CLUSTER = regex.compile(r"\X")
_TABLE_SIZE = 0xE1000
_UNKNOWN = 2
_table = np.full(_TABLE_SIZE, _UNKNOWN, np.uint8)
_table[0x0900:0x0E00] = True  # consonants of these scripts join over a virama
_INDICATORS = (0x1F1E6, 0x1F1FF)
_RUN = 64
"""Even, so that a run is split between two flags."""


class Clusters:
    """The grapheme clusters (Unicode Standard Annex 29, as the library `regex` knows them) of one text.

    `starts` and `ends` (int32, shape (m,)) are the half-open spans of those with two or more code points.
    """

    def __init__(self, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> None:
        self.starts = starts
        self.ends = ends
        self._starts = np.ascontiguousarray(starts).data
        self._ends = np.ascontiguousarray(ends).data

    def floor(self, offset: int) -> int:
        """The nearest cluster boundary at or before `offset`."""
        k = bisect_right(self._starts, offset) - 1
        return self._starts[k] if k >= 0 and offset < self._ends[k] else offset

    def ceil(self, offset: int) -> int:
        """The nearest cluster boundary at or after `offset`."""
        k = bisect_right(self._starts, offset - 1) - 1
        return self._ends[k] if k >= 0 and offset < self._ends[k] else offset

    def after(self, offset: int) -> int:
        """The end of the cluster that holds the character at `offset`."""
        return self.ceil(offset + 1)

    def floor_all(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The nearest cluster boundary at or before each offset, shape (n,)."""
        return self._nearest(offsets, self.starts)

    def ceil_all(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The nearest cluster boundary at or after each offset, shape (n,)."""
        return self._nearest(offsets, self.ends)

    def _nearest(self, offsets: NDArray[np.int64], bounds: NDArray[np.int32]) -> NDArray[np.int64]:
        inner = np.flatnonzero(self.inside(offsets))
        nearest = offsets.copy()
        nearest[inner] = bounds[np.searchsorted(self.starts, offsets[inner].astype(np.int32)) - 1]
        return nearest

    def inside(self, offsets: NDArray[Any]) -> Mask:
        """Which of some offsets lie inside a cluster, shape (n,)."""
        if not len(self.starts):
            return np.zeros(len(offsets), np.bool_)
        k = np.searchsorted(self.starts, offsets.astype(np.int32), side="left") - 1
        return (k >= 0) & (offsets < self.ends[np.maximum(k, 0)])


def find_clusters(text: str, points: Codes) -> Clusters:
    """The clusters of `text`, whose code points are `points`; looks closely only where characters can join."""
    starts, ends = _short(points, *_stretches(_may_join(points)))
    numbered, pool = Numbered(), Pool(2, 2)
    numbers = numbered.of(text, starts, ends)
    pool.learn_all([_joined(stretch) for stretch in numbered.new])
    spans = pool.rows(numbers, starts)
    return Clusters(spans[:, 0].copy(), spans[:, 1].copy())


def _joined(stretch: str) -> Offsets:
    """The spans of the clusters of two or more code points, shape (m, 2), in a text taken alone.

    The library looks back through all of a run of flags to pair them, so the text is a short one.
    """
    spans = [m.span() for m in _CLUSTER.finditer(stretch)]
    return np.array([(a, b) for a, b in spans if b - a > 1], np.int32).reshape(-1, 2)


def _short(points: Codes, starts: Offsets, ends: Offsets) -> tuple[Offsets, Offsets]:
    """The stretches, those with long runs of regional indicators split between two pairs of these."""
    if points.dtype == np.uint8:
        return starts, ends
    firsts, lasts = runs((points >= _INDICATORS[0]) & (points <= _INDICATORS[1]))
    long = lasts - firsts > _RUN
    pairs = [np.arange(a + _RUN, b, _RUN) for a, b in zip(firsts[long].tolist(), lasts[long].tolist(), strict=True)]
    if not pairs:
        return starts, ends
    splits = np.concatenate(pairs).astype(np.int32)
    return np.sort(np.concatenate([starts, splits])), np.sort(np.concatenate([ends, splits]))


def _may_join(points: Codes) -> Mask:
    """Which characters can make a cluster with a neighbour."""
    joins = np.zeros(len(points), np.bool_)
    if points.dtype != np.uint8:
        for start in range(0, len(points), SLICE):
            joins[start : start + SLICE] = _joining(np.minimum(points[start : start + SLICE], _TABLE_SIZE - 1))
    carriage = points[:-1] == 13
    carriage &= points[1:] == 10
    joins[:-1] |= carriage
    return joins


def _joining(points: Codes) -> NDArray[np.uint8]:
    """For each code point 1 where it can join with a neighbour of any kind, else 0; looked up when it is first seen."""
    result = _table[points]
    new = points[result == _UNKNOWN]
    if not len(new):
        return result
    seen = np.zeros(_TABLE_SIZE, np.bool_)
    seen[new] = True
    for point in np.flatnonzero(seen).tolist():
        _table[point] = _JOINERS.match(chr(point)) is not None
    return _table[points]


def _stretches(joins: Mask) -> tuple[Offsets, Offsets]:
    """Runs of joining characters with one neighbour on each side; those that then touch are one."""
    starts, ends = runs(joins)
    if not len(starts):
        return starts, ends
    starts, ends = np.maximum(starts - 1, 0), np.minimum(ends + 1, len(joins))
    apart = np.flatnonzero(starts[1:] >= ends[:-1])
    return np.concatenate([starts[:1], starts[1:][apart]]), np.concatenate([ends[:-1][apart], ends[-1:]])
