"""Puts a paint plan on the screen: fills, stripes and hatching below the letters, lines and marks above them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from inspector.views.colours import mixed
from inspector.views.document_frame import BLEED, Frame
from inspector.views.hatching import faded, stripes
from inspector.views.paint_plan import Kind, Piece
from inspector.views.theme import Theme

MARK = 3
"""Width of the coloured bar at a cut, in pixels."""
STRONGER = 0.1
"""How much of its level's full colour is laid over the tint of the selected body."""

_STRIPES = ((Kind.OVERLAP, 0.3, 1.0, True), (Kind.REPEATED, 0.22, 1.0, False), (Kind.REACH, 0.42, 1.2, True))
"""Opacity, width and direction of the lines over what is repeated."""


@dataclass(frozen=True)
class Emphasis:
    """What is emphasised: chunks by index, and how far the flash has faded (1 fresh, 0 gone)."""

    selected: int | None = None
    hovered: int | None = None
    flash: float = 0.0


class DocumentPainter:
    """Paints one frame with a theme; made anew for each paint."""

    def __init__(self, painter: QPainter, frame: Frame, theme: Theme, emphasis: Emphasis) -> None:
        self._painter = painter
        self._frame = frame
        self._theme = theme
        self._emphasis = emphasis
        self._scale = painter.device().devicePixelRatioF() if painter.device() else 1.0
        self._height = frame.layout.height

    def paint(self, pieces: list[Piece], letters: Callable[[], None]) -> None:
        """Draw the pieces, and in between the letters."""
        by_kind: dict[Kind, list[Piece]] = {kind: [] for kind in Kind}
        for piece in pieces:
            by_kind[piece.kind].append(piece)
        self._bodies(by_kind[Kind.BODY])
        self._hairlines(by_kind[Kind.CUT])
        self._hatched(by_kind)
        self._washes(by_kind)
        letters()
        self._lines(by_kind)
        self._ghosts(by_kind[Kind.GHOST])
        self._outline(by_kind[Kind.BODY])
        self._marks(by_kind[Kind.CUT])

    def paint_ghosts(self, pieces: list[Piece]) -> None:
        """Draw only the marks that fade, and those of the cuts over them."""
        self._ghosts([piece for piece in pieces if piece.kind is Kind.GHOST])
        self._marks([piece for piece in pieces if piece.kind is Kind.CUT])

    # Below the letters ------------------------------------------------------------------------------------------------

    def _bodies(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            tint = self._theme.tint[piece.level]
            if piece.chunk == self._emphasis.selected:
                tint = mixed(tint, self._theme.level[piece.level], STRONGER)
            for rect in self._rects(piece, whole=True):
                self._painter.fillRect(rect, tint)
                if piece.chunk == self._emphasis.hovered:
                    self._painter.fillRect(rect, self._theme.hover)

    def _hairlines(self, cuts: list[Piece]) -> None:
        """The staircase between two bodies: before the cut below its row, after the cut above it."""
        lines = []
        for piece in cuts:
            row, x = piece.row, self._frame.x(piece.row, piece.end)
            top, low, high = self._frame.top(row), self._frame.left - BLEED, float(self._frame.width)
            if self._frame.layout.line(row).right_to_left:
                low, high = high, low
            if piece.end < self._frame.layout.span(row)[1]:
                lines += [QLineF(x, top + 0.5, high, top + 0.5), QLineF(low, self._below(row), x, self._below(row))]
            else:
                lines.append(QLineF(low, self._below(row), high, self._below(row)))
        self._painter.setPen(QPen(mixed(self._theme.base, self._theme.text, 0.28), 1))
        self._painter.drawLines(lines)

    def _below(self, row: int) -> float:
        return self._frame.top(row) + self._height + 0.5

    def _hatched(self, by_kind: dict[Kind, list[Piece]]) -> None:
        """Overlap in the colour of the chunk that repeats it, crossed where two do; the unread tail in warning."""
        self._painter.setBrushOrigin(QPointF(self._frame.left, -self._frame.scroll_y))
        for kind, opacity, width, rising in _STRIPES:
            colours = {level: faded(self._theme.level[level], opacity) for level in {p.level for p in by_kind[kind]}}
            brushes = {level: stripes(c.rgba(), self._scale, 8, width, rising) for level, c in colours.items()}
            for piece in by_kind[kind]:
                self._fill(piece, brushes[piece.level])
        warning = stripes(faded(self._theme.warning, 0.5).rgba(), self._scale, 6, 1.0, False)
        for piece in by_kind[Kind.UNREAD]:
            self._fill(piece, warning)

    def _washes(self, by_kind: dict[Kind, list[Piece]]) -> None:
        for piece in by_kind[Kind.MATCH]:
            self._fill(piece, QBrush(faded(self._theme.accent, 0.28)))
        for piece in by_kind[Kind.SELECTION]:
            self._fill(piece, QBrush(self._theme.selection))
        for piece in by_kind[Kind.FLASH]:
            self._fill(piece, QBrush(faded(self._theme.accent, 0.45 * self._emphasis.flash)))

    # Above the letters ------------------------------------------------------------------------------------------------

    def _lines(self, by_kind: dict[Kind, list[Piece]]) -> None:
        for piece in by_kind[Kind.UNREAD]:
            y = self._frame.top(piece.row) + self._frame.layout.baseline - self._frame.layout.x_height / 2
            self._ruled(piece, y, 1.2, self._theme.warning)
        for piece in by_kind[Kind.ANSWER]:
            self._ruled(piece, self._frame.top(piece.row) + self._height - 2, 2, self._theme.text)

    def _ruled(self, piece: Piece, y: float, width: float, colour: QColor) -> None:
        for rect in self._rects(piece):
            self._painter.fillRect(QRectF(rect.left(), y - width / 2, rect.width(), width), colour)

    def _ghosts(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            self._painter.fillRect(cut_bar(self._frame, piece), faded(self._theme.muted, 0.9 * piece.strength))

    def _marks(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            self._painter.fillRect(cut_bar(self._frame, piece), self._theme.level[piece.level])

    def _outline(self, bodies: Iterable[Piece]) -> None:
        """The frame around the selected body, and a bar before its rows."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        rows = set()
        for piece in bodies:
            if piece.chunk == self._emphasis.selected:
                rows.add(piece.row)
                for rect in self._rects(piece, whole=True):
                    path.addRect(rect.adjusted(0, 0, 0, 1))
        if not rows:
            return
        self._painter.setPen(QPen(self._theme.accent, 1))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawPath(path.simplified().translated(0.5, 0.5))
        top, height = self._frame.top(min(rows)), (max(rows) - min(rows) + 1) * self._height
        self._painter.fillRect(QRectF(self._frame.left - BLEED - 5, top, 3, height + 1), self._theme.accent)

    # Helpers ----------------------------------------------------------------------------------------------------------

    def _rects(self, piece: Piece, *, whole: bool = False) -> list[QRectF]:
        return self._frame.spans(piece.row, piece.start, piece.end, whole=whole)

    def _fill(self, piece: Piece, brush: QBrush) -> None:
        for rect in self._rects(piece):
            self._painter.fillRect(rect, brush)


def cut_bar(frame: Frame, piece: Piece) -> QRectF:
    """The bar at a cut: on the blank before it, or, where there is none, between the two letters."""
    x, top = frame.x(piece.row, piece.end), frame.top(piece.row)
    line, first = frame.layout.line(piece.row), frame.layout.span(piece.row)[0]
    left = x if line.right_to_left else x - MARK
    if not line.text[piece.end - 1 - first].isspace():
        left = x - MARK / 2
    return QRectF(round(left), top + 2, MARK, frame.layout.height - 3)
