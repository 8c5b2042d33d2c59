"""A label never touches a mark where there is room for both."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF

from inspector.views.label_place import place_label

AREA = QRectF(0, 0, 300, 120)
SIZE = QSizeF(90, 14)


def place(marks, foot=90.0, hidden=lambda _left, _right: 0.0):
    return place_label(SIZE, foot, AREA, marks, hidden)


def test_without_marks_it_stands_at_the_left_on_its_foot():
    assert place([]) == QRectF(1, 76, 90, 14)


def test_a_mark_at_the_left_sends_it_to_the_right():
    assert place([QRectF(40, 80, 7, 5)]).right() == 299


def test_it_hides_as_little_as_it_can():
    assert place([], hidden=lambda left, _right: abs(left - 105)).left() - 105 < 9


def test_marks_everywhere_lift_it_over_them():
    box = place([QRectF(x, 70, 7, 12) for x in range(0, 300, 20)])
    assert (box.bottom(), box.left()) == (68, 1)


@given(st.lists(st.tuples(st.integers(0, 293), st.integers(60, 115)), max_size=8), st.floats(70, 119))
def test_no_mark_is_touched(corners, foot):
    marks = [QRectF(x, y, 7, 5) for x, y in corners]
    box = place(marks, foot)
    assert AREA.contains(box)
    assert box.top() == 0 or not any(mark.intersects(box) for mark in marks)
