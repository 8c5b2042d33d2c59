"""The document view shows the text as it is, and answers mouse and keys."""

import time
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.model.progress import Progress
from inspector.views import document_marks
from inspector.views.colours import contrast, mixed
from inspector.views.document_painter import STRONGER
from inspector.views.document_view import DocumentView
from inspector.views.empty_state import empty_words
from inspector.views.paint_plan import Kind
from inspector.views.theme import theme
from tests.views.shown_document import TEXT, point, shown

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def show(qtbot: QtBot) -> Callable[..., DocumentView]:
    return partial(shown, qtbot)


def drag(view: DocumentView, start: QPoint, end: QPoint) -> None:
    port = view.viewport()
    QTest.mousePress(port, LEFT, pos=start)
    QTest.mouseMove(port, (start + end) / 2)
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, LEFT, pos=end)


def picture(view: DocumentView) -> QImage:
    QToolTip.hideText()
    return view.viewport().grab().toImage()


def is_near(one: QColor, other: QColor) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


def test_select_all_and_copy_give_exactly_the_text(show) -> None:
    view = show()
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == TEXT
    assert view.selected_span() == (0, len(TEXT))


def test_a_drag_selects_from_character_to_character(show) -> None:
    view = show()
    drag(view, point(view, 4, 0), point(view, 13, 0))
    assert view.selected_span() == (4, 13)
    view.copy()
    assert QGuiApplication.clipboard().text() == "two three"
    assert view.session.selected is None


def test_shift_and_click_extend_the_selection_and_a_click_ends_it(show) -> None:
    view = show()
    QTest.mouseClick(view.viewport(), LEFT, pos=point(view, 4, 0))
    QTest.mouseClick(view.viewport(), LEFT, SHIFT, point(view, 8, 0))
    assert view.selected_span() == (4, 8)
    QTest.mouseClick(view.viewport(), LEFT, pos=point(view, 30))
    assert view.selected_span() is None


def test_a_double_click_selects_the_word(show) -> None:
    view = show()
    QTest.mouseDClick(view.viewport(), LEFT, pos=point(view, 10))
    assert view.selected_span() == (8, 13)


def test_a_click_selects_the_chunk_and_moving_hovers_it(show) -> None:
    view = show()
    QTest.mouseClick(view.viewport(), LEFT, pos=point(view, 25))
    assert view.session.asked[-1] == ("select", 1)
    QTest.mouseMove(view.viewport(), point(view, 3))
    assert view.session.hovered == 0
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert view.session.hovered is None


def test_offsets_after_characters_that_qt_changes_are_those_of_the_text(show) -> None:
    view = show("one\ufdd0two\ufdd1three four 😀 five")
    assert len(view.rows) == 1
    QTest.mouseDClick(view.viewport(), LEFT, pos=point(view, 14))
    assert view.selected_span() == (14, 18)
    QTest.mouseDClick(view.viewport(), LEFT, pos=point(view, 22))
    assert view.selected_span() == (21, 25)


def test_every_row_of_a_mixed_text_reads_back_as_it_is(show) -> None:
    view = show()
    assert "".join(view.rows.text[slice(*view.rows.span(row))] for row in range(len(view.rows))) == TEXT


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_can_be_read_for_hours_on_every_fill(name: str) -> None:
    colours = theme(name)
    strong = [mixed(colours.tint[level], colours.level[level], STRONGER) for level in Level]
    for fill in [*colours.tint.values(), *strong, colours.selection]:
        assert contrast(colours.text, fill) >= 7


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_middle_of_a_body_has_the_tint_of_its_level(show, name: str) -> None:
    view = show("aa bb cc dd.\n\nee ff gg hh ii jj kk ll mm\nno")
    view.apply_theme(theme(name))
    image = picture(view)
    bodies = [piece for piece in view.plan() if piece.kind is Kind.BODY]
    assert {piece.level for piece in bodies} >= {Level.PARAGRAPH, Level.END}
    for piece in bodies:
        if piece.end == view.rows.span(piece.row)[1]:
            spot = QPoint(view.viewport().width() - 20, view.frame().top(piece.row) + view.rows.height // 2)
            assert is_near(image.pixelColor(spot), theme(name).tint[piece.level])


def test_a_coloured_bar_stands_at_each_cut(show) -> None:
    view = show()
    image, frame = picture(view), view.frame()
    cuts = [piece for piece in view.plan() if piece.kind is Kind.CUT and piece.level is Level.SENTENCE]
    assert cuts
    for piece in cuts:
        spot = QPoint(round(frame.x(piece.row, piece.start)) - 2, frame.top(piece.row) + view.rows.height // 2)
        assert is_near(image.pixelColor(spot), theme("light").level[Level.SENTENCE])


def test_highlights_in_right_to_left_text_cover_the_letters_of_the_span_only(show) -> None:
    view = show("שלום עולם, this is English inside.\n")
    view.session.answer = (0, 9)
    frame = view.frame()
    hebrew = frame.spans(0, 0, 9)
    latin = frame.spans(0, 11, 33)
    assert len(hebrew) == 1
    assert not any(rect.intersects(hebrew[0].adjusted(0.5, 0, -0.5, 0)) for rect in latin)
    image = picture(view)
    under = round(frame.top(0) + view.rows.height - 2)
    assert is_near(image.pixelColor(round(hebrew[0].center().x()), under), theme("light").accent)
    assert not is_near(image.pixelColor(round(latin[0].center().x()), under), theme("light").accent)


def wheel(view: DocumentView, place: QPoint, steps: int) -> None:
    port = view.viewport()
    event = QWheelEvent(
        QPointF(place), QPointF(port.mapToGlobal(place)), QPoint(), QPoint(0, 120 * steps), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, event)


def test_the_wheel_hovers_what_it_brings_below_the_mouse(show) -> None:
    view = show("one two three four five six seven eight\n\n" * 60)
    place = view.viewport().rect().center()
    wheel(view, place, -3)
    assert view.verticalScrollBar().value() > 0
    first = view.session.hovered
    assert first == view.chunk_at(QPointF(place))
    wheel(view, place, -5)
    assert view.session.hovered == view.chunk_at(QPointF(place)) != first


def test_scrolling_by_key_hovers_nothing_until_the_mouse_moves(show) -> None:
    view = show("one two three four five six seven eight\n\n" * 60)
    QTest.mouseMove(view.viewport(), view.viewport().rect().center())
    view.session.hover(3)
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert view.verticalScrollBar().value() > 0
    assert view.session.hovered is None


def test_a_megabyte_in_one_line_is_shown_and_scrolled_at_once(show, qtbot: QtBot) -> None:
    view = show("alpha beta gamma " * 60_000, 400)
    qtbot.waitUntil(lambda: view.rows.end == len(view.rows.text))
    view.grab()
    start = time.process_time()
    for _ in range(5):
        view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 5000)
        view.grab()
    assert time.process_time() - start < 1.0


def test_a_long_text_is_seen_before_all_its_rows_are_known_and_goes_on_to_what_was_wanted(show, qtbot: QtBot) -> None:
    text = "alpha beta gamma.\n" * 60_000
    view = show(None)
    view.session.open(text)
    assert 0 < view.rows.end < len(text)
    view.reveal(len(text) - 5, len(text))
    assert view.first_visible_offset() == 0
    qtbot.waitUntil(lambda: view.rows.end == len(text))
    assert view.frame().window().end == len(text)
    view.session.open(text)
    qtbot.waitUntil(lambda: view.rows.end == len(text))
    assert view.first_visible_offset() == 0


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_tooltip_tells_the_numbers_and_the_reason(show, qtbot: QtBot) -> None:
    view = show()
    spot = point(view, 25)
    event = QHelpEvent(QEvent.Type.ToolTip, spot, view.viewport().mapToGlobal(spot))
    QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(QToolTip.isVisible)
    words = QToolTip.text()
    assert "#2 of" in words
    assert "4 of 8 words" in words
    assert "(chunk 2)" in words
    QToolTip.hideText()


def test_find_counts_and_goes_round(show) -> None:
    view = show()
    assert view.find("SOME more") == 30
    first = view.selected_span()
    assert view.find("some more", forward=False) == 30
    assert view.selected_span()[0] == TEXT.rindex("Some more")
    view.find("some more")
    assert view.selected_span() == first
    assert view.find("nowhere") == 0
    assert not any(piece.kind is Kind.MATCH for piece in view.plan())


def test_find_searches_once_for_the_same_text_whatever_the_direction(show, monkeypatch) -> None:
    view = show("some more and some more\n" * 15)
    asked = []
    whole = document_marks.find_all
    monkeypatch.setattr(document_marks, "find_all", lambda *a, **k: asked.append(a[1]) or whole(*a, **k))
    for forward in (True, True, False):
        assert view.find("more", forward) == 30
    assert asked == ["more"]
    assert view.find("more", case_sensitive=True) == 30
    assert view.find("some") == 30
    assert asked == ["more", "more", "some"]


def test_the_places_of_matches_are_the_rows_of_a_strip_each_once(show) -> None:
    view = show("some more and some more\n" * 15)
    assert view.match_places(100) == []
    view.find("more")
    assert view.match_places(4) == [0, 1, 2, 3]
    assert view.match_places(10_000) == [start * 10_000 // 360 for start, _ in view.marks.matches.tolist()]


def test_the_text_moves_only_when_it_must(show) -> None:
    view = show("word " * 3000, 20, height=300)
    view.session.select(0)
    assert view.verticalScrollBar().value() == 0
    view.session.select(100)
    value = view.verticalScrollBar().value()
    assert value > 0
    window = view.frame().window()
    assert window.start <= view.session.chunking.body_starts[100] < window.end
    view.session.select(101)
    assert view.verticalScrollBar().value() == value


def test_what_stands_at_the_top_stays_there_when_rows_are_broken_anew(show, qtbot: QtBot) -> None:
    view = show("word " * 9000, 20)
    view.centre_on(20_000)
    before = view.first_visible_offset()
    for width in (500, 800, 420, 900):
        view.resize(width, 400)
        start, end = view.rows.span(view.rows.row_of(before))
        top = view.first_visible_offset()
        assert start - 200 <= top <= end
    assert view.first_visible_offset() == before


def test_a_change_of_the_chunks_moves_no_text(show) -> None:
    view = show("word " * 9000, 20)
    view.centre_on(20_000)
    value = view.verticalScrollBar().value()
    view.session.chunk(7, 2)
    assert view.verticalScrollBar().value() == value


def test_the_old_place_of_a_moved_cut_fades_unless_motion_is_off(show, qtbot: QtBot) -> None:
    view = show("word " * 300, 20)
    view.session.chunk(7)
    view.grab()
    qtbot.waitUntil(lambda: any(piece.kind is Kind.GHOST for piece in view.plan()))
    qtbot.waitUntil(lambda: not any(piece.kind is Kind.GHOST for piece in view.plan()), timeout=3000)
    view.set_motion(False)
    view.session.chunk(20)
    assert not any(piece.kind is Kind.GHOST for piece in view.plan())


def test_no_document_an_empty_one_and_a_text_not_yet_cut_are_shown(show) -> None:
    view = show(None)
    view.grab()
    assert empty_words(view.session)[0] == "Open a text or drop one here"
    view.session.progress = Progress("opening text.txt", 1, 4)
    assert empty_words(view.session) == ("Opening text.txt", "25%")
    view.session.progress = None
    view.session.open("")
    assert empty_words(view.session)[0] == "text.txt is empty"
    view.grab()
    assert view.plan() == []
    view.session.open("plain words")
    view.grab()
    assert view.plan() == []
    QTest.mouseClick(view.viewport(), LEFT, pos=point(view, 3))
    assert view.accessibleDescription() == "The document, not cut yet."


def test_the_selected_chunk_is_told_to_assistive_technology(show) -> None:
    view = show()
    assert view.accessibleName() == "Document"
    view.session.select(1)
    assert view.accessibleDescription().startswith("Chunk #2 of")
    assert "Five six seven eight." in view.accessibleDescription()


def test_white_space_signs_move_no_letter(show) -> None:
    view = show("a b\tc\u00a0d \n")
    before = [view.frame().x(0, offset) for offset in range(9)]
    plain = picture(view)
    view.show_whitespace(True)
    assert [view.frame().x(0, offset) for offset in range(9)] == before
    assert picture(view) != plain


def test_what_the_model_does_not_read_is_hatched_to_the_end_of_its_chunk(show) -> None:
    view = show("one two three four five six seven eight nine", 8)
    view.session.limits = ModelLimits(6)
    view.session.model_changed.emit()
    unread = [(piece.start, piece.end) for piece in view.plan() if piece.kind is Kind.UNREAD]
    assert unread == [(19, 40)]
    picture(view)


def test_unknown_tokens_are_marked(show) -> None:
    view = show("see 0123456789abcdef here")
    assert [(p.start, p.end) for p in view.plan() if p.kind is Kind.UNKNOWN] == [(4, 20)]


def test_zoom_and_font_keep_the_place(show) -> None:
    view = show("word " * 9000, 20)
    view.centre_on(20_000)
    before, height = view.first_visible_offset(), view.rows.height
    view.zoom_in()
    assert view.rows.height > height
    assert abs(view.first_visible_offset() - before) < 200
    view.zoom_reset()
    assert view.first_visible_offset() == before
    view.set_font_family("proportional")
    view.grab()
    assert abs(view.first_visible_offset() - before) < 200


def test_painting_after_a_change_takes_no_longer_in_a_long_document(show, qtbot: QtBot) -> None:
    text = "Some words that make a sentence here. " * 30_000
    view = show(None)
    view.session.open(text)
    qtbot.waitUntil(lambda: view.rows.end == len(text))
    ends = np.arange(1, 30_001, dtype=np.int64) * 38
    view.session.facts = None
    chunking = show("Some words.", 9).session.chunking
    small = np.ones(len(ends), np.int64)
    starts = ends - 38
    parts = {"starts": starts, "body_starts": starts, "ends": ends, "levels": np.full(len(ends), 3, np.int8)}
    counts = dict.fromkeys(("counts", "tokens", "input_tokens", "overlaps", "words"), small)
    many = type(chunking)(parameters=chunking.parameters, **parts, **counts, blank=np.zeros(len(ends), np.bool_))
    view.session.show(many)
    view.centre_on(500_000)
    view.grab()
    start = time.process_time()
    for _ in range(10):
        view.session.show(many)
        view.grab()
    assert (time.process_time() - start) / 10 < 0.05


def test_the_session_can_bring_a_span_into_view(show) -> None:
    view = show("word " * 9000, 20)
    view.session.reveal.emit(30_000, 30_004)
    assert view.selected_span() == (30_000, 30_004)
    window = view.frame().window()
    assert window.start <= 30_000 < window.end
    assert view.chunk_at(QPointF(point(view, 30_001))) == view.session.chunking.body_at(30_001)


def test_while_one_drags_cuts_that_stay_are_calm_and_cuts_that_move_fade_from_where_they_were(show) -> None:
    view = show(size=3)
    session = view.session
    view._ghosts._clock = lambda: 0.0

    def marks(kind: Kind) -> set[tuple[int, int]]:
        return {(piece.row, piece.start) for piece in view.plan() if piece.kind is kind}

    frames, moved = [(marks(Kind.CUT), marks(Kind.GHOST))], set()
    for size in (4, 5, 6, 5, 4):
        session.chunk(size)
        frames.append((marks(Kind.CUT), marks(Kind.GHOST)))
        before, (cuts, ghosts) = frames[-2][0], frames[-1]
        moved = (moved | (before - cuts)) - cuts
        assert ghosts == moved, "every place that was left in the last moment fades, no other"
        assert not ghosts & cuts, "where a cut is there is no ghost"
    stay = set.intersection(*(cuts for cuts, _ in frames))
    assert stay
    assert not any(stay & ghosts for _, ghosts in frames)
    assert any(cuts - stay for cuts, _ in frames)
