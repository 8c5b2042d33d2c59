"""The candidate cuts of a document level by level, with prefix sums, ready for bisection."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.cuts import RANKS, Cuts
from inspector.core.levels import Level
from inspector.core.measures import Measure


@dataclass(frozen=True, eq=False)
class Stage:
    """The cuts of one strength or a greater one, and the end of the text: int32 positions and their prefix sums."""

    level: Level
    positions: memoryview
    sums: memoryview


@dataclass(frozen=True)
class LevelIndex:
    """Stages from the strongest to the weakest; `doubtful` are the candidates where sums are not exact."""

    stages: tuple[Stage, ...]
    doubtful: frozenset[int]
    all_doubtful: bool

    @classmethod
    def build(cls, cuts: Cuts, measure: Measure, size: int) -> LevelIndex:
        """Index the cuts of a document of `size` characters by the sums of `measure`, one stage for each strength."""
        positions = np.append(cuts.positions, np.int32(size))
        strengths = np.append(cuts.strengths, np.int8(127))
        sums = measure.before_all(positions.astype(np.int64)).astype(np.int32)
        doubtful = positions[~measure.additive(positions.astype(np.int64))]
        present = np.flatnonzero(np.bincount(cuts.strengths)).tolist()[::-1]
        stages = tuple(_stage(Level(s // RANKS), strengths >= s, positions, sums) for s in present)
        everything = len(doubtful) > len(positions) // 2
        return cls(stages, frozenset() if everything else frozenset(doubtful.tolist()), everything)


def _stage(level: Level, chosen: np.ndarray, positions: np.ndarray, sums: np.ndarray) -> Stage:
    return Stage(level, memoryview(positions[chosen]), memoryview(sums[chosen]))
