"""The table of all chunks: sorting by a click, one selection with the session, rows copied as text."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from inspector.model.chunk_table import NAMES
from inspector.views.chunk_table_view import ChunkTableView
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_scores


@pytest.fixture
def session():
    return FakeSession(made_chunking(21))


@pytest.fixture
def view(on_screen, session):
    return on_screen(ChunkTableView(session), 1000, 260)


def sort_by_click(qtbot, view, name):
    header = view.horizontalHeader()
    section = NAMES.index(name)
    x = header.sectionViewportPosition(section) + header.sectionSize(section) // 2
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 8))


def test_a_click_on_a_header_sorts_and_the_selected_chunk_stays_selected(qtbot, view, session):
    session.select(5)
    sort_by_click(qtbot, view, "tokens")
    order = [view.table.chunk_at(row) for row in range(21)]
    assert (np.diff(session.chunking.tokens[order]) >= 0).all()
    assert view.table.chunk_at(view.currentIndex().row()) == 5
    assert session.selected == 5
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())


def test_down_selects_the_chunk_in_the_next_row(qtbot, view, session):
    session.select(5)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert session.selected == 6


def test_what_is_selected_elsewhere_is_the_current_row_also_after_other_chunks(view, session):
    session.select(20)
    assert view.currentIndex().row() == 20
    assert [index.row() for index in view.selectionModel().selectedRows()] == [20]
    session.load(made_chunking(300, size=254))
    assert not view.currentIndex().isValid()
    session.select(250)
    assert view.currentIndex().row() == 250


def test_rows_are_copied_with_a_header_and_tabs(qtbot, view, session):
    session.score(made_scores(21, 13))
    session.select(3)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    view.copy_rows()
    lines = QGuiApplication.clipboard().text().rstrip("\n").split("\n")
    assert [len(line.split("\t")) for line in lines] == [len(NAMES)] * 3
    assert [line.split("\t")[0] for line in lines] == ["#", "4", "5"]


def test_the_pointer_on_a_row_hovers_its_chunk(qtbot, view, session):
    for row in (4, 2):
        qtbot.mouseMove(view.viewport(), view.visualRect(view.table.index(row, 2)).center())
    qtbot.waitUntil(lambda: session.hovered == 2)


def test_the_count_in_tokens_is_not_shown_twice(view, session):
    assert view.isColumnHidden(NAMES.index("count"))
    session.show(made_chunking(9, unit="words"))
    assert not view.isColumnHidden(NAMES.index("count"))
