"""Notices in the window: what has failed is told once and not shown as done, a note goes with the next change."""

import sys

import pytest

from inspector.model import stages
from tests.views.shown_window import at_rest


@pytest.mark.parametrize("where", ["chunk", "checked"])
def test_a_change_that_fails_for_an_unforeseen_reason_is_told_and_not_shown_as_done(window, qtbot, monkeypatch, where):
    before = window.session.chunking

    def broken(*_, **__):
        raise TypeError("vars() went wrong")

    monkeypatch.setattr(stages, where, broken)
    window.controls.size_control.asked.emit(31)
    qtbot.waitUntil(lambda: window.notices.shown() is not None, timeout=5000)
    assert window.notices.shown().kind == "error"
    assert "vars() went wrong" in window.notices.shown().text
    assert "vars() went wrong" in window.status.refusal.text()
    assert window.session.chunking is before
    assert window.session.parameters.size == 31
    monkeypatch.undo()
    window.session.set_size(30)
    at_rest(window, qtbot)
    assert window.session.refusal is None
    assert window.session.certificate.state == "checked"


def test_an_exception_in_a_slot_is_told_once(window, qtbot, capsys, monkeypatch):
    heard = []
    monkeypatch.setattr(sys, "excepthook", lambda *told: heard.append(told))
    window.unforeseen.install()
    for _ in range(2):
        sys.excepthook(ValueError, ValueError("no such row"), None)
    assert len(heard) == 2
    told = [notice for notice in window.notices.log if "no such row" in notice.text]
    assert [notice.kind for notice in told] == ["error"]
    window.unforeseen.uninstall()
    sys.excepthook(ValueError, ValueError("another"), None)
    assert not any("another" in notice.text for notice in window.notices.log)


def test_the_note_on_another_unit_goes_with_the_next_change(window, qtbot):
    window.session.set_unit("words")
    assert window.notices.shown().text.startswith("20 tokens ≈ now 20 words")
    qtbot.wait(30)
    assert window.notices.shown() is not None
    window.session.set_size(21)
    assert window.notices.shown() is None
