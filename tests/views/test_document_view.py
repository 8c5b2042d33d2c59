"""The document view shows the text as it is, keeps its place, and says what it shows."""

import time

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from inspector.model.progress import Progress
from inspector.views.empty_state import empty_words
from tests.views.shown_document import TEXT, point


def test_select_all_and_copy_give_exactly_the_text(show) -> None:
    view = show()
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == TEXT
    assert view.selected_span() == (0, len(TEXT))


def test_every_row_of_a_mixed_text_reads_back_as_it_is(show) -> None:
    view = show()
    assert "".join(view.rows.text[slice(*view.rows.span(row))] for row in range(len(view.rows))) == TEXT


def test_a_megabyte_in_one_line_is_shown_and_scrolled_at_once(show, qtbot: QtBot) -> None:
    view = show("alpha beta gamma " * 60_000, 400)
    qtbot.waitUntil(lambda: view.rows.end == len(view.rows.text))
    view.grab()
    start = time.process_time()
    for _ in range(5):
        view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 5000)
        view.grab()
    assert time.process_time() - start < 1.0


def test_a_long_text_is_seen_before_all_its_rows_are_known_and_goes_on_to_what_was_wanted(show, qtbot: QtBot) -> None:
    text = "alpha beta gamma.\n" * 60_000
    view = show(None)
    view.session.open(text)
    assert 0 < view.rows.end < len(text)
    view.reveal(len(text) - 5, len(text))
    assert view.first_visible_offset() == 0
    qtbot.waitUntil(lambda: view.rows.end == len(text))
    assert view.frame().window().end == len(text)
    view.session.open(text)
    qtbot.waitUntil(lambda: view.rows.end == len(text))
    assert view.first_visible_offset() == 0


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_tooltip_tells_the_numbers_and_the_reason(show, qtbot: QtBot) -> None:
    view = show()
    spot = point(view, 25)
    event = QHelpEvent(QEvent.Type.ToolTip, spot, view.viewport().mapToGlobal(spot))
    QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(QToolTip.isVisible)
    words = QToolTip.text()
    assert "#2 of" in words
    assert "4 of 8 words" in words
    assert "(chunk 2)" in words
    QToolTip.hideText()


def test_the_text_moves_only_when_it_must(show) -> None:
    view = show("word " * 3000, 20, height=300)
    view.session.select(0)
    assert view.verticalScrollBar().value() == 0
    view.session.select(100)
    value = view.verticalScrollBar().value()
    assert value > 0
    window = view.frame().window()
    assert window.start <= view.session.chunking.body_starts[100] < window.end
    view.session.select(101)
    assert view.verticalScrollBar().value() == value


def test_what_stands_at_the_top_stays_there_when_rows_are_broken_anew(show, qtbot: QtBot) -> None:
    view = show("word " * 9000, 20)
    view.centre_on(20_000)
    before = view.first_visible_offset()
    for width in (500, 800, 420, 900):
        view.resize(width, 400)
        start, end = view.rows.span(view.rows.row_of(before))
        top = view.first_visible_offset()
        assert start - 200 <= top <= end
    assert view.first_visible_offset() == before


def test_a_change_of_the_chunks_moves_no_text(show) -> None:
    view = show("word " * 9000, 20)
    view.centre_on(20_000)
    value = view.verticalScrollBar().value()
    view.session.chunk(7, 2)
    assert view.verticalScrollBar().value() == value


def test_no_document_an_empty_one_and_a_text_not_yet_cut_are_shown(show) -> None:
    view = show(None)
    view.grab()
    assert empty_words(view.session)[0] == "Open a text or drop one here"
    view.session.progress = Progress("opening text.txt", 1, 4)
    assert empty_words(view.session) == ("Opening text.txt", "25%")
    view.session.progress = None
    view.session.open("")
    assert empty_words(view.session)[0] == "text.txt is empty"
    view.grab()
    assert view.plan() == []
    view.session.open("plain words")
    view.grab()
    assert view.plan() == []
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point(view, 3))
    assert view.accessibleDescription() == "The document, not cut yet."


def test_the_selected_chunk_is_told_to_assistive_technology(show) -> None:
    view = show()
    assert view.accessibleName() == "Document"
    view.session.select(1)
    assert view.accessibleDescription().startswith("Chunk #2 of")
    assert "Five six seven eight." in view.accessibleDescription()


def test_zoom_and_font_keep_the_place(show) -> None:
    view = show("word " * 9000, 20)
    view.centre_on(20_000)
    before, height = view.first_visible_offset(), view.rows.height
    view.zoom_in()
    assert view.rows.height > height
    assert abs(view.first_visible_offset() - before) < 200
    view.zoom_reset()
    assert view.first_visible_offset() == before
    view.set_font_family("proportional")
    view.grab()
    assert abs(view.first_visible_offset() - before) < 200


def test_the_session_can_bring_a_span_into_view(show) -> None:
    view = show("word " * 9000, 20)
    view.session.reveal.emit(30_000, 30_004)
    assert view.selected_span() == (30_000, 30_004)
    window = view.frame().window()
    assert window.start <= 30_000 < window.end
    assert view.chunk_at(QPointF(point(view, 30_001))) == view.session.chunking.body_at(30_001)
