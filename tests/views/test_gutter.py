"""What stands beside the text: the gutter and the overview."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtTest import QTest

from inspector.views.document_words import hidden_words

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


def test_the_gutter_shows_a_chunk_at_its_first_row_and_how_many_more_begin_there(show) -> None:
    view = show("aa. bb. cc. " + "word " * 60, 30)
    entries = view.gutter.entries()
    assert (entries[0].row, entries[0].chunk, entries[0].hidden) == (0, 0, (1, 2, 3))
    chunking = view.session.chunking
    letters = "".join(chunking.level(chunk).letter for chunk in (1, 2))
    assert entries[0].words(chunking) == f"+3 {letters}…"
    assert entries[0].words(chunking, short=True) == "+3"
    assert entries[1].words(chunking) == ""
    assert len({entry.row for entry in entries}) == len(entries)
    view.session.select(2)
    assert view.gutter.entries()[0].chunk == 2
    QTest.mouseClick(view.gutter, LEFT, pos=QPoint(20, view.frame().top(entries[1].row) + 4))
    assert view.session.selected == entries[1].chunk


def test_the_tooltip_of_the_gutter_lists_the_chunks_that_share_the_row(show) -> None:
    view = show("aa. bb. cc. " + "word " * 60, 30)
    words = hidden_words(view.session.chunking, (1, 2))
    assert words.splitlines()[0] == "In the same row:"
    assert words.splitlines()[1].startswith("#2 · cut at a ")
    assert words.endswith(" of 30 words")
    assert hidden_words(view.session.chunking, tuple([1] * 12)).endswith("and 4 more")
    assert hidden_words(view.session.chunking, ()) == ""


def test_the_bold_figures_of_a_large_selected_chunk_are_not_cut_off(show) -> None:
    view = show("word " * 2000, 1689)
    font = QFont(view.gutter.font())
    font.setBold(True)
    assert view.gutter._count >= QFontMetricsF(font).horizontalAdvance("1,689")


def test_a_click_on_the_overview_scrolls_there(show) -> None:
    view = show("word " * 9000, 20)
    view.gutter.grab()
    QTest.mouseClick(view.overview, LEFT, pos=QPoint(5, view.overview.height() // 2))
    window = view.frame().window()
    assert window.start < len(view.rows.text) // 2 < window.end
