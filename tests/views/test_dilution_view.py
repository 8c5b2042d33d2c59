"""The page of the dilution curve: words of the point beside the curve, and the whole way in a window."""

import pytest
from PySide6.QtCore import Qt

from inspector.model.preferences import Preferences
from inspector.model.session import Session
from inspector.views.dilution_view import DilutionView
from inspector.views.window import MainWindow
from tests.model.token_letters import TokenLetters
from tests.rain import RAIN
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_curve
from tests.views.shown_window import at_rest


@pytest.fixture
def view(qtbot):
    made = DilutionView(FakeSession(made_chunking(21)))
    made.session.dilution.show(curve=made_curve(unit="words"))
    qtbot.addWidget(made)
    made.resize(900, 160)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_the_point_that_the_keys_go_to_is_told_in_words(qtbot, view):
    qtbot.keyClick(view.plot, Qt.Key.Key_Home)
    assert view.title.text() == "Size 16 words"
    assert view.numbers.text().split("\n")[:2] == ["chunk of 13 words, 13 tokens", "exact 0.40 \u00b7 pooled 0.30"]
    assert view.words.text().startswith("\u201cthe queen lays eggs")
    view.session.set_size(16)
    assert view.title.text() == "Size 16 words \u00b7 as set now"
    view.session.set_size(17)
    assert view.title.text() == "Size 16 words \u00b7 nearest to 17"


@pytest.mark.parametrize(
    ("width", "height", "beside", "shown"), [(900, 160, True, True), (400, 500, False, True), (400, 160, False, False)]
)
def test_the_words_stand_beside_the_curve_below_it_or_nowhere(qtbot, view, width, height, beside, shown):
    view.resize(width, height)
    qtbot.waitUntil(lambda: view.side.isVisible() is shown)
    if shown:
        qtbot.waitUntil(lambda: (view.side.x() >= view.plot.geometry().right()) is beside)


def test_without_a_curve_there_are_no_words_beside_it(view):
    view.session.dilution.show(curve=None, why="Open a document first.")
    assert not view.side.isVisible()


def test_in_the_window_the_menu_shows_the_curve_of_a_marked_answer_and_enter_sets_the_size(qtbot):
    window = MainWindow(Session(embedder=TokenLetters()), Preferences())
    qtbot.addWidget(window)
    window.show()
    session, page = window.session, window.panels.dilution
    session.open_bytes(RAIN.encode(), "rain.txt")
    at_rest(window, qtbot)
    session.set_query("the miller counted his sacks")
    start = RAIN.index("the miller")
    session.mark_answer(start, start + 28)
    at_rest(window, qtbot)
    assert session.dilution.curve is None
    window.actions_table.by_name["dilution"].trigger()
    qtbot.waitUntil(lambda: page.plot.curve is not None and session.at_rest, timeout=10000)
    assert page.plot.header.caption.text().startswith("for the marked answer")
    qtbot.keyClick(page.plot, Qt.Key.Key_Home)
    size = page.plot.curve.points[0].holder.size
    qtbot.keyClick(page.plot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.chunking.parameters.size == size, timeout=5000)
    assert session.selected == session.chunking.body_at(start)
    window.panels.head.tabs.setCurrentIndex(0)
    assert not session.dilution.on
    window.close()
