"""The vectors that are kept from start to start: found again, counted, bounded, emptied; what is wrong is told."""

from threading import RLock

import pytest

from inspector.core.vector_cache import VectorCache
from inspector.core.vector_store import VectorStore
from inspector.model.session import Session
from tests.model.opened import FakeEmbedder, at_rest, opened


class Counting(FakeEmbedder):
    """Notes what it is asked to embed."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def embed(self, texts, *args, **kwargs):
        self.texts += texts
        return super().embed(texts, *args, **kwargs)


@pytest.fixture
def start(tmp_path, qtbot):
    sessions = []

    def start(embedder):
        session = Session(embedder=embedder, cache=VectorCache(store=VectorStore(tmp_path / "v.sqlite"), lock=RLock()))
        sessions.append(session)
        return session

    yield start
    for session in sessions:
        session.close()


def asked(session, qtbot):
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    at_rest(session, qtbot)
    return len(session.chunking)


def test_nothing_is_embedded_twice_from_one_start_to_the_next_until_the_cache_is_emptied(start, qtbot):
    first, second, third = Counting(), Counting(), Counting()
    session = start(first)
    chunks = asked(session, qtbot)
    assert len(first.texts) >= chunks
    session.close()
    session = start(second)
    asked(session, qtbot)
    assert second.texts == []
    kept = session.kept_vectors
    kept.measure()
    qtbot.waitUntil(lambda: kept.count is not None, timeout=5000)
    assert kept.count == chunks + 1
    assert kept.bytes > 0
    with qtbot.waitSignal(session.message, timeout=5000) as told:
        kept.empty()
    assert told.args == ["info", "the vector cache is empty"]
    assert kept.count == 0
    session.close()
    asked(start(third), qtbot)
    assert len(third.texts) >= chunks


def test_a_damaged_file_is_told_once_and_the_work_goes_on(start, qtbot, tmp_path):
    (tmp_path / "v.sqlite").write_bytes(b"SQLite format 3\0" + b"rubbish" * 1000)
    session = start(Counting())
    messages = []
    session.message.connect(lambda kind, text: messages.append((kind, text)))
    asked(session, qtbot)
    assert session.scores.embedded == len(session.chunking)
    assert [kind for kind, text in messages if "damaged" in text] == ["warning"]


def test_a_bound_that_makes_no_sense_is_told_and_a_good_one_is_taken(start, qtbot):
    session = start(Counting())
    with qtbot.waitSignal(session.message, timeout=5000) as told:
        session.kept_vectors.set_limit(10)
    assert told.args[0] == "error"
    assert "10" in told.args[1]
    with qtbot.waitSignal(session.kept_vectors.changed, timeout=5000):
        session.kept_vectors.set_limit(2**20)
