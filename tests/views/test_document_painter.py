"""What the document view paints: tints, cuts, highlights, what is unread or unknown, cuts that fade."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.views.colours import contrast, mixed
from inspector.views.document_painter import STRONGER
from inspector.views.paint_plan import Kind
from inspector.views.theme import theme
from tests.views.shown_document import is_near, picture


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
    assert is_near(image.pixelColor(round(hebrew[0].center().x()), under), theme("light").text)
    assert not is_near(image.pixelColor(round(latin[0].center().x()), under), theme("light").text)


def test_the_old_place_of_a_moved_cut_fades_unless_motion_is_off(show, qtbot: QtBot) -> None:
    view = show("word " * 300, 20)
    view.session.chunk(7)
    view.grab()
    qtbot.waitUntil(lambda: any(piece.kind is Kind.GHOST for piece in view.plan()))
    qtbot.waitUntil(lambda: not any(piece.kind is Kind.GHOST for piece in view.plan()), timeout=3000)
    view.set_motion(False)
    view.session.chunk(20)
    assert not any(piece.kind is Kind.GHOST for piece in view.plan())


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
