"""The most even of all partitions of least cost: the one with the least sum of squared counts.

Going back over the plateaus, only what belongs to some partition of least cost is looked at; going forth again, each
such candidate gets the start before it with which the sum is least.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from inspector.core.even_rows import best_columns
from inspector.core.plateaus import Plateaus

_BETWEEN_PAUSES = 256
"""So many plateaus are looked at between two pauses."""
_SCALAR = 80
"""Up to so many pairs a plain loop is quicker than arrays."""
_NONE = 2**62

_Members = tuple[int, int, int]
"""The number of a kind, and which of its members: from the second to before the third."""


class Evenest:
    """Chooses among the partitions of least cost that filled plateaus describe."""

    def __init__(self, plateaus: Plateaus, pause: Callable[[], None] = lambda: None) -> None:
        self._plateaus, self._pause = plateaus, pause
        self._numbers = {cost: k for k, cost in enumerate(plateaus.costs)}
        self._reached = [np.searchsorted(kind.ranks, plateaus.tops).tolist() for kind in plateaus.kinds]
        """By kind and plateau, how many members there are up to its end."""
        self._lows = [[-1] * len(plateaus.costs) for _ in plateaus.kinds]
        """By kind and plateau the first member that belongs to a partition of least cost, as do all after it."""
        self._firsts = [_NONE] * len(plateaus.costs)
        """By plateau the rank of the first candidate that belongs to one; `_NONE` where none does."""
        self._alone = [False] * len(plateaus.costs)
        """By plateau whether one candidate alone does."""
        self._starts = [_NONE] * len(plateaus.costs)
        """By plateau the start before these, where there is but one."""
        size = len(plateaus.ends)
        self._totals, self._before = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._total, self._back = self._totals.data, self._before.data

    def ranks(self) -> list[int]:
        """The ranks at which the bodies end."""
        self._look_back()
        end, begin, total, back = self._plateaus.end, self._plateaus.begin, self._total, self._back
        for k, first in enumerate(self._firsts):
            if first == _NONE:
                continue
            if k % _BETWEEN_PAUSES == 0:
                self._pause()
            if self._alone[k] and (start := self._starts[k]) != _NONE:
                count = end[first] - begin[start]
                total[first], back[first] = total[start] + count * count, start
            else:
                self._settle(k)
        path, at = [], self._plateaus.goal
        while at:
            path.append(at)
            at = back[at]
        return path[::-1]

    def _look_back(self) -> None:
        """Find what belongs to a partition of least cost, from the goal backwards."""
        p, firsts, number = self._plateaus, self._firsts, self._numbers
        costs, later, end = p.costs, p.limits.later, p.end
        kinds = [(k.step, k.view, k.furthest, self._reached[n], self._lows[n]) for n, k in enumerate(p.kinds)]
        firsts[-1], self._alone[-1], self._starts[0] = p.goal, True, 0
        for k in range(len(costs) - 1, 0, -1):
            if (first := firsts[k]) == _NONE:
                continue
            if k % _BETWEEN_PAUSES == 0:
                self._pause()
            cost, begin, only, found, start = costs[k], end[first] - later, p.alone.get(k), 0, _NONE
            for step, ranks, furthest, reached, lows in kinds:
                plateau = number.get(cost - step)
                if plateau is None:
                    continue
                high = reached[plateau]
                if only is None:
                    low = bisect_left(furthest, begin, reached[plateau - 1] if plateau else 0, high)
                else:
                    low = high - 1 if high and ranks[high - 1] == only else high
                if low < high:
                    lows[plateau], start = low, ranks[low]
                    found += high - low
                    self._alone[plateau] = firsts[plateau] == _NONE and high == low + 1
                    firsts[plateau] = min(firsts[plateau], start)
            self._starts[k] = start if found == 1 else _NONE if only is None else only

    def _settle(self, k: int) -> None:
        """Give each candidate of plateau k the best start before it."""
        p, kinds = self._plateaus, self._plateaus.kinds
        ends: list[_Members] = [(n, low[k], self._reached[n][k]) for n, low in enumerate(self._lows) if low[k] >= 0]
        starts: list[_Members] = []
        for n, kind in enumerate(kinds):
            plateau = self._numbers.get(p.costs[k] - kind.step)
            if plateau is not None and (low := self._lows[n][plateau]) >= 0:
                starts.append((n, low, self._reached[n][plateau]))
        if sum([high - low for _, low, high in starts]) * sum([high - low for _, low, high in ends]) > _SCALAR:
            self._by_table(ends, starts)
            return
        rows = [rank for n, low, high in ends for rank in kinds[n].view[low:high]] or [p.goal]
        columns = [rank for n, low, high in starts for rank in kinds[n].view[low:high]]
        if self._starts[k] != _NONE:
            columns = [self._starts[k]]
        self._one_by_one(rows, columns)

    def _one_by_one(self, rows: list[int], columns: list[int]) -> None:
        end, begin, total, back, limit = (p := self._plateaus).end, p.begin, self._total, self._back, p.limits.later
        if len(columns) == 1:
            at, sum_, before = columns[0], begin[columns[0]], total[columns[0]]
            for row in rows:
                total[row], back[row] = before + (end[row] - sum_) ** 2, at
            return
        starts = [(begin[column], total[column], column) for column in columns]
        for row in rows:
            sum_ = end[row]
            total[row], back[row] = min(
                [(t + (sum_ - b) * (sum_ - b), column) for b, t, column in starts if sum_ - b <= limit]
            )

    def _by_table(self, ends: list[_Members], starts: list[_Members]) -> None:
        """The same for many pairs at once."""
        rows, columns = self._ranks(ends), self._ranks(starts)
        begins = self._plateaus.begins[columns]
        if len(starts) > 1 or not self._plateaus.additive:
            order = begins.argsort(kind="stable")
            columns, begins = columns[order], begins[order]
        limit = self._plateaus.limits.later
        best, self._totals[rows] = best_columns(self._plateaus.ends[rows], begins, self._totals[columns], limit)
        self._before[rows] = columns[best]

    def _ranks(self, members: list[_Members]) -> NDArray[np.intp]:
        """Their ranks, growing."""
        parts = [self._plateaus.kinds[n].ranks[low:high] for n, low, high in members]
        return np.sort(np.concatenate(parts)) if len(parts) > 1 else parts[0]
