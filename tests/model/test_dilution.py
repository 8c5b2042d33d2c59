"""The dilution curve in the session: pooled and exact scores of what holds the answer, for every size."""

import numpy as np
import pytest

from inspector.core.similarity import scores
from tests.model.opened import at_rest, changed, opened
from tests.model.token_letters import TokenLetters, letters
from tests.rain import RAIN

QUERY = "the miller counted his sacks"


@pytest.fixture
def embedder():
    return TokenLetters()


def drawn(session, qtbot, answer=True):
    opened(session, qtbot, size=12)
    session.dilution.set_on(True)
    session.set_query(QUERY)
    if answer:
        start = RAIN.index("the miller")
        session.mark_answer(start, start + len(QUERY))
    at_rest(session, qtbot)
    return session.dilution.curve


def test_it_goes_from_the_answers_sentence_to_the_whole_document_with_both_scores(session, qtbot):
    curve = drawn(session, qtbot)
    assert curve.marked
    assert (curve.points[-1].holder.start, curve.points[-1].holder.end) == (0, len(RAIN))
    for point in curve.points:
        own = RAIN[point.holder.start : point.holder.end]
        expected = scores(QUERY, letters(QUERY), [letters(own)]).values[0]
        assert np.isclose(point.pooled, expected, atol=2e-3)
        assert np.isclose(point.exact, expected, atol=1e-5)


def test_without_a_marked_answer_it_is_the_best_sentence_of_the_best_chunk(session, qtbot):
    curve = drawn(session, qtbot, answer=False)
    assert not curve.marked
    best = int(session.scores.order[0])
    assert session.chunking.body_starts[best] <= curve.span[0] < curve.span[1] <= session.chunking.ends[best]


def test_another_size_keeps_the_curve_and_another_question_makes_a_new_one(session, qtbot):
    curve = drawn(session, qtbot)
    changed(session, qtbot, size=9)
    at_rest(session, qtbot)
    assert session.dilution.curve is curve
    session.set_query("three books")
    assert session.dilution.curve is None
    at_rest(session, qtbot)
    assert session.dilution.curve.query == "three books"


def test_what_is_missing_is_said(session, qtbot):
    session.dilution.set_on(True)
    assert session.dilution.why == "Open a document first."
    opened(session, qtbot)
    assert session.dilution.why.startswith("Ask a question")
    assert session.dilution.curve is None


def test_switched_off_and_on_again_the_curve_is_still_there(session, qtbot):
    curve = drawn(session, qtbot)
    session.dilution.set_on(False)
    assert not session.dilution.waiting
    session.dilution.set_on(True)
    assert session.dilution.curve is curve
    assert not session.dilution.stale


def test_a_curve_of_another_strategy_is_stale_until_its_own_is_there(session, qtbot):
    curve = drawn(session, qtbot)
    changed(session, qtbot, strategy="optimal")
    assert session.dilution.curve is curve
    assert session.dilution.stale
    at_rest(session, qtbot)
    assert session.dilution.curve is not curve
    assert not session.dilution.stale
