"""Scores follow the query and the chunks, are stale in between, and say which chunks they are of."""

from tests.model.opened import changed, opened


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
