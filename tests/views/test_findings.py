"""The findings as a list: rows that point to a chunk select it, by mouse and by keyboard."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from inspector.core.model_limits import ModelLimits
from inspector.views.findings import CHUNK, Findings
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking


@pytest.fixture
def session():
    return FakeSession(made_chunking(21))


@pytest.fixture
def view(on_screen, session):
    return on_screen(Findings(session), 320, 240)


def row_that_says(view, words):
    return next(view.rows.item(row) for row in range(view.rows.count()) if words in view.rows.item(row).text())


def test_a_click_on_a_row_with_an_arrow_goes_to_its_chunk(qtbot, view, session):
    item = row_that_says(view, "largest")
    at = view.rows.visualItemRect(item).center()
    qtbot.mouseClick(view.rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert session.selected == int(session.chunking.counts.argmax())


def test_enter_goes_to_the_row_s_chunk(qtbot, view, session):
    view.rows.setCurrentItem(row_that_says(view, "smallest"))
    qtbot.keyClick(view.rows, Qt.Key.Key_Return)
    assert session.selected == int(session.chunking.counts.argmin())


def test_rows_without_a_chunk_select_nothing(qtbot, view, session):
    item = row_that_says(view, "asked 14 tokens")
    assert item.data(CHUNK) is None
    qtbot.mouseClick(view.rows.viewport(), Qt.MouseButton.LeftButton, pos=view.rows.visualItemRect(item).center())
    assert session.selected is None


def test_another_context_is_found_at_once(view, session):
    session.limits = ModelLimits(20)
    session.model_changed.emit()
    above = int((session.chunking.input_tokens > 20).sum())
    assert row_that_says(view, f"{above} chunks above the context of 20")


def test_without_chunks_a_row_says_what_will_stand_here(view, session):
    session.load(made_chunking(0))
    assert view.rows.count() == 1
    assert "will stand here" in view.rows.item(0).text()


def test_lost_characters_are_found_when_they_are_known(view, session):
    session.unread.lost = np.array([[500, 502]], np.int32)
    session.unread.lost_changed.emit()
    assert row_that_says(view, "2 characters are lost").data(CHUNK) == session.chunking.body_at(500)


def test_while_other_chunks_are_asked_for_the_findings_are_said_to_be_of_before(qtbot, view, session):
    session.parameters = replace(session.parameters, size=99)
    session.parameters_changed.emit()
    qtbot.waitUntil(lambda: view.header.caption.text() == "of the setting before", timeout=1000)
    assert view.rows.item(0).foreground().color() == view.theme.muted
    session.show(made_chunking(20, size=99))
    assert view.header.caption.text() == ""
    assert view.rows.item(0).foreground().color() != view.theme.muted
