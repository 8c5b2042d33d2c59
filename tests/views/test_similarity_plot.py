"""The similarity plot: every chunk's score at its place, the best marked, undefined and pending ones told apart."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from inspector.core.bm25 import KeywordScores
from inspector.core.similarity import EXACT, POOLED
from inspector.core.similarity import scores as core_scores
from inspector.model.progress import Progress
from inspector.views.plot_layers import KEYWORD_SCALE
from inspector.views.similarity_plot import METHOD, SimilarityPlot
from inspector.views.theme import theme
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_scores, scores_of

LIGHT = theme("light")


@pytest.fixture
def session():
    return FakeSession(made_chunking(21))


@pytest.fixture
def plot(on_screen, session):
    return on_screen(SimilarityPlot(session), 400, 200)


def colours(plot, x, y):
    """The colours around a position, once the plot that replaces the words has its place.

    Both layouts are asked to settle now: how many turns of the event loop they take differs between versions of Qt.
    """
    QApplication.processEvents()
    plot.layout().activate()
    QApplication.processEvents()
    image = plot.plot.grab().toImage()
    at = plot.pixel_at(x, y)
    assert image.rect().adjusted(2, 2, -2, -2).contains(at)
    return {image.pixelColor(at + QPoint(dx, dy)).name() for dx in range(-2, 3) for dy in range(-2, 3)}


def middle(session, index):
    return (session.chunking.body_starts[index] + session.chunking.ends[index]) / 2


def score_case(session, query, chunks):
    """Scores of a case's vectors, and a chunking of as many chunks."""
    session.load(made_chunking(len(chunks)))
    vectors = np.array([[float(number) for number in row] for row in chunks], np.float32)
    session.score(core_scores("case", np.array(query, np.float32), vectors))


def test_the_best_chunk_stands_in_the_strongest_grey_and_is_named_with_its_score(plot, session):
    session.score(made_scores(21, 13))
    assert LIGHT.text.name() in colours(plot, middle(session, 13), 0.3)
    assert plot.accessibleDescription().startswith(f"{METHOD}. Best: #14 · score 0.59 · rank 1 of 21")


def test_the_best_of_a_hundred_thousand_chunks_can_be_seen(plot, session):
    session.load(made_chunking(100_000, size=254))
    session.score(made_scores(100_000, 61_234))
    assert LIGHT.text.name() in colours(plot, middle(session, 61_234), 0.45)


def test_in_a_narrow_plot_the_whole_document_s_label_is_shortened_rather_than_hide_the_best_bar(plot, session):
    session.score(made_scores(21, 10))
    plot.resize(236, 200)
    QApplication.processEvents()
    image = plot.plot.grab().toImage()
    foot, tip = plot.pixel_at(middle(session, 10), 0.02), plot.pixel_at(middle(session, 10), 0.57)
    column = {image.pixelColor(foot.x(), y).name() for y in range(tip.y(), foot.y())}
    assert column <= {LIGHT.text.name(), LIGHT.muted.name()}, "the bar and the lines over it"


def test_vectors_that_are_not_finite_flag_their_chunks_and_leave_the_axis_finite(plot, session):
    """SI-02."""
    score_case(session, [1, 1], [["NaN", 1], [1, 1], ["Infinity", 1], [1, -1]])
    assert plot.scored.undefined.tolist() == [True, False, True, False]
    assert session.scores.order.tolist() == [1, 3]
    assert np.isfinite(plot.plot.bounds.getCoords()).all()
    for index in (0, 2):
        assert LIGHT.warning.name() in colours(plot, middle(session, index), 0.06)
        assert "undefined" in plot.describe(index)


def test_one_undefined_score_does_not_empty_the_plot(plot, session):
    """UI-02."""
    score_case(session, [1, 0], [[1, 0], [0, 0], [0.6, 0.8]])
    ground = LIGHT.window.name()
    for index, height in ((0, 0.9), (2, 0.5)):
        assert colours(plot, middle(session, index), height) != {ground}
    assert colours(plot, middle(session, 1), 0.7) <= {ground, LIGHT.line.name()}
    assert LIGHT.warning.name() in colours(plot, middle(session, 1), 0.05)
    assert np.isfinite(plot.plot.bounds.getCoords()).all()


def test_equal_scores_keep_their_places_at_each_refresh(plot, session):
    """SI-09."""
    for _ in range(3):
        score_case(session, [1, 0], [[2, 0], [1, 0], [3, 0]])
        assert session.scores.order.tolist() == [0, 1, 2]
        assert LIGHT.text.name() in colours(plot, middle(session, 0), 0.5)


def test_only_undefined_scores_are_no_error(plot, session):
    session.load(made_chunking(3))
    session.score(scores_of([np.nan] * 3, whole=dict.fromkeys(("length_weighted_mean", "mean", "first_only"))))
    plot.plot.grab()
    assert np.isfinite(plot.plot.bounds.getCoords()).all()


def test_scores_of_another_setting_look_pending_and_are_said_to_be(plot, session):
    session.score(made_scores(21, 13))
    session.show(made_chunking(30, seed=2))
    assert plot.header.caption.text() == "scores of the setting before"
    image = plot.plot.grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert LIGHT.text.name() not in seen
    session.score(made_scores(30, 3))
    assert plot.header.caption.text() == METHOD


@pytest.mark.parametrize("order", [(254, 4), (4, 254), (254, 1), (254, 0), (1, 254)])
def test_fewer_or_more_chunks_than_the_best_index_never_break_it(plot, session, order):
    for chunks in order:
        session.load(made_chunking(chunks))
        plot.plot.grab()
        session.score(made_scores(chunks, chunks - 1 if chunks else None))
        plot.plot.grab()
        if chunks:
            assert f"Best: #{chunks} " in plot.accessibleDescription()
        session.show(made_chunking(max(chunks // 2, 1), seed=5))
        plot.plot.grab()


def test_bars_go_with_their_scores(plot, session):
    session.score(made_scores(21, 13))
    session.document = object()
    session.score(None)
    session.query = ""
    session.scores_changed.emit()
    assert plot.shown() is None
    session.query = "x"
    session.scores_changed.emit()
    plot.show_message("")
    QApplication.processEvents()
    image = plot.plot.grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert LIGHT.text.name() not in seen


def test_a_click_on_a_stale_bar_selects_what_holds_its_text_now(qtbot, plot, session):
    session.score(made_scores(21, 13))
    old = session.chunking
    session.show(made_chunking(30, seed=2))
    QApplication.processEvents()
    at = plot.pixel_at((old.body_starts[13] + old.ends[13]) / 2, 0.1)
    qtbot.mouseClick(plot.plot, Qt.MouseButton.LeftButton, pos=at)
    assert session.selected == session.chunking.body_at(int(old.body_starts[13]))


def test_while_chunks_are_embedded_the_caption_says_how_far(plot, session):
    values = made_scores(21, 2).values
    values[5:] = np.nan
    session.score(scores_of(values, embedded=5))
    assert plot.header.caption.text() == "embedded 5 of 21"
    assert plot.describe(9).startswith("#10 · not embedded yet")
    assert not plot.scored.undefined.any()
    assert "whole document so far: by length" in plot.describe(3)


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda s: setattr(s, "document", None), "Open a document"),
        (lambda s: s.load(made_chunking(0)), "No chunks"),
        (lambda _: None, "Ask the document a question"),
        (lambda s: setattr(s, "query", "eggs"), "Comparing the question"),
        (
            lambda s: (setattr(s, "query", "x"), setattr(s, "progress", Progress("embedding", 4, 21))),
            "embedding: 4 of 21",
        ),
        (
            lambda s: s.score(scores_of([np.nan] * 21, notice="the query has no direction")),
            "the query has no direction",
        ),
    ],
)
def test_a_plot_without_scores_says_why(plot, session, prepare, words):
    prepare(session)
    session.scores_changed.emit()
    assert words in plot.message.text()
    assert plot.plot.isHidden()


def test_a_failure_is_told_with_its_reason_until_something_else_is_asked(plot, session):
    session.query = "eggs"
    session.message.emit("error", "the chunks could not be scored: no model")
    assert "no model" in plot.message.text()
    session.progress_changed.emit()
    assert "no model" in plot.message.text()
    session.set_query("more eggs")
    assert "no model" not in plot.message.text()


def test_high_scores_have_an_axis_of_their_own_and_the_caption_says_so(plot, session):
    session.score(scores_of(np.linspace(0.78, 0.9, 21), whole={"mean": 0.85}))
    assert plot.plot.bounds.top() > 0.7
    assert "axis from 0.7" in plot.header.caption.text()


def test_a_click_selects_and_the_pointer_hovers_the_chunk(qtbot, plot, session):
    session.score(made_scores(21, 13))
    QApplication.processEvents()
    at = plot.pixel_at(middle(session, 13), 0.1)
    qtbot.mouseMove(plot.plot, at + QPoint(40, 0))
    qtbot.mouseMove(plot.plot, at)
    qtbot.waitUntil(lambda: session.hovered == 13)
    qtbot.mouseClick(plot.plot, Qt.MouseButton.LeftButton, pos=at)
    assert session.selected == 13


def test_the_tooltip_tells_the_whole_document_s_score_for_each_fold(plot, session):
    session.score(made_scores(21, 13))
    assert plot.describe(13).endswith("whole document: by length 0.15, plain mean 0.13, first chunk 0.05")


def test_the_dark_theme_has_its_own_ground(plot, session):
    session.score(made_scores(21, 13))
    plot.apply_theme(theme("dark"))
    assert QColor(plot.plot.grab().toImage().pixelColor(1, 1)) == theme("dark").window


def kinds(values, pooled):
    """Scores of which those in `pooled` come from one pass."""
    made = np.full(len(values), EXACT, np.int8)
    made[pooled] = POOLED
    return scores_of(values, kinds=made)


def test_pooled_bars_are_outlined_and_pale_and_exact_ones_filled(plot, session):
    values = np.full(21, 0.5)
    values[0] = 0.9
    session.score(kinds(values, list(range(10, 21))))
    filled, pale = colours(plot, middle(session, 8), 0.35), colours(plot, middle(session, 14), 0.35)
    assert filled == {LIGHT.neutral.name()}
    assert len(pale) == 1
    assert not pale & (filled | {LIGHT.window.name()})
    assert len(colours(plot, middle(session, 14), 0.5)) > 1, "its cap"


def test_a_pooled_best_bar_has_its_cap_in_the_strongest_grey(plot, session):
    session.score(kinds(made_scores(21, 13).values, list(range(21))))
    assert LIGHT.text.name() in colours(plot, middle(session, 13), 0.59)
    assert LIGHT.text.name() not in colours(plot, middle(session, 13), 0.3)


@pytest.mark.parametrize(
    ("pooled", "embedded", "caption"),
    [
        ([], 21, "cosine · exact, each chunk alone"),
        (list(range(21)), 21, "cosine · pooled from one pass"),
        (list(range(9)), 21, "cosine · exact 12 of 21, the rest pooled"),
        (list(range(21)), 5, "cosine · pooled, 5 of 21 chunks so far"),
    ],
)
def test_the_caption_says_which_scores_are_which(plot, session, pooled, embedded, caption):
    values = made_scores(21, 13).values
    made = np.full(21, EXACT, np.int8)
    made[pooled] = POOLED
    session.score(scores_of(values, kinds=made, embedded=embedded))
    assert plot.header.caption.text() == caption
    kind = "pooled from one pass" if 13 in pooled else "embedded alone"
    assert plot.describe(13).splitlines()[0] == f"#14 · score 0.59 · rank 1 of 21 · {kind}"


def test_drawn_queries_are_lines_with_letters_in_their_own_colours(plot, session):
    session.score(made_scores(21, 13))
    session.draw(made_scores(21, 4, seed=8, query="tokens"), made_scores(21, 17, seed=9, query="bees"))
    assert LIGHT.lines[0].name() in colours(plot, middle(session, 4), 0.594)
    assert LIGHT.lines[1].name() in colours(plot, middle(session, 17), 0.594)
    assert "a  0.59, rank 1 · tokens" in plot.describe(4).splitlines()
    assert "Query bees: best #18, 0.59" in plot.accessibleDescription()


def test_the_line_of_the_query_that_is_asked_is_the_bars(plot, session):
    session.score(made_scores(21, 13), "tokens")
    session.draw(made_scores(21, 4, seed=8, query="tokens"))
    assert LIGHT.lines[0].name() not in colours(plot, middle(session, 4), 0.594)


def test_with_nothing_asked_the_listed_queries_are_drawn_alone(plot, session):
    session.score(scores_of([np.nan] * 21, notice="no query", embedded=0), "")
    session.draw(made_scores(21, 4, seed=8, query="tokens"))
    assert plot.message.text() == ""
    assert LIGHT.lines[0].name() in colours(plot, middle(session, 4), 0.594)
    assert plot.header.caption.text() == "cosine of the listed queries"
    assert plot.describe(4).splitlines() == ["#5", "a  0.59, rank 1 · tokens"]


def test_gaps_of_a_line_break_nothing(plot, session):
    session.score(made_scores(21, 13))
    values = made_scores(21, 4, seed=8).values
    values[6:] = np.nan
    session.draw(scores_of(values, query="tokens"), scores_of([np.nan] * 21, query="nothing"))
    assert LIGHT.lines[0].name() in colours(plot, middle(session, 4), 0.594)


def keyword_scores(values, found=("eggs",), missing=()):
    values = np.asarray(values, float)
    order = np.argsort(-values, kind="stable")
    return KeywordScores("eggs", values, order[values[order] > 0], found, missing)


def test_the_keyword_score_is_dots_on_a_scale_of_their_own(plot, session):
    session.score(made_scores(21, 13))
    values = np.zeros(21)
    values[[3, 8]] = 12.0, 6.0
    session.keywords.show(on=True, scores=keyword_scores(values, missing=("drone",)))
    assert plot.header.caption.text() == f"{METHOD}   {KEYWORD_SCALE}"
    assert LIGHT.muted.name() in colours(plot, middle(session, 3), 0.594)
    assert "BM25 12.00, rank 1 of 2" in plot.describe(3).splitlines()
    assert "BM25 0, no word of the question" in plot.describe(4).splitlines()
    assert plot.accessibleDescription().endswith("best #4. not in the document: drone")
    session.keywords.show(on=False, scores=None)
    assert plot.header.caption.text() == METHOD


def test_a_question_without_any_word_of_the_document_is_told(plot, session):
    session.score(made_scores(21, 13))
    session.keywords.show(on=True, scores=keyword_scores(np.zeros(21), (), ("drone",)))
    assert plot.header.caption.text() == f"{METHOD}   BM25: no word of the question is here"
