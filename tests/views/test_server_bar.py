"""The bar that stands between the window and a server: what it says, and that only its button sends."""

import numpy as np
import pytest

from inspector.core.servers.server_embedder import SendPlan
from inspector.model.embedder_choice import Chosen
from inspector.views.server_bar import ServerBar
from inspector.views.troubles_note import TroublesNote
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking

ADDRESS = "http://localhost:8080"
PLAN = SendPlan(12, 9310, 2104, ADDRESS)
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def session(qtbot):
    session = FakeSession(made_chunking(12))
    session.query = "how many eggs"
    return session


@pytest.fixture
def bar(session, qtbot):
    bar = ServerBar(session)
    qtbot.addWidget(bar)
    return bar


def press(qtbot, button):
    assert button.isVisibleTo(button.parentWidget())
    button.click()


def test_without_a_plan_it_takes_no_room(bar):
    assert bar.isHidden()


def test_it_says_what_would_be_sent_where_and_what_else_follows(bar, session, qtbot):
    session.send_plan = PLAN
    session.query_changed.emit()
    qtbot.waitUntil(lambda: not bar.isHidden())
    assert bar.words.text() == f"Send 12 chunks (9,310 characters, 2,104 tokens) and the question to {ADDRESS}?"
    assert "settings" in bar.more.text()
    assert (bar.first.text(), bar.second.text()) == ("Send", "Not now")
    session.queries.add("who sings")
    bar.refresh()
    assert "and 2 questions to" in bar.words.text()
    session.send_plan = SendPlan(1, 5, None, ADDRESS)
    bar.refresh()
    assert bar.words.text() == f"Send 1 chunk (5 characters) and 2 questions to {ADDRESS}?"
    press(qtbot, bar.first)
    assert session.asked == [("allow_sending",)]


def test_not_now_leaves_a_line_with_a_way_back_and_sends_nothing(bar, session, qtbot):
    session.send_plan = PLAN
    bar.refresh()
    press(qtbot, bar.second)
    assert bar.words.text() == f"Nothing of this document was sent to {ADDRESS}: there are no scores of it."
    assert bar.second.isHidden()
    bar.refresh()
    assert bar.first.text() == "Send…"
    press(qtbot, bar.first)
    assert bar.first.text() == "Send"
    assert session.asked == []
    press(qtbot, bar.second)
    session.document = object()
    session.document_changed.emit()
    qtbot.waitUntil(lambda: bar.first.text() == "Send")


def test_a_server_of_the_last_time_is_offered_and_not_contacted(bar, session, qtbot):
    embedders = session.embedders
    embedders.offered = Chosen(ADDRESS)
    embedders.changed.emit()
    assert bar.words.text() == f"Not connected to {ADDRESS}, which embedded the last time."
    assert bar.first.text() == "Connect"
    embedders.loading = ADDRESS
    embedders.changed.emit()
    assert (bar.words.text(), bar.first.text()) == (f"Connecting to {ADDRESS}…", "Cancel")
    embedders.loading, embedders.asked, embedders.refusal = None, ADDRESS, "nobody answers"
    embedders.changed.emit()
    assert (bar.words.text(), bar.first.text()) == ("Not connected: nobody answers", "Try again")


def test_chunks_without_a_score_are_told_in_the_servers_own_words_with_what_helps(session, qtbot):
    note = TroublesNote(session)
    qtbot.addWidget(note)
    assert note.isHidden()
    session.troubled = np.array([3, 5])
    session.server_words = {3: "input is too large", 5: "input is too large"}
    session.learned_context = 128
    session.scores_changed.emit()
    count = len(session.chunking)
    assert note.words.text() == f"2 of {count} chunks have no score. #4: input is too large"
    assert note.use_limit.text() == "Cut for 128 tokens"
    for button in (note.use_limit, note.retry, note.show_first):
        press(qtbot, button)
    assert session.asked == [("use_learned_context",), ("retry_failures",), ("select", 3)]
    session.learned_context = 4096
    session.scores_changed.emit()
    assert note.use_limit.isHidden()
