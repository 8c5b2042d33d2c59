"""The query panel: what is typed is asked after a moment or with Enter; folds and the marked answer in plain words."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import Qt

from inspector.core.answer import report
from inspector.core.bm25 import KeywordScores
from inspector.core.models import model, models
from inspector.model.model_words import whose_scores
from inspector.views.query_panel import QueryPanel
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_scores, scores_of


@pytest.fixture
def session():
    session = FakeSession(made_chunking(21))
    session.model = models()[0]
    session.embedder_name = session.model.name
    return session


@pytest.fixture
def panel(on_screen, session):
    return on_screen(QueryPanel(session), 380, 640)


def asked(session):
    return [what for kind, what in session.asked if kind == "set_query"]


def test_with_the_first_letter_typed_the_scores_on_screen_are_those_of_before(qtbot, panel, session):
    session.score(made_scores(21, 13))
    panel.focus_query()
    qtbot.keyClick(panel.line, Qt.Key.Key_Q)
    assert asked(session) == ["q"]
    assert panel.heading.caption.text() == "scores of the setting before"


def test_enter_asks_at_once(qtbot, panel, session):
    panel.focus_query()
    qtbot.keyClicks(panel.line, "eggs")
    assert ("ask_now", "eggs") not in session.asked
    qtbot.keyClick(panel.line, Qt.Key.Key_Return)
    assert session.asked.count(("ask_now", "eggs")) == 1


def test_a_sample_s_question_is_offered_while_nothing_is_asked(qtbot, panel, session):
    session.suggested_query = "how many <eggs>"
    session.document_changed.emit()
    assert panel.suggestion.isVisible()
    panel.suggestion.linkActivated.emit("ask")
    assert asked(session) == ["how many <eggs>"]
    assert not panel.suggestion.isVisible()
    panel.line.clear()
    assert panel.suggestion.isVisible()
    session.suggested_query = ""
    session.document_changed.emit()
    assert not panel.suggestion.isVisible()


def test_scores_of_the_whole_document_say_that_not_all_of_it_is_in_them_yet(panel, session):
    session.score(scores_of([0.1] * 5 + [np.nan] * 16, embedded=5))
    assert all(panel.fold.itemText(row).endswith("\N{HORIZONTAL ELLIPSIS}") for row in range(panel.fold.count()))
    session.score(made_scores(21, 13))
    assert not any(panel.fold.itemText(row).endswith("\N{HORIZONTAL ELLIPSIS}") for row in range(panel.fold.count()))


@pytest.mark.parametrize("width", [280, 396, 700])
def test_a_marked_answer_leaves_every_part_its_own_place(qtbot, panel, session, width):
    session.score(made_scores(21, 13))
    panel.resize(width, panel.minimumSizeHint().height())
    start = int(session.chunking.body_starts[13])
    session.answer = (start, start + 200)
    session.answer_report = report(session.chunking, session.scores, *session.answer)
    session.answer_changed.emit()
    qtbot.wait(20)
    panel.resize(width, panel.minimumSizeHint().height())
    qtbot.wait(20)
    parts = [panel.line, panel.plot, panel.fold_row, panel.heading, panel.ranking, panel.answer]
    for above, below in itertools.pairwise(parts):
        assert above.geometry().bottom() < below.geometry().top()
    assert panel.answer.geometry().bottom() < panel.height()
    assert panel.answer.report.height() >= panel.answer.report.heightForWidth(panel.answer.report.width())


def test_clearing_the_line_clears_the_query(qtbot, panel, session):
    session.score(made_scores(21, 13))
    assert panel.line.text() == session.query
    panel.line.clear()
    assert session.query == ""


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


def test_it_says_whose_the_scores_are_when_another_model_is_chosen(panel, session):
    assert panel.whose.isHidden()
    session.model = model("bge-m3")
    session.model_changed.emit()
    assert panel.whose.isVisible()
    assert panel.whose.text() == whose_scores("bge-m3", "all-MiniLM-L6-v2")


def test_plus_puts_the_question_in_the_list(qtbot, panel, session):
    assert not panel.add.isEnabled()
    panel.focus_query()
    qtbot.keyClicks(panel.line, "  eggs ")
    qtbot.mouseClick(panel.add, Qt.MouseButton.LeftButton)
    assert [entry.text for entry in session.queries.entries] == ["eggs"]
    assert panel.queries.isVisible()


def test_the_keyword_score_is_switched_on_and_names_words_that_are_missing(qtbot, panel, session):
    session.score(made_scores(21, 13))
    panel.keywords.setFocus()
    qtbot.keyClick(panel.keywords, Qt.Key.Key_Space)
    assert session.keywords.on
    session.keywords.show(scores=KeywordScores("eggs drone", np.zeros(21), np.zeros(0, int), (), ("eggs", "drone")))
    assert panel.keywords.toolTip().endswith("\nNot in the document: eggs, drone.")
    session.keywords.show(on=False, scores=None)
    assert not panel.keywords.isChecked()


def test_another_kind_of_scores_can_be_chosen_before_there_are_any(qtbot, panel, session):
    assert not panel.fold_row.isVisible()
    session.set_query("eggs")
    session.scores_changed.emit()
    assert panel.mode.isVisible()
    assert not panel.fold.isVisible()
    panel.mode.setFocus()
    qtbot.keyClick(panel.mode, Qt.Key.Key_Down)
    assert session.score_mode == "pooled"


@pytest.mark.parametrize("width", [280, 396])
def test_list_and_pass_leave_every_part_its_own_place(qtbot, panel, session, width):
    session.score(made_scores(21, 13))
    session.draw(*(made_scores(21, k, seed=k, query=f"query {k}") for k in range(5)))
    session.token_pass.show("paused", 40, 100)
    panel.resize(width, panel.minimumSizeHint().height())
    qtbot.wait(20)
    panel.resize(width, panel.minimumSizeHint().height())
    qtbot.wait(20)
    parts = [panel.line, panel.queries, panel.passing, panel.plot, panel.fold_row, panel.heading, panel.ranking]
    for above, below in itertools.pairwise(parts):
        assert above.geometry().bottom() < below.geometry().top(), (above, below)
    assert panel.ranking.geometry().bottom() < panel.height()


def test_a_question_that_the_model_does_not_read_to_its_end_is_told_beside_its_scores(panel, session):
    session.score(made_scores(21, 13))
    assert not panel.unread.isVisible()
    session.unread_query = "Only the beginning of the query is read: it takes 3,002 input tokens of 256."
    session.score(made_scores(21, 13))
    assert panel.unread.isVisible()
    assert panel.unread.text() == session.unread_query
