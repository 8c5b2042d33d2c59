"""Scores stay with the chunking that they were computed for, and are never passed off as those of another."""

import numpy as np

from inspector.model.scored import same_vectors, scored
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_scores, scores_of


def test_stale_scores_keep_their_chunking(qapp):
    session = FakeSession(made_chunking(21))
    session.score(made_scores(21, 13))
    first = scored(session, None)
    old = session.chunking
    session.show(made_chunking(21, seed=3))
    second = scored(session, first)
    assert second.stale
    assert second.chunking is old
    assert not same_vectors(first, second)


def test_stale_scores_belong_to_their_own_chunking_for_a_view_that_comes_later_too(qapp):
    for chunks in (21, 30):
        session = FakeSession(made_chunking(21))
        session.score(made_scores(21, 13))
        old = session.chunking
        session.show(made_chunking(chunks, seed=3))
        late = scored(session)
        assert late.stale
        assert late.chunking is old


def test_a_missing_score_is_pending_until_everything_is_embedded_then_undefined(qapp):
    session = FakeSession(made_chunking(3))
    session.score(scores_of([0.1, np.nan, np.nan], embedded=1))
    half = scored(session, None)
    assert half.pending.tolist() == [False, True, True]
    assert not half.undefined.any()
    session.score(scores_of([0.1, np.nan, 0.3]))
    whole = scored(session, half)
    assert whole.undefined.tolist() == [False, True, False]
    assert not whole.pending.any()


def test_no_query_has_no_scores(qapp):
    session = FakeSession(made_chunking(3))
    session.score(scores_of([0.1, 0.2, 0.3]), "")
    assert scored(session, None) is None


def test_the_best_are_always_those_of_the_scores_shown(qapp):
    session = FakeSession(made_chunking(30))
    session.score(made_scores(30, 29))
    assert scored(session).best(3)[0] == 29
    session.load(made_chunking(4))
    session.score(made_scores(4, 2))
    assert scored(session).best(9).tolist()[0] == 2
    assert len(scored(session).best(9)) == 4
