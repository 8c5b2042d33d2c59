"""Scoring in the worker: what is asked meanwhile wins, what is old is told as old, what fails does not stay."""

import threading

import pytest

from inspector.core.errors import CancelledError, CannotError
from inspector.core.late import EXACT_ONLY, POOLED_ONLY
from inspector.core.token_vectors import StoreLimits, TokenVectors
from inspector.model import scoring
from inspector.model.session import Session
from tests.model.opened import FakeEmbedder, at_rest, opened
from tests.model.token_letters import TokenLetters

QUERY = "the miller and the river"


class Held:
    """Holds the first call of a function back until `gate` is set; `began` says that it is there."""

    def __init__(self, monkeypatch, owner, name, fails=""):
        self.began, self.gate, self.first = threading.Event(), threading.Event(), True
        inner = getattr(owner, name)

        def call(*arguments):
            if not self.first:
                return inner(*arguments)
            self.first = False
            self.began.set()
            self.gate.wait(10)
            if fails:
                raise CannotError(fails)
            return inner(*arguments)

        monkeypatch.setattr(owner, name, call)

    def wait(self, qtbot):
        qtbot.waitUntil(self.began.is_set, timeout=5000)


class SlowQuestion(FakeEmbedder):
    """Answers the question "slow" only when it is no longer wanted."""

    def embed(self, texts, progress=None, cancelled=lambda: False):
        if texts == ["slow"]:
            for _ in range(2000):
                if cancelled():
                    raise CancelledError("no longer wanted")
                threading.Event().wait(0.005)
        return super().embed(texts, progress, cancelled)


@pytest.fixture
def embedder():
    return TokenLetters()


@pytest.fixture
def errors(session):
    told = []
    session.message.connect(lambda kind, text: told.append(text) if kind == "error" else None)
    return told


@pytest.fixture
def pooled(session, qtbot, monkeypatch):
    """Pooled scores of 12 words a chunk are on screen, and all further ones are made in the worker."""
    session.set_score_mode(POOLED_ONLY)
    opened(session, qtbot, size=12)
    session.set_query(QUERY)
    at_rest(session, qtbot)
    monkeypatch.setattr(scoring, "AT_ONCE", 0)
    return session


def test_a_question_that_is_no_longer_asked_does_not_keep_the_next_one_waiting(qapp, qtbot):
    session = Session(embedder=SlowQuestion())
    opened(session, qtbot, size=12)
    session.set_query("slow")
    session.ask_now()
    qtbot.wait(50)
    session.set_query("river")
    session.ask_now()
    qtbot.waitUntil(lambda: session.scores is not None and not session.scores_stale, timeout=3000)
    assert session.scores.query == "river"
    assert session.close()


def test_when_scoring_of_chunks_before_fails_those_on_screen_are_scored_all_the_same(
    pooled, qtbot, monkeypatch, errors
):
    held = Held(monkeypatch, scoring.Run, "scores", fails="no memory for so many")
    pooled.set_size(9)
    held.wait(qtbot)
    pooled.set_size(10)
    held.gate.set()
    at_rest(pooled, qtbot)
    assert not pooled.scores_stale
    assert pooled.scored_chunking is pooled.chunking
    assert errors == []


def test_pooled_scores_that_come_late_are_told_as_old_where_exact_ones_alone_are_wanted(pooled, qtbot, monkeypatch):
    held = Held(monkeypatch, scoring.Run, "scores")
    pooled.set_size(10)
    held.wait(qtbot)
    pooled.set_score_mode(EXACT_ONLY)
    seen = []
    pooled.scores_changed.connect(lambda: seen.append((pooled.scores.many(1) > 0, pooled.scores_stale)))
    held.gate.set()
    at_rest(pooled, qtbot)
    assert (True, True) in seen
    assert (True, False) not in seen
    assert not pooled.scores_stale


def test_another_prefix_while_chunks_are_scored_is_no_error(pooled, qtbot, monkeypatch, errors):
    held = Held(monkeypatch, TokenVectors, "_sums_before")
    pooled.set_size(10)
    held.wait(qtbot)
    pooled.set_limits(prefix="passage: ")
    held.gate.set()
    at_rest(pooled, qtbot)
    assert errors == []
    assert not pooled.scores_stale
    assert pooled.scored_chunking is pooled.chunking


def test_vectors_that_lie_on_the_disk_are_read_in_the_worker(session, qtbot, tmp_path, monkeypatch):
    session.token_pass.set_limits(StoreLimits(memory=0, folder=tmp_path))
    session.set_score_mode(POOLED_ONLY)
    opened(session, qtbot, size=12)
    session.set_query(QUERY)
    at_rest(session, qtbot)
    threads = []
    inner = TokenVectors.means
    monkeypatch.setattr(
        TokenVectors, "means", lambda *given: (threads.append(threading.current_thread()), inner(*given))[1]
    )
    session.set_size(10)
    at_rest(session, qtbot)
    assert session.token_pass.vectors.on_disk
    assert not session.scores_stale
    assert threads
    assert threading.main_thread() not in threads
