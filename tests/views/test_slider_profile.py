"""The profile behind a slider: bars and lines where something is known, nothing elsewhere, greys only."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from inspector.views.slider_profile import SHAPES, Mark, ProfilePainter, SliderProfile
from inspector.views.slider_scale import SliderScale
from inspector.views.theme import theme

SCALE = SliderScale(0, 100)
AREA = QRectF(0, 0, 200, 40)


def drawn(profile, name="light", value=None, ratio=1.0):
    image = QImage(round(200 * ratio), round(40 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(theme(name).window)
    painter = QPainter(image)
    drawing = ProfilePainter(profile, SCALE, AREA)
    drawing.paint(painter, theme(name))
    if value is not None:
        drawing.paint_value(painter, theme(name), value)
    painter.end()
    return image


def bars(*marks, step=0.1, shapes=()):
    return SliderProfile(tuple(Mark(*mark, (), "") if len(mark) == 2 else Mark(*mark) for mark in marks), step, shapes)


def column(image, x):
    """How many pixels from the foot are no ground."""
    ground = image.pixelColor(0, 0)
    return next((y for y in range(40) if image.pixelColor(x, 39 - y) == ground), 40)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_bars_stand_at_their_values_as_high_as_they_are(qapp, name):
    image = drawn(bars((20, 0.25), (60, 1.0)), name)
    assert column(image, 40) == 10
    assert column(image, 120) == 40
    assert column(image, 80) == 0
    assert image.pixelColor(40, 35) == theme(name).line


def test_a_value_of_nothing_has_a_foot_and_one_that_is_not_known_has_none(qapp):
    image = drawn(bars((20, 0.0), (60, 0.5)))
    assert column(image, 40) == 1
    assert column(image, 90) == 0


def test_neighbours_meet_without_a_seam_at_any_scale(qapp):
    close = bars(*((value, 1.0) for value in range(10, 91, 7)), step=0.07)
    for ratio in (1.0, 1.5, 2.0):
        image = drawn(close, ratio=ratio)
        y = round(20 * ratio)
        assert {image.pixelColor(x, y).name() for x in range(round(20 * ratio), round(160 * ratio))} == {
            theme("light").line.name()
        }


def test_a_bar_that_comes_between_two_takes_its_share_of_their_room(qapp):
    image = drawn(bars((40, 1.0), (45, 0.5), (50, 1.0)))
    assert column(image, 80) == 40
    assert column(image, 90) == 20
    assert column(image, 100) == 40


def test_a_refused_value_has_a_dotted_foot_instead_of_a_bar(qapp):
    image = drawn(bars((20, None), (30, None), (60, 1.0)))
    row = [image.pixelColor(x, 36) != theme("light").window for x in range(32, 68)]
    assert any(row)
    assert not all(row)
    assert image.pixelColor(40, 20) == theme("light").window


def test_lines_differ_by_shape_and_break_where_something_is_still_to_come(qapp):
    marks = [(value, 0.0, (0.5,)) for value in (*range(10, 41, 5), *range(70, 96, 5))]
    filled = {}
    for shape in SHAPES:
        image = drawn(SliderProfile(tuple(Mark(*mark, "") for mark in marks), 0.05, (shape,)))
        filled[shape] = sum(image.pixelColor(x, 20).name() != "#f4f4f2" for x in range(22, 79))
        assert not any(image.pixelColor(x, 20).name() != "#f4f4f2" for x in range(84, 138)), shape
    assert filled["solid"] > filled["dash-dotted"]
    assert filled["solid"] > filled["dashed"] > filled["dotted"] > 0


@pytest.mark.parametrize("name", ["light", "dark"])
def test_nothing_of_it_is_a_colour(qapp, name):
    marks = tuple(Mark(value, 0.6, (0.2, 0.8), "") for value in range(0, 101, 5))
    image = drawn(SliderProfile(marks, 0.05, ("solid", "dotted")), name, value=40)
    for x in range(200):
        for y in range(40):
            red, green, blue, _ = image.pixelColor(x, y).getRgb()
            assert max(red, green, blue) - min(red, green, blue) <= 8


def test_the_present_value_has_a_darker_bar_and_a_line_up(qapp):
    image = drawn(bars((20, 0.25), (60, 0.25), step=0.1), value=60)
    assert image.pixelColor(124, 35) == theme("light").neutral
    assert image.pixelColor(44, 35) == theme("light").line
    assert image.pixelColor(120, 2) == theme("light").muted


def test_the_nearest_mark_is_found_and_none_where_none_is_near():
    profile = bars((20, 0.25), (60, 0.25))
    assert profile.at(0.23, SCALE).value == 20
    assert profile.at(0.55, SCALE).value == 60
    assert profile.at(0.4, SCALE) is None
    assert bars().at(0.4, SCALE) is None
