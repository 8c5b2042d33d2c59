"""The shares in words: the largest words, the rest, what was not read, and how they were computed."""

import numpy as np
import pytest

from inspector.core.attribution import Attribution
from inspector.core.similarity import EXACT, POOLED
from inspector.views.details import Details
from inspector.views.share_words import HOW, share_rows, share_text, top_words
from tests.views.fake_session import FakeSession
from tests.views.made import naive_chunking, scores_of

TEXT = "one queen lays eggs, in winter"


@pytest.fixture
def session():
    return FakeSession(naive_chunking(TEXT, 12), TEXT)


def found(kind=EXACT, unread=None):
    words = (("queen", 0.2), ("lays", 0.0001), ("eggs", 0.1), (",", 0.01), ("winter", -0.1))
    starts = np.array([TEXT.index(word) for word, _ in words], np.int64)
    ends = starts + [len(word) for word, _ in words]
    values = np.array([share for _, share in words])
    return Attribution("how many", kind, starts, ends, values, 0.03, float(values.sum()) + 0.03, unread)


@pytest.mark.parametrize(("share", "text"), [(0.0834, "+0.083"), (-0.012, "\u22120.012"), (0.0002, "0.000")])
def test_a_share_has_its_sign_and_three_decimals(share, text):
    assert share_text(share) == text


def test_the_largest_words_the_lowest_ones_and_the_rest_are_named(session):
    session.attribution.show(on=True, found=found(), chunk=0)
    rows = dict(share_rows(session, 0))
    assert rows["Words"] == "queen +0.200, eggs +0.100, \u201c,\u201d +0.010; lowest: winter \u22120.100"
    assert rows["Rest"] == "+0.030: special tokens and prefix; with +0.210 of the words it makes 0.24"
    assert rows["How"].startswith(HOW)
    assert "Not read" not in rows


def test_of_pooled_scores_the_rest_is_what_belongs_to_no_word(session):
    session.attribution.show(on=True, found=found(POOLED), chunk=0)
    assert dict(share_rows(session, 0))["Rest"].startswith("+0.030: what belongs to no word")


def test_the_tail_that_the_model_did_not_read_is_named(session):
    session.attribution.show(on=True, found=found(unread=TEXT.index("in")), chunk=0)
    words = "from \u201cin winter\u2026\u201d on: it has no part in the score"
    assert dict(share_rows(session, 0))["Not read"] == words


def test_why_there_are_none_or_that_they_are_to_come_is_said_and_nothing_while_off(session):
    assert share_rows(session, 0) == []
    session.attribution.show(on=True, why="This chunk has no score (yet).")
    assert share_rows(session, 0) == [("Words", "This chunk has no score (yet).")]
    session.attribution.show(why="", waiting=True)
    assert share_rows(session, 0) == [("Words", "shares are still to come")]


def test_the_details_show_them_for_the_chunk_that_they_are_of(qtbot, session):
    details = Details(session)
    qtbot.addWidget(details)
    session.select(0)
    session.attribution.show(on=True, found=found(), chunk=0)
    assert "queen +0.200" in details.facts.text()
    session.attribution.show(chunk=3)
    assert "queen" not in details.facts.text()


@pytest.mark.parametrize(("kind", "words"), [(EXACT, "embedded alone"), (POOLED, "pooled from one pass")])
def test_the_details_say_what_the_score_comes_from(qtbot, session, kind, words):
    details = Details(session)
    qtbot.addWidget(details)
    many = len(session.chunking)
    session.score(scores_of(np.full(many, 0.59), kinds=np.full(many, kind, np.int8)))
    session.select(0)
    assert f"0.59, {words}, rank 1 of {many}" in details.facts.text()


def test_of_a_very_long_word_only_the_beginning_is_named(session):
    word = "RGVhciBmaW5kZXIsIHdlcmUgeW91IGNvbGQ"
    made = Attribution("q", EXACT, np.array([0]), np.array([len(word)]), np.array([0.2]), 0.0, 0.2, None)
    assert top_words(made, word) == "RGVhciBmaW5kZXIsIHdlcmUg\u2026 +0.200"
