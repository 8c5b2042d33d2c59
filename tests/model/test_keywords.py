"""The keyword score beside the cosine: off at first, of the chunks on screen, gone with the question."""

from inspector.core.bm25 import bm25
from inspector.core.terms import Terms
from inspector.model import keywords
from tests.model.opened import at_rest, changed, opened
from tests.rain import RAIN


def test_the_keyword_score_follows_query_and_chunks(session, qtbot):
    opened(session, qtbot, size=12)
    session.set_query("miller")
    assert session.keywords.scores is None
    session.keywords.set_on(True)
    at_rest(session, qtbot)
    for size in (12, 9):
        changed(session, qtbot, size=size)
        expected = bm25(Terms.build(RAIN), session.chunking, "miller")
        assert session.keywords.scores.values.tolist() == expected.values.tolist()
    session.set_query("")
    assert session.keywords.scores is None


def test_a_long_question_over_many_chunks_is_scored_in_the_worker(session, qtbot, monkeypatch):
    monkeypatch.setattr(keywords, "AT_ONCE", 20)
    opened(session, qtbot, size=12)
    session.set_query("miller")
    session.keywords.set_on(True)
    at_rest(session, qtbot)
    session.set_query("the miller and the river with three books of the ferry")
    assert session.keywords.waiting
    at_rest(session, qtbot)
    expected = bm25(Terms.build(RAIN), session.chunking, session.query)
    assert session.keywords.scores.values.tolist() == expected.values.tolist()


def test_another_document_has_its_own_words(session, qtbot):
    opened(session, qtbot, size=12)
    session.set_query("ferry")
    session.keywords.set_on(True)
    at_rest(session, qtbot)
    assert session.keywords.scores.found == ("ferry",)
    opened(session, qtbot, text="Nothing of the kind.", name="other.txt")
    at_rest(session, qtbot)
    assert session.keywords.scores.missing == ("ferry",)
