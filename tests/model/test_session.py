"""The session: what follows from what, nothing old shown as new, the latest request wins."""

import threading
import time
from dataclasses import asdict

import numpy as np
import pytest

from inspector.core.certificate import Audit
from inspector.core.chunker import chunk
from inspector.core.errors import CancelledError
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.parameters import Parameters
from inspector.core.tokenizer import load_tokenizer
from inspector.model import stages
from inspector.model.session import Session

RAIN = (
    "Rain came early that year. The river rose past the old mill and the ferry stopped. Nobody had seen it so high. "
    "By the second week the road was gone, and with it the post. We read the same three books. In May the water fell "
    "at last, and the miller counted his sacks."
)


class FakeEmbedder:
    """Counts letters: quick, deterministic, and it remembers what it was asked."""

    name = "letters"
    identity = "letters@1"
    dimension = 26
    context = None
    query_prefix = ""
    document_prefix = ""

    def __init__(self):
        self.asked = []

    def embed(self, texts, progress=None, cancelled=lambda: False):
        if cancelled():
            raise CancelledError("cancelled")
        self.asked += texts
        rows = np.array([[text.lower().count(chr(97 + k)) for k in range(26)] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True).clip(1e-9)


@pytest.fixture
def embedder():
    return FakeEmbedder()


@pytest.fixture
def session(qapp, embedder):
    session = Session(embedder=embedder)
    yield session
    assert session.close()


def opened(session, qtbot, text=RAIN, name="rain.txt", **changes):
    session.open_bytes(text.encode(), name)
    qtbot.waitUntil(lambda: session.document is not None and session.document.name == name, timeout=5000)
    if changes:
        session.set_parameters(**changes)
    qtbot.waitUntil(lambda: session.at_rest, timeout=10000)


def changed(session, qtbot, **changes):
    """Ask for parameters and wait for their chunks, not for their check."""
    session.set_parameters(**changes)
    qtbot.waitUntil(lambda: session.chunking.parameters == session.parameters, timeout=5000)


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


def test_the_tick_comes_only_after_every_count_of_this_very_run_was_checked(session, qtbot):
    opened(session, qtbot, size=20)
    assert session.certificate.state == "checked"
    seen = []
    session.chunking_changed.connect(lambda: seen.append(session.certificate.state))
    session.parameters_changed.connect(lambda: seen.append(session.certificate.state))
    session.set_size(12)
    assert session.certificate.state == "checking"
    assert session.certificate.total == len(session.chunking)
    assert seen[-1] == "checking"
    qtbot.waitUntil(lambda: session.certificate.state == "checked", timeout=5000)
    assert session.certificate.checked == session.certificate.total == len(session.chunking)


def test_while_dragging_the_certificate_reads_checking(session, qtbot):
    opened(session, qtbot)
    states = set()
    session.certificate_changed.connect(lambda: states.add((session.certificate.state, len(session.chunking))))
    for size in range(40, 9, -1):
        session.set_size(size)
        qtbot.wait(5)
        states.add((session.certificate.state, len(session.chunking)))
    assert {state for state, _ in states} == {"checking"}


def test_a_drag_in_the_worker_resets_the_certificate_at_once(session, qtbot, monkeypatch):
    opened(session, qtbot, size=20)
    monkeypatch.setattr(stages, "FEW_CHUNKS", 0)
    shown = session.chunking
    session.set_size(10)
    assert session.chunking is shown
    assert session.certificate.state == "checking"
    qtbot.waitUntil(lambda: session.chunking is not shown, timeout=5000)
    assert session.chunking.parameters.size == 10
    qtbot.waitUntil(lambda: session.certificate.state == "checked", timeout=5000)


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


def test_what_is_refused_leaves_the_chunks_on_screen_and_says_why(session, qtbot):
    opened(session, qtbot, size=20, overlap=4)
    shown = session.chunking
    session.set_overlap(20)
    assert session.chunking is shown
    assert session.parameters.overlap == 20
    assert "20" in session.refusal
    assert session.certificate.state == "checked"
    session.set_overlap(4)
    assert session.refusal is None
    assert session.chunking is shown


def test_numbers_typed_as_text_are_compared_as_numbers(session, qtbot):
    opened(session, qtbot)
    session.set_parameters(size="1000", overlap="200")
    assert session.refusal is None
    assert (session.chunking.parameters.size, session.chunking.parameters.overlap) == (1000, 200)
    session.set_parameters(size="9", overlap="10")
    assert "9" in session.refusal
    assert "10" in session.refusal
    assert session.chunking.parameters.size == 1000


@pytest.mark.parametrize("size", ["NaN", "12.5", True, "true", "1e999", "12 ", "", 12.5, float("nan")])
def test_a_size_that_is_no_whole_number_is_refused(session, qtbot, size):
    opened(session, qtbot)
    shown = session.chunking
    session.set_size(size)
    assert "whole number" in session.refusal
    assert session.chunking is shown


def test_a_cluster_larger_than_the_size_is_refused_and_the_chunks_stay(session, qtbot):
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    opened(session, qtbot, text=f"one two {family} three", unit="characters", size=8)
    shown = session.chunking
    session.set_size(2)
    assert session.refusal
    assert session.chunking is shown
    assert session.at_rest


def test_an_empty_document_clears_everything_and_says_so(session, qtbot):
    opened(session, qtbot, size=20)
    session.set_query("river")
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    session.select(1)
    opened(session, qtbot, text="", name="empty.txt")
    assert len(session.chunking) == 0
    assert session.scores is None or not len(session.scores.order)
    assert session.selected is None
    assert session.certificate.state == "nothing"
    assert any("empty.txt is empty" in notice for notice in session.document.notices)


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


def test_the_selected_chunk_comes_back_with_its_setting(session, qtbot):
    opened(session, qtbot, size=8)
    for index in range(len(session.chunking)):
        changed(session, qtbot, strategy="recursive", size=8, overlap=0)
        session.select(index)
        for size in (60, 11, 25):
            changed(session, qtbot, size=size)
            assert session.selected is not None
        changed(session, qtbot, strategy="sliding-tokens", overlap=5)
        changed(session, qtbot, strategy="recursive", size=8, overlap=0)
        assert session.selected == index


def test_the_character_that_was_clicked_stays_selected(session, qtbot):
    opened(session, qtbot, size=8)
    for offset in (0, 1, 40, 41, 120, len(RAIN) - 1, len(RAIN)):
        session.select_at(offset)
        for size in (60, 11, 5, 25):
            changed(session, qtbot, size=size)
            assert session.selected == session.chunking.body_at(min(offset, len(RAIN) - 1))


def test_another_tokenizer_keeps_the_selected_place_and_another_document_does_not(session, qtbot):
    opened(session, qtbot, size=8)
    session.select(4)
    before = session.chunking
    session.set_tokenizer("bert-base-uncased")
    qtbot.waitUntil(lambda: session.at_rest and session.chunking not in (None, before), timeout=5000)
    assert session.selected == 4
    opened(session, qtbot, text=RAIN + RAIN, name="more.txt")
    assert session.selected is None


def test_a_step_by_key_drops_what_the_resting_mouse_hovered(session, qtbot):
    opened(session, qtbot, size=8)
    for step in (lambda: session.step_chunk(1), lambda: session.step_level(Level.SENTENCE), lambda: session.select(0)):
        session.hover(3)
        assert session.hovered == 3
        step()
        assert session.hovered is None


def test_one_steps_from_cut_to_cut_of_a_level_and_around_the_end(session, qtbot):
    opened(session, qtbot, size=20)
    cuts = session.chunking.cuts_of(Level.SENTENCE).tolist()
    assert len(cuts) > 1
    seen = []
    for _ in range(len(cuts) + 1):
        session.step_level(Level.SENTENCE)
        seen.append(session.selected)
    assert seen == [*cuts, cuts[0]]


def test_one_steps_through_what_the_model_cannot_read(session, qtbot):
    opened(session, qtbot, text="some words " * 20 + "a" * 200 + " more", size=300)
    session.set_limits(context=20)
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    seen = []
    session.reveal.connect(lambda start, end: seen.append((start, end)))
    session.step_unread(1)
    session.step_unread(1)
    session.step_unread(1)
    assert len(set(seen[:2])) == 2
    assert seen[2] == seen[0]


def test_a_marked_answer_is_reported_for_the_chunks_on_screen(session, qtbot):
    opened(session, qtbot, size=100)
    start = RAIN.index("the ferry stopped")
    session.mark_answer(start, start + 17)
    assert session.answer_report.state == "whole"
    changed(session, qtbot, size=3)
    assert session.answer_report.state == "cut"
    session.clear_answer()
    assert session.answer_report is None


def test_a_sample_brings_its_settings_and_its_question_and_takes_it_along(session, qtbot):
    session.open_sample("field-guide")
    qtbot.waitUntil(lambda: session.chunking is not None, timeout=5000)
    assert (session.parameters.size, session.parameters.overlap) == (72, 14)
    assert session.query
    opened(session, qtbot)
    assert session.parameters == Parameters()
    assert session.query == ""


def test_another_model_changes_the_input_tokens_and_is_checked_anew(session, qtbot):
    opened(session, qtbot, size=20)
    before = session.chunking
    session.set_limits(prefix="passage: ")
    assert session.certificate.state == "checking"
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    assert session.chunking is not before
    assert (session.chunking.input_tokens > before.input_tokens).all()


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


def test_what_is_on_screen_is_what_the_core_says(session, qtbot):
    opened(session, qtbot, size=17, overlap=5)
    facts = Facts.build(RAIN, load_tokenizer())
    expected = chunk(facts, Parameters(size=17, overlap=5), session.limits)
    assert session.chunking.ends.tolist() == expected.ends.tolist()
    assert session.certificate == Audit(facts, expected, session.limits).final()
    assert asdict(session.chunking.parameters) == asdict(session.parameters)


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


def test_markdown_brings_its_own_separators_and_leaving_it_gives_back_those_before(session, qtbot):
    session.open_bytes(b"# One\n\nText of one.\n\n# Two\n\nText of two.\n", "a.md")
    qtbot.waitUntil(lambda: session.chunking is not None)
    session.set_separators("classic")
    session.set_strategy("markdown")
    assert session.parameters.separators == "markdown"
    assert session.refusal is None
    session.set_strategy("recursive")
    assert session.parameters.separators == "classic"


def test_another_unit_converts_nothing_and_says_so(session, qtbot):
    opened(session, qtbot, size=30)
    told = []
    session.message.connect(lambda kind, text: told.append((kind, text)))
    session.set_unit("words")
    assert (session.parameters.size, session.parameters.unit) == (30, "words")
    assert told == [("hint", "30 tokens ≈ now 30 words: the number stays, what it counts has changed")]
    session.set_strategy("sliding-tokens")
    assert told[1:] == [("hint", "30 words ≈ now 30 tokens: the number stays, what it counts has changed")]
    session.reset_parameters()
    assert len(told) == 2
