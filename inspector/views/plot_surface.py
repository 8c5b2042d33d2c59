"""The surface of a plot: a pyqtgraph plot without its gadgets and axes, on which one item paints everything."""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsItem, QGraphicsView, QStyleOptionGraphicsItem, QWidget

from inspector.views.plot_paint import Canvas


class PlotSurface(pg.PlotWidget):  # type: ignore[misc]
    """Shows one range of positions and heights, and calls `paint_on` with a canvas in pixels when it is drawn.

    Scales, labels and bars are painted by that one function: a graphics item each, and pyqtgraph's axes, which lay the
    scene out anew with every change of a tick, cost several times as much.
    """

    def __init__(self, paint_on: Callable[[Canvas], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bounds = QRectF()
        self._margins = (0, 0)
        self._strip()
        self.picture = _Picture(self, paint_on)
        self.picture.setParentItem(self.getPlotItem())

    def set_margins(self, right: int, bottom: int) -> None:
        """Leave so many pixels beside and below the plot, for the labels of its axes."""
        if self._margins != (right, bottom):
            self._margins = (right, bottom)
            self.getPlotItem().layout.setContentsMargins(0, 0, right, bottom)

    def show_bounds(self, bounds: QRectF) -> None:
        """Show the positions and heights of `bounds`, whose top is the lowest height."""
        if self._bounds != bounds:
            self._bounds = bounds
            self.getViewBox().setRange(bounds, padding=0, update=True, disableAutoRange=True)
        self.picture.update()

    def area(self) -> QRectF:
        """The plot's rectangle in pixels of the viewport, margins left out."""
        box = self.getViewBox()
        return QRectF(box.mapRectToItem(self.getPlotItem(), box.boundingRect()))

    def view(self) -> QTransform:
        """From positions and heights to pixels of the viewport."""
        area, bounds = self.area(), self._bounds
        across, up = area.width() / (bounds.width() or 1), area.height() / (bounds.height() or 1)
        left, foot = area.left() - bounds.left() * across, area.bottom() + bounds.top() * up
        return QTransform(across, 0, 0, -up, left, foot)

    def position_at(self, pixel: QPoint | QPointF) -> float:
        """The position on the x axis under a pixel of the viewport."""
        scene = self.mapToScene(QPoint(int(pixel.x()), int(pixel.y())))
        return float(self.getViewBox().mapSceneToView(QPointF(scene)).x())

    def pixel_at(self, x: float, y: float = 0.0) -> QPoint:
        """The pixel of the viewport where the position `x` and the height `y` are drawn."""
        return QPoint(self.mapFromScene(self.getViewBox().mapViewToScene(QPointF(x, y))))

    def _strip(self) -> None:
        """Take pyqtgraph's gadgets away: axes, menus, buttons, zooming, its own focus and frame."""
        item = self.getPlotItem()
        item.hideButtons()
        item.setMenuEnabled(False)
        item.layout.setContentsMargins(0, 0, 0, 0)
        for side in ("left", "bottom", "top", "right"):
            item.showAxis(side, False)
            item.getAxis(side).unlinkFromView()
        box = item.getViewBox()
        box.setMouseEnabled(x=False, y=False)
        box.setDefaultPadding(0)
        self.setAntialiasing(False)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(0, 0)
        self.viewport().setMouseTracking(True)


class _Picture(QGraphicsItem):
    """Hands a painter in pixels to the function that paints the plot."""

    def __init__(self, surface: PlotSurface, paint_on: Callable[[Canvas], None]) -> None:
        super().__init__()
        self._surface = surface
        self._paint_on = paint_on

    def boundingRect(self) -> QRectF:
        """The whole surface, labels included."""
        return QRectF(self._surface.getPlotItem().boundingRect())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Paint in pixels of the viewport."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        try:
            self._paint_on(Canvas(painter, self._surface.view(), self._surface.area()))
        finally:
            painter.restore()
