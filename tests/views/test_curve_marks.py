"""Marks of a curve: the shape of a holder, and round sizes for a logarithmic axis."""

import pytest

from inspector.core.dilution import Holder
from inspector.views.curve_marks import CIRCLE, DIAMOND, TRIANGLE, round_sizes, shape_of


@pytest.mark.parametrize(
    ("whole", "read", "shape"),
    [(True, True, CIRCLE), (False, True, DIAMOND), (True, False, TRIANGLE), (False, False, DIAMOND)],
)
def test_a_cut_answer_is_a_diamond_and_what_is_not_all_read_a_triangle(whole, read, shape):
    assert shape_of(Holder(8, 0, 9, 8, 8, whole, "", read), exact=True) == shape


def test_in_the_pass_over_the_document_all_is_read():
    assert shape_of(Holder(8, 0, 9, 8, 8, True, "", False), exact=False) == CIRCLE


def test_round_sizes_lie_inside_and_far_enough_apart():
    assert round_sizes(21, 1600, 1.5) == [50, 100, 200, 500, 1000]
    assert round_sizes(21, 1600, 4) == [50, 200, 1000]
    assert round_sizes(0.5, 3, 1) == [1, 2]
