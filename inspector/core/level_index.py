"""The candidate cuts of a document level by level, with prefix sums, ready for bisection."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import Mask
from inspector.core.cuts import RANKS, Cuts
from inspector.core.edge_sums import EdgeSums, edge_sums
from inspector.core.levels import Level
from inspector.core.measures import Measure

_AT_ONCE = 2000
"""So many doubtful cuts of a stage are counted as soon as it is used."""
_WORTH = 16
"""A stage with more is counted as a whole when this part of its cuts was asked for one by one."""

Sums = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Exact:
    """Sums of the m offsets of a stage: `count(a, b) == ends[b] - begins[a]` for those that are `sure`.

    int32, shape (m,). `sure` (bool, shape (m,); None: all are) means that every cut before is within what the one there
    is within, that every cut after it needs as much, and that some text between it and the next cut is counted exactly.
    """

    begins: Sums
    ends: Sums
    sure: Mask | None


@dataclass(eq=False)
class Stage:
    """The cuts of one strength or a greater one, between the start and the end of the text.

    `positions` and `sums`, their prefix sums, are int32 of shape (m,); `doubtful` (bool, shape (m,); None: no cut is)
    tells where sums are not exact.
    """

    level: Level
    positions: Sums
    sums: Sums
    doubtful: Mask | None
    _measure: Measure
    asked: int = 0
    """How often cuts of this stage were counted one by one."""
    _exact: Exact | None = field(default=None, repr=False)

    def exact(self) -> Exact | None:
        """Sums that are exact at every cut; None while they are not worth counting all cuts."""
        if self._exact is None:
            if self.doubtful is None:
                self._exact = Exact(self.sums, self.sums, None)
            else:
                many = int(self.doubtful.sum())
                if many <= max(_AT_ONCE, _WORTH * self.asked):
                    self._exact = _exact(edge_sums(self._measure, self.positions.astype(np.int64)))
        return self._exact


@dataclass(frozen=True)
class LevelIndex:
    """Stages from the strongest to the weakest."""

    stages: tuple[Stage, ...]

    @classmethod
    def build(cls, cuts: Cuts, measure: Measure, size: int) -> LevelIndex:
        """Index the cuts of a document of `size` characters by the sums of `measure`, one stage for each strength."""
        ends = np.array([0, size], np.int32)
        positions = np.insert(ends, 1, cuts.positions)
        strengths = np.insert(np.full(2, 127, np.int8), 1, cuts.strengths)
        sums = measure.before_all(positions.astype(np.int64)).astype(np.int32)
        doubtful = ~measure.additive(positions.astype(np.int64))
        present = np.flatnonzero(np.bincount(cuts.strengths)).tolist()[::-1]
        return cls(
            tuple(_stage(Level(s // RANKS), strengths >= s, positions, sums, doubtful, measure) for s in present)
        )


def _stage(level: Level, chosen: Mask, positions: Sums, sums: Sums, doubtful: Mask, measure: Measure) -> Stage:
    unsure = doubtful[chosen]
    return Stage(level, positions[chosen], sums[chosen], unsure if unsure.any() else None, measure)


def _exact(sums: EdgeSums) -> Exact:
    known = sums.last >= 0
    ends = np.where(known, sums.ends, sums.plain)
    sure = known & (np.maximum.accumulate(ends) == ends) & (np.minimum.accumulate(ends[::-1])[::-1] == ends)
    sure[:-1] &= sums.first[:-1] <= sums.last[1:]
    return Exact(sums.begins.astype(np.int32), ends.astype(np.int32), None if sure.all() else sure)
