"""Round ticks, and axes that fit their scores."""

import math

import pytest

from inspector.views.axis_ticks import axis_range, nice_step, nice_ticks


@pytest.mark.parametrize("span", [0.003, 0.4, 1, 7, 72, 254, 1_000, 8_192, 2**31])
@pytest.mark.parametrize("most", [1, 3, 5])
def test_steps_are_few_and_round(span, most):
    step = nice_step(span, most)
    assert span / step <= most + 1e-6
    assert round(step / 10 ** math.floor(math.log10(step))) in (1, 2, 5)


def test_counts_have_whole_ticks_with_separated_thousands():
    assert [text for _, text in nice_ticks(0, 2, 5, whole=True)] == ["0", "1", "2"]
    assert [text for _, text in nice_ticks(0, 4_000, 2)] == ["0", "2,000", "4,000"]


def test_ticks_below_zero_have_a_minus_sign():
    assert [text for _, text in nice_ticks(-0.2, 0.2, 4)] == ["\u22120.2", "\u22120.1", "0.0", "0.1", "0.2"]


def test_scores_around_zero_start_at_the_lowest_of_them():
    assert axis_range([-0.05, 0.6]) == (-0.05, 0.6)


def test_scores_of_a_model_that_gives_high_ones_only_do_not_start_at_zero():
    low, high = axis_range([0.78, 0.80, 0.9])
    assert 0.7 <= low < 0.78
    assert high == 0.9


@pytest.mark.parametrize("values", [[], [0.0], [0.5], [-0.5], [1.0, 1.0]])
def test_the_axis_is_finite_and_not_empty_whatever_there_is(values):
    low, high = axis_range(values)
    assert math.isfinite(low)
    assert math.isfinite(high)
    assert low < high
