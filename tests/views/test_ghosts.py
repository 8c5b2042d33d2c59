"""The places that cuts have left: each fades for itself, nothing blinks."""

import numpy as np
import pytest
from PySide6.QtCore import QObject

from inspector.views.ghosts import Ghosts


class Clock:
    def __init__(self):
        self.now = 10.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def ghosts(qapp, clock):
    parent = QObject()
    ghosts = Ghosts(400, parent, clock)
    ghosts.owner = parent
    return ghosts


def at(*offsets):
    return np.array(offsets, np.int64)


def test_a_place_fades_from_fresh_to_gone(ghosts, clock):
    ghosts.leave(at(30, 70))
    assert ghosts.places() == [(30, 1.0), (70, 1.0)]
    clock.now += 0.2
    assert ghosts.places() == [(30, pytest.approx(0.75)), (70, pytest.approx(0.75))]
    clock.now += 0.201
    assert ghosts.places() == []


def test_a_later_step_of_a_drag_neither_removes_nor_refreshes_what_fades_already(ghosts, clock):
    ghosts.leave(at(30))
    clock.now += 0.2
    ghosts.leave(at(50))
    assert ghosts.places() == [(30, pytest.approx(0.75)), (50, 1.0)]
    clock.now += 0.25
    assert [offset for offset, _ in ghosts.places()] == [50]


def test_a_place_that_is_left_again_is_fresh_again(ghosts, clock):
    ghosts.leave(at(30))
    clock.now += 0.3
    ghosts.leave(at(30))
    assert ghosts.places() == [(30, 1.0)]


def test_a_step_that_moves_nothing_starts_nothing(ghosts):
    ghosts.leave(at())
    assert ghosts.places() == []
    assert ghosts.value == 0.0


def test_without_motion_and_after_a_stop_there_is_nothing(ghosts):
    ghosts.leave(at(30))
    ghosts.stop()
    assert ghosts.places() == []
    ghosts.motion = False
    ghosts.leave(at(30))
    assert ghosts.places() == []


def test_a_long_drag_keeps_only_what_still_fades(ghosts, clock):
    for step in range(500):
        ghosts.leave(at(step))
        clock.now += 0.016
    assert len(ghosts._left) <= 27


def test_it_asks_for_painting_until_the_last_place_is_gone(ghosts, qtbot):
    steps = []
    ghosts.changed.connect(lambda: steps.append(ghosts.value))
    ghosts.leave(at(30))
    qtbot.waitUntil(lambda: bool(steps) and steps[-1] == 0.0, timeout=3000)
    assert len(steps) > 2


def test_the_last_frame_leaves_nothing_behind_whatever_the_clock_says(ghosts, qtbot):
    ghosts.leave(at(30))
    qtbot.waitUntil(lambda: ghosts.places() == [], timeout=3000)
    assert ghosts.value == 0.0
