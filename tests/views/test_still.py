"""What fades is painted over a picture of the rest, which is never older than what it shows."""

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QRegion

from tests.views.shown_document import picture, shown


@pytest.fixture
def view(qtbot):
    view = shown(qtbot)
    view._ghosts._clock = lambda: view.now
    view.now = 0.0
    return view


def leave(view, *offsets):
    """Marks that fade at these offsets, painted once."""
    view._ghosts.leave(np.array(offsets, np.int64))
    view._ghosts._animation.stop()
    view.viewport().repaint()


def step(view, seconds):
    """The next frame of the fading: only what fades is painted."""
    view.now += seconds
    view._ghosts.changed.emit()


def test_a_step_of_the_fading_paints_the_places_that_fade_and_no_more(view, qapp):
    leave(view, 3, 9)
    qapp.processEvents()
    asked = []
    view._still.is_part = lambda event: asked.append(QRegion(event.region())) or True
    step(view, 0.1)
    qapp.processEvents()
    (region,) = asked
    assert region.rectCount() == 2
    bounds = region.boundingRect()
    assert bounds.height() < view.rows.height
    assert bounds.width() <= view.rows.column * 6 + 8
    view._ghosts._left = []
    step(view, 0.1)
    qapp.processEvents()
    assert asked[1] == region, "what has faded is painted over"


def test_a_part_shows_what_the_whole_would_show(qtbot, view):
    leave(view, 3, 9)
    view.now = 0.2
    whole = picture(view)
    view.viewport().repaint(QRegion(QRect(0, 0, 200, 80)))
    part = whole.copy(0, 0, 200, 80)
    shown_now = view.viewport().grab(QRect(0, 0, 200, 80)).toImage()
    assert shown_now == part


def test_the_picture_is_made_once_and_goes_with_the_next_change(view):
    leave(view, 3)
    made = []
    paint = view._paint
    view._paint = lambda painter, ghosts: made.append(len(ghosts)) or paint(painter, ghosts)
    part = QRegion(QRect(0, 0, 50, 50))
    view.viewport().repaint(part)
    view.viewport().repaint(part)
    assert made == [0], "the rest is painted once, without what fades"
    view.session.select(2)
    view.viewport().repaint()
    view.viewport().repaint(part)
    assert made == [0, 1, 0]
    accent = view._theme.accent
    seen = picture(view)
    assert any(QColor(seen.pixel(x, y)) == accent for x in range(30) for y in range(seen.height()))
