"""The partition of least total cost where narrow spans have to be counted, or small bodies cost more.

A body costs 100 and the cut at its end its weight, in hundredths. Let m be the least cost of a body start from which
candidate j can be reached. Candidates after j are reached from that start too, until one is too far away; newer starts
cost at least 100 more. So m holds for a whole stretch, which is filled in one step: a *plateau*. Among partitions of
equal cost the second pass takes the one with the least sum of squared counts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.body_limits import BODY, Limits, TooLargeError, all_fit, repaired
from inspector.core.edge_sums import EdgeSums
from inspector.core.measures import Ints

_SMALL = 1_000_000_000
"""What a body under the floor costs: more than all weights of a document together."""
_NEVER = 2**62
_EVERY = 2**40
_FEW = 2
_AFFORDABLE = 40_000
"""So many narrow spans are all counted; of more, those within `_FEW` units of the limit, and of what is taken all."""
_ROUNDS = 3
_BLOCK = 1_000_000
_BETWEEN_PAUSES = 64
"""So many steps are taken between two pauses."""

Pairs = NDArray[np.bool_]


@dataclass(frozen=True)
class _Plateau:
    """Candidates `start` to `end`, all reached at the least from a body start of cost `least`."""

    start: int
    end: int
    least: int


class CountedCost:
    """The dynamic programme over n + 1 candidates; `count(i, j)` is the exact count between two of them."""

    def __init__(
        self,
        sums: EdgeSums,
        weights: Ints,
        limits: Limits,
        tight: Pairs | None,
        count: Callable[[int, int], int],
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        """`weights` (int64, shape (n + 1,)) are those of the cuts at the candidates, 0 at both ends.

        `tight` (bool, shape (n + 1,)) marks the candidates at the end of a narrow span that has to be counted, None
        where sums are exact. `pause` is called every few milliseconds.
        """
        self._limits, self._count, self._pause, self._tight = limits, count, pause, tight
        self._size = len(weights) - 1
        self._begins, self._ends = sums.begins, sums.ends
        self._first, self._last, self._plain = sums.first, sums.last, sums.plain
        self._steps = weights + BODY
        self._additive = sums.additive
        self._costs = np.zeros(self._size + 1, np.int64)
        self._highest_begins = sums.begins if self._additive else np.maximum.accumulate(sums.begins)
        self._highest_ends = sums.ends if self._additive else np.maximum.accumulate(sums.ends)
        self._lowest_ends = sums.ends if self._additive else np.minimum.accumulate(sums.ends[::-1])[::-1]
        few = tight is None or int(tight.sum()) * min(limits.first, self._size) <= _AFFORDABLE
        self._margin = _EVERY if few else _FEW
        self.exact = few
        """Whether `path` is the best of all: every narrow span that matters was counted, and none had to be cut."""
        # bisection by number is several times quicker over a memoryview than with numpy
        self._begin, self._end = _view(self._begins), _view(self._ends)
        self._highest_begin, self._highest_end = _view(self._highest_begins), _view(self._highest_ends)
        self._lowest_end = _view(self._lowest_ends)
        doubtful = (sums.begins != sums.plain) | (sums.ends != sums.plain) | (sums.first > sums.last)
        self._doubts = _view(np.concatenate([[0], np.cumsum(doubtful)]))

    def path(self) -> list[int]:
        """The indices of the candidates at which the bodies end, the last one n."""
        for _ in range(_ROUNDS):
            ends = self._trace(self._fill())
            if self._tight is None or all_fit(ends, self._limits, self._count):
                return ends
            # a narrow span was larger than its sums: look at more of them
            self._tight = np.ones(self._size + 1, np.bool_)
            self._margin *= 4
        self.exact = False
        return repaired(ends, self._limits, self._count)

    # First pass: the least cost of every candidate --------------------------------------------------------------------

    def _fill(self) -> list[_Plateau]:
        plateaus: list[_Plateau] = []
        j = 1
        while j <= self._size:
            least, start = self._best(j)
            end = self._until(j, least, start)
            self._costs[j : end + 1] = least + self._steps[j : end + 1]
            plateaus.append(_Plateau(j, end, least))
            if len(plateaus) % _BETWEEN_PAUSES == 0:
                self._pause()
            j = end + 1
        return plateaus

    def _best(self, j: int) -> tuple[int, int]:
        """The least cost of a body start from which j can be reached, and the last such start."""
        low = self._lowest_start(j)
        if not self._limits.floor and not self._is_tight(j) and self._clean(low, j):
            if low == 0 or low >= j:
                return (0, 0) if low == 0 else self._own(j)
            costs = self._costs[low:j]
        else:
            starts = np.arange(low, j)
            fits, counts = self._pairs(starts, np.array([j]))
            costs = np.where(fits[0], self._costs[low:j] + self._penalty(counts[0]), _NEVER)
        if not len(costs) or (least := int(costs.min())) >= _NEVER:
            return self._own(j)
        return least, j - 1 - int(costs[::-1].argmin())

    def _lowest_start(self, j: int) -> int:
        """The first start that may reach j."""
        if self._tight is not None and self._tight[j]:
            return self._tight_low(j)
        if self._lowest_end[j] - self._begin[0] <= self._limits.first:
            return 0
        return bisect_left(self._highest_begin, self._end[j] - self._limits.later, 1, j)

    def _tight_low(self, j: int) -> int:
        wide = bisect_left(self._highest_begin, self._end[j] - max(self._limits.later, self._limits.first))
        return min(wide, int(np.searchsorted(self._first, self._last[j], side="right")), j - 1)

    def _own(self, j: int) -> tuple[int, int]:
        """A piece without a finer cut is a body of its own when it is not larger than the size."""
        count = self._count(j - 1, j)
        if count > self._limits.own:
            raise TooLargeError(j - 1, count)
        return int(self._costs[j - 1]) + (_SMALL if count < self._limits.floor else 0), j - 1

    def _until(self, j: int, least: int, start: int) -> int:
        """The last candidate of the plateau that begins at j."""
        if self._is_tight(j) or (self._limits.floor and not self._additive):
            return j
        limit = self._limits.later if start else self._limits.first
        end = bisect_right(self._highest_end, self._begin[start] + limit, j) - 1
        if self._limits.floor:
            end = self._until_floor(j, end, least, start)
        if not self._additive and end > j:
            end = self._until_doubt(j, end, least)
        return max(end, j)

    def _until_floor(self, j: int, end: int, least: int, start: int) -> int:
        """Up to where no start that costs less comes to lie far enough away not to make a small body."""
        floor, plain = self._limits.floor, self._plain
        if int(plain[j]) - int(plain[start]) < floor:
            return j
        entering = int(np.searchsorted(plain, plain[j] - floor, side="right"))
        lower = np.flatnonzero(self._costs[entering:j] < least)
        stop = entering + int(lower[0]) if len(lower) else j
        return min(end, int(np.searchsorted(plain, plain[min(stop, self._size)] + floor)) - 1)

    def _until_doubt(self, j: int, end: int, least: int) -> int:
        """j alone when a cheaper start may still reach one of the next, else up to the next tight candidate."""
        low = bisect_left(self._highest_begin, self._lowest_end[j] - self._limits.later)
        if self._lowest_end[j] - self._begin[0] <= self._limits.first and least > 0:
            return j
        if low < j and int(self._costs[max(low, 1) : j].min(initial=_NEVER)) < least:
            return j
        if self._tight is not None:
            tight = np.flatnonzero(self._tight[j : end + 1])
            end = j + int(tight[0]) - 1 if len(tight) else end
        return end

    def _clean(self, low: int, j: int) -> bool:
        """Whether plain sums are exact between all candidates from `low` to j, and no cheaper start is in doubt."""
        return self._additive or self._doubts[j + 1] == self._doubts[low]

    # What fits ------------------------------------------------------------------------------------------------------

    def _is_tight(self, j: int) -> bool:
        return self._tight is not None and bool(self._tight[j])

    def _pairs(self, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> tuple[Pairs, Ints]:
        """Which bodies fit, and their counts, shape (len(ends), len(starts))."""
        counts = self._ends[ends][:, None] - self._begins[starts][None, :]
        limits = np.where(starts == 0, self._limits.first, self._limits.later)
        if self._tight is not None and self._tight[ends].any():
            narrow = (self._first[starts][None, :] > self._last[ends][:, None]) & self._tight[ends][:, None]
            plain = self._plain[ends][:, None] - self._plain[starts][None, :]
            counts[narrow] = plain[narrow]
            near = narrow & (np.abs(plain - limits[None, :]) <= self._margin)
            for row, column in np.argwhere(near).tolist():
                counts[row, column] = self._count(int(starts[column]), int(ends[row]))
        fits = (counts <= limits[None, :]) & (starts[None, :] < ends[:, None])
        return fits, counts

    def _penalty(self, counts: Ints) -> Ints:
        return np.where(counts < self._limits.floor, _SMALL, 0)

    # Second pass: among all partitions of least cost the most even one ------------------------------------------------

    def _trace(self, plateaus: list[_Plateau]) -> list[int]:
        steps = self._relevant(plateaus)
        squares = np.zeros(self._size + 1, np.int64)
        before = np.zeros(self._size + 1, np.int64)
        for number, (ends, starts, fits, counts) in enumerate(reversed(steps), 1):
            if number % _BETWEEN_PAUSES == 0:
                self._pause()
            totals = np.where(fits, squares[starts][None, :] + counts * counts, _NEVER)
            best = totals.argmin(axis=1)
            before[ends] = starts[best]
            squares[ends] = totals[np.arange(len(ends)), best]
        path, at = [], self._size
        while at:
            path.append(at)
            at = int(before[at])
        return path[::-1]

    def _relevant(self, plateaus: list[_Plateau]) -> list[tuple[NDArray[np.intp], NDArray[np.intp], Pairs, Ints]]:
        """From the end backwards: (ends, starts, which pairs are part of a least partition, their counts)."""
        relevant = np.zeros(self._size + 1, np.bool_)
        relevant[self._size] = True
        steps = []
        firsts = [plateau.start for plateau in plateaus]
        last = len(plateaus) - 1
        while last >= 0:
            plateau = plateaus[last]
            marked = plateau.start + np.flatnonzero(relevant[plateau.start : plateau.end + 1])
            for block in self._blocks(marked):
                starts = self._starts(plateau, block)
                fits, counts = self._tied(plateau, starts, block)
                relevant[starts[fits.any(axis=0)]] = True
                steps.append((block, starts, fits, counts))
                if len(steps) % _BETWEEN_PAUSES == 0:
                    self._pause()
            last = _plateau_before(firsts, last, relevant)
        return steps

    def _blocks(self, marked: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        """The marked ends in parts whose table of pairs is not too large."""
        if len(marked) <= _BLOCK // 4096:
            return [marked]
        rows = max(_BLOCK // max(self._limits.first, 1), 1)
        return [marked[k : k + rows] for k in range(0, len(marked), rows)][::-1]

    def _starts(self, plateau: _Plateau, ends: NDArray[np.intp]) -> NDArray[np.intp]:
        """The starts that may belong to a least partition through `ends`."""
        low = min(self._lowest_start(int(ends[0])), plateau.start - 1)
        if not self._additive:
            low = min(low, *(self._lowest_start(int(e)) for e in ends))
        costs = self._costs[low : plateau.start]
        tied = costs == plateau.least
        if self._limits.floor:
            tied |= costs == plateau.least - _SMALL
        return low + np.flatnonzero(tied)

    def _tied(self, plateau: _Plateau, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> tuple[Pairs, Ints]:
        fits, counts = self._pairs(starts, ends)
        if self._limits.floor:
            fits &= self._costs[starts][None, :] + self._penalty(counts) == plateau.least
        alone = np.flatnonzero(~fits.any(axis=1))
        for row in alone.tolist():  # a body of its own, larger than the later bodies may be
            fits[row] = starts == ends[row] - 1
        return fits, counts


def _view(values: Ints) -> memoryview:
    return np.ascontiguousarray(values).data


def _plateau_before(firsts: list[int], last: int, relevant: Pairs) -> int:
    """The number of the nearest plateau before `last` that holds something relevant; -1 when there is none."""
    stop = firsts[last]
    while stop > 1:
        low = max(stop - 4096, 1)
        back = int(relevant[low:stop][::-1].argmax())
        if relevant[stop - 1 - back]:
            return bisect_right(firsts, stop - 1 - back) - 1
        stop = low
    return -1
