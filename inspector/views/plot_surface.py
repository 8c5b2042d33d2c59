"""The surface of a plot: one range of positions and heights, with margins for the labels of its axes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QTransform
from PySide6.QtWidgets import QWidget

from inspector.views.plot_paint import Canvas


class PlotSurface(QWidget):
    """Shows one range of positions and heights, and calls `paint_on` with a canvas in pixels when it is drawn."""

    resized = Signal()

    def __init__(self, paint_on: Callable[[Canvas], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paint_on = paint_on
        self._bounds = QRectF(0, 0, 1, 1)
        self._margins = (0, 0)
        self._ground = QColor()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)

    @property
    def bounds(self) -> QRectF:
        """The positions and heights that are shown; its top is the lowest height."""
        return self._bounds

    def set_ground(self, colour: QColor) -> None:
        """The colour behind everything."""
        self._ground = colour
        self.update()

    def set_margins(self, right: int, bottom: int) -> None:
        """Leave so many pixels beside and below the plot, for the labels of its axes."""
        self._margins = (right, bottom)
        self.update()

    def show_bounds(self, bounds: QRectF) -> None:
        """Show the positions and heights of `bounds`, whose top is the lowest height."""
        self._bounds = bounds
        self.update()

    def area(self) -> QRectF:
        """The plot's rectangle in pixels, margins left out."""
        right, bottom = self._margins
        return QRectF(0, 0, max(self.width() - right, 0), max(self.height() - bottom, 0))

    def view(self) -> QTransform:
        """From positions and heights to pixels."""
        area, bounds = self.area(), self._bounds
        across, up = area.width() / (bounds.width() or 1), area.height() / (bounds.height() or 1)
        left, foot = area.left() - bounds.left() * across, area.bottom() + bounds.top() * up
        return QTransform(across, 0, 0, -up, left, foot)

    def position_at(self, pixel: QPoint | QPointF) -> float:
        """The position on the x axis under a pixel."""
        view = self.view()
        return (pixel.x() - view.dx()) / (view.m11() or 1)

    def pixel_at(self, x: float, y: float = 0.0) -> QPoint:
        """The pixel where the position `x` and the height `y` are drawn."""
        return QPointF(self.view().map(QPointF(x, y))).toPoint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other pixels: whoever works with them is told."""
        super().resizeEvent(event)
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Have everything painted on the ground."""
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), self._ground)
            self._paint_on(Canvas(painter, self.view(), self.area()))
        finally:
            painter.end()
