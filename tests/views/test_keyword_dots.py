"""Dots of the keyword score: where a word is, on a scale of their own, with a rim that parts them from bars."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from inspector.views.keyword_dots import KeywordDots

DOT, RIM = QColor("#111111"), QColor("#eeeeee")


def drawn(places, values, scale=1, wide=100, tall=50):
    dots = KeywordDots()
    dots.set_colours(DOT, RIM)
    dots.set_dots(np.array(places, float), np.array(values, float))
    image = QImage(wide * scale, tall * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    view = QTransform(1, 0, 0, -40, 0, 45)  # height 0 at the pixel 45, height 1 at 5
    dots.draw(painter, view, QRectF(0, 0, wide, tall), (0.0, 1.0), scale)
    painter.end()
    return dots, image


def middles(image, scale=1):
    seen = [
        (x / scale, y / scale)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y) == DOT
    ]
    return np.array(seen)


@pytest.mark.parametrize("scale", [1, 2])
def test_the_largest_value_stands_at_the_top_whatever_it_is(scale):
    for largest in (0.3, 17.0):
        _, image = drawn([20, 60], [largest, largest / 2], scale)
        seen = middles(image, scale)
        for x, y in ((20, 5), (60, 25)):
            near = seen[np.abs(seen - (x, y)).max(axis=1) <= 3]
            assert np.abs(near.mean(axis=0) - (x, y)).max() <= 1


def test_chunks_without_a_word_have_no_dot():
    dots, image = drawn([20, 60], [0.0, 2.0])
    assert len(dots) == 1
    assert middles(image)[:, 0].min() > 50
    assert drawn([20], [0.0])[1].pixelColor(20, 45).alpha() == 0


def test_what_is_next_to_nothing_is_not_drawn():
    _, image = drawn([20, 60], [0.01, 2.0])
    assert middles(image)[:, 0].min() > 50


def test_a_dot_has_a_rim():
    _, image = drawn([50], [1.0])
    assert image.pixelColor(50, 5) == DOT
    assert RIM in [image.pixelColor(x, 5) for x in (47, 48, 52, 53)]


def test_of_many_dots_in_a_column_the_highest_is_seen():
    _, image = drawn([50.0] * 1000, np.linspace(0.1, 1, 1000))
    assert middles(image)[:, 1].max() <= 8
