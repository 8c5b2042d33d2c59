"""The paint plan: what is marked in the visible rows, as plain data that needs no screen to be checked.

Everything is found by bisection for the visible offsets only, so it costs the same in a document of any length.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.levels import Level

Spans = NDArray[np.int64]
NO_SPANS: Spans = np.zeros((0, 2), np.int64)


class Kind(Enum):
    """What a piece of a row is, in the order of painting."""

    BODY = auto()
    OVERLAP = auto()  # the next chunk repeats it; striped in that chunk's colour
    REPEATED = auto()  # a chunk after the next repeats it too
    REACH = auto()  # the selected chunk repeats it
    UNREAD = auto()  # beyond the model's context
    MATCH = auto()
    SELECTION = auto()
    FLASH = auto()
    TOKEN = auto()  # a border between tokens, at `start`
    UNKNOWN = auto()
    ANSWER = auto()
    GHOST = auto()  # where a cut was before, at `start`
    CUT = auto()  # at `start`, drawn after the last character of the body


class Piece(NamedTuple):
    """A stretch of one row; offsets are code points of the document, `chunk` is -1 where none is meant.

    `strength` is what is left of a mark that fades: 1 fresh, 0 gone.
    """

    row: int
    start: int
    end: int
    kind: Kind
    level: Level = Level.END
    chunk: int = -1
    strength: float = 1.0


@dataclass(frozen=True)
class Window:
    """The visible rows: `starts` are their first offsets, `end` where the last one ends, `first` its number."""

    first: int
    starts: Sequence[int]
    end: int

    @property
    def start(self) -> int:
        """The first visible offset."""
        return self.starts[0] if self.starts else 0

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """(row, start, end) of `start:end` in each visible row that it touches."""
        start, end = max(start, self.start), min(end, self.end)
        while start < end:
            place = bisect_right(self.starts, start)
            stop = min(self.starts[place] if place < len(self.starts) else self.end, end)
            yield self.first + place - 1, start, stop
            start = stop

    def row_before(self, offset: int) -> int | None:
        """The visible row of the character before `offset`, if there is one."""
        if not self.start < offset <= self.end:
            return None
        return self.first + bisect_right(self.starts, offset - 1) - 1


def visible_chunks(chunking: Chunking, window: Window) -> range:
    """The chunks whose bodies touch the window."""
    first = int(np.searchsorted(chunking.ends, np.int64(window.start), side="right"))
    after = int(np.searchsorted(chunking.body_starts, np.int64(window.end), side="left"))
    return range(first, max(first, after))


def plan_chunks(chunking: Chunking, window: Window) -> list[Piece]:
    """Bodies, then overlaps, then cuts of the visible chunks: all fills first, or the next fill hides the stripes."""
    chunks = visible_chunks(chunking, window)
    bodies: list[Piece] = []
    overlaps: list[Piece] = []
    cuts: list[Piece] = []
    for i in chunks:
        level, start, end = chunking.level(i), int(chunking.body_starts[i]), int(chunking.ends[i])
        bodies += [Piece(*piece, Kind.BODY, level, i) for piece in window.pieces(start, end)]
        overlaps += _overlaps(chunking, window, i)
        row = window.row_before(end)
        if level is not Level.END and row is not None:
            cuts.append(Piece(row, end, end, Kind.CUT, level, i))
    return bodies + overlaps + cuts


def _overlaps(chunking: Chunking, window: Window, body: int) -> Iterator[Piece]:
    """What the next chunk, and the one after it, repeat of a body."""
    start, end = int(chunking.body_starts[body]), int(chunking.ends[body])
    for kind, owner in ((Kind.OVERLAP, body + 1), (Kind.REPEATED, body + 2)):
        if owner < len(chunking):
            begin = max(int(chunking.starts[owner]), start)
            level = chunking.level(owner)
            yield from (Piece(*piece, kind, level, owner) for piece in window.pieces(begin, end))


def plan_reach(chunking: Chunking, window: Window, chunk: int) -> list[Piece]:
    """All that one chunk repeats, however many bodies it reaches back over."""
    start, end, level = int(chunking.starts[chunk]), int(chunking.body_starts[chunk]), chunking.level(chunk)
    return [Piece(*piece, Kind.REACH, level, chunk) for piece in window.pieces(start, end)]


def plan_spans(spans: Iterable[Iterable[int]], window: Window, kind: Kind) -> list[Piece]:
    """Some spans (already those near the window) as pieces of one kind."""
    return [Piece(*piece, kind) for start, end in spans for piece in window.pieces(int(start), int(end))]


def plan_many(spans: Spans, window: Window, kind: Kind) -> list[Piece]:
    """As `plan_spans` for many short spans near the window, int64 (m, 2): most of them lie in one row."""
    edges = np.array(window.starts, np.int64)
    starts, ends = np.maximum(spans[:, 0], window.start), np.minimum(spans[:, 1], window.end)
    rows, last = (np.searchsorted(edges, offsets, side="right") - 1 for offsets in (starts, ends - 1))
    pieces: list[Piece] = []
    for start, end, row, after in zip(*(part.tolist() for part in (starts, ends, rows, last)), strict=True):
        if row == after:
            pieces.append(Piece(window.first + row, start, end, kind))
        else:
            pieces += [Piece(*piece, kind) for piece in window.pieces(start, end)]
    return pieces


def near(spans: Spans, window: Window) -> Spans:
    """Those of many sorted spans, int64 (m, 2), that touch the window."""
    low = int(np.searchsorted(spans[:, 1], np.int64(window.start), side="right"))
    high = int(np.searchsorted(spans[:, 0], np.int64(window.end), side="left"))
    return spans[low:high]


def gone_cuts(previous: NDArray[np.int64], chunking: Chunking, window: Window) -> NDArray[np.int64]:
    """The visible cuts of the chunking before (`previous`, sorted body ends) that are no more, int64 (m,)."""
    low, high = np.searchsorted(previous, np.array([window.start, window.end], np.int64), side="right")
    old = previous[low:high]
    gone: NDArray[np.int64] = old[~np.isin(old, _visible_ends(chunking, window))]
    return gone


def plan_ghosts(places: Iterable[tuple[int, float]], chunking: Chunking, window: Window) -> list[Piece]:
    """The visible places that cuts have left, each with what is left of its mark; none where a cut is again."""
    cuts = set(_visible_ends(chunking, window).tolist())
    rows = ((window.row_before(offset), offset, left) for offset, left in places if offset not in cuts)
    return [Piece(row, offset, offset, Kind.GHOST, strength=left) for row, offset, left in rows if row is not None]


def _visible_ends(chunking: Chunking, window: Window) -> NDArray[np.int64]:
    chunks = visible_chunks(chunking, window)
    return chunking.ends[chunks.start : chunks.stop]


def plan_tokens(token_starts: NDArray[np.int32], window: Window) -> list[Piece]:
    """The borders between the visible tokens."""
    low, high = np.searchsorted(token_starts, np.array([window.start, window.end], np.int32), side="left")
    offsets = (int(offset) for offset in token_starts[low:high])
    return [Piece(*next(window.pieces(offset, offset + 1)), Kind.TOKEN) for offset in offsets]
