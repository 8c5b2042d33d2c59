"""The ranking: best first, ties by number, undefined last in words; click, keys and selection in both directions."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from inspector.core.bm25 import KeywordScores
from inspector.core.similarity import EXACT, POOLED
from inspector.model.ranking_model import CHUNK, KEYWORDS, KIND, SCORE, WORDS
from inspector.views.ranking import RankingView
from inspector.views.theme import theme
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_scores, scores_of


@pytest.fixture
def session():
    session = FakeSession(made_chunking(21))
    session.score(made_scores(21, 13))
    return session


@pytest.fixture
def view(on_screen, session):
    return on_screen(RankingView(session), 360, 240)


def chunks(view):
    model = view.model()
    return [model.index(row, 0).data(CHUNK) for row in range(model.rowCount())]


def test_a_click_on_a_row_selects_its_chunk(qtbot, view, session):
    for row in (2, 0):
        at = view.visualRect(view.model().index(row, 0)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert session.selected == int(session.scores.order[row])


def test_a_row_begins_with_what_is_new_in_its_chunk_not_with_what_it_repeats(view, session):
    text, chunking = session.document.text, session.chunking
    for row, chunk in enumerate(chunks(view)):
        body = " ".join(text[chunking.body_starts[chunk] : chunking.ends[chunk]].split())
        assert body.startswith(view.model().index(row, 0).data(WORDS))


def test_arrow_keys_go_through_the_ranks(qtbot, view, session):
    session.select(13)
    for key, rank in ((Qt.Key.Key_Down, 1), (Qt.Key.Key_Down, 2), (Qt.Key.Key_Up, 1), (Qt.Key.Key_Home, 0)):
        qtbot.keyClick(view, key)
        assert session.selected == int(session.scores.order[rank])


def test_what_is_selected_elsewhere_is_the_current_row_and_in_view(view, session):
    last = int(session.scores.order[-1])
    session.select(last)
    assert view.currentIndex().data(CHUNK) == last
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())
    session.select(None)
    session.selected = None
    session.selection_changed.emit()
    assert not view.selectedIndexes()


def test_chunks_without_a_score_come_last_and_are_called_undefined(view, session):
    session.load(made_chunking(4))
    session.score(scores_of([np.nan, 0.2, np.nan, 0.9]))
    assert chunks(view) == [3, 1, 0, 2]
    assert view.model().index(2, 0).data(SCORE) == "undefined"
    assert view.model().index(2, 0).data().startswith("score undefined, chunk 1, ")


def test_equal_scores_are_ranked_by_number_at_each_refresh(view, session):
    """SI-09."""
    session.load(made_chunking(3))
    for _ in range(3):
        session.score(scores_of([1.0, 1.0, 1.0]))
        assert chunks(view) == [0, 1, 2]


def test_blank_chunks_are_not_ranked(view, session):
    chunking = made_chunking(3)
    chunking.blank[1] = True
    session.load(chunking)
    session.score(scores_of([0.1, np.nan, 0.3], embedded=2, total=2))
    assert chunks(view) == [2, 0]


def test_a_click_on_a_stale_row_selects_what_holds_its_text_now(qtbot, view, session):
    old = session.chunking
    session.show(made_chunking(40, seed=5))
    at = view.visualRect(view.model().index(0, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert session.selected == session.chunking.body_at(int(old.body_starts[13]))


def test_the_best_row_is_bold_stale_ones_are_muted_and_none_has_the_accent_of_what_is_selected(view, session):
    def seen(row):
        image = view.viewport().grab(view.visualRect(view.model().index(row, 0))).toImage()
        return [image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())]

    light = theme("light")
    text = [seen(row).count(light.text.name()) for row in (0, 1)]
    assert text[0] > 1.2 * text[1]
    assert light.accent.name() not in seen(0)
    session.show(made_chunking(40, seed=5))
    assert light.text.name() not in seen(0)


def test_without_scores_the_list_is_empty(view, session):
    session.score(None, "")
    assert chunks(view) == []


def kinds(pooled):
    values = made_scores(21, 13).values
    made = np.full(21, EXACT, np.int8)
    made[pooled] = POOLED
    return scores_of(values, kinds=made)


def test_each_row_says_what_its_score_comes_from(view, session):
    session.score(kinds([13]))
    first, second = (view.model().index(row, 0) for row in (0, 1))
    assert (first.data(KIND), second.data(KIND)) == (POOLED, EXACT)
    for index, words in ((first, "pooled from one pass"), (second, "embedded alone")):
        assert f", {words}, chunk " in index.data(Qt.ItemDataRole.AccessibleTextRole)
        assert f" \u00b7 {words} \u00b7 chunk " in index.data(Qt.ItemDataRole.ToolTipRole).splitlines()[0]


def test_the_tip_of_a_row_is_no_wider_than_a_window(view, session):
    session.score(made_scores(21, 13))
    for row in range(3):
        lines = view.model().index(row, 0).data(Qt.ItemDataRole.ToolTipRole).splitlines()
        assert 1 < len(lines) <= 4
        assert all(len(line) <= 90 for line in lines)


def test_the_marks_of_the_two_kinds_differ_in_shape(view, session):
    def mark(row):
        image = view.viewport().grab(view.visualRect(view.model().index(row, 0))).toImage()
        edge = theme("light").edge.name()
        return sum(
            image.pixelColor(x, y).name() == edge for x in range(image.width() // 2) for y in range(image.height())
        )

    session.score(kinds(list(range(21))))
    outlined = mark(1)
    session.score(kinds([]))
    assert mark(1) > outlined > 0


def test_the_rank_by_keywords_stands_beside_it_while_they_are_on(view, session):
    values = np.zeros(21)
    values[13] = 3.0
    session.keywords.show(scores=KeywordScores("eggs", values, np.array([13]), ("eggs",), ()))
    assert [view.model().index(row, 0).data(KEYWORDS) for row in (0, 1)] == ["BM25 1", "BM25 \u2013"]
    assert ", BM25 1, chunk 14" in view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    session.show(made_chunking(40, seed=5))
    assert view.model().index(0, 0).data(KEYWORDS) is None


@pytest.mark.parametrize(("wide", "drawn"), [(200, False), (420, True)])
def test_the_rank_by_keywords_is_left_out_where_it_would_lie_on_the_chunks_number(on_screen, session, wide, drawn):
    view = on_screen(RankingView(session), wide, 240)
    before = view.grab().toImage()
    session.keywords.show(scores=KeywordScores("eggs", np.ones(21), np.arange(21), ("eggs",), ()))
    assert (view.grab().toImage() != before) == drawn
