"""Lines per pixel column: no peak is lost, gaps stay gaps, and dashes go along the line."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from inspector.views.column_lines import ColumnLines, Line, column_highest, line_pixels

RED, BLUE = QColor("#ff0000"), QColor("#0000ff")


def drawn(lines, wide=60, tall=40, scale=1):
    """The picture of lines whose heights go from 0 to 1."""
    image = QImage(wide * scale, tall * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    lines.draw(painter, QTransform(1, 0, 0, -(tall - 4), 0, tall - 2), QRectF(0, 0, wide, tall), scale)
    painter.end()
    return image


def colours(image):
    return [
        (x, y, image.pixelColor(x, y).name())
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha()
    ]


def one(values, slot=0, colour=RED, wide=60, scale=1):
    ends = np.linspace(0, wide, len(values) + 1)
    lines = ColumnLines()
    lines.set_lines(ends[:-1], ends[1:], [Line(np.array(values, float), colour, slot)])
    lines.fit(0, wide, wide * scale)
    return lines


def test_each_column_has_its_highest_value_and_gaps_are_none():
    lefts, rights = np.array([0.0, 1, 2, 3]), np.array([1.0, 2, 3, 4])
    lines = np.array([[0.1, 0.5, np.nan, np.nan], [np.nan, np.nan, 0.2, 0.4]])
    found = column_highest(lefts, rights, lines, np.linspace(0, 4, 3))
    np.testing.assert_array_equal(found, [[0.5, np.nan], [np.nan, 0.4]])


@pytest.mark.parametrize("seed", range(20))
def test_it_is_what_a_loop_over_the_columns_finds(seed):
    chance = np.random.default_rng(seed)
    edges = np.r_[0, np.sort(chance.uniform(0, 100, 30)), 100]
    values = chance.normal(size=(3, 31))
    values[chance.random(values.shape) < 0.3] = np.nan
    columns = np.linspace(0, 100, int(chance.integers(2, 90)))
    found = column_highest(edges[:-1], edges[1:], values, columns)
    for column, (left, right) in enumerate(pairwise(columns)):
        inside = values[:, (edges[:-1] < right) & (edges[1:] > left)]
        expected = np.fmax.reduce(inside, axis=1)
        np.testing.assert_array_equal(found[:, column], expected)


def test_pixels_along_a_line_hang_together_and_leave_gaps_out():
    rows, columns = line_pixels(np.array([2, 5, 3, 3, 9]), np.array([True, True, True, False, True]))
    assert list(zip(rows.tolist(), columns.tolist(), strict=True)) == [
        (2, 0), (2, 1), (3, 1), (4, 1), (5, 1), (5, 2), (4, 2), (3, 2), (9, 4),
    ]  # fmt: skip


def test_the_highest_point_is_known_and_a_line_that_is_nowhere_has_none():
    lines = ColumnLines()
    ends = np.arange(5.0)
    peak, none = np.array([0.1, 0.7, 0.2, 0.1]), np.full(4, np.nan)
    lines.set_lines(ends[:-1], ends[1:], [Line(peak, RED, 0), Line(none, BLUE, 1)])
    lines.fit(0, 4, 4)
    assert lines.peaks() == [(1.5, 0.7), None]


def test_a_line_over_many_chunks_keeps_its_peak():
    values = np.zeros(5000)
    values[3210] = 1.0
    image = drawn(one(values))
    assert min(y for _, y, _ in colours(image)) <= 3


def test_dashes_leave_pixels_out_and_each_slot_has_its_own():
    pictures = [len(colours(drawn(one([0.5] * 3, slot)))) for slot in range(6)]
    assert pictures[0] == max(pictures)
    assert all(pictures[0] > many > 0.2 * pictures[0] for many in pictures[1:])


@pytest.mark.parametrize("scale", [1, 2])
def test_the_first_of_several_lines_lies_on_top(scale):
    ends = np.array([0.0, 30, 60])
    lines = ColumnLines()
    lines.set_lines(ends[:-1], ends[1:], [Line(np.full(2, 0.5), RED, 0), Line(np.full(2, 0.5), BLUE, 0)])
    lines.fit(0, 60, 60 * scale)
    assert {colour for *_, colour in colours(drawn(lines, scale=scale))} == {RED.name()}


def test_without_lines_nothing_is_drawn():
    lines = ColumnLines()
    lines.fit(0, 60, 60)
    assert colours(drawn(lines)) == []
    assert lines.peaks() == []
