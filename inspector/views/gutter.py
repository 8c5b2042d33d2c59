"""The gutter beside the document: number, level letter, bar and count of each chunk, at the first row of its body."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

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
    rows: dict[int, list[int]] = {}
    for chunk in visible_chunks(chunking, window):
        start = int(chunking.body_starts[chunk])
        if start >= window.start:
            row = next(window.pieces(start, start + 1))[0]
            rows.setdefault(row, []).append(chunk)
    return [
        Entry(row, chosen, tuple(chunk for chunk in chunks if chunk != chosen))
        for row, chunks in rows.items()
        for chosen in [selected if selected is not None and selected in chunks else chunks[0]]
    ]


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
        metrics = QFontMetricsF(self.font())
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
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for entry in entries:
                self._paint(painter, entry, QRectF(0, frame.top(entry.row), self.width(), self._view.rows.height))
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

    def _paint(self, painter: QPainter, entry: Entry, line: QRectF) -> None:
        chunking = self._view.session.chunking
        if chunking is None:
            return
        chosen = entry.chunk == self._view.session.selected
        if entry.chunk == self._view.session.hovered and not chosen:
            painter.fillRect(line.adjusted(0, 0, -1, 0), self._theme.hover)
        painter.setFont(_font(bold=chosen))
        painter.setPen(self._theme.accent if chosen else self._theme.muted)
        x = float(_GAP)
        painter.drawText(QRectF(x, line.top(), self._number, line.height()), _RIGHT, f"{entry.chunk + 1:,}")
        x += self._number + _GAP
        badge = QRectF(x, line.top() + round((line.height() - BADGE) / 2), BADGE, BADGE)
        draw_badge(painter, badge, chunking.level(entry.chunk), self._theme)
        x += BADGE + _GAP
        if not self.compact:
            self._bar(painter, QRectF(x, round(line.center().y()) - 2, BAR, 5), entry.chunk)
            x += BAR + _GAP
        painter.setPen(self._theme.warning if self._view.beyond_context(entry.chunk) else self._theme.muted)
        painter.drawText(
            QRectF(x, line.top(), self._count, line.height()), _RIGHT, f"{int(chunking.counts[entry.chunk]):,}"
        )
        if entry.hidden:
            painter.setFont(_font(smaller=2))
            painter.setPen(self._theme.muted)
            more = QRectF(x + self._count + 4, line.top(), _MORE, line.height())
            painter.drawText(more, _LEFT, entry.words(chunking, short=self.compact))

    def _bar(self, painter: QPainter, track: QRectF, chunk: int) -> None:
        """The count against the size, in the level's colour; a full track is the size."""
        chunking = self._view.session.chunking
        if chunking is None:
            return
        share = min(int(chunking.counts[chunk]) / chunking.parameters.size, 1.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillRect(track, self._theme.line)
        over = self._view.beyond_context(chunk)
        colour = self._theme.warning if over else self._theme.level[chunking.level(chunk)]
        painter.fillRect(QRectF(track.left(), track.top(), max(share * track.width(), 1.0), track.height()), colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


@cache
def _font(bold: bool = False, smaller: int = 0) -> QFont:
    font = tabular(ui_font())
    font.setPixelSize(max(font.pixelSize() - 1 - smaller, 8))
    font.setBold(bold)
    return font
