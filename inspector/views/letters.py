"""The letters of the visible rows with what belongs to the text alone: kept as a picture while only chunks change."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from operator import attrgetter

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPixmap

from inspector.views.document_frame import Frame
from inspector.views.hatching import WAVE, faded, wavy
from inspector.views.paint_plan import Kind, Piece
from inspector.views.theme import Theme

_NO_WIDTH = "\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_WHITE = re.compile(f"[ \t\n\r\x0b\x0c\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000{_NO_WIDTH}]")
_HAS_NO_WIDTH = re.compile(f"[{_NO_WIDTH}]")
_SIGNS = {"\t": "→", "\r": "←", "\n": "¶", "\x0b": "¶", "\x0c": "¶", "\x85": "¶", "\u2028": "¶", "\u2029": "¶"}


class Letters:
    """Paints the text of a frame with its token borders, white-space signs and waves below unknown tokens.

    The first time in one place they are drawn as they are, which is the quickest while one scrolls; from the second
    time on from a picture, which is the quickest while cuts move and chunks are hovered.
    """

    def __init__(self) -> None:
        self._place: tuple[object, ...] = ()
        self._picture: QPixmap | None = None

    def draw(
        self,
        painter: QPainter,
        frame: Frame,
        theme: Theme,
        pieces: Callable[[], list[Piece]],
        white_space: bool,
        depends: tuple[object, ...] = (),
    ) -> None:
        """Draw; `pieces` gives the borders and unknown tokens, which together with the letters hang on `depends`."""
        scale = painter.device().devicePixelRatioF()
        place = (frame.layout.version, frame.scroll_x, frame.scroll_y, frame.width, frame.height, scale,
                 theme.name, white_space, *depends)  # fmt: skip
        if place != self._place:
            self._place, self._picture = place, None
            _Drawing(painter, frame, theme, scale).draw(pieces(), white_space)
            return
        if self._picture is None:
            self._picture = _picture(frame, theme, scale, pieces(), white_space)
        painter.drawPixmap(0, 0, self._picture)


def _picture(frame: Frame, theme: Theme, scale: float, pieces: list[Piece], white_space: bool) -> QPixmap:
    picture = QPixmap(round(frame.width * scale), round(frame.height * scale))
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    try:
        _Drawing(painter, frame, theme, scale).draw(pieces, white_space)
    finally:
        painter.end()
    return picture


class _Drawing:
    """One drawing of the letters of a frame."""

    def __init__(self, painter: QPainter, frame: Frame, theme: Theme, scale: float) -> None:
        self._painter, self._frame, self._theme, self._scale = painter, frame, theme, scale
        window = frame.window()
        self._rows = range(window.first, window.first + len(window.starts))

    def draw(self, pieces: list[Piece], white_space: bool) -> None:
        """Borders of tokens, letters, signs, waves."""
        self._ticks([piece for piece in pieces if piece.kind is Kind.TOKEN])
        self._letters()
        if white_space:
            self._painter.setFont(self._frame.layout.font)
            for row in self._rows:
                self._white_space(row)
        self._waves([piece for piece in pieces if piece.kind is Kind.UNKNOWN])

    def _ticks(self, pieces: list[Piece]) -> None:
        self._painter.setPen(QPen(faded(self._theme.muted, 0.55), 1))
        lines = []
        for piece in pieces:
            x, top = round(self._frame.x(piece.row, piece.start)) + 0.5, self._frame.top(piece.row)
            lines.append(QLineF(x, top + 3, x, top + self._frame.layout.height - 3))
        self._painter.drawLines(lines)

    def _letters(self) -> None:
        self._painter.setPen(self._theme.text)
        layout = self._frame.layout
        for row in self._rows:
            layout.line(row).draw(self._painter, self._frame.left, self._frame.top(row) + layout.baseline)

    def _white_space(self, row: int) -> None:
        """A sign on every white-space character and every one without a width; the letters stay where they are."""
        self._painter.setPen(faded(self._theme.muted, 0.75))
        start, baseline = self._frame.layout.span(row)[0], self._frame.top(row) + self._frame.layout.baseline
        for found in _WHITE.finditer(self._frame.layout.line(row).text):
            rect = self._frame.spans(row, start + found.start(), start + found.end())[0]
            sign = _SIGNS.get(found.group())
            if sign:
                self._painter.drawText(QPointF(rect.left(), baseline), sign)
            elif _HAS_NO_WIDTH.match(found.group()):
                self._beam(rect.center().x(), baseline)
            else:
                middle = QPointF(rect.center().x(), baseline - self._frame.layout.x_height / 2)
                self._dot(middle, hollow=found.group() != " ")

    def _beam(self, x: float, baseline: float) -> None:
        """A slim letter I where a character without a width stands, such as a zero-width space or a soft hyphen."""
        top, low = baseline - 1.6 * self._frame.layout.x_height, baseline + 3
        ends = [QLineF(x - 2, y, x + 2, y) for y in (top, low)]
        self._painter.drawLines([QLineF(x, top, x, low), *ends])

    def _dot(self, middle: QPointF, *, hollow: bool) -> None:
        radius = 1.8 if hollow else 0.9
        self._painter.setBrush(Qt.BrushStyle.NoBrush if hollow else QBrush(self._painter.pen().color()))
        self._painter.drawEllipse(middle, radius, radius)

    def _waves(self, pieces: list[Piece]) -> None:
        """A wave below each unknown token, those of one row in one call."""
        if not pieces:
            return
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(wavy(self._theme.unknown.rgba(), self._scale))
        layout, left = self._frame.layout, self._frame.left
        for row, group in groupby(pieces, key=attrgetter("row")):
            line, first = layout.line(row), layout.span(row)[0]
            top = self._frame.top(row) + layout.height - WAVE
            stretches = line.many_spans([(piece.start - first, piece.end - first) for piece in group])
            self._painter.setBrushOrigin(QPointF(left, top))
            self._painter.drawRects([QRectF(left + begin, top, end - begin, WAVE) for begin, end in stretches])
