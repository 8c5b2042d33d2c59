"""The paint plan says what is where in the visible rows."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.levels import Level
from inspector.core.rows import row_starts
from inspector.views.paint_plan import (
    Kind,
    Piece,
    Window,
    gone_cuts,
    plan_chunks,
    plan_ghosts,
    plan_many,
    plan_reach,
    plan_spans,
    plan_tokens,
)
from tests.views.made import naive_chunking

TEXT = "One two three four. Five six seven eight nine ten.\n\nEleven twelve thirteen fourteen fifteen sixteen\n"


def window(text: str = TEXT, columns: int = 20, first: int = 0, count: int = 99) -> Window:
    starts = row_starts(text, columns)
    kept = starts[first : first + count].tolist()
    after = first + len(kept)
    return Window(first, kept, int(starts[after]) if after < len(starts) else len(text))


def of(pieces: list[Piece], kind: Kind) -> list[Piece]:
    return [piece for piece in pieces if piece.kind is kind]


@given(st.text(st.sampled_from("ab. \n"), min_size=1, max_size=120), st.integers(1, 6), st.integers(0, 5))
def test_bodies_cover_every_visible_character_once_within_its_row(text: str, size: int, first: int) -> None:
    view = window(text, 8, min(first, len(row_starts(text, 8)) - 1), 4)
    bodies = of(plan_chunks(naive_chunking(text, size, 1), view), Kind.BODY)
    assert [piece.start for piece in bodies] == [view.start, *(piece.end for piece in bodies[:-1])]
    assert bodies[-1].end == view.end
    bounds = [*view.starts, view.end]
    assert all(bounds[p.row - view.first] <= p.start < p.end <= bounds[p.row - view.first + 1] for p in bodies)


def test_a_body_has_the_level_of_the_cut_that_ends_it_and_the_last_one_none() -> None:
    chunking = naive_chunking(TEXT, 99)
    bodies = of(plan_chunks(chunking, window()), Kind.BODY)
    assert [bodies[0].level, bodies[-1].level] == [Level.SENTENCE, Level.END]
    assert all(piece.level == chunking.level(piece.chunk) for piece in bodies)


def test_a_cut_stands_in_the_row_of_the_character_before_it() -> None:
    cuts = of(plan_chunks(naive_chunking(TEXT, 99), window()), Kind.CUT)
    view = window()
    assert [piece.start for piece in cuts] == [20, 52]
    assert all(view.starts[piece.row] < piece.start for piece in cuts)


def test_fills_come_before_stripes_and_stripes_before_cuts() -> None:
    kinds = [piece.kind for piece in plan_chunks(naive_chunking(TEXT, 4, 2), window())]
    order = [kind for kind, following in pairwise([*kinds, None]) if kind is not following]
    assert order[0] is Kind.BODY
    assert order[-1] is Kind.CUT
    assert Kind.BODY not in order[1:]


def test_overlap_is_striped_over_the_earlier_body_in_the_level_of_the_chunk_that_repeats_it() -> None:
    chunking = naive_chunking(TEXT, 6, 2)
    for piece in of(plan_chunks(chunking, window()), Kind.OVERLAP):
        owner = piece.chunk
        assert chunking.starts[owner] <= piece.start < piece.end <= chunking.body_starts[owner]
        assert piece.level == chunking.level(owner)


def test_what_a_chunk_reaches_back_over_is_planned_whole() -> None:
    chunking = naive_chunking(TEXT, 4, 3)
    pieces = plan_reach(chunking, window(), 2)
    assert pieces[0].start == chunking.starts[2]
    assert pieces[-1].end == chunking.body_starts[2]


def test_cuts_that_are_no_more_are_gone_and_those_that_stay_are_not() -> None:
    chunking = naive_chunking(TEXT, 99)
    previous = np.array([4, 20, 30], np.int64)
    assert gone_cuts(previous, chunking, window()).tolist() == [4, 30]
    assert gone_cuts(previous, chunking, window(first=1)).tolist() == [30]
    assert gone_cuts(np.zeros(0, np.int64), chunking, window()).tolist() == []


def test_a_ghost_stands_in_the_row_it_was_in_with_what_is_left_of_it_but_not_where_a_cut_is_again() -> None:
    chunking = naive_chunking(TEXT, 99)
    ghosts = plan_ghosts([(4, 0.25), (20, 0.5), (30, 1.0), (9999, 1.0)], chunking, window())
    assert [(piece.kind, piece.row, piece.start, piece.strength) for piece in ghosts] == [
        (Kind.GHOST, 0, 4, 0.25),
        (Kind.GHOST, window().row_before(30), 30, 1.0),
    ]


def test_while_one_drags_a_cut_that_stays_is_the_same_piece_in_every_frame() -> None:
    paragraphs = {TEXT.index("\n\n") + 2, TEXT.index("Five")}
    seen = []
    for size in (3, 4, 5, 6):
        cuts = of(plan_chunks(naive_chunking(TEXT, size), window()), Kind.CUT)
        seen.append({(piece.row, piece.start, piece.level) for piece in cuts if piece.start in paragraphs})
    assert len(seen[0]) == 2
    assert all(frame == seen[0] for frame in seen)


def test_token_borders_and_spans_keep_to_the_window() -> None:
    view = window(first=1, count=1)
    assert [p.start for p in plan_tokens(np.array([0, 4, 20, 25, 60], np.int32), view)] == [
        offset for offset in (4, 20, 25) if view.start <= offset < view.end
    ]
    spans = plan_spans([(0, 99)], view, Kind.ANSWER)
    assert [(p.start, p.end) for p in spans] == [(view.start, view.end)]


def test_many_spans_at_once_give_the_same_pieces_as_one_after_the_other() -> None:
    view = Window(7, [10, 20, 30], 44)
    spans = np.array([[2, 12], [13, 14], [19, 31], [31, 32], [40, 60]], np.int64)
    assert plan_many(spans, view, Kind.UNKNOWN) == plan_spans(spans, view, Kind.UNKNOWN)
