"""Recursive: split at the strongest separator, pack pieces greedily, split what is too large at the next weaker one."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from inspector.core.facts import Facts
from inspector.core.hard_cuts import split_hard
from inspector.core.leaps import Leaps
from inspector.core.level_index import LevelIndex
from inspector.core.measures import Ints, Measure, counts_between
from inspector.core.own_separators import CLASSIC
from inspector.core.parameters import Parameters
from inspector.core.strategies.base import Bodies, Pause, Strategy, no_pause

_BETWEEN_PAUSES = 20_000
"""About so many characters are packed between two pauses."""


@dataclass
class _Piece:
    """A piece that is being packed at stage number `stage`: from cut number `at` of that stage to number `last`."""

    stage: int
    at: int
    last: int


def bodies(facts: Facts, parameters: Parameters, pause: Pause = no_pause) -> Bodies:
    """Pack greedily; the first body may hold `size`, later ones are planned for `size - overlap`.

    Raises CannotError when a grapheme cluster alone is larger than the size.
    """
    measure = facts.measures[parameters.unit]
    index = facts.levels(parameters.separators, parameters.unit)
    ends = np.array(_Packer(facts, measure, index, parameters).run(pause), np.int64)
    words = counts_between(facts.measures["words"], np.append(np.int64(0), ends))
    blank = np.flatnonzero(words == 0)
    if not len(blank) or parameters.separators in ("classic", CLASSIC):
        return Bodies(ends, words=words)
    return Bodies(_without_blank(measure, ends.tolist(), set(blank.tolist()), parameters))


class _Packer:
    """Walks through the document once; a stack holds the pieces that were too large and are being split."""

    def __init__(self, facts: Facts, measure: Measure, index: LevelIndex, parameters: Parameters) -> None:
        self._facts, self._measure, self._stages = facts, measure, index.stages
        self._size = parameters.size
        self._later = parameters.size - parameters.overlap
        self._leaps: list[Leaps | None] = [None] * len(index.stages)
        self._near = [0] * len(index.stages)  # of each stage a cut that is not beyond what is packed
        self._ends: list[int] = []
        self._rest = _BETWEEN_PAUSES

    def run(self, pause: Pause) -> list[int]:
        size, total = len(self._facts.text), self._measure.before(len(self._facts.text))
        if total <= self._size and self._measure.count(0, size) <= self._size:
            return [size]
        self._expected = total // self._later + 1
        whole = self._piece(0, 0, size)
        pieces = [] if whole is None else [whole]
        while pieces:
            part = self._pack(pieces[-1], pause)
            if part is None:
                pieces.pop()
            else:
                pieces.append(part)
        return self._ends

    def _pack(self, piece: _Piece, pause: Pause) -> _Piece | None:
        """Pack a piece up to a part that is too large alone, which is returned; None when nothing is left."""
        leaps = self._leaps_of(piece.stage)
        positions, table, certain, ends = leaps.positions, leaps.table, leaps.certain, self._ends
        at, last, rest = piece.at, piece.last, self._rest
        limit = self._later if ends else self._size
        while at < last:
            found = table[at] if table is not None and limit == self._later else -1
            if found < 0 or (found > last and not certain):
                found = leaps.furthest(at, last, limit)
            if found > at:
                at = found if found < last else last
                end = positions[at]
                ends.append(end)
            else:
                at += 1
                end = positions[at]
                part = self._piece(piece.stage + 1, positions[at - 1], end)
                if part is not None:
                    piece.at = at
                    return part
            limit = self._later
            if end > rest:
                rest = self._rest = end + _BETWEEN_PAUSES
                pause()
        return None

    def _piece(self, stage: int, start: int, end: int) -> _Piece | None:
        """A piece at the strongest stage from `stage` on that cuts it; None when it had to be cut hard."""
        for number in range(stage, len(self._stages)):
            positions, near = self._leaps_of(number).positions, self._near[number]
            first = bisect_left(positions, start, near)
            if positions[first + 1] < end:
                self._near[number] = last = bisect_left(positions, end, first + 2)
                return _Piece(number, first, last)
        limit = self._later if self._ends else self._size
        self._ends += split_hard(self._facts, self._measure, start, end, limit, self._size, self._later)
        return None

    def _leaps_of(self, number: int) -> Leaps:
        known = self._leaps[number]
        if known is None:
            known = self._leaps[number] = Leaps(self._stages[number], self._measure, self._later, self._expected)
        return known


def _without_blank(measure: Measure, ends: list[int], blank: set[int], parameters: Parameters) -> Ints:
    """Merge a blank body, one of those with the numbers in `blank`, into the one before or after it, where it fits."""
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
    return np.array(kept, np.int64)


STRATEGY = Strategy(
    name="recursive",
    label="Recursive",
    summary="Cuts at the strongest separator, packs pieces while they fit, splits what is too large at weaker ones.",
    units=("tokens", "words", "characters"),
    uses_separators=True,
    bodies=bodies,
)
