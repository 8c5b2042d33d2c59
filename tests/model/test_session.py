"""The session: what comes with a document and goes with it, and what a change of strategy or unit brings along."""

from inspector.core.parameters import Parameters
from tests.model.opened import RAIN, changed, opened


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
