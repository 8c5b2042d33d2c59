"""Drawing on a plot in pixels: the canvas and the marks that the plots share."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF, QTransform


@dataclass(frozen=True)
class Canvas:
    """A painter in pixels with the plot's axes: `area` is the plot's rectangle in pixels."""

    painter: QPainter
    view: QTransform
    area: QRectF

    def x(self, value: float) -> float:
        """Pixels from the left of the position `value`."""
        return value * self.view.m11() + self.view.dx()

    def y(self, value: float) -> float:
        """Pixels from the top of the height `value`."""
        return value * self.view.m22() + self.view.dy()

    def span(self, left: float, right: float, least: float = 3) -> tuple[float, float]:
        """The pixels from `left` to `right`, at least `least` of them, around the same middle and inside the area."""
        begin, end = self.x(left), self.x(right)
        if end - begin < least:
            begin = min(max((begin + end - least) / 2, self.area.left()), self.area.right() - least)
            end = begin + least
        return begin, end

    def rule(self, height: float, colour: QColor, style: Qt.PenStyle = Qt.PenStyle.SolidLine, width: float = 1) -> None:
        """A line across the whole plot at `height`."""
        self.painter.setPen(QPen(colour, width, style))
        level = round(self.y(height)) + 0.5 * (width % 2)
        self.painter.drawLine(QPointF(self.area.left(), level), QPointF(self.area.right(), level))

    def band(self, left: float, right: float, colour: QColor) -> None:
        """Fill the plot's height from `left` to `right`."""
        begin, end = self.span(left, right)
        self.painter.fillRect(QRectF(begin, self.area.top(), end - begin, self.area.height()), colour)

    def underline(self, left: float, right: float, ground: float, colour: QColor, thick: float = 2) -> None:
        """A bar of `thick` pixels just below the height `ground`."""
        begin, end = self.span(left, right)
        self.painter.fillRect(QRectF(begin, self.y(ground) + 1, end - begin, thick), colour)

    def bracket(self, left: float, right: float, ground: float, colour: QColor) -> None:
        """A square bracket below `ground`, open upwards, around a span."""
        begin, end = (round(edge) for edge in self.span(left, right, 6))
        top = round(self.y(ground)) + 1
        for rect in (QRectF(begin, top, 2, 5), QRectF(end - 2, top, 2, 5), QRectF(begin, top + 3, end - begin, 2)):
            self.painter.fillRect(rect, colour)

    def caret(self, left: float, right: float, ground: float, colour: QColor) -> None:
        """A small triangle below `ground` that points up at the middle of a span."""
        begin, end = self.span(left, right)
        middle, top = (begin + end) / 2, self.y(ground) + 2
        self._triangle(QPointF(middle, top), 4, 5, colour)

    def pointer(self, middle: float, height: float, colour: QColor) -> None:
        """A small triangle above `height` that points down at it."""
        self._triangle(QPointF(self.x(middle), self.y(height) - 2), 3.5, -5, colour)

    def pointer_box(self, middle: float, height: float) -> QRectF:
        """The pixels that `pointer` takes."""
        return QRectF(self.x(middle) - 3.5, self.y(height) - 7, 7, 5)

    def _triangle(self, tip: QPointF, half: float, tall: float, colour: QColor) -> None:
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour)
        foot = tip.y() + tall
        self.painter.drawPolygon(QPolygonF([tip, QPointF(tip.x() - half, foot), QPointF(tip.x() + half, foot)]))
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def label(self, text: str, middle: float, bottom: float, colour: QColor, behind: QColor | None = None) -> QRectF:
        """Write `text` around the pixel `middle`, its foot at the pixel `bottom`, moved so that none of it is cut off.

        With `behind` the letters stand on a veil of that colour. Returns the rectangle taken.
        """
        box = self.label_box(text, middle, bottom)
        self.write(text, box, colour, behind)
        return box

    def label_box(self, text: str, middle: float, bottom: float) -> QRectF:
        """The pixels that `label` takes."""
        size = self.label_size(text)
        left = max(min(middle - size.width() / 2, self.area.right() - size.width() - 1), self.area.left() + 1)
        top = max(min(bottom - size.height(), self.area.bottom() - size.height()), self.area.top())
        return QRectF(QPointF(left, top), size)

    def label_size(self, text: str) -> QSizeF:
        """How much room a text takes."""
        metrics = QFontMetricsF(self.painter.font())
        return QSizeF(metrics.horizontalAdvance(text), metrics.height())

    def write(self, text: str, box: QRectF, colour: QColor, behind: QColor | None = None) -> None:
        """Write `text` in `box`, on a veil of the colour `behind` if there is one."""
        if behind is not None:
            veil = QColor(behind)
            veil.setAlphaF(0.85)
            self.painter.fillRect(box.adjusted(-2, 1, 2, -1), veil)
        self.painter.setPen(colour)
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)
