"""Words and figures: the same number is written the same everywhere."""

import math

import pytest

from inspector.model.wording import counted, first_words, measured, score_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.594, "0.59"),
        (1.0, "1.00"),
        (-0.031, "\u22120.03"),
        (-0.001, "0.00"),
        (math.nan, "undefined"),
        (None, "undefined"),
        (math.inf, "undefined"),
    ],
)
def test_scores_have_two_decimals_or_are_undefined_in_words(value, text):
    assert score_text(value) == text


@pytest.mark.parametrize(
    ("n", "unit", "text"), [(1, "tokens", "1 token"), (2660, "characters", "2,660 characters"), (0, "words", "0 words")]
)
def test_counts_carry_their_unit_and_thousands(n, unit, text):
    assert counted(n, unit) == text


@pytest.mark.parametrize(("value", "text"), [(10.62, "10.6"), (14.0, "14"), (1204.4, "1,204"), (0.04, "0")])
def test_measured_values_have_few_digits(value, text):
    assert measured(value) == text


def test_first_words_are_one_line_within_the_chunk():
    assert first_words("ab\r\n\tcd  ef gh", 0, 11) == "ab cd ef"
    assert len(first_words("x" * 1000, 0, 1000, 40)) == 40
