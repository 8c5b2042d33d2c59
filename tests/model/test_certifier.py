"""The certificate on screen: checked, checking or failed, and always of this very run."""

from dataclasses import asdict

from inspector.core.certificate import Audit
from inspector.core.chunker import chunk
from inspector.core.facts import Facts
from inspector.core.parameters import Parameters
from inspector.core.tokenizer import load_tokenizer
from inspector.model import stages
from tests.model.opened import RAIN, opened


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


def test_another_model_changes_the_input_tokens_and_is_checked_anew(session, qtbot):
    opened(session, qtbot, size=20)
    before = session.chunking
    session.set_limits(prefix="passage: ")
    assert session.certificate.state == "checking"
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    assert session.chunking is not before
    assert (session.chunking.input_tokens > before.input_tokens).all()


def test_what_is_on_screen_is_what_the_core_says(session, qtbot):
    opened(session, qtbot, size=17, overlap=5)
    facts = Facts.build(RAIN, load_tokenizer())
    expected = chunk(facts, Parameters(size=17, overlap=5), session.limits)
    assert session.chunking.ends.tolist() == expected.ends.tolist()
    assert session.certificate == Audit(facts, expected, session.limits).final()
    assert asdict(session.chunking.parameters) == asdict(session.parameters)
