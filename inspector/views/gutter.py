"""The gutter beside the document: number, level letter, bar and count of each chunk, at the first row of its body."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from inspector.core.chunking import Chunking
from inspector.views.badge import BADGE, draw_badge
from inspector.views.fonts import tabular, ui_font
from inspector.views.paint_plan import Window, visible_chunks
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.views.document_view import DocumentView

BAR = 48
"""Pixels of a full bar."""
_THICK = 5
_GAP = 8
_MORE, _MORE_SHORT = 38, 22
_LETTERS = 2
"""So many hidden chunks are named by the letter of their cut, where there is room."""
_SMALL_CHUNK = 40
_LARGE_COUNT = 1000
"""Characters of a small chunk, and a count that is not rare: room is kept for the figures that they give."""


class Entry(NamedTuple):
    """One line of the gutter: the chunk shown at a row, and those hidden behind it, which begin in the same row."""

    row: int
    chunk: int
    hidden: tuple[int, ...]

    def words(self, chunking: Chunking, *, short: bool = False) -> str:
        """ "+2 SW": how many are hidden, and with which letters the first of them end."""
        if not self.hidden:
            return ""
        number = f"+{min(len(self.hidden), 99)}"
        letters = "".join(chunking.level(chunk).letter for chunk in self.hidden[:_LETTERS])
        more = "\u2026" if len(self.hidden) > _LETTERS else ""
        return number if short else f"{number} {letters}{more}".rstrip()


def gutter_entries(chunking: Chunking, window: Window, selected: int | None) -> list[Entry]:
    """One entry a visible row: of the bodies that begin in one row the selected or first is shown."""
    chunks = visible_chunks(chunking, window)
    starts = chunking.body_starts[chunks.start : chunks.stop]
    places = (np.searchsorted(np.array(window.starts, np.int64), starts, side="right") - 1).tolist()
    rows: dict[int, list[int]] = {}
    for chunk, place in zip(chunks, places, strict=True):
        if place >= 0:
            rows.setdefault(window.first + place, []).append(chunk)
    return [_entry(row, together, selected) for row, together in rows.items()]


def _entry(row: int, chunks: list[int], selected: int | None) -> Entry:
    if len(chunks) == 1:
        return Entry(row, chunks[0], ())
    chosen = selected if selected is not None and selected in chunks else chunks[0]
    return Entry(row, chosen, tuple(chunk for chunk in chunks if chunk != chosen))


class Line(NamedTuple):
    """An entry as it is drawn: where, and whether its chunk is above the context."""

    entry: Entry
    rect: QRectF
    over: bool

    @property
    def chunk(self) -> int:
        """The chunk that is shown."""
        return self.entry.chunk


class Gutter(QWidget):
    """Drawn for the rows that the document view shows; a click selects the chunk."""

    width_changed = Signal()

    def __init__(self, view: DocumentView) -> None:
        super().__init__(view)
        self._view = view
        self._theme = current()
        self._number = self._count = 0.0
        self.compact = False
        self.setFont(_font())
        self.setMouseTracking(True)
        self.setAccessibleName("Chunks beside the text")

    def wanted_width(self) -> int:
        """The width for the numbers seen so far, in logical pixels; it only grows while a document is shown."""
        bar = 0 if self.compact else BAR + _GAP
        more = _MORE_SHORT if self.compact else _MORE
        return round(_GAP + self._number + _GAP + BADGE + _GAP + bar + self._count + more + 6)

    def fit(self, chunking: Chunking | None) -> None:
        """Make room for the numbers of a chunking, and for those to be expected: else the text would move with them."""
        chunks = len(chunking) if chunking is not None else 0
        most = int(chunking.counts.max()) if chunks and chunking is not None else 0
        expected = max(len(self._view.rows.text) // _SMALL_CHUNK, 100)
        metrics = QFontMetricsF(_font(bold=True))
        self._number = max(self._number, metrics.horizontalAdvance(f"{max(chunks, expected):,}"))
        self._count = max(self._count, metrics.horizontalAdvance(f"{max(most, _LARGE_COUNT):,}"))

    def forget(self) -> None:
        """Start anew with another document."""
        self._number = self._count = 0.0

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.setFont(_font())
        self.update()

    def entries(self) -> list[Entry]:
        """What is shown now."""
        chunking = self._view.session.chunking
        if chunking is None or not len(chunking) or not len(self._view.rows):
            return []
        return gutter_entries(chunking, self._view.frame().window(), self._view.session.selected)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the line to the text and the visible entries."""
        entries, frame = self.entries(), self._view.frame()
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), self._theme.base)
            if len(self._view.rows):
                painter.fillRect(QRectF(self.width() - 1, 0, 1, self.height()), self._theme.line)
            if entries and (chunking := self._view.session.chunking) is not None:
                self._paint(painter, chunking, [self._line(entry, frame.top(entry.row)) for entry in entries])
        finally:
            painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the chunk whose entry was clicked."""
        entry = self._entry_at(event.position().y())
        if entry is not None:
            self._view.session.select(entry.chunk)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the end of the click, too."""
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hover the chunk under the mouse."""
        entry = self._entry_at(event.position().y())
        self._view.session.hover(None if entry is None else entry.chunk)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: ARG002
        """Hover nothing."""
        self._view.session.hover(None)

    def event(self, event: QEvent) -> bool:
        """Tell the chunk's numbers as a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            entry = self._entry_at(event.pos().y())
            self._view.tell(
                None if entry is None else entry.chunk, event.globalPos(), hidden=() if entry is None else entry.hidden
            )
            return True
        return super().event(event)

    def _entry_at(self, y: float) -> Entry | None:
        frame, height = self._view.frame(), self._view.rows.height
        return next((entry for entry in self.entries() if 0 <= y - frame.top(entry.row) < height), None)

    def _line(self, entry: Entry, top: float) -> Line:
        return Line(entry, QRectF(0, top, self.width(), self._view.rows.height), self._view.beyond_context(entry.chunk))

    def _paint(self, painter: QPainter, chunking: Chunking, lines: list[Line]) -> None:
        """Column by column, so that font and pen are set once for each."""
        theme, session = self._theme, self._view.session
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in lines:
            if line.chunk == session.hovered != session.selected:
                painter.fillRect(line.rect.adjusted(0, 0, -1, 0), theme.hover)
        x = float(_GAP)
        self._numbers(painter, lines, x)
        x += self._number + _GAP
        for line in lines:
            place = QRectF(x, line.rect.top() + round((line.rect.height() - BADGE) / 2), BADGE, BADGE)
            draw_badge(painter, place, chunking.level(line.chunk), theme)
        x += BADGE + _GAP
        if not self.compact:
            self._bars(painter, chunking, lines, x)
            x += BAR + _GAP
        self._counts(painter, chunking, lines, x)
        self._hidden(painter, chunking, lines, x + self._count + 4)

    def _numbers(self, painter: QPainter, lines: list[Line], x: float) -> None:
        painter.setFont(_font())
        painter.setPen(self._theme.muted)
        for line in lines:
            place = QRectF(x, line.rect.top(), self._number, line.rect.height())
            if line.chunk == self._view.session.selected:
                painter.setFont(_font(bold=True))
                painter.setPen(self._theme.accent)
                painter.drawText(place, _RIGHT, f"{line.chunk + 1:,}")
                painter.setFont(_font())
                painter.setPen(self._theme.muted)
            else:
                painter.drawText(place, _RIGHT, f"{line.chunk + 1:,}")

    def _bars(self, painter: QPainter, chunking: Chunking, lines: list[Line], x: float) -> None:
        """The counts against the size, in the level's colour; a full track is the size."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for line in lines:
            top = round(line.rect.center().y()) - 2
            share = min(int(chunking.counts[line.chunk]) / chunking.parameters.size, 1.0)
            colour = self._theme.warning if line.over else self._theme.level[chunking.level(line.chunk)]
            painter.fillRect(QRectF(x, top, BAR, _THICK), self._theme.line)
            painter.fillRect(QRectF(x, top, max(share * BAR, 1.0), _THICK), colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _counts(self, painter: QPainter, chunking: Chunking, lines: list[Line], x: float) -> None:
        for over, colour in ((False, self._theme.muted), (True, self._theme.warning)):
            painter.setPen(colour)
            for line in lines:
                if line.over is over:
                    bold = line.chunk == self._view.session.selected
                    painter.setFont(_font(bold=bold))
                    place = QRectF(x, line.rect.top(), self._count, line.rect.height())
                    painter.drawText(place, _RIGHT, f"{int(chunking.counts[line.chunk]):,}")

    def _hidden(self, painter: QPainter, chunking: Chunking, lines: list[Line], x: float) -> None:
        painter.setFont(_font(smaller=2))
        painter.setPen(self._theme.muted)
        for line in lines:
            if line.entry.hidden:
                place = QRectF(x, line.rect.top(), _MORE, line.rect.height())
                painter.drawText(place, _LEFT, line.entry.words(chunking, short=self.compact))


_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


@cache
def _font(bold: bool = False, smaller: int = 0) -> QFont:
    font = tabular(ui_font())
    font.setPixelSize(max(font.pixelSize() - 1 - smaller, 8))
    font.setBold(bold)
    return font
