"""The least cost over any sums: plateaus and the counted programme agree with trying every partition."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core import least_cost
from inspector.core.body_limits import Limits, TooLargeError, repaired
from inspector.core.counted_cost import CountedCost
from inspector.core.edge_sums import EdgeSums
from inspector.core.evenest import Evenest
from inspector.core.least_cost import least_path
from inspector.core.measures import Ints
from inspector.core.plateaus import Plateaus

MANY = settings(max_examples=300, deadline=None)
Count = Callable[[int, int], int]


@st.composite
def problems(draw: st.DrawFn, additive: bool) -> tuple[EdgeSums, Ints, Limits]:
    """Sums of up to 25 pieces, weights from few or many values, limits with and without overlap."""
    pieces = draw(st.lists(st.integers(0, 9), min_size=1, max_size=25))
    n = len(pieces)
    weights = draw(st.lists(st.sampled_from(draw(st.sampled_from([(0,), (0, 15, 80), tuple(range(40))]))), min_size=n))
    plain = np.concatenate([[0], np.cumsum(pieces)]).astype(np.int64)
    offsets = np.arange(n + 1)
    size = draw(st.integers(9, 40))
    limits = Limits(size, size - draw(st.integers(0, size - 1)), size)
    cost = np.array([0, *weights[: n - 1], 0], np.int64)
    if additive:
        return EdgeSums(plain, plain, plain, offsets, offsets), cost, limits
    noise = st.lists(st.integers(-2, 2), min_size=n + 1, max_size=n + 1)
    begins, ends = plain + np.array(draw(noise)), np.maximum(plain + np.array(draw(noise)), 0)
    begins[0], ends[0] = 0, 0
    return EdgeSums(plain, begins, ends, offsets, offsets), cost, limits


def counter(sums: EdgeSums) -> Count:
    return lambda i, j: int(sums.ends[j] - sums.begins[i]) if i < j else 0


def score(path: list[int], sums: EdgeSums, weights: Ints) -> tuple[int, int]:
    count = counter(sums)
    cost = sum(100 + int(weights[j]) for j in path)
    return cost, sum(count(a, b) ** 2 for a, b in zip([0, *path], path, strict=False))


def least(sums: EdgeSums, weights: Ints, limits: Limits) -> tuple[int, int] | None:
    """The least (cost, sum of squared counts) by trying every partition; None where a piece is too large."""
    count = counter(sums)

    @cache
    def to(j: int) -> tuple[int, int] | None:
        if j == 0:
            return 0, 0
        ways = [i for i in range(j) if count(i, j) <= (limits.later if i else limits.first)]
        if not ways and count(j - 1, j) <= limits.own:
            ways = [j - 1]
        found = [(before, i) for i in ways if (before := to(i)) is not None]
        steps = [(cost + 100 + int(weights[j]), squares + count(i, j) ** 2) for (cost, squares), i in found]
        return min(steps, default=None)

    return to(len(weights) - 1)


@given(problems(additive=True))
@MANY
def test_where_sums_are_exact_the_plateaus_give_the_least_cost_and_the_most_even_path(
    problem: tuple[EdgeSums, Ints, Limits],
) -> None:
    sums, weights, limits = problem
    expected = least(sums, weights, limits)
    if expected is None:
        with pytest.raises(TooLargeError):
            least_path(sums, weights, limits, counter(sums))
        return
    path = least_path(sums, weights, limits, counter(sums))
    assert score(path.ends, sums, weights) == expected
    assert not path.by_sums


@given(problems(additive=False))
@MANY
def test_where_sums_have_edges_a_path_of_the_plateaus_is_the_best_or_there_is_none(
    problem: tuple[EdgeSums, Ints, Limits],
) -> None:
    sums, weights, limits = problem
    plateaus = Plateaus(sums, weights, limits, counter(sums))
    path = plateaus.path(Evenest(plateaus).ranks()) if plateaus.fill() else None
    if path is not None:
        assert score(path, sums, weights) == least(sums, weights, limits)


@given(problems(additive=True))
@MANY
def test_the_counted_programme_agrees_with_the_plateaus(problem: tuple[EdgeSums, Ints, Limits]) -> None:
    sums, weights, limits = problem
    count = counter(sums)
    try:
        counted = CountedCost(sums, weights, limits, None, count).path()
    except TooLargeError:
        with pytest.raises(TooLargeError):
            least_path(sums, weights, limits, count)
        return
    assert score(counted, sums, weights) == score(least_path(sums, weights, limits, count).ends, sums, weights)


def test_thousands_of_equal_ways_are_told_apart_by_evenness() -> None:
    plain = np.arange(0, 3_000, 2)
    offsets = np.arange(len(plain))
    sums = EdgeSums(plain, plain, plain, offsets, offsets)
    weights = np.full(len(plain), 80)
    weights[[0, -1]] = 0
    path = least_path(sums, weights, Limits(600, 600, 600), counter(sums))
    counts = np.diff([0, *plain[path.ends]])
    assert sorted(counts.tolist()) == [598, 600, 600, 600, 600]


def test_too_many_narrow_spans_are_not_counted_first_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(least_cost, "_TOO_MANY", 100)
    plain = np.arange(0, 60)
    far = np.full(60, 2**62)
    sums = EdgeSums(plain, plain + 1, plain + 1, far, np.full(60, -1))
    weights = np.zeros(60, np.int64)
    path = least_path(sums, weights, Limits(20, 20, 20), lambda i, j: (j - i) + (j - i) // 8 if i < j else 0)
    assert path.by_sums
    assert path.ends[-1] == 59
    counts = [(b - a) + (b - a) // 8 for a, b in zip([0, *path.ends], path.ends, strict=False)]
    assert max(counts) <= 20


def test_a_repair_cuts_at_the_last_candidate_that_fits_and_refuses_a_piece_that_never_does() -> None:
    limits = Limits(10, 10, 10)
    assert repaired([9], limits, lambda i, j: 2 * (j - i)) == [5, 9]
    with pytest.raises(TooLargeError, match="candidate 0 begins a piece of 11"):
        repaired([2], limits, lambda i, j: 11 * (j - i))
