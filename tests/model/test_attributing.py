"""The shares of the selected chunk's words: of the score that is shown for it, and they add up to it."""

import pytest

from inspector.core.late import POOLED_ONLY
from inspector.core.similarity import EXACT, POOLED
from inspector.core.token_vectors import StoreLimits
from inspector.model import attributing
from inspector.model.session import Session
from tests.model.opened import FakeEmbedder, at_rest, changed, opened
from tests.model.token_letters import TokenLetters


@pytest.fixture
def embedder():
    return TokenLetters()


@pytest.mark.parametrize(("mode", "kind", "near"), [("exact", EXACT, 1e-6), (POOLED_ONLY, POOLED, 1e-6)])
def test_the_shares_add_up_to_the_score_that_is_shown(session, qtbot, mode, kind, near):
    opened(session, qtbot, size=12)
    session.set_score_mode(mode)
    session.set_query("the miller and the river")
    at_rest(session, qtbot)
    session.attribution.set_on(True)
    for index in range(len(session.chunking)):
        session.select(index)
        at_rest(session, qtbot)
        found = session.attribution.found
        assert session.attribution.chunk == index
        assert found.kind == kind
        assert found.score == pytest.approx(session.scores.value(index), abs=near)
        assert found.shares.sum() + found.rest == pytest.approx(found.score)
        assert found.starts[0] >= session.chunking.starts[index]
        assert found.ends[-1] <= session.chunking.ends[index]


def test_the_shares_of_a_large_chunk_are_found_in_the_worker(session, qtbot, monkeypatch):
    monkeypatch.setattr(attributing, "AT_ONCE", 30)
    opened(session, qtbot, size=12)
    session.set_score_mode(POOLED_ONLY)
    session.set_query("the miller and the river")
    at_rest(session, qtbot)
    session.attribution.set_on(True)
    assert session.attribution.waiting
    at_rest(session, qtbot)
    assert session.attribution.found.kind == POOLED
    assert session.attribution.found.score == pytest.approx(session.scores.values.max(), abs=1e-6)


def test_no_shares_are_made_up_while_the_vectors_of_pooled_scores_are_made_anew(session, qtbot):
    opened(session, qtbot, size=12)
    session.set_score_mode(POOLED_ONLY)
    session.set_query("the miller and the river")
    at_rest(session, qtbot)
    session.token_pass.set_limits(StoreLimits(memory=10, disk=10))
    session.attribution.set_on(True)
    assert session.attribution.found is None
    assert session.attribution.why == "The scores are still to come."


def test_without_a_selection_it_is_the_best_chunk(session, qtbot):
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    at_rest(session, qtbot)
    session.attribution.set_on(True)
    at_rest(session, qtbot)
    assert session.attribution.chunk == session.scores.order[0]


def test_what_is_missing_is_said_and_nothing_old_stays(session, qtbot):
    opened(session, qtbot, size=12)
    session.attribution.set_on(True)
    assert session.attribution.why.startswith("Ask a question")
    session.set_query("the miller")
    at_rest(session, qtbot)
    assert session.attribution.found is not None
    session.set_query("three books")
    assert session.attribution.found is None
    assert session.attribution.why == "The scores are still to come."


def test_a_model_without_token_vectors_says_why(qapp, qtbot):
    session = Session(embedder=FakeEmbedder())
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    session.attribution.set_on(True)
    at_rest(session, qtbot)
    assert session.attribution.why == "letters gives one vector for a text and none for its tokens"
    assert session.close()


def test_while_the_chunk_stays_the_same_its_shares_stay_also_under_another_number(session, qtbot):
    opened(session, qtbot, size=12)
    session.set_score_mode(POOLED_ONLY)
    session.set_query("the miller")
    at_rest(session, qtbot)
    session.select(len(session.chunking) - 1)
    session.attribution.set_on(True)
    found, last = session.attribution.found, session.chunking.body_starts[-1]
    for size in (13, 14, 11):
        changed(session, qtbot, size=size)
        at_rest(session, qtbot)
        assert session.attribution.chunk == session.selected
        if session.chunking.starts[session.selected] == last:
            assert session.attribution.found is found
        else:
            assert session.attribution.found is not found
    session.set_query("three books")
    assert session.attribution.found is None


def test_what_is_missing_is_told_at_once_when_it_is_switched_on(session, qtbot):
    opened(session, qtbot, size=12)
    with qtbot.waitSignal(session.message, check_params_cb=lambda kind, text: kind == "hint" and "question" in text):
        session.attribution.set_on(True)
