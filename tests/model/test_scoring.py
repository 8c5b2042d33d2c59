"""Scores follow the query and the chunks, are stale in between, and say which chunks they are of."""

import threading

from inspector.core.minilm import MiniLM
from inspector.core.onnx_model import OnnxEmbedder
from inspector.model.session import Session
from tests.model.opened import at_rest, changed, opened


def test_a_query_of_blanks_asks_nothing(session, qtbot, embedder):
    opened(session, qtbot)
    session.set_query("   ")
    qtbot.wait(300)
    assert embedder.asked == []
    assert session.scores is None
    assert session.at_rest


def test_scores_follow_the_chunks_and_are_stale_in_between(session, qtbot):
    opened(session, qtbot, size=20)
    session.set_query("the river rose")
    qtbot.waitUntil(lambda: session.scores is not None, timeout=5000)
    assert len(session.scores.values) == len(session.chunking)
    assert not session.scores_stale
    session.set_size(10)
    assert session.scores_stale
    qtbot.waitUntil(lambda: not session.scores_stale, timeout=5000)
    assert len(session.scores.values) == len(session.chunking)


def test_a_chunk_is_embedded_once(session, qtbot, embedder):
    opened(session, qtbot, size=20)
    session.set_query("the river rose")
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    before = len(embedder.asked)
    session.set_query("the miller")
    qtbot.waitUntil(lambda: session.at_rest and session.scores.query == "the miller", timeout=5000)
    assert embedder.asked[before:] == ["the miller"]


def test_the_moment_another_query_is_told_the_scores_of_the_one_before_are_stale(session, qtbot):
    opened(session, qtbot, size=20)
    session.set_query("river")
    qtbot.waitUntil(lambda: session.scores is not None and session.at_rest, timeout=5000)
    assert session.scored_chunking is session.chunking
    seen = []
    session.query_changed.connect(lambda: seen.append(session.scores_stale))
    session.scores_changed.connect(lambda: seen.append(session.scores_stale))
    session.set_query("miller")
    assert seen == [True, True]


def test_stale_scores_say_which_chunks_they_are_of(session, qtbot):
    opened(session, qtbot, size=20)
    session.set_query("river")
    qtbot.waitUntil(lambda: session.scores is not None and session.at_rest, timeout=5000)
    old = session.chunking
    changed(session, qtbot, size=12)
    assert session.scores_stale
    assert session.scored_chunking is old


def test_whether_a_question_is_read_to_its_end_is_found_in_the_worker(qapp, qtbot, monkeypatch):
    threads = []
    inner = OnnxEmbedder.input_tokens
    monkeypatch.setattr(
        OnnxEmbedder, "input_tokens", lambda *given: (threads.append(threading.current_thread()), inner(*given))[1]
    )
    session = Session(embedder=MiniLM())
    opened(session, qtbot, text="Bees live in a hive.")
    session.set_query("bee " * 255)
    assert session.unread_query == ""
    at_rest(session, qtbot)
    assert session.unread_query.startswith("Only the beginning of the query is read")
    session.set_query("bees")
    at_rest(session, qtbot)
    assert session.unread_query == ""
    assert threading.main_thread() not in threads
    assert session.close()
