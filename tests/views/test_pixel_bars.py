"""Bars as the highest one per pixel column: no peak is lost, nothing that is not finite is drawn."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QTransform

from inspector.views.pixel_bars import PixelBars, column_peaks, column_runs


def peaks_of(heights, columns, lefts=None, rights=None, span=None):
    heights = np.asarray(heights, np.float64)
    lefts = np.arange(len(heights), dtype=float) if lefts is None else np.asarray(lefts, float)
    rights = lefts + 1 if rights is None else np.asarray(rights, float)
    low, high = span or (0.0, float(rights[-1]) if len(rights) else 1.0)
    return column_peaks(lefts, rights, heights, np.linspace(low, high, columns + 1))


@pytest.mark.parametrize("n", [1, 7, 300, 10_000, 100_000])
def test_the_highest_bar_has_a_column_however_many_bars_there_are(n):
    heights = np.random.default_rng(n).random(n)
    for best in np.random.default_rng(1).integers(0, n, 50):
        changed = heights.copy()
        changed[best] = 2.0
        assert best in peaks_of(changed, 300)


def test_every_column_shows_the_highest_bar_that_touches_it():
    chance = np.random.default_rng(0)
    rights = np.cumsum(chance.integers(1, 40, 500)).astype(float)
    lefts = np.r_[0.0, rights[:-1]]
    heights = chance.normal(size=500)
    edges = np.linspace(0, rights[-1], 98)
    for column, found in enumerate(column_peaks(lefts, rights, heights, edges)):
        touching = np.flatnonzero((rights > edges[column]) & (lefts < edges[column + 1]))
        assert found == touching[np.argmax(heights[touching])]


def test_columns_where_no_bar_is_stay_empty():
    assert peaks_of([1, 2], 4, lefts=[0, 3], rights=[1, 4]).tolist() == [0, -1, -1, 1]


def test_a_bar_that_is_not_finite_takes_no_column_from_its_neighbours():
    assert peaks_of([1, np.nan, 3, np.inf], 4).tolist() == [0, -1, 2, -1]
    assert peaks_of([1, np.nan, np.nan, np.nan], 1).tolist() == [0]


def test_no_bars_at_all_are_no_error():
    assert peaks_of([], 5).tolist() == [-1] * 5


def test_columns_of_the_same_bar_become_one_run():
    bars, begins, ends = column_runs(np.array([0, 0, 0, -1, 2, 2], np.intp))
    assert (bars.tolist(), begins.tolist(), ends.tolist()) == ([0, 2], [0, 4], [3, 6])


def drawn(bars, height=20, width=8):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    bars.draw(painter, QTransform(1, 0, 0, -1, 0, 10), QRectF(0, 0, width, height), 1.0)
    painter.end()
    return image


def test_bars_stand_on_the_ground_and_hang_below_it_each_at_least_one_pixel(qapp):
    bars = PixelBars((0, 1))
    bars.set_brushes({0: QBrush(QColor("red")), 1: QBrush(QColor("blue"))})
    edges = np.arange(0.0, 8.0, 2.0)
    bars.set_bars(edges, edges + 2, np.array([4.0, -3.0, 0.0, np.nan]), np.array([0, 1, 0, 0]))
    bars.fit(0.0, 8.0, 0.0, 8)
    image = drawn(bars)
    seen = [[image.pixelColor(x, y).name() for y in range(20)] for x in (0, 2, 4, 6)]
    assert [column.count("#ff0000") for column in seen] == [4, 0, 1, 0]
    assert [column.count("#0000ff") for column in seen] == [0, 3, 0, 0]
    assert seen[0][6:10] == ["#ff0000"] * 4
    assert seen[1][10:13] == ["#0000ff"] * 3


def test_a_pattern_fills_only_its_own_bars(qapp):
    bars = PixelBars((0, 1))
    bars.set_brushes({0: QBrush(QColor("red")), 1: QBrush(QColor("blue"), Qt.BrushStyle.BDiagPattern)})
    bars.set_bars(np.array([0.0, 4.0]), np.array([4.0, 8.0]), np.array([10.0, 10.0]), np.array([0, 1]))
    bars.fit(0.0, 8.0, 0.0, 8)
    image = drawn(bars)
    left, right = ({image.pixelColor(x, y).name() for x in xs for y in range(10)} for xs in (range(4), range(4, 8)))
    assert left == {"#ff0000"}
    assert right == {"#ffffff", "#0000ff"}
