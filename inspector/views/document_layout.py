"""The document as rows: which offsets each row holds, and the layouts of the rows that were looked at."""

from __future__ import annotations

import unicodedata

import numpy as np
from PySide6.QtGui import QFont, QFontMetricsF

from inspector.core.columns import TAB
from inspector.core.rows import LINE_BREAKS, NO_ROWS, BrokenRows, Rows
from inspector.views.row_line import RowLine

_KEPT = 1024
"""Row layouts kept before all are thrown away; a window shows some 50."""
_LOOK_BACK = 20_000
_LOOK_AHEAD = 2_000


class DocumentLayout:
    """The rows of one text in one font; rows that read from right to left end at `width` pixels.

    `version` is another number whenever a row may look different.
    """

    def __init__(self) -> None:
        self.text = ""
        self.version = 0
        self.width = 0.0
        self.starts: Rows = np.zeros(0, np.int64)
        self.end = 0
        self.set_font(QFont())
        self._right_to_left = False

    def __len__(self) -> int:
        return len(self.starts)

    def set_font(self, font: QFont) -> None:
        """Lay rows out in `font`; their breaks stay as they are."""
        self.font = font
        metrics = QFontMetricsF(font)
        self.column = metrics.horizontalAdvance("0")
        self.height = round(metrics.ascent() + metrics.descent() + 0.28 * metrics.height())
        self.baseline = round((self.height - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent())
        self.ascent = metrics.ascent()
        self.x_height = metrics.xHeight()
        self._lines: dict[int, RowLine] = {}
        self.version += 1

    def set_text(self, text: str) -> None:
        """Take another text; rows come with `show_rows`."""
        self.text = text
        self.show_rows(NO_ROWS)

    def show_rows(self, rows: BrokenRows) -> None:
        """Take the rows of the text up to their end, which is its own unless the rest is still being broken."""
        self.starts, self.end, self._right_to_left = rows.starts, rows.end, rows.right_to_left
        self._forget()

    def set_width(self, width: float) -> None:
        """Let rows from right to left end at `width` pixels; nothing is broken anew."""
        self.width = width
        if self._right_to_left:
            self._forget()

    def _forget(self) -> None:
        self._lines.clear()
        self.version += 1

    def row_of(self, offset: int) -> int:
        """The row that holds the character at `offset`; the last one at the end of the text."""
        return max(int(np.searchsorted(self.starts, np.int64(offset), side="right")) - 1, 0)

    def span(self, row: int) -> tuple[int, int]:
        """The half-open offsets of a row."""
        end = int(self.starts[row + 1]) if row + 1 < len(self) else self.end
        return int(self.starts[row]), end

    def line(self, row: int) -> RowLine:
        """The layout of a row, made when first asked for."""
        if row not in self._lines:
            if len(self._lines) >= _KEPT:
                self._lines.clear()
            start, end = self.span(row)
            to_left = self._right_to_left and self._reads_to_left(start)
            self._lines[row] = RowLine(self.text[start:end], self.font, TAB * self.column, to_left, self.width)
        return self._lines[row]

    def last_caret(self, row: int) -> int:
        """The last caret position of a row: before its line break, if it has one, else before its last character."""
        start, end = self.span(row)
        text = self.text[start:end]
        kept = len(text.rstrip(LINE_BREAKS))
        if kept == len(text) and row + 1 < len(self):
            return max(end - 1, start)
        return start + kept

    def _reads_to_left(self, start: int) -> bool:
        """The direction of the paragraph that a row belongs to: that of its first strong character."""
        low = max(start - _LOOK_BACK, 0)
        begin = max((self.text.rfind(mark, low, start) + 1 for mark in LINE_BREAKS), default=0) or low
        for character in self.text[begin : begin + _LOOK_AHEAD]:
            kind = unicodedata.bidirectional(character)
            if kind in ("L", "R", "AL"):
                return kind != "L"
            if character in LINE_BREAKS:
                return False
        return False
