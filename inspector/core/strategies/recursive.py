"""Recursive: split at the strongest separator, pack pieces greedily, split what is too large at the next weaker one."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from inspector.core.facts import Facts
from inspector.core.hard_cuts import split_hard
from inspector.core.level_index import LevelIndex, Stage
from inspector.core.measures import Measure
from inspector.core.own_separators import CLASSIC
from inspector.core.parameters import Parameters
from inspector.core.strategies.base import Bodies, Pause, Strategy, no_pause

_BETWEEN_PAUSES = 20_000
"""About so many characters are packed between two pauses."""


@dataclass
class _Piece:
    """A piece that is being packed: up to `end`, whose prefix sum is `sum`, at stage number `stage`."""

    end: int
    sum: int
    stage: int


def bodies(facts: Facts, parameters: Parameters, pause: Pause = no_pause) -> Bodies:
    """Pack greedily; the first body may hold `size`, later ones are planned for `size - overlap`.

    Raises CannotError when a grapheme cluster alone is larger than the size.
    """
    measure = facts.measures[parameters.unit]
    index = facts.levels(parameters.separators, parameters.unit)
    ends = _Packer(facts, measure, index, parameters).run(pause)
    as_given = parameters.separators in ("classic", CLASSIC)
    return Bodies(ends if as_given else _without_blank(facts, measure, ends, parameters))


class _Packer:
    """Walks through the document once; a stack holds the pieces that were too large and are being split."""

    def __init__(self, facts: Facts, measure: Measure, index: LevelIndex, parameters: Parameters) -> None:
        self._facts, self._measure, self._index = facts, measure, index
        self._size = parameters.size
        self._later = parameters.size - parameters.overlap

    def run(self, pause: Pause) -> list[int]:
        size, total = len(self._facts.text), self._measure.before(len(self._facts.text))
        if total <= self._size and self._measure.count(0, size) <= self._size:
            return [size]
        stages, exact = self._index.stages, not (self._index.doubtful or self._index.all_doubtful)
        piece = _Piece(size, total, 0)
        pieces: list[_Piece] = [piece]
        ends: list[int] = []
        at, at_sum, limit = 0, 0, self._size
        rest = _BETWEEN_PAUSES
        near = [0] * len(stages)  # of each stage a cut that is not beyond `at`
        while at < size:
            if at > rest:
                rest = at + _BETWEEN_PAUSES
                pause()
            while piece.end <= at:
                pieces.pop()
                piece = pieces[-1]
            if piece.stage == len(stages):
                ends += split_hard(self._facts, self._measure, at, piece.end, limit, self._size, self._later)
                at, at_sum, limit = piece.end, piece.sum, self._later
                continue
            stage = stages[piece.stage]
            k = _last(stage.sums, at_sum + limit, near[piece.stage], limit)
            end, end_sum = (stage.positions[k], stage.sums[k]) if k >= 0 else (0, 0)
            if end > piece.end:
                end, end_sum = piece.end, piece.sum
            if not exact:
                end, end_sum = self._counted(stage, k, at, end, end_sum, limit, piece)
                k = bisect_right(stage.positions, at) - 1
            if end > at:
                if exact and end < piece.end:
                    near[piece.stage] = k
                ends.append(end)
                at, at_sum, limit = end, end_sum, self._later
            elif stage.positions[k + 1] < piece.end:  # the first piece of this stage is too large: split it alone
                piece = _Piece(stage.positions[k + 1], stage.sums[k + 1], piece.stage + 1)
                pieces.append(piece)
            else:
                piece.stage += 1
        return ends

    def _doubtful(self, start: int, end: int) -> bool:
        """Whether the sum of the span may differ from its count."""
        index = self._index
        return index.all_doubtful or start in index.doubtful or end in index.doubtful

    def _fits(self, start: int, end: int, limit: int) -> bool:
        return self._measure.count(start, end) <= limit

    def _counted(
        self, stage: Stage, k: int, start: int, end: int, end_sum: int, limit: int, piece: _Piece
    ) -> tuple[int, int]:
        """The furthest cut near `end` with which the counted chunk fits; `start` when there is none."""
        k = min(k, bisect_right(stage.positions, end) - 1)
        while end > start and self._doubtful(start, end) and not self._fits(start, end, limit):
            k -= 1
            end, end_sum = (stage.positions[k], stage.sums[k]) if k >= 0 else (start, 0)
        end = max(end, start)
        k = bisect_right(stage.positions, end) - 1
        while end < piece.end:  # sums can be too large as well
            k += 1
            following, following_sum = stage.positions[k], stage.sums[k]
            if following > piece.end:
                following, following_sum = piece.end, piece.sum
            if not self._doubtful(start, following) or not self._fits(start, following, limit):
                break
            end, end_sum = following, following_sum
        return end, end_sum


def _last(sums: memoryview, most: int, near: int, limit: int) -> int:
    """The number of the last cut whose sum is at most `most`; -1 where there is none.

    That of `near` is known to be, and the one wanted is hardly ever more than `limit` cuts after it.
    """
    stop = min(near + limit + 2, len(sums))
    k = bisect_right(sums, most, near, stop)
    return (k if k < stop else bisect_right(sums, most, stop)) - 1


def _without_blank(facts: Facts, measure: Measure, ends: list[int], parameters: Parameters) -> list[int]:
    """Merge a blank body into the one before it or after it, where it fits."""
    blank = _blank_bodies(facts, ends)
    if not blank:
        return ends
    kept: list[int] = []

    def fits(start: int, end: int, alone: int) -> bool:
        """Within what a body there may have, or no larger than its neighbour alone, which is a body of its own."""
        room = parameters.size - (parameters.overlap if start else 0)
        return measure.count(start, end) <= max(room, min(alone, parameters.size))

    for k, end in enumerate(ends):
        start = kept[-1] if kept else 0
        if k in blank:
            before = kept[-2] if len(kept) > 1 else 0
            if kept and fits(before, end, measure.count(before, start)):
                kept[-1] = end
                continue
            if k + 1 < len(ends) and fits(start, ends[k + 1], measure.count(end, ends[k + 1])):
                continue
        kept.append(end)
    return kept


def _blank_bodies(facts: Facts, ends: list[int]) -> set[int]:
    """The indices of the bodies that hold white space only."""
    bounds = np.array([0, *ends], np.int64)
    words = facts.measures["words"]
    without = np.flatnonzero(np.diff(words.before_all(bounds)) == 0)  # at most the rest of a word
    blank = words.counts(bounds[without], bounds[without + 1]) == 0
    return set(without[blank].tolist())


STRATEGY = Strategy(
    name="recursive",
    label="Recursive",
    summary="Cuts at the strongest separator, packs pieces while they fit, splits what is too large at weaker ones.",
    units=("tokens", "words", "characters"),
    uses_separators=True,
    bodies=bodies,
)
