"""The query panel: what is typed is asked after a moment or with Enter; folds and the marked answer in plain words."""

import pytest
from PySide6.QtCore import Qt

from inspector.core.answer import report
from inspector.views.query_panel import QueryPanel
from tests.views.fake_plots_session import FakeSession, made_scores


@pytest.fixture
def session():
    return FakeSession(21)


@pytest.fixture
def panel(qtbot, session):
    panel = QueryPanel(session)
    qtbot.addWidget(panel)
    panel.resize(380, 640)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def asked(session):
    return [what for kind, what in session.asked if kind == "query"]


def test_typing_asks_once_after_a_moment(qtbot, panel, session):
    panel.focus_query()
    qtbot.keyClicks(panel.line, "queen")
    assert asked(session) == []
    qtbot.waitUntil(lambda: asked(session) == ["queen"], timeout=2000)


def test_enter_asks_at_once_and_only_once(qtbot, panel, session):
    panel.focus_query()
    qtbot.keyClicks(panel.line, "eggs")
    qtbot.keyClick(panel.line, Qt.Key.Key_Return)
    assert asked(session) == ["eggs"]
    qtbot.wait(400)
    assert asked(session) == ["eggs"]


def test_clearing_the_line_clears_the_query(qtbot, panel, session):
    session.score(made_scores(21, 13))
    assert panel.line.text() == session.query
    panel.line.clear()
    qtbot.waitUntil(lambda: session.query == "", timeout=2000)


def test_a_query_from_elsewhere_appears_but_never_overwrites_what_is_being_typed(qtbot, panel, session):
    session.set_query("from a sample")
    assert panel.line.text() == "from a sample"
    panel.focus_query()
    qtbot.keyClicks(panel.line, "mine")
    session.query_changed.emit()
    assert panel.line.text() == "mine"


def test_without_scores_there_is_no_ranking_and_words_say_why(panel, session):
    assert not panel.ranking.isVisible()
    assert "Ask the document a question" in panel.plot.message.text()
    session.score(made_scores(21, 13))
    assert panel.ranking.isVisible()
    assert not panel.plot.message.isVisible()


def test_the_folds_are_told_in_plain_words_with_their_scores(qtbot, panel, session):
    session.score(made_scores(21, 13))
    texts = [panel.fold.itemText(row) for row in range(panel.fold.count())]
    assert texts == ["by length 0.15", "plain mean 0.13", "first chunk 0.05"]
    panel.fold.setFocus()
    qtbot.keyClick(panel.fold, Qt.Key.Key_Down)
    assert session.fold == "mean"
    assert "same weight" in panel.fold.toolTip()


def test_the_marked_answer_is_quoted_with_rank_and_margin(panel, session):
    assert not panel.answer.isVisible()
    session.score(made_scores(21, 13))
    start = int(session.chunking.body_starts[13])
    session.answer = (start, start + 20)
    session.answer_report = report(session.chunking, session.scores, start, start + 20)
    session.answer_changed.emit()
    assert panel.answer.isVisible()
    quoted = " ".join(session.document.text[start : start + 20].split())
    assert panel.answer.quote.text() == f"Marked answer \u201c{quoted}\u201d"
    margin = session.answer_report.margin
    assert panel.answer.report.text() == f"whole in #14 · rank 1 of 21 · margin {margin:.2f} to the next"


def test_an_answer_that_is_not_the_best_says_how_far_below(panel, session):
    session.score(made_scores(21, 13))
    start = int(session.chunking.body_starts[4])
    session.answer = (start, start + 20)
    session.answer_report = report(session.chunking, session.scores, start, start + 20)
    session.answer_changed.emit()
    assert "below the best without it" in panel.answer.report.text()


def test_an_answer_across_chunks_is_called_cut(panel, session):
    start = int(session.chunking.body_starts[3]) + 4
    end = int(session.chunking.ends[5])
    session.answer, session.answer_report = (start, end), report(session.chunking, None, start, end)
    session.answer_changed.emit()
    assert panel.answer.report.text().startswith("cut, no chunk holds all of it; parts in #4 to #")


def test_everything_has_an_accessible_name(panel):
    for widget in (panel.line, panel.plot, panel.fold, panel.ranking, panel.answer):
        assert widget.accessibleName()


def test_the_panel_fits_into_280_pixels(qtbot, panel, session):
    session.score(made_scores(21, 13))
    panel.resize(280, 640)
    assert panel.width() == 280
