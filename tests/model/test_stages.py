"""What follows from what: document, tokens, chunks; the latest request wins, and long work can be left."""

import threading
import time

from inspector.core.chunker import chunk
from inspector.core.errors import CancelledError
from inspector.core.tokenizer import load_tokenizer
from inspector.model import stages
from inspector.model.session import Session
from tests.model.opened import RAIN, FakeEmbedder, opened


def test_the_text_is_shown_before_its_tokens_are_counted(session, qtbot):
    seen = []
    session.document_changed.connect(lambda: seen.append(("document", session.facts is None, session.chunking is None)))
    session.facts_changed.connect(lambda: seen.append(("facts", session.facts is None, session.chunking is None)))
    session.chunking_changed.connect(lambda: seen.append(("chunks", session.facts is None, session.chunking is None)))
    opened(session, qtbot)
    assert seen == [
        ("document", True, True),
        ("facts", True, True),
        ("chunks", True, True),
        ("facts", False, True),
        ("chunks", False, False),
    ]


def test_a_long_drag_in_the_worker_shows_chunks_on_the_way_and_ends_with_what_was_asked_last(
    session, qtbot, monkeypatch
):
    opened(session, qtbot, size=60)
    monkeypatch.setattr(stages, "FEW_CHUNKS", 0)
    slow = stages.chunk
    monkeypatch.setattr(stages, "chunk", lambda *asked: time.sleep(0.02) or slow(*asked))
    shown = []
    session.chunking_changed.connect(lambda: shown.append((session.chunking.parameters.size, session.at_rest)))
    states = set()
    session.certificate_changed.connect(lambda: states.add(session.certificate.state))
    for size in range(59, 19, -1):
        session.set_size(size)
        qtbot.wait(5)
    qtbot.waitUntil(lambda: session.chunking.parameters == session.parameters, timeout=5000)
    sizes = [size for size, _ in shown]
    assert len(sizes) > 3
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 20
    assert not any(rest for _, rest in shown)
    assert states == {"checking"}
    qtbot.waitUntil(lambda: session.certificate.state == "checked", timeout=5000)


def test_a_size_refused_in_the_worker_on_the_way_does_not_stop_the_drag(session, qtbot, monkeypatch):
    opened(session, qtbot, size=60)
    monkeypatch.setattr(stages, "FEW_CHUNKS", 0)

    def cut(facts, parameters, limits):
        time.sleep(0.02)
        if parameters.size == 30:
            raise stages.RefusedError("size 30")
        return chunk(facts, parameters, limits)

    monkeypatch.setattr(stages, "chunk", cut)
    session.set_size(30)
    session.set_size(20)
    qtbot.waitUntil(lambda: session.chunking.parameters.size == 20, timeout=5000)
    assert session.refusal is None
    session.set_size(30)
    qtbot.waitUntil(lambda: session.refusal == "size 30", timeout=5000)
    assert session.chunking.parameters.size == 20


def test_a_file_that_cannot_be_opened_leaves_the_document_on_screen(session, qtbot, tmp_path):
    opened(session, qtbot, size=20)
    document, chunking, certificate = session.document, session.chunking, session.certificate
    with qtbot.waitSignal(session.message, timeout=5000) as told:
        session.open_path(tmp_path / "missing.txt")
    assert told.args[0] == "error"
    assert "missing.txt" in told.args[1]
    assert (session.document, session.chunking, session.certificate) == (document, chunking, certificate)
    assert session.at_rest


def test_a_slow_document_never_replaces_a_later_quick_one(session, qtbot, tmp_path):
    slow, quick = tmp_path / "slow.txt", tmp_path / "quick.txt"
    slow.write_text("QUJD+/" * 200_000)
    quick.write_text("one\ntwo\nthree\n")
    session.open_path(slow)
    qtbot.wait(10)
    session.open_path(quick)
    qtbot.waitUntil(lambda: session.document is not None and session.document.name == "quick.txt", timeout=10000)
    qtbot.waitUntil(lambda: session.at_rest, timeout=10000)
    qtbot.wait(200)
    assert session.document.name == "quick.txt"
    assert session.facts.text == session.document.text == "one\ntwo\nthree\n"
    assert int(session.chunking.ends[-1]) == 14
    assert session.certificate.characters == 14


def test_cancelling_the_count_leaves_the_text_and_a_later_change_does_not_crash(session, qtbot, monkeypatch):
    gate = threading.Event()

    class Slow(type(load_tokenizer())):
        def __init__(self):
            vars(self).update(vars(load_tokenizer()))

        def encode(self, text, progress=None, cancelled=None):
            while not gate.wait(0.002):
                if cancelled():
                    raise CancelledError("cancelled")
            return super().encode(text, progress, cancelled)

    slow = Session(tokenizer=Slow, embedder=FakeEmbedder())
    slow.open_bytes(RAIN.encode(), "rain.txt")
    qtbot.waitUntil(lambda: slow.progress is not None and slow.progress.what == "counting tokens", timeout=5000)
    slow.cancel()
    assert slow.document.text == RAIN
    assert slow.facts is None
    assert slow.progress is None
    gate.set()
    slow.set_size(30)
    qtbot.waitUntil(lambda: slow.chunking is not None, timeout=5000)
    assert slow.close()


def test_closing_while_a_document_loads_is_quick_and_quiet(qapp, qtbot, tmp_path):
    path = tmp_path / "blob.txt"
    path.write_text("QUJD+/xy" * 200_000)
    session = Session(embedder=FakeEmbedder())
    session.open_path(path)
    qtbot.wait(30)
    begin = time.monotonic()
    assert session.close()
    assert time.monotonic() - begin < 2
    qtbot.wait(20)
