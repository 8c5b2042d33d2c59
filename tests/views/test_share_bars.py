"""Bars below the words that carry the score: by key and menu, thick by share, dotted below zero, told on hover."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from inspector.core.attribution import Attribution
from inspector.core.similarity import EXACT
from inspector.model.preferences import Preferences
from inspector.model.session import Session
from inspector.views.share_bars import _bars
from inspector.views.theme import theme
from inspector.views.window import MainWindow
from tests.model.token_letters import TokenLetters
from tests.rain import RAIN
from tests.views.made import scores_of
from tests.views.shown_document import picture, point
from tests.views.shown_window import KEY, at_rest, press

TEXT = "one queen lays eggs in winter. " + "Other words of another chunk follow here. " * 20


def shares(text=TEXT, by_word=(("queen", 0.2), ("eggs", 0.1), ("winter", -0.1)), **changes):
    """Shares for some words of the first chunk; all others have none."""
    starts = np.array([text.index(word) for word, _ in by_word], np.int64)
    ends = starts + [len(word) for word, _ in by_word]
    values = np.array([share for _, share in by_word])
    facts = {"query": "how many", "kind": EXACT, "rest": 0.03, "score": float(values.sum()) + 0.03, "unread": None}
    return Attribution(starts=starts, ends=ends, shares=values, **(facts | changes))


@pytest.fixture
def view(show):
    made = show(TEXT)
    made.session.select(0)
    made.session.attribution.show(on=True, found=shares(), chunk=0)
    return made


def below(view, word, up=2):
    """The colours of the pixels of a word's bar, from left to right."""
    start = TEXT.index(word)
    left, right = point(view, start, 0), point(view, start + len(word), 0)
    y = view.frame().top(view.rows.row_of(start)) + view.rows.height - up
    image = picture(view)
    return [image.pixelColor(x, y) for x in range(left.x() + 1, right.x() - 1)]


def darkness(view, word, up=2):
    return 255 - np.mean([colour.lightness() for colour in below(view, word, up)])


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_larger_share_has_a_thicker_and_stronger_bar_in_the_colour_of_the_text(view, name):
    view.apply_theme(theme(name))
    ground = darkness(view, "lays")
    strength = [abs(darkness(view, word) - ground) for word in ("queen", "eggs")]
    assert strength[0] > strength[1] > 5
    assert abs(darkness(view, "queen", up=4) - ground) > abs(darkness(view, "eggs", up=4) - ground) + 5
    assert len({(colour.red(), colour.green(), colour.blue()) for colour in below(view, "queen")}) == 1


def test_a_share_below_zero_is_dotted(view):
    colours = [colour.name() for colour in below(view, "winter")]
    changes = sum(one != other for one, other in pairwise(colours))
    assert changes >= len("winter")


def test_above_the_line_of_the_marked_answer_the_bars_are_still_seen(view):
    view.session.mark_answer(0, TEXT.index("winter"))
    ground = darkness(view, "lays", up=6)
    assert abs(darkness(view, "queen", up=6) - ground) > 5


def test_switched_off_there_is_no_bar(view):
    ground = below(view, "lays")[0]
    view.session.attribution.show(on=False)
    assert set(map(str, below(view, "queen"))) == {str(ground)}


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_word_under_the_pointer_tells_its_share(qtbot, view):
    spot = point(view, TEXT.index("eggs") + 1)
    event = QHelpEvent(QEvent.Type.ToolTip, spot, view.viewport().mapToGlobal(spot))
    QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(QToolTip.isVisible)
    assert QToolTip.text().startswith("eggs: +0.100 of 0.23, embedded alone\n\n#1")
    QToolTip.hideText()
    assert view.shares.words(TEXT.index("lays")) == ""
    assert view.shares.words(None) == ""


def test_a_word_that_two_rows_share_has_a_bar_in_both(show):
    text = "a" * 250 + " end"
    view = show(text, width=500)
    found = shares(text, (("a" * 250, 0.4),))
    rows = [len(_bars(found, view.frame(), row)) for row in range(len(view.rows))]
    assert rows[:2] == [1, 1]
    assert sum(rows) >= 2


def test_a_row_is_worked_out_once_until_shares_or_rows_are_others(view):
    frame = view.frame()
    bars = view.shares.bars(frame, 0)
    assert view.shares.bars(frame, 0) is bars
    view.session.attribution.show(found=shares(by_word=(("queen", 0.2),)))
    assert len(view.shares.bars(view.frame(), 0)) == 1
    assert view.shares.bars(view.frame(), 1) == []


def test_the_letter_a_shows_the_shares_of_the_best_chunk_where_none_is_selected(show):
    view = show(TEXT)
    session = view.session
    session.score(scores_of(np.linspace(0.1, 0.5, len(session.chunking))))
    QTest.keyClick(view, "a")
    assert session.attribution.on
    assert session.asked == [("select_best",)]
    QTest.keyClick(view, "a")
    assert not session.attribution.on


def test_in_the_window_the_key_and_the_menu_tick_are_one_and_a_missing_question_is_said(qtbot):
    window = MainWindow(Session(embedder=TokenLetters()), Preferences())
    qtbot.addWidget(window)
    window.show()
    session, view = window.session, window.document_view
    session.open_bytes(RAIN.encode(), "rain.txt")
    at_rest(window, qtbot)
    press(qtbot, view, KEY.Key_A)
    assert "Ask a question first" in window.notices.log[-1].text
    session.set_query("the miller counted his sacks")
    at_rest(window, qtbot)
    qtbot.waitUntil(window.actions_table.by_name["shares"].isChecked)
    assert session.attribution.found is not None
    window.actions_table.by_name["shares"].trigger()
    assert not session.attribution.on
    window.close()
