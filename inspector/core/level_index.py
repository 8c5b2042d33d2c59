"""The candidate cuts of a document level by level, with prefix sums, ready for bisection."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.levels import Level
from inspector.core.measures import Measure
from inspector.core.separators import Cuts


@dataclass(frozen=True)
class Stage:
    """The cuts of one level or a stronger one, and the end of the text: int32 positions and their prefix sums."""

    level: Level
    positions: memoryview
    sums: memoryview


@dataclass(frozen=True)
class LevelIndex:
    """Stages from the strongest level to the weakest; `doubtful` are the candidates where sums are not exact."""

    stages: tuple[Stage, ...]
    doubtful: frozenset[int]
    all_doubtful: bool

    @classmethod
    def build(cls, cuts: Cuts, measure: Measure, size: int) -> LevelIndex:
        """Index the cuts of a document of `size` characters by the sums of `measure`; absent levels have no stage."""
        positions = np.append(cuts.positions, np.int32(size))
        levels = np.append(cuts.levels, np.int8(Level.HEADING))
        sums = measure.before_all(positions.astype(np.int64)).astype(np.int32)
        doubtful = positions[~measure.additive(positions.astype(np.int64))]
        present = sorted(set(np.unique(cuts.levels).tolist()), reverse=True)
        stages = tuple(_stage(Level(level), levels >= level, positions, sums) for level in present)
        everything = len(doubtful) > len(positions) // 2
        return cls(stages, frozenset() if everything else frozenset(doubtful.tolist()), everything)


def _stage(level: Level, chosen: np.ndarray, positions: np.ndarray, sums: np.ndarray) -> Stage:
    return Stage(level, memoryview(positions[chosen]), memoryview(sums[chosen]))
