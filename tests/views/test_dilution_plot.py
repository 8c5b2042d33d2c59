"""The dilution curve: made only while it is seen, stepped by keys, taken by a click, its empty states in words."""

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.model.dilution import DilutionPoint
from inspector.views.dilution_plot import DilutionPlot
from inspector.views.dilution_words import CUT, STALE, UNREAD
from inspector.views.theme import theme
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_curve, scores_of

KEY = Qt.Key


@pytest.fixture
def session():
    made = FakeSession(made_chunking(21))
    made.dilution.show(curve=made_curve())
    return made


@pytest.fixture
def plot(on_screen, session):
    return on_screen(DilutionPlot(session), 900, 160)


def at(plot, size):
    return plot.pixel_at(math.log2(size), 0.2)


def test_the_curve_is_made_only_while_it_is_seen(plot, session):
    assert session.dilution.on
    plot.hide()
    assert not session.dilution.on
    plot.show()
    assert session.dilution.on


def test_the_caption_says_whose_curve_it_is_and_names_every_shape_that_is_drawn(plot, session):
    words = "for the marked answer \u00b7 \u25cf exact  \u25cb pooled  \u25c6 answer cut  \u25bc not all read"
    assert plot.header.caption.text() == words
    session.dilution.show(curve=made_curve(marked=False))
    assert plot.header.caption.text().startswith("for the best sentence of the best chunk")


def test_without_pooled_scores_only_exact_ones_are_named_and_why(plot, session):
    curve = made_curve()
    exact = tuple(DilutionPoint(point.holder, None, point.exact) for point in curve.points[1:3])
    session.token_pass.state = "off"
    session.dilution.show(curve=replace(curve, points=exact))
    words = "for the marked answer \u00b7 \u25cf exact  no pooled scores: exact ones are chosen"
    assert plot.header.caption.text() == words


def test_a_curve_of_settings_before_is_called_so(plot, session):
    session.dilution.show(stale=True)
    assert plot.header.caption.text() == STALE


def test_exact_scores_that_are_to_come_are_told(plot, session):
    session.dilution.show(waiting=True)
    assert plot.header.caption.text().endswith("exact scores are coming\u2026")


def test_a_click_cuts_at_the_size_of_the_nearest_point_and_selects_the_chunk_with_the_answer(qtbot, plot, session):
    session.set_overlap(0)
    session.asked.clear()
    qtbot.mouseClick(plot.plot, Qt.MouseButton.LeftButton, pos=at(plot, 120))
    assert ("set_size", 128) in session.asked
    assert session.selected == session.chunking.body_at(4)
    assert plot.told == 2


def test_an_overlap_that_is_more_than_half_of_the_size_gives_way_as_on_the_curve(qtbot, plot, session):
    session.set_overlap(20)
    session.asked.clear()
    qtbot.mouseClick(plot.plot, Qt.MouseButton.LeftButton, pos=at(plot, 32))
    assert session.asked[0] == ("set_parameters", {"size": 32, "overlap": 16})


def test_arrows_step_from_point_to_point_and_enter_takes_the_size(qtbot, plot, session):
    assert plot.told == 2  # the nearest to the size on screen, which is 72
    plot.setFocus()
    for key, told in ((KEY.Key_Left, 1), (KEY.Key_Right, 2), (KEY.Key_Right, 3), (KEY.Key_Right, 3), (KEY.Key_Home, 0)):
        qtbot.keyClick(plot, key)
        assert plot.told == told
    qtbot.keyClick(plot, KEY.Key_End)
    qtbot.keyClick(plot, KEY.Key_Return)
    assert ("set_size", 512) in session.asked


def test_hover_speaks_of_the_nearest_point_and_leaving_of_the_stepped_one(qtbot, plot):
    qtbot.keyClick(plot, KEY.Key_End)
    qtbot.mouseMove(plot.plot, at(plot, 60))
    qtbot.mouseMove(plot.plot, at(plot, 30))
    qtbot.waitUntil(lambda: plot.told == 1)
    plot.hover_at(None)
    assert plot.told == 3


def test_a_tip_gives_size_count_both_scores_what_is_amiss_and_the_first_words(plot):
    lines = plot.tip_at(math.log2(16)).split("\n")
    assert lines[:4] == ["Size 16 tokens", "chunk of 13 tokens", "exact 0.40 \u00b7 pooled 0.30", CUT]
    assert lines[4].startswith("\u201cthe queen lays eggs")
    assert UNREAD in plot.tip_at(9)
    assert "tokens" in plot.accessibleDescription()


def test_what_is_missing_stands_in_place_of_the_curve(plot, session):
    session.dilution.show(curve=None, why="Ask a question: the curve shows its score as chunks grow.")
    assert plot.message.text().startswith("Ask a question")
    assert not plot.plot.isVisible()
    session.dilution.show(why="")
    assert plot.message.text() == "The curve follows when there are scores"
    session.set_progress("one pass over the document", 1200, 4000, "tokens")
    assert plot.message.text() == "one pass over the document: 1,200 of 4,000"
    session.set_progress(None)
    session.dilution.show(waiting=True)
    assert plot.message.text() == "Cutting the document at every size\u2026"
    session.dilution.message.emit("error", "the dilution curve could not be made: out of memory")
    assert plot.message.text().startswith("The dilution curve could not be made: out of memory\nChange")
    session.dilution.show(curve=made_curve(), waiting=False)
    assert plot.plot.isVisible()


def test_scores_that_are_undefined_give_no_curve_but_their_notice(plot, session):
    session.dilution.show(curve=None)
    session.score(scores_of([], notice="the query has no direction"))
    assert plot.message.text() == "No curve: the query has no direction"


@pytest.mark.parametrize("name", ["light", "dark"])
def test_exact_points_are_filled_pooled_ones_hollow(qtbot, plot, name):
    colours = theme(name)
    plot.apply_theme(colours)
    exact, pooled = (plot.plot.mapTo(plot, plot.pixel_at(5, height)) for height in (0.6, 0.45))
    image = plot.grab().toImage()
    assert image.pixelColor(exact) == colours.text
    assert image.pixelColor(pooled) == colours.window


def test_the_size_on_screen_is_a_line_and_beyond_the_axis_only_a_label(plot, session):
    x = plot.plot.mapTo(plot, at(plot, 72)).x()
    lines = {plot.grab().toImage().pixelColor(QPoint(x + d, 60)).name() for d in (-1, 0, 1)}
    assert plot.theme.text.name() in lines
    session.set_size(4096)
    plot.grab()
    assert session.chunking.parameters.size == 4096
