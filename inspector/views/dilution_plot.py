"""The dilution curve: the score of the chunk that holds the answer at every size, pooled and exact."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QWidget

from inspector.model.dilution import Curve
from inspector.views.axis_ticks import axis_range
from inspector.views.curve_marks import draw_line, draw_mark, draw_ring, round_sizes, shape_of
from inspector.views.dilution_words import EXPLAINED, TITLE, caption, nearest, nothing, size_shown, tip, whose
from inspector.views.plot import Plot
from inspector.views.plot_paint import Canvas

if TYPE_CHECKING:
    from inspector.model.session import Session

_PAD = 0.03
"""Room at either side for half a mark, as a part of the axis."""
_TICK = 48
"""Pixels that a number of the lower axis needs at least."""
_BELOW = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextDontClip)


class DilutionPlot(Plot):
    """x is the size on a logarithmic axis, y the cosine; a click or Enter cuts the document at a point's size.

    The curve is made only while it can be seen. `told` is the point that is spoken of: the one under the pointer, else
    the one that the arrow keys went to, else the nearest to the size on screen.
    """

    told_changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, TITLE, (0,), parent)
        self.curve: Curve | None = None
        self.hovered: int | None = None
        self.stepped: int | None = None
        self._failure = ""
        session.dilution.changed.connect(self.refresh)
        session.dilution.message.connect(self._on_message)
        for signal in (session.scores_changed, session.query_changed, session.document_changed,
                       session.progress_changed, session.chunking_changed, session.parameters_changed):  # fmt: skip
            signal.connect(self._on_session)
        self.header.setToolTip(EXPLAINED)
        self.apply_theme(self.theme)
        self.refresh()

    @property
    def told(self) -> int | None:
        """The point that is spoken of, None without a curve."""
        if self.curve is None or not self.curve.points:
            return None
        for index in (self.hovered, self.stepped):
            if index is not None and index < len(self.curve.points):
                return index
        return nearest(self.curve, math.log2(max(size_shown(self.session), 1)))

    def refresh(self) -> None:
        """Show the session's curve, or say why there is none."""
        curve = self.session.dilution.curve
        if curve is not None and self.curve is not None and curve.span != self.curve.span:
            self.stepped = None
        self.curve = curve if curve is not None and curve.points else None
        if self.curve is not None:
            self._failure = ""
            self._fit(self.curve)
        self._say()

    def showEvent(self, event: QShowEvent) -> None:
        """Have the curve made."""
        super().showEvent(event)
        self.session.dilution.set_on(True)
        self._say()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks at it: no curve is made."""
        super().hideEvent(event)
        self.session.dilution.set_on(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go from point to point, Home and End to the first and the last; Enter takes the size."""
        here, key = self.told, event.key()
        if here is None or self.curve is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        last = len(self.curve.points) - 1
        goals = {Qt.Key.Key_Left: here - 1, Qt.Key.Key_Right: here + 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        if key in goals:
            self.hovered, self.stepped = None, min(max(goals[Qt.Key(key)], 0), last)
            self._tell()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.take(here)
        else:
            event.ignore()

    def take(self, index: int) -> None:
        """Cut the document as at a point of the curve, and select the chunk that then holds the answer."""
        if self.curve is None:
            return
        size, session = self.curve.points[index].holder.size, self.session
        if session.parameters.overlap > size // 2:
            session.set_parameters(size=size, overlap=size // 2)
        else:
            session.set_size(size)
        session.select_at(self.curve.span[0])

    # What the plot asks for -------------------------------------------------------------------------------------------

    def style_bars(self) -> None:
        """There are no bars."""

    def foot_height(self) -> int:
        """Room for the sizes."""
        return self.fontMetrics().height()

    def hover_at(self, x: float | None) -> None:
        """The nearest point is spoken of."""
        hovered = None if x is None or self.curve is None else nearest(self.curve, x)
        if hovered != self.hovered:
            self.hovered = hovered
            self._tell()

    def click_at(self, x: float) -> None:
        """Take the size of the nearest point."""
        if self.curve is not None:
            self.stepped = nearest(self.curve, x)
            self._tell()
            self.take(self.stepped)

    def tip_at(self, x: float) -> str:
        """All of the nearest point."""
        return "" if self.curve is None else tip(self.session, self.curve, nearest(self.curve, x))

    def paint_foot(self, canvas: Canvas) -> None:
        """Round sizes below the plot, and their unit at the end."""
        painter, area, curve = canvas.painter, canvas.area, self.curve
        if curve is None:
            return
        painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), self.theme.line)
        painter.setPen(self.theme.muted)
        metrics = painter.fontMetrics()
        unit = metrics.horizontalAdvance(curve.unit)
        end = float(self.plot.width()) - unit
        painter.drawText(QRectF(end, area.bottom() + 2, unit, metrics.height()), _BELOW, curve.unit)
        apart = 2.0 ** (_TICK / abs(canvas.view.m11()))
        for size in round_sizes(2.0 ** self._extent[0], 2.0 ** self._extent[1], apart):
            text, x = f"{size:,}", canvas.x(math.log2(size))
            half = metrics.horizontalAdvance(text) / 2
            if x - half >= area.left() and x + half < end - 8:
                painter.fillRect(QRectF(round(x), area.bottom(), 1, 3), self.theme.edge)
                painter.drawText(QRectF(x - half, area.bottom() + 2, 2 * half, metrics.height()), _BELOW, text)

    def paint_above(self, canvas: Canvas) -> None:
        """The size on screen, then both curves, the pooled one below, and a ring around what is spoken of."""
        curve, painter = self.curve, canvas.painter
        if curve is None:
            return
        self._paint_size(canvas)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        exact, pooled = [point.exact for point in curve.points], [point.pooled for point in curve.points]
        self._paint_curve(canvas, curve, pooled, outlined=True)
        self._paint_curve(canvas, curve, exact, outlined=False)
        for index, colour in ((self.hovered, self.theme.muted), (self.stepped, self.theme.accent)):
            if index is not None and index < len(curve.points):
                for place in (self._place(canvas, curve, index, values[index]) for values in (exact, pooled)):
                    draw_ring(painter, place, colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    # How it works -----------------------------------------------------------------------------------------------------

    def _paint_curve(self, canvas: Canvas, curve: Curve, values: list[float | None], *, outlined: bool) -> None:
        stale, theme = self.session.dilution.stale, self.theme
        colour = theme.neutral if stale else theme.muted if outlined else theme.text
        places = [self._place(canvas, curve, index, value) for index, value in enumerate(values)]
        draw_line(canvas.painter, places, colour, outlined)
        for place, point in zip(places, curve.points, strict=True):
            if place is not None:
                draw_mark(
                    canvas.painter,
                    place,
                    shape_of(point.holder, not outlined),
                    colour,
                    theme.window if outlined else None,
                )

    def _paint_size(self, canvas: Canvas) -> None:
        """A thin upright line at the size on screen; where it lies beyond the axis, only its label at that end."""
        size, area, painter = size_shown(self.session), canvas.area, canvas.painter
        left, right = self._extent[:2]
        at, words = math.log2(max(size, 1)), f"size {size:,}"
        x, top = min(max(round(canvas.x(at)), int(area.left())), int(area.right()) - 1), int(area.top()) + 14
        if left <= at <= right:
            painter.fillRect(x, top, 1, int(area.bottom()) - top, self.theme.text)
        else:
            words = f"\u2039 {words}" if at < left else f"{words} \u203a"
        canvas.label(words, x, top, self.theme.muted)

    def _place(self, canvas: Canvas, curve: Curve, index: int, value: float | None) -> QPointF | None:
        size = math.log2(curve.points[index].holder.size)
        return None if value is None else QPointF(canvas.x(size), canvas.y(value))

    def _fit(self, curve: Curve) -> None:
        values = [v for point in curve.points for v in (point.exact, point.pooled) if v is not None]
        low, high = axis_range(values)
        left, right = (math.log2(curve.points[end].holder.size) for end in (0, -1))
        pad = max(_PAD * (right - left), 0.1)
        self.show_extent(left - pad, right + pad, low, high, whole=False)

    def _on_session(self) -> None:
        self._say()

    def _on_message(self, kind: str, text: str) -> None:
        if kind == "error":
            self._failure = text[:1].upper() + text[1:]
            self._say()

    def _say(self) -> None:
        """Words in place of a curve, or what it is of."""
        if not self.isVisible():
            return
        curve = self.curve
        self.show_message(nothing(self.session, self._failure) if curve is None else "")
        self.header.set_caption("" if curve is None else caption(self.session, curve))
        self._tell()

    def _tell(self) -> None:
        """Another point is spoken of, or it has other scores."""
        curve, told = self.curve, self.told
        if curve is None or told is None:
            self.setAccessibleDescription(self.message.text())
        else:
            spoken = tip(self.session, curve, told).replace("\n", ". ")
            self.setAccessibleDescription(f"Curve of the {whose(curve)}. {spoken}")
        self.told_changed.emit()
        self.repaint_marks()
