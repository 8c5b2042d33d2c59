"""The partition of least total cost over candidate cuts, exact for every tokenizer: which programme finds it.

Nearly always sums decide what fits, and the plateaus are enough. Where a *narrow* span, one without an anchor inside,
is near a limit it has to be counted. Where there are too many of those to count, the cost is the least by sums, and
that is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from inspector.core.body_limits import Count, Limits, all_fit, repaired
from inspector.core.counted_cost import CountedCost, Pairs
from inspector.core.edge_sums import EdgeSums
from inspector.core.evenest import Evenest
from inspector.core.measures import Ints
from inspector.core.plateaus import Plateaus

_TIGHT = 16
"""A narrow span may count so many more than its plain sum."""
_TOO_MANY = 2_000_000
"""Of more pairs than that none is counted first."""


@dataclass(frozen=True)
class LeastPath:
    """The indices of the candidates at which the bodies end, the last one n."""

    ends: list[int]
    by_sums: bool = False
    """Whether the cost is the least by sums only, because the spans that would have to be counted are too many."""


def least_path(
    sums: EdgeSums, weights: Ints, limits: Limits, count: Count, pause: Callable[[], None] = lambda: None
) -> LeastPath:
    """Of all partitions over n + 1 candidates whose bodies fit that of least cost, among these the most even one.

    `weights` (int64, shape (n + 1,)) are those of the cuts at the candidates, 0 at both ends; a body costs 100 more,
    one under the floor very much more. `pause` is called every few milliseconds. Raises TooLargeError.
    """
    tight = _tight(sums, limits)
    if tight is not None and int(tight.sum()) * min(limits.first, len(weights) - 1) > _TOO_MANY:
        ends = _by_sums(sums.only_plain(), weights, limits, count, pause)
        return LeastPath(repaired(ends, limits, count), by_sums=True)
    if not limits.floor and (tight is None or not tight.any()):
        quick = _by_plateaus(sums, weights, limits, count, pause)
        if quick is not None and (tight is None or all_fit(quick, limits, count)):
            return LeastPath(quick)
    programme = CountedCost(sums, weights, limits, tight, count, pause)
    ends = programme.path()
    return LeastPath(ends, not programme.exact)


def _by_plateaus(
    sums: EdgeSums, weights: Ints, limits: Limits, count: Count, pause: Callable[[], None]
) -> list[int] | None:
    """The path as sums have it; None where they do not decide."""
    plateaus = Plateaus(sums, weights, limits, count, pause)
    return plateaus.path(Evenest(plateaus, pause).ranks()) if plateaus.fill() else None


def _by_sums(sums: EdgeSums, weights: Ints, limits: Limits, count: Count, pause: Callable[[], None]) -> list[int]:
    """The path as if sums were exact."""
    quick = None if limits.floor else _by_plateaus(sums, weights, limits, count, pause)
    return CountedCost(sums, weights, limits, None, count, pause).path() if quick is None else quick


def _tight(sums: EdgeSums, limits: Limits) -> Pairs | None:
    """The candidates at the end of a narrow span so large that it has to be counted; None when none is narrow."""
    if sums.additive or not (sums.first > sums.last).any():
        return None
    each = np.arange(len(sums.plain))
    start = np.minimum(np.searchsorted(sums.first, sums.last, side="right"), each)  # of the longest narrow span
    tight: Pairs = (start < each) & (sums.plain - sums.plain[start] > min(limits.later, limits.first) - _TIGHT)
    return tight
