"""The overview strip: the whole document in level colours, with marks of what is seen and what matters."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from inspector.core.chunking import Chunking
from inspector.core.levels import Level
from inspector.views.colours import mixed
from inspector.views.pixel_image import colour_value, pixel_image
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.views.document_view import DocumentView

WIDTH = 16
"""Logical pixels from the text to the scroll bar."""
_SIDE = 3
_TICK = 4
_SHARE = 0.62


def strip_levels(chunking: Chunking, length: int, pixels: int) -> NDArray[np.int8]:
    """The level shown at each of `pixels` places along a text of `length` characters, int8 (pixels,).

    Of the bodies that share a pixel the one with the weakest cut is shown, so that a hard cut is never hidden; END,
    which is no cut, only where it is alone.
    """
    if not len(chunking) or length <= 0 or pixels <= 0:
        return np.full(max(pixels, 0), Level.END, np.int8)
    edges = np.arange(pixels + 1, dtype=np.int64) * length // pixels
    first = np.searchsorted(chunking.ends, edges[:-1], side="right")
    after = np.searchsorted(chunking.body_starts, edges[1:], side="left")
    first = np.minimum(first, len(chunking) - 1)
    after = np.minimum(np.maximum(after, first + 1), len(chunking))
    ranked = np.where(chunking.levels == Level.END, 127, chunking.levels).astype(np.int8)
    ranked = np.append(ranked, np.int8(127))
    pairs = np.column_stack([first, after]).ravel()
    weakest = np.minimum.reduceat(ranked, pairs)[::2]
    return np.where(weakest == 127, Level.END, weakest).astype(np.int8)


class Overview(QWidget):
    """Drawn beside the text; a click or a drag scrolls there."""

    def __init__(self, view: DocumentView) -> None:
        super().__init__(view)
        self._view = view
        self._theme = current()
        self._levels: NDArray[np.int8] | None = None
        self.setFixedWidth(WIDTH)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName("Overview of the document")
        self.setAccessibleDescription("The whole document in the colours of the levels; a click scrolls there.")

    def forget(self) -> None:
        """The chunks changed: work out the strip anew."""
        self._levels = None
        self.update()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    def levels(self) -> NDArray[np.int8]:
        """What each pixel row shows."""
        chunking, pixels = self._view.session.chunking, self._pixels()
        if chunking is None:
            return np.full(pixels, Level.END, np.int8)
        if self._levels is None or len(self._levels) != pixels:
            self._levels = strip_levels(chunking, len(self._view.rows.text), pixels)
        return self._levels

    def place(self, offset: int) -> float:
        """The height at which an offset stands."""
        return offset / max(len(self._view.rows.text), 1) * self.height()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the strip, then the marks, then the box of what is seen."""
        shown = bool(len(self._view.rows)) and self._view.session.chunking is not None
        levels = self.levels() if shown else None
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), self._theme.base)
            if levels is not None:
                self._strip(painter, levels)
                self._marks(painter)
            if len(self._view.rows):
                self._box(painter)
        finally:
            painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Scroll to the place that was clicked."""
        self._go(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the end of the click, too."""
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll as over the text."""
        self._view.wheelEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tell the chunk at the place as a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            chunking = self._view.session.chunking
            chunk = None if not chunking else chunking.body_at(self._offset(event.pos().y()))
            self._view.tell(chunk, event.globalPos())
            return True
        return super().event(event)

    def _pixels(self) -> int:
        return round(self.height() * self.devicePixelRatioF())

    def _offset(self, y: float) -> int:
        return int(min(max(y / max(self.height(), 1), 0.0), 1.0) * len(self._view.rows.text))

    def _go(self, point: QPointF) -> None:
        self._view.centre_on(self._offset(point.y()))

    def _strip(self, painter: QPainter, levels: NDArray[np.int8]) -> None:
        """Every pixel row in the colour of its level."""
        if len(levels):
            pixels = _inks(self._theme)[levels.astype(np.intp)].reshape(-1, 1)
            painter.drawImage(QRectF(_SIDE, 0, self.width() - 2 * _SIDE, self.height()), pixel_image(pixels))

    def _marks(self, painter: QPainter) -> None:
        """The selected chunk as a frame, the best ones as ticks at the right, the answer as a bar at the left."""
        session, chunking = self._view.session, self._view.session.chunking
        if chunking is None:
            return
        if session.scores is not None and not session.scores_stale:
            for chunk in session.scores.order[: session.best_k]:
                if chunk < len(chunking):
                    top, height = self._extent(int(chunking.body_starts[chunk]), int(chunking.ends[chunk]))
                    painter.fillRect(QRectF(self.width() - _SIDE, top, _SIDE, height), self._theme.text)
        if session.answer is not None:
            top, height = self._extent(*session.answer)
            painter.fillRect(QRectF(0, top, _SIDE, height), self._theme.text)
        for top in self._view.match_places(self.height()):
            painter.fillRect(QRectF(_SIDE, top, _TICK, 1), self._theme.text)
        if session.selected is not None:
            self._selected(painter, int(chunking.body_starts[session.selected]), int(chunking.ends[session.selected]))

    def _selected(self, painter: QPainter, start: int, end: int) -> None:
        top, height = self._extent(start, end)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.base, 3))
        painter.drawRect(QRectF(_SIDE - 0.5, top, self.width() - 2 * _SIDE + 1, height))
        painter.setPen(QPen(self._theme.accent, 2))
        painter.drawRect(QRectF(_SIDE - 0.5, top, self.width() - 2 * _SIDE + 1, height))

    def _extent(self, start: int, end: int) -> tuple[float, float]:
        top = self.place(start)
        return top, max(self.place(end) - top, 3.0)

    def _box(self, painter: QPainter) -> None:
        """The frame around what the view shows."""
        window = self._view.frame().window()
        top, bottom = self.place(window.start), self.place(window.end)
        height = max(bottom - top, 8.0)
        top = min(top, self.height() - height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(self._theme.hover)
        painter.setPen(QPen(self._theme.text, 1))
        painter.drawRoundedRect(QRectF(0.5, top + 0.5, self.width() - 1, height - 1), 2, 2)


@cache
def _inks(theme: Theme) -> NDArray[np.uint32]:
    """The pixel of each level, at its own index; END, -1 or not, like the others from the end."""
    inks = np.zeros(max(Level) + 2, np.uint32)
    for level in Level:
        inks[level] = colour_value(mixed(theme.base, theme.level[level], _SHARE))
    return inks
