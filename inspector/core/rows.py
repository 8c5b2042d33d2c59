"""Where the rows of a wrapped text start: after line breaks, else after the last blank that fits, else hard.

A text is looked at in blocks of whole lines, a long line in blocks of whole rows. One regular expression wraps a block
in which every character takes one column; only blocks with wide, joining or tabulator characters are measured
character by character.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.clusters import Clusters, find_clusters
from inspector.core.codepoints import among, codes
from inspector.core.columns import ONE_COLUMN, columns_of
from inspector.core.direction import has_right_to_left

Rows = NDArray[np.int64]

LINE_BREAKS = "\n\r\x0b\x0c\x85\u2028\u2029"
"""Every character that ends a line; CR and LF together are one break."""
BLANKS = " \t\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000"
"""The blanks after which a row may end; those that forbid a break (U+00A0, U+2007, U+202F) are not among them."""

BLOCK = 1 << 16
_ODD = re.compile(f"[^{ONE_COLUMN}{LINE_BREAKS}]")


@dataclass(frozen=True, eq=False)
class BrokenRows:
    """The rows of a text up to the offset `end`: `starts` (int64, ascending), and what is said of that much text."""

    starts: Rows
    end: int
    right_to_left: bool
    """Whether any character up to `end` is written from right to left."""


NO_ROWS = BrokenRows(np.zeros(0, np.int64), 0, right_to_left=False)


def break_rows(text: str, columns: int) -> BrokenRows:
    """The rows of a whole text; see `row_starts`."""
    return BrokenRows(row_starts(text, columns), len(text), has_right_to_left(text))


def first_rows(text: str, columns: int, characters: int) -> BrokenRows:
    """The rows of the first `characters` or some more."""
    for starts, end in row_blocks(text, columns, characters):
        return BrokenRows(starts, end, has_right_to_left(text, 0, end))
    return NO_ROWS


def row_starts(text: str, columns: int) -> Rows:
    """The offsets at which the rows of `text` start, int64 (r,), the first 0; empty for an empty text.

    No row is wider than `columns` (East Asian wide characters take two, a line break none), except where one grapheme
    cluster alone is; none starts inside a cluster. Raises ValueError for `columns` below 1.
    """
    parts = [starts for starts, _ in row_blocks(text, columns)]
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)


def row_blocks(text: str, columns: int, block: int = BLOCK) -> Iterator[tuple[Rows, int]]:
    """The same in blocks of some `block` characters, each with the offset at which it ends: nobody need await all."""
    if columns < 1:
        raise ValueError(f"columns is {columns}: it must be at least 1")
    plain = _plain_row(columns)
    start, reach = 0, block
    while start < len(text):
        end, whole = _block_end(text, start, reach)
        if _ODD.search(text, start, end):
            starts = _measured(text[start:end], columns) + start
        else:
            starts = np.array([match.start() for match in plain.finditer(text, start, end)], np.int64)
        if not whole:  # the last row goes on behind the block, so the next one begins with it
            end, starts = int(starts[-1]), starts[:-1]
        if len(starts):
            yield starts, end
        start, reach = end, block if len(starts) else 2 * reach


def _block_end(text: str, start: int, reach: int) -> tuple[int, bool]:
    """Where a block of some `reach` characters from `start` on ends, and whether a line (up to a line feed) does."""
    if start + 2 * reach >= len(text):
        return len(text), True
    end = text.find("\n", start + reach, start + 2 * reach) + 1
    return (end, True) if end else (start + 2 * reach, False)


def _plain_row(columns: int) -> re.Pattern[str]:
    """One row of a text in which each character takes one column."""
    other = f"[^{LINE_BREAKS}]"
    line = f"{other}{{0,{columns}}}(?:\r\n|[{LINE_BREAKS}]|\\Z)"
    return re.compile(f"(?!\\Z)(?:{line}|{other}{{0,{columns - 1}}}[{BLANKS}]|{other}{{1,{columns}}})")


def _measured(block: str, columns: int) -> Rows:
    """The row starts of a block whose characters differ in width or join with their neighbours."""
    points = codes(block)
    reached = np.cumsum(columns_of(points), dtype=np.int64)
    clusters = find_clusters(block, points)
    ends = _line_ends(block, clusters)
    starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
    before = np.where(starts > 0, reached[starts - 1], 0)
    wide = np.flatnonzero(reached[ends - 1] - before > columns)
    if not len(wide):
        return starts
    blanks = np.flatnonzero(among(points, BLANKS)) + 1
    wrap = _Wrap(reached, blanks[~clusters.inside(blanks)], clusters, columns)
    inner = [cut for k in wide.tolist() for cut in wrap.cuts(int(starts[k]), int(ends[k]))]
    return np.sort(np.concatenate([starts, np.array(inner, np.int64)]))


def _line_ends(block: str, clusters: Clusters) -> Rows:
    """The offsets after each line break of `block` and its end, int64; CR and LF are one cluster, so one break."""
    ends = np.flatnonzero(among(codes(block), LINE_BREAKS)) + 1
    ends = ends[~clusters.inside(ends)]
    return ends if len(ends) and ends[-1] == len(block) else np.append(ends, len(block))


class _Wrap:
    """Wraps lines that are too wide: `reached` holds the columns up to and with each character of the block."""

    def __init__(self, reached: Rows, blanks: Rows, clusters: Clusters, columns: int) -> None:
        self._reached = np.ascontiguousarray(reached).data
        self._blanks = np.ascontiguousarray(blanks).data
        self._clusters = clusters
        self._columns = columns

    def cuts(self, start: int, end: int) -> Iterator[int]:
        """The offsets at which the line `start:end` breaks into rows."""
        while True:
            used = self._reached[start - 1] if start else 0
            reach = bisect_right(self._reached, used + self._columns)
            if reach >= end:
                return
            start = self._cut(start, reach)
            if start >= end:
                return
            yield start

    def _cut(self, start: int, reach: int) -> int:
        k = bisect_right(self._blanks, reach) - 1
        if k >= 0 and self._blanks[k] > start:
            return self._blanks[k]
        hard = self._clusters.floor(reach)
        return hard if hard > start else self._clusters.after(start)
