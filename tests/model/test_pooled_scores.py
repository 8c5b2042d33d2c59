"""One pass over the document: pooled scores follow every change at once, exact ones take over, each says what it is."""

import weakref

import numpy as np
import pytest

from inspector.core.errors import CannotError
from inspector.core.late import EXACT_FIRST, EXACT_ONLY, POOLED_ONLY
from inspector.core.similarity import EXACT, NOTHING, POOLED
from inspector.core.token_vectors import StoreLimits, TokenVectors
from inspector.model import scoring
from inspector.model.session import Session
from tests.model.opened import at_rest, changed, opened
from tests.model.token_letters import TokenLetters

QUERY = "the miller and the river"


@pytest.fixture
def embedder():
    return TokenLetters()


def kinds(session):
    return set(session.scores.kinds.tolist())


def asked(session, qtbot, query=QUERY, **changes):
    opened(session, qtbot, size=12, **changes)
    session.set_query(query)
    at_rest(session, qtbot)


def test_without_a_question_nothing_is_embedded(session, qtbot, embedder):
    opened(session, qtbot, size=12)
    assert session.token_pass.state == "off"
    assert embedder.windows == 0


def test_a_change_shows_pooled_scores_at_once_and_exact_ones_at_rest(session, qtbot):
    asked(session, qtbot)
    assert kinds(session) == {EXACT}
    session.set_size(10)
    assert session.scored_chunking is session.chunking
    assert not session.scores_stale
    assert kinds(session) == {POOLED}
    pooled = session.scores
    at_rest(session, qtbot)
    assert kinds(session) == {EXACT}
    assert np.allclose(session.scores.values, pooled.values, atol=1e-3)


def test_the_pass_is_made_once_for_all_settings(session, qtbot, embedder):
    asked(session, qtbot)
    before = embedder.windows
    for changes in ({"size": 9}, {"overlap": 3}, {"strategy": "sliding-tokens"}, {"unit": "tokens", "size": 20}):
        changed(session, qtbot, **changes)
        assert kinds(session) <= {POOLED, EXACT}
    assert embedder.windows == before


def test_either_kind_can_be_chosen(session, qtbot):
    asked(session, qtbot)
    session.set_score_mode(POOLED_ONLY)
    assert kinds(session) == {POOLED}
    session.set_score_mode(EXACT_ONLY)
    assert kinds(session) == {EXACT}
    session.set_size(10)
    assert session.scores_stale
    at_rest(session, qtbot)
    assert kinds(session) == {EXACT}
    session.set_score_mode(EXACT_FIRST)
    assert kinds(session) == {EXACT}


def test_pooled_only_embeds_no_chunk_alone(session, qtbot, embedder):
    session.set_score_mode(POOLED_ONLY)
    asked(session, qtbot)
    assert kinds(session) == {POOLED}
    assert embedder.asked == [QUERY]


def test_exact_only_makes_no_pass(session, qtbot, embedder):
    session.set_score_mode(EXACT_ONLY)
    asked(session, qtbot)
    assert embedder.windows == 0
    assert session.token_pass.state == "off"


def test_what_is_known_is_scored_while_the_pass_runs_and_after_it_was_stopped_and_it_goes_on_from_there(
    session, qtbot, embedder
):
    embedder.windows_free = 3
    opened(session, qtbot, size=5)
    session.set_score_mode(POOLED_ONLY)
    session.set_query(QUERY)
    qtbot.waitUntil(lambda: session.token_pass.known > 0 and embedder.windows == 3, timeout=5000)
    session.cancel()
    embedder.windows_free = 10**9
    embedder.gate.set()
    qtbot.waitUntil(lambda: session.token_pass.state == "paused", timeout=5000)
    known = session.token_pass.known
    assert 0 < known < session.token_pass.total
    changed(session, qtbot, size=6)
    qtbot.waitUntil(lambda: session.scores is not None, timeout=5000)
    assert kinds(session) == {POOLED, NOTHING}
    assert session.scores.embedded < session.scores.total
    session.token_pass.resume()
    at_rest(session, qtbot)
    assert session.token_pass.state == "complete"
    assert kinds(session) == {POOLED}


def test_a_model_without_token_vectors_is_scored_chunk_by_chunk_and_why_is_told(qapp, qtbot):
    session = Session(embedder=TokenLetters("it takes the vector of its first token"))
    messages = []
    session.message.connect(lambda kind, text: messages.append((kind, text)))
    asked(session, qtbot)
    assert session.token_pass.state == "unavailable"
    assert session.token_pass.why == "it takes the vector of its first token"
    assert kinds(session) == {EXACT}
    assert not [text for kind, text in messages if kind == "error"]
    assert session.close()


def test_vectors_above_the_limit_are_told_and_a_larger_limit_makes_them(session, qtbot):
    messages = []
    session.message.connect(lambda kind, text: messages.append(text))
    session.token_pass.set_limits(StoreLimits(memory=10, disk=10))
    asked(session, qtbot)
    assert session.token_pass.state == "unavailable"
    assert any("above the limit" in text for text in messages)
    assert kinds(session) == {EXACT}
    session.token_pass.set_limits(StoreLimits())
    at_rest(session, qtbot)
    assert session.token_pass.state == "complete"


def test_a_pass_that_a_full_disk_ended_tries_again_with_other_limits(session, qtbot, monkeypatch):
    full = CannotError("the disk is full")
    inner, calls = TokenVectors.append, []

    def append(vectors, rows):
        calls.append(len(rows))
        if len(calls) == 3:
            raise full
        inner(vectors, rows)

    monkeypatch.setattr(TokenVectors, "append", append)
    asked(session, qtbot)
    assert (session.token_pass.state, session.token_pass.why) == ("unavailable", "the disk is full")
    session.token_pass.set_limits(StoreLimits(memory=2**20))
    at_rest(session, qtbot)
    assert session.token_pass.state == "complete"


def test_another_document_forgets_the_vectors_of_the_one_before(session, qtbot):
    asked(session, qtbot)
    old = weakref.ref(session.token_pass.vectors)
    opened(session, qtbot, text="The ferry stopped. " * 9, name="other.txt")
    assert old() is None
    session.close_document()
    assert session.token_pass.vectors is None
    assert session.scores is None


def test_every_drawn_query_has_its_line_of_the_chunks_on_screen(session, qtbot):
    asked(session, qtbot)
    session.queries.add("sacks of the miller")
    session.queries.add("three books")
    at_rest(session, qtbot)
    assert [line.query for line in session.query_lines] == ["sacks of the miller", "three books"]
    changed(session, qtbot, size=9)
    assert {len(line.values) for line in session.query_lines} == {len(session.chunking)}
    session.queries.draw("three books", False)
    assert [line.query for line in session.query_lines] == ["sacks of the miller"]


def test_visible_chunks_are_embedded_first_then_the_best(session, qtbot, embedder):
    session.set_score_mode(POOLED_ONLY)
    asked(session, qtbot, text="One two three. " * 200 + "The miller and the river. " + "Four five six. " * 200)
    best = int(session.scores.order[0])
    session.look_at(0, 30)
    session.set_score_mode(EXACT_FIRST)
    before = len(embedder.asked)
    at_rest(session, qtbot)
    text = session.document.text
    assert embedder.asked[before] == session.chunking.text(text, 0)
    assert session.chunking.text(text, best) in embedder.asked[before : before + 5]


def stopped_midway(session, qtbot, embedder):
    """The pass over a document is held after 3 windows, cancelled there and let go; what was told meanwhile."""
    told = []
    session.message.connect(lambda kind, text: told.append(text))
    embedder.windows_free = 3
    opened(session, qtbot, size=5)
    session.set_query(QUERY)
    session.ask_now()
    qtbot.waitUntil(lambda: embedder.windows == 3 and embedder.asked == [QUERY], timeout=5000)
    session.cancel()
    embedder.windows_free = 10**9
    embedder.gate.set()
    return told


def test_what_was_cancelled_during_the_pass_does_not_go_on_chunk_by_chunk(session, qtbot, embedder):
    told = stopped_midway(session, qtbot, embedder)
    qtbot.wait(400)
    assert embedder.asked == [QUERY]
    assert session.token_pass.state == "paused"
    assert session.at_rest
    assert any("paused" in text and "Resume" in text for text in told)


def test_a_pass_that_was_paused_is_made_for_the_next_document(session, qtbot, embedder):
    stopped_midway(session, qtbot, embedder)
    opened(session, qtbot, text="The ferry stopped. " * 9, name="other.txt")
    at_rest(session, qtbot)
    assert session.token_pass.state == "complete"


def test_scores_on_their_way_are_dropped_when_nothing_is_asked_any_more(session, qtbot, monkeypatch):
    asked(session, qtbot)
    monkeypatch.setattr(scoring, "AT_ONCE", 0)
    session.set_size(10)
    session.set_query("")
    qtbot.wait(100)
    at_rest(session, qtbot)
    assert session.scores is None
    assert session.scored_chunking is None


def test_when_nothing_is_asked_any_more_no_chunk_is_embedded(session, qtbot, embedder):
    asked(session, qtbot)
    before = len(embedder.asked)
    session.set_size(10)
    session.set_query("")
    qtbot.wait(400)
    at_rest(session, qtbot)
    assert len(embedder.asked) == before
