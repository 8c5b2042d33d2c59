"""The list of queries: drawn or not, asked and removed by mouse and by keys; hidden while it is empty."""

import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.model.query_rows import BEST, SLOT, TEXT
from inspector.views.query_delegate import Parts
from inspector.views.query_list_view import QueryListPanel
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_scores

KEY = Qt.Key
QUERIES = ("how many eggs", "what is a token", "bees in winter")


@pytest.fixture
def session():
    session = FakeSession(made_chunking(21))
    session.score(made_scores(21, 13), "asked now")
    return session


@pytest.fixture
def panel(on_screen, session):
    panel = on_screen(QueryListPanel(session), 360, 160)
    session.draw(*(made_scores(21, 3 + k, seed=k, query=query) for k, query in enumerate(QUERIES)))
    panel.view.setFocus()
    return panel


def row(panel, number):
    return panel.view.visualRect(panel.view.rows.index(number))


def click(qtbot, panel, at):
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def texts(session):
    return [entry.text for entry in session.queries.entries]


def test_it_takes_no_room_while_there_are_no_queries(on_screen, session):
    panel = QueryListPanel(session)
    assert panel.isHidden()
    session.queries.add("how many eggs")
    assert not panel.isHidden()
    assert panel.fold.text() == "1 query, 1 drawn"
    session.queries.clear()
    assert panel.isHidden()


def test_a_row_tells_letter_text_and_best_chunk(panel):
    index = panel.view.rows.index(1)
    assert (index.data(TEXT), index.data(SLOT), index.data(BEST)) == (QUERIES[1], 1, "#5 0.59")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "what is a token (line b, best chunk #5 0.59)"


def test_a_click_on_a_query_asks_it(qtbot, panel, session):
    click(qtbot, panel, Parts(row(panel, 2)).words.center())
    assert session.query == QUERIES[2]
    assert ("ask_now", QUERIES[2]) in session.asked
    assert "asked now, its scores are the bars" in panel.view.rows.index(2).data(Qt.ItemDataRole.ToolTipRole)


def test_a_click_on_the_box_draws_or_does_not(qtbot, panel, session):
    for slot in (None, 0):
        click(qtbot, panel, Parts(row(panel, 0)).box.center())
        assert session.queries.entries[0].slot == slot
    assert session.query == "asked now"


def test_a_click_on_the_cross_removes(qtbot, panel, session):
    click(qtbot, panel, Parts(row(panel, 1)).cross.center())
    assert texts(session) == [QUERIES[0], QUERIES[2]]


def test_keys_do_what_clicks_do(qtbot, panel, session):
    view = panel.view
    view.setCurrentIndex(view.rows.index(0))
    qtbot.keyClick(view, KEY.Key_Down)
    qtbot.keyClick(view, KEY.Key_Space)
    assert session.queries.entries[1].slot is None
    qtbot.keyClick(view, KEY.Key_Return)
    assert session.query == QUERIES[1]
    qtbot.keyClick(view, KEY.Key_Delete)
    assert texts(session) == [QUERIES[0], QUERIES[2]]
    assert view.currentIndex().data(TEXT) == QUERIES[2]
    qtbot.keyClick(view, KEY.Key_Delete)
    qtbot.keyClick(view, KEY.Key_Delete)
    assert panel.isHidden()


def test_the_line_above_folds_the_list(qtbot, panel):
    panel.fold.setFocus()
    qtbot.keyClick(panel.fold, KEY.Key_Space)
    assert panel.view.isHidden()
    assert panel.fold.text() == "3 queries, 3 drawn"
    qtbot.mouseClick(panel.fold, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert panel.view.isVisible()


def test_a_long_list_scrolls(qtbot, panel, session):
    height = panel.view.height()
    for k in range(30):
        session.queries.add(f"query {k}")
    assert panel.view.height() < 2 * height
    qtbot.waitUntil(lambda: panel.view.verticalScrollBar().maximum() > 0)


def test_scores_of_a_setting_before_are_not_told(panel, session):
    session.scores_stale = True
    session.scores_changed.emit()
    assert panel.view.rows.index(0).data(BEST) == ""
