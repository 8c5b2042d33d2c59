"""Bars drawn as the highest one per pixel column, so that no peak is hidden however many bars share a pixel."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

Floats = NDArray[np.float64]
Numbers = NDArray[np.number]
_GAP_FROM = 5
"""Bars of at least this many columns leave the last one free, so that neighbours can be told apart."""


def column_peaks(lefts: Floats, rights: Floats, heights: Floats, edges: Floats) -> NDArray[np.intp]:
    """The index of the highest bar in each pixel column, -1 where there is none.

    `lefts`, `rights`, `heights` are (n,): bars in order that do not overlap; `edges` (columns + 1,) are the columns'
    borders in the same units. Bars whose height is not finite are left out. Among equals the first wins.
    """
    columns = len(edges) - 1
    first = np.searchsorted(rights, edges[:-1], side="right")
    many = np.maximum(np.searchsorted(lefts, edges[1:], side="left") - first, 0)
    column = np.repeat(np.arange(columns), many)
    begins = np.cumsum(many) - many
    bar = np.arange(len(column)) - np.repeat(begins - first, many)
    keys = np.where(np.isfinite(heights), heights, -np.inf)[bar]
    peaks = np.full(columns, -np.inf)
    filled = np.flatnonzero(many)
    if len(filled):
        peaks[filled] = np.maximum.reduceat(keys, begins[filled])
    hits = np.flatnonzero((keys == peaks[column]) & (keys > -np.inf))[::-1]
    found = np.full(columns, -1, np.intp)
    found[column[hits]] = bar[hits]
    return found


def column_runs(peaks: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Runs of columns with the same bar: (bar, first column, column after the last); columns without are left out."""
    if not len(peaks):
        none = np.zeros(0, np.intp)
        return none, none, none
    begins = np.flatnonzero(np.r_[True, peaks[1:] != peaks[:-1]])
    ends = np.r_[begins[1:], len(peaks)]
    kept = peaks[begins] >= 0
    return peaks[begins][kept], begins[kept], ends[kept]


class _GroupItem(QGraphicsItem):
    """The bars of one group (a level, say) in one brush; paints in whole device pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.brush = QBrush(Qt.GlobalColor.gray)
        self.bounds = QRectF()
        self.base = 0.0
        self.boxes: Floats = np.zeros((0, 3))

    def show(self, boxes: Floats, base: float, bounds: QRectF) -> None:  # type: ignore[override]
        """Show `boxes`, rows of (left, right, height) in the plot's units, standing on `base`."""
        if bounds != self.bounds:
            self.prepareGeometryChange()
        self.boxes, self.base, self.bounds = boxes, base, bounds
        self.update()

    def boundingRect(self) -> QRectF:
        """What the whole plot shows: bars are cut out of that."""
        return self.bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Draw the boxes without a pen and without antialiasing, at least one pixel high."""
        if not len(self.boxes):
            return
        view = painter.transform()
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.brush)
        painter.drawRects(_rectangles(self.boxes, self.base, (view.m11(), view.dx()), (view.m22(), view.dy())))
        painter.restore()


def _rectangles(boxes: Floats, base: float, across: tuple[float, float], up: tuple[float, float]) -> list[QRectF]:
    """The boxes as rectangles in device coordinates; `across` and `up` are (scale, shift) of the two axes."""
    left, right = boxes[:, 0] * across[0] + across[1], boxes[:, 1] * across[0] + across[1]
    ground = base * up[0] + up[1]
    tip = boxes[:, 2] * up[0] + up[1]
    tip = np.where(np.abs(tip - ground) < 1, ground - 1, tip)
    top, height = np.minimum(tip, ground), np.abs(tip - ground)
    return [QRectF(*row) for row in np.column_stack((left, top, right - left, height)).tolist()]


class PixelBars:
    """Bars along an axis, each in a group; one graphics item per group, all made of the same pixel columns."""

    def __init__(self, groups: tuple[int, ...]) -> None:
        self.items = {group: _GroupItem() for group in groups}
        self._lefts = self._rights = self._heights = np.zeros(0)
        self._groups: NDArray[np.int64] = np.zeros(0, np.int64)
        self._base = 0.0

    def set_brushes(self, brushes: Mapping[int, QBrush]) -> None:
        """Give each group its brush."""
        for group, item in self.items.items():
            item.brush = brushes[group]
            item.update()

    def set_bars(self, lefts: Numbers, rights: Numbers, heights: Numbers, groups: NDArray[np.integer]) -> None:
        """Take n bars in order; nothing is drawn before `fit` says onto how many pixels."""
        self._lefts, self._rights = lefts.astype(np.float64), rights.astype(np.float64)
        self._heights, self._groups = heights.astype(np.float64), groups.astype(np.int64)

    def fit(self, bounds: QRectF, base: float, columns: int) -> None:
        """Work out what `columns` pixel columns show of `bounds` (y upwards), the bars standing on `base`."""
        edges = np.linspace(bounds.left(), bounds.right(), max(columns, 1) + 1)
        bar, begin, end = column_runs(column_peaks(self._lefts, self._rights, self._heights, edges))
        end = end - (end - begin >= _GAP_FROM)
        boxes = np.column_stack((edges[begin], edges[end], self._heights[bar]))
        groups = self._groups[bar]
        for group, item in self.items.items():
            item.show(boxes[groups == group], base, bounds)
