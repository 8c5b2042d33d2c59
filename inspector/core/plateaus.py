"""The partition of least total cost where sums decide what fits: the programme walks from plateau to plateau.

A *plateau* is the stretch of candidates whose cheapest body starts cost the same. That cost never falls from left to
right, and of all starts that cost the same only the furthest decides how far a plateau goes; so for each kind of cut
one start a plateau is looked at, the cheapest first, and the cost of a single candidate is never written down.

Candidates stand in the order of their end sums, their *ranks*. Where sums are not additive that is not quite the order
in the text: a body could run backwards. That only adds ways, so a path that grows is the best of all; else there is
none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inspector.core.body_limits import BODY, Count, Limits, TooLargeError
from inspector.core.edge_sums import EdgeSums
from inspector.core.measures import Ints

_BETWEEN_PAUSES = 1024
"""So many plateaus are looked at between two pauses."""


class Kind(NamedTuple):
    """The candidates whose cuts cost the same: `step` is that cost and a body's.

    `ranks` (int64) grow, `view` are the same; `furthest` has the greatest begin sum of those up to each, `before` that
    of those up to each rank of all, -1 where there is none.
    """

    step: int
    ranks: NDArray[np.intp]
    view: memoryview
    furthest: memoryview
    before: memoryview


class Plateaus:
    """The programme over n + 1 candidates; for sums without narrow spans near the limits, and without a floor."""

    def __init__(
        self,
        sums: EdgeSums,
        weights: Ints,
        limits: Limits,
        count: Count,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        """`weights` (int64, shape (n + 1,)) are those of the cuts at the candidates."""
        self.limits, self._count, self._pause = limits, count, pause
        self.additive = sums.additive
        self._order = None if sums.additive else np.argsort(sums.ends, kind="stable")
        self.ends, self.begins = self._ranked(sums.ends), self._ranked(sums.begins)
        self.end, self.begin = _view(self.ends), _view(self.begins)
        self._weights = self._ranked(weights)
        size = len(weights) - 1
        self.goal = size if self._order is None else int(np.flatnonzero(self._order == size)[0])
        self.kinds = self._of_kinds()
        self.costs: list[int] = []
        """Of the starts of each plateau; they grow."""
        self.tops: list[int] = []
        """Before which rank each plateau ends."""
        self.alone: dict[int, int] = {}
        """By plateau of a single candidate, the one start from which it is reached: a body of its own."""

    def fill(self) -> bool:
        """Find the plateaus up to the goal; False where sums do not decide. Raises TooLargeError."""
        later, ends, goal, costs = self.limits.later, self.end, self.goal, self.costs
        kinds = [(number, kind.step, kind.before) for number, kind in enumerate(self.kinds)]
        greatest = [-1] * len(kinds)
        heap: list[tuple[int, int]] = []
        least, best = 0, self.begin[0] + self.limits.first - later
        top = bisect_right(ends, best + later)
        while True:
            costs.append(least)
            self.tops.append(top)
            if top > goal:
                return True
            if len(costs) % _BETWEEN_PAUSES == 0:
                self._pause()
            for number, step, before in kinds:
                if (begin := before[top - 1]) > greatest[number]:
                    greatest[number] = begin
                    if begin > best:
                        heappush(heap, (least + step, -begin))
            further = top
            while heap and further == top:
                least, begin = heappop(heap)
                if -begin > best:
                    best = -begin
                    further = bisect_right(ends, best + later, top)
            if further == top:
                if not self.additive:
                    return False
                least, best, further = self._cost(top - 1), self.begin[top - 1], self._single(top)
            top = further

    def path(self, ranks: list[int]) -> list[int] | None:
        """The candidates at these ranks; None when a body runs backwards."""
        if self._order is None:
            return ranks
        path: list[int] = self._order[ranks].tolist()
        return path if all(a < b for a, b in zip([0, *path], path, strict=False)) else None

    def _ranked(self, values: Ints) -> Ints:
        return values if self._order is None else values[self._order]

    def _of_kinds(self) -> list[Kind]:
        kinds = []
        for weight in np.flatnonzero(np.bincount(self._weights)).tolist():
            members = self._weights == weight
            members[[0, self.goal]] = False
            ranks = np.flatnonzero(members)
            before = np.maximum.accumulate(np.where(members, self.begins, -1))
            kinds.append(Kind(BODY + weight, ranks, _view(ranks), _view(before[ranks]), _view(before)))
        return kinds

    def _single(self, rank: int) -> int:
        """A piece that is larger than a later body may be is a body of its own when it is not larger than the size."""
        count = self._count(rank - 1, rank)
        if count > self.limits.own:
            raise TooLargeError(rank - 1, count)
        self.alone[len(self.costs)] = rank - 1
        return rank + 1

    def _cost(self, rank: int) -> int:
        """The least cost of a partition that ends at `rank`."""
        return self.costs[bisect_right(self.tops, rank)] + BODY + int(self._weights[rank]) if rank else 0


def _view(values: Ints) -> memoryview:
    return np.ascontiguousarray(values).data
