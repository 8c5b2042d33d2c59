"""The list of what cannot be read, with real mouse and keys: totals, one kind, going to a place, nothing to list."""

import time

import numpy as np
import pytest
from PySide6.QtCore import Qt

from inspector.core.unread_places import Places, Unread
from inspector.model.session import Session
from inspector.model.unread_table import around, character_name, place_text
from inspector.views.unread_view import UnreadView
from tests.model.opened import FakeEmbedder, opened

TEXT = "one \u2603 two co\u00adop. " + "three four five six. " * 8 + "[SEP] end \u2603."


@pytest.fixture
def session(qapp):
    session = Session(embedder=FakeEmbedder())
    yield session
    assert session.close()


@pytest.fixture
def view(qtbot, session):
    opened(session, qtbot, text=TEXT, size=20)
    view = UnreadView(session)
    qtbot.addWidget(view)
    view.resize(1200, 220)
    with qtbot.waitExposed(view):
        view.show()
    return view


def cells(view, column):
    return [view.table.index(row, column).data() for row in range(view.table.rowCount())]


def click_row(qtbot, view, row, column=5):
    index = view.table.index(row, column)
    qtbot.mouseClick(view.rows.viewport(), Qt.MouseButton.LeftButton, pos=view.rows.visualRect(index).center())


def test_every_place_is_a_row_in_the_order_of_the_text(view):
    assert cells(view, 0) == ["unknown token", "lost", "special token", "unknown token"]
    assert cells(view, 1) == ["#1"] * 2 + [f"#{len(view.session.chunking)}"] * 2
    assert cells(view, 2) == [f"{TEXT.index(c):,}" for c in ("\u2603", "\u00ad", "[SEP]")] + [
        str(TEXT.rindex("\u2603"))
    ]
    assert cells(view, 3) == ["1", "1", "5", "1"]
    assert cells(view, 4) == ["1", "0", "1", "1"]
    assert cells(view, 5)[1] == "\\u00ad  U+00AD soft hyphen"


def test_the_totals_are_told_above(view):
    texts = [button.text() for button in view.kinds.values()]
    assert texts == [
        "All: 4 places", "Unknown: 2 tokens, 2 characters", "Beyond the context: none", "Lost: 1 character",
        "Special tokens spelled: 1",
    ]  # fmt: skip
    assert not view.kinds[Unread.BEYOND].isEnabled()


def test_a_click_on_a_kind_lists_it_alone(view, qtbot):
    qtbot.mouseClick(view.kinds[Unread.UNKNOWN], Qt.MouseButton.LeftButton)
    assert cells(view, 0) == ["unknown token"] * 2
    qtbot.keyClick(view.kinds[Unread.UNKNOWN], Qt.Key.Key_Right)
    qtbot.keyClick(view.kinds[Unread.LOST], Qt.Key.Key_Space)
    assert cells(view, 0) == ["lost"]
    qtbot.mouseClick(view.kinds[None], Qt.MouseButton.LeftButton)
    assert len(cells(view, 0)) == 4


def test_a_click_and_enter_go_to_the_place(view, session, qtbot):
    seen = []
    session.reveal.connect(lambda *span: seen.append(TEXT[slice(*span)]))
    click_row(qtbot, view, 2)
    assert seen == ["[SEP]"] * len(seen)
    assert session.selected == len(session.chunking) - 1
    seen.clear()
    qtbot.keyClick(view.rows, Qt.Key.Key_Return)
    assert seen == ["[SEP]"]
    qtbot.keyClick(view.rows, Qt.Key.Key_Up)
    assert seen[1:] == ["\u00ad"]
    assert session.selected == 0


def test_the_row_follows_the_steps(view, session):
    session.step_unread(1)
    assert view.rows.currentIndex().row() == 0
    session.step_unread(1)
    assert view.rows.currentIndex().row() == 1
    session.select(1)
    assert not view.rows.currentIndex().isValid()


def test_another_context_lists_its_tails_at_once(view, session, qtbot):
    session.set_limits(context=10)
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    over = session.chunking.input_tokens > 10
    tokens = int((session.chunking.input_tokens[over] - 10).sum())
    assert view.kinds[Unread.BEYOND].text().startswith(f"Beyond the context: {tokens} tokens, ")
    assert cells(view, 0).count("beyond the context") == over.sum()


def test_columns_are_sorted_by_their_numbers_and_what_is_current_goes_along(view, session):
    session.step_unread(1)
    view.rows.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    assert cells(view, 3) == ["5", "1", "1", "1"]
    assert view.rows.currentIndex().row() == 1
    view.rows.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    assert view.rows.currentIndex().row() == 3


def test_where_all_is_read_the_view_says_so(view, session, qtbot):
    assert view.pages.currentWidget() is view.rows
    opened(session, qtbot, text="all of this is read", name="fine.txt")
    assert view.pages.currentWidget() is view.empty
    assert view.empty.text().startswith("The model can read all of this document")
    assert "beyond the context of 256 tokens" in view.empty.text()
    session.close_document()
    assert "will stand here" in view.empty.text()


def test_a_kind_of_which_nothing_is_left_says_so_and_stays_chosen(view, session, qtbot):
    session.set_limits(context=10)
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    qtbot.mouseClick(view.kinds[Unread.BEYOND], Qt.MouseButton.LeftButton)
    session.set_limits(context=256)
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    assert view.empty.text().startswith("Nothing of this kind now: the model silently drops")
    assert view.kinds[Unread.BEYOND].isEnabled()


def test_while_places_are_looked_for_no_number_is_shown(view, session, monkeypatch):
    monkeypatch.setattr(type(session.unread), "places", None)
    view.refresh()
    assert {button.text() for button in view.kinds.values()} >= {"All: \u2026", "Lost: \u2026"}
    assert view.empty.text().startswith("Looking for")


def test_a_hidden_view_does_nothing_until_it_is_seen(view, session, qtbot):
    view.hide()
    opened(session, qtbot, text="all of this is read", name="fine.txt")
    assert view.table.rowCount() == 4
    view.show()
    assert view.table.rowCount() == 0


def test_unseen_characters_are_written_out_and_named():
    assert place_text("a\u0301b", 1, 2) == "\u25cc\u0301  U+0301 combining acute accent"
    assert place_text("\x01", 0, 1) == "\\u0001  U+0001"
    assert place_text("x" * 100, 0, 100) == "x" * 60 + "\u2026"
    assert place_text("a\r\nb", 0, 4) == "a\\r\\nb"
    assert around("one two", 4, 5) == "one \u2039t\u203awo"
    assert character_name("\u2603") == "U+2603 snowman"


def test_a_hundred_thousand_places_are_listed_filtered_sorted_and_stepped_through_quickly(view, session, monkeypatch):
    many, chance = 100_000, np.random.default_rng(1)
    starts = np.sort(chance.integers(0, len(TEXT) - 1, many))
    kinds = chance.integers(0, 4, many).astype(np.int8)
    ones = np.ones(many, np.int64)
    monkeypatch.setattr(type(session.unread), "places", Places(kinds, starts, starts + 1, ones, -ones))
    begin = time.perf_counter()
    session.unread.changed.emit()
    assert view.table.rowCount() == many
    view.show_kind(Unread.LOST)
    view.rows.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    view.show_kind(None)
    for _ in range(10):
        session.step_unread(-1)
    view.grab()
    assert time.perf_counter() - begin < 1
    assert view.rows.currentIndex().isValid()
