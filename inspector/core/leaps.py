"""How far a body reaches: from each cut of a stage the furthest one within a limit, by sums or by counting."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

from inspector.core.level_index import Exact, Stage
from inspector.core.measures import Measure

_TABLE = 6
"""A stage with fewer cuts than so many for each body is gone through as a whole, which is quicker than one by one."""


class Leaps:
    """Finds where bodies end that begin at the cuts of one stage and hold `limit` units, about `expected` of them.

    `positions` are the offsets of the stage; `table` holds for each of them, by number, the number of the furthest one
    that is within the limit, or -1 where that has to be counted. It is None for a stage with too many cuts. Sums tell
    everything where they are `certain`.
    """

    def __init__(self, stage: Stage, measure: Measure, limit: int, expected: int) -> None:
        self._stage, self._measure, self._limit = stage, measure, limit
        self.positions = stage.positions.data
        self._sums = stage.sums.data
        self._doubtful = None if stage.doubtful is None else stage.doubtful.data
        self._exact = stage.exact()
        self.table: memoryview | None = None
        self._sure: memoryview | None = None
        self.certain = self._exact is not None and self._exact.sure is None
        if self._exact is not None:
            self._begins, self._ends = self._exact.begins.data, self._exact.ends.data
            if self._exact.sure is not None:
                self._sure = self._exact.sure.data
            if len(stage.positions) <= _TABLE * expected:
                self.table = _table(self._exact, limit).data

    def furthest(self, start: int, last: int, limit: int) -> int:
        """The number of the furthest cut up to number `last` within the limit; `start` itself where none is.

        `start` and `last` are numbers of cuts too.
        """
        if self.certain:
            most = self._begins[start] + limit
            stop = min(start + limit + 2, last + 1)  # hardly ever more cuts than units
            found = bisect_right(self._ends, most, start, stop)
            if found == stop <= last:
                found = bisect_right(self._ends, most, stop, last + 1)
            return found - 1 if found > start else start
        if self._sure is not None:
            by_table = self.table if limit == self._limit else None
            found = self._by_sums(start, limit, self._sure) if by_table is None else by_table[start]
            if found >= 0 and (found < last or self._sure[last]):
                return min(found, last)
        return self._by_counting(start, last, limit)

    def _by_sums(self, start: int, limit: int, sure: memoryview) -> int:
        """The number of the furthest cut within the limit, at least `start`; -1 where sums do not tell."""
        found = max(bisect_right(self._ends, self._begins[start] + limit, start) - 1, start)
        return found if sure[start] and sure[found] and sure[min(found + 1, len(sure) - 1)] else -1

    def _by_counting(self, start: int, last: int, limit: int) -> int:
        """The furthest cut near the one that sums give with which the counted body fits."""
        self._stage.asked += 1
        found = max(min(bisect_right(self._sums, self._sums[start] + limit) - 1, last), start)
        while found > start and self._is_doubtful(start, found) and not self._fits(start, found, limit):
            found -= 1
        while found < last and self._is_doubtful(start, found + 1) and self._fits(start, found + 1, limit):
            found += 1  # sums can be too large as well
        return found

    def _is_doubtful(self, start: int, end: int) -> bool:
        """Whether the sum of the span may differ from its count."""
        return self._doubtful is not None and bool(self._doubtful[start] or self._doubtful[end])

    def _fits(self, start: int, end: int, limit: int) -> bool:
        return self._measure.count(self.positions[start], self.positions[end]) <= limit


def _table(exact: Exact, limit: int) -> NDArray[np.intp]:
    """For each cut the number of the furthest one within the limit, at least its own; -1 where sums do not tell."""
    size = len(exact.ends)
    most = exact.begins + np.int32(min(limit, 2**30))
    found = np.maximum(np.searchsorted(exact.ends, most, side="right") - 1, np.arange(size))
    if exact.sure is not None:
        sure = exact.sure & exact.sure[found] & exact.sure[np.minimum(found + 1, size - 1)]
        found[~sure] = -1
    return found
