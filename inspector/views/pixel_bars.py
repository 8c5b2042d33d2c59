"""Bars drawn as the highest one per pixel column, so that no peak is hidden however many bars share a pixel."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QTransform

from inspector.views.pixel_image import Colours, colour_value, pixel_image, shared_image

Floats = NDArray[np.float64]
Numbers = NDArray[np.number]
_SOLID = Qt.BrushStyle.SolidPattern
_GAP_FROM = 5
"""Bars of at least this many columns leave the last one free, so that neighbours can be told apart."""
_CAP = 2
"""Logical pixels that a cap is thick."""


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


class PixelBars:
    """Bars along an axis, each in a group (a level, say) with a brush, all made of the same pixel columns."""

    def __init__(self, groups: tuple[int, ...]) -> None:
        self._brushes: dict[int, QBrush] = dict.fromkeys(groups, QBrush(Qt.GlobalColor.gray))
        self._caps: dict[int, int] = {}
        self._lefts = self._rights = self._heights = np.zeros(0)
        self._groups: NDArray[np.int64] = np.zeros(0, np.int64)
        self._base = 0.0
        self._columns: NDArray[np.intp] = np.zeros(0, np.intp)
        self._edges: Floats = np.zeros(1)
        self._pictures: list[tuple[QBrush, QImage]] = []
        self._pixels = np.zeros((0, 0), np.uint32)
        self._drawn: tuple[float, ...] = ()

    def set_brushes(self, brushes: Mapping[int, QBrush], caps: Mapping[int, QColor] | None = None) -> None:
        """Give each group its brush; bars of the groups in `caps`, plain ones, are outlined in that colour.

        Where they are narrow only their end is.
        """
        self._brushes.update(brushes)
        self._caps = {group: colour_value(colour) for group, colour in (caps or {}).items()}
        self._drawn = ()

    def set_bars(self, lefts: Numbers, rights: Numbers, heights: Numbers, groups: NDArray[np.integer]) -> None:
        """Take n bars in order; nothing is drawn before `fit` says onto how many pixels."""
        self._lefts, self._rights = lefts.astype(np.float64), rights.astype(np.float64)
        self._heights, self._groups = heights.astype(np.float64), groups.astype(np.int64)

    def fit(self, left: float, right: float, base: float, columns: int) -> None:
        """Work out what `columns` pixel columns show from `left` to `right`, the bars standing on `base`."""
        edges = np.linspace(left, right, max(columns, 1) + 1)
        peaks = column_peaks(self._lefts, self._rights, self._heights, edges)
        _, begin, end = column_runs(peaks)
        peaks[end[end - begin >= _GAP_FROM] - 1] = -1
        self._columns, self._base, self._drawn = peaks, base, ()
        self._edges = edges

    def highest(self, left: float, right: float) -> float:
        """The height of the highest bar drawn from `left` to `right`; minus infinity where there is none."""
        first, last = np.searchsorted(self._edges, [left, right], side="right") - 1
        bars = self._columns[max(int(first), 0) : int(last) + 1]
        return float(self._heights[bars[bars >= 0]].max(initial=-np.inf))

    def draw(self, painter: QPainter, view: QTransform, area: QRectF, scale: float) -> None:
        """Fill the bars in `area`, `view` leading to the painter's pixels, `scale` of them to each logical one."""
        wanted = (view.m22(), view.dy(), area.top(), area.height(), scale)
        if wanted != self._drawn:
            self._drawn, self._pictures = wanted, self._make_pictures(view, area, scale)
        for brush, picture in self._pictures:
            painter.drawImage(area, picture if brush.style() == _SOLID else _filled(picture, brush, scale))

    def _make_pictures(self, view: QTransform, area: QRectF, scale: float) -> list[tuple[QBrush, QImage]]:
        """One picture of all bars in plain colours, and one for each group with a pattern."""
        shown = np.flatnonzero(self._columns >= 0)
        bars = self._columns[shown]
        groups = self._groups[bars]
        first, after = _rows(self._heights[bars], self._base, view, area, scale)
        plain, pictures = np.zeros(len(bars), np.uint32), []
        for group, brush in self._brushes.items():
            if brush.style() == _SOLID:
                plain[groups == group] = colour_value(brush.color())
        size = (max(round(area.height() * scale), 1), max(len(self._columns), 1))
        if self._pixels.shape != size:
            self._pixels = np.zeros(size, np.uint32)
        for group, ink in self._caps.items():
            plain[(groups == group) & _sides(shown, bars)] = ink
        _fill(self._pixels, shown, first, after, plain)
        for group, ink in self._caps.items():
            mine = groups == group
            upright = self._heights[bars[mine]] >= self._base
            _cap(self._pixels, shown[mine], first[mine], after[mine], upright, round(_CAP * scale), ink)
        pictures.append((QBrush(Qt.GlobalColor.black), shared_image(self._pixels)))
        for group, brush in self._brushes.items():
            if brush.style() != _SOLID and (mine := groups == group).any():
                colours = np.where(mine, np.uint32(0xFF000000), np.uint32(0))
                pixels = np.zeros(size, np.uint32)
                _fill(pixels, shown, first, after, colours)
                pictures.append((brush, pixel_image(pixels)))
        return pictures


def _rows(
    heights: Floats, base: float, view: QTransform, area: QRectF, scale: float
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(first, after the last) pixel row of bars of these heights, at least one row each."""
    ground = round((base * view.m22() + view.dy() - area.top()) * scale)
    tips = np.round((heights * view.m22() + view.dy() - area.top()) * scale).astype(np.int64)
    tips = np.where(tips == ground, ground - 1, tips)
    return np.minimum(tips, ground), np.maximum(tips, ground)


def _fill(
    pixels: Colours,
    columns: NDArray[np.intp],
    first: NDArray[np.int64],
    after: NDArray[np.int64],
    colours: Colours,
) -> None:
    """Give each of `columns` its colour from row `first` to before `after`, all other pixels (height, width) none."""
    top, low = (int(first.min()), int(after.max())) if len(columns) else (0, 0)
    top, low = max(top, 0), min(low, len(pixels))
    begin, end = np.full((2, pixels.shape[1]), low, np.int16)  # small numbers: three times as quick as large ones
    ink = np.zeros(pixels.shape[1], np.uint32)
    begin[columns], end[columns], ink[columns] = np.clip(first, top, low), np.clip(after, top, low), colours
    rows = np.arange(top, low, dtype=np.int16)[:, None]
    shown = rows >= begin
    if (end[columns] < low).any():
        shown &= rows < end
    np.multiply(shown, ink, out=pixels[top:low], dtype=np.uint32)
    pixels[:top] = pixels[low:] = 0


def _sides(columns: NDArray[np.intp], bars: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which of `columns` (m,) are the first or the last of a bar that is wide enough to have sides."""
    begins = np.r_[True, (bars[1:] != bars[:-1]) | (columns[1:] != columns[:-1] + 1)][: len(bars)]
    starts = np.flatnonzero(begins)
    many = np.diff(np.r_[starts, len(bars)])
    ends = np.r_[begins[1:], True][: len(bars)]
    return np.asarray((begins | ends) & np.repeat(many >= _GAP_FROM - 1, many))


def _cap(
    pixels: Colours,
    columns: NDArray[np.intp],
    first: NDArray[np.int64],
    after: NDArray[np.int64],
    upright: NDArray[np.bool_],
    thick: int,
    ink: int,
) -> None:
    """Give the outermost `thick` rows of bars the colour `ink`: the first ones of those that stand `upright`."""
    for step in range(max(thick, 1)):
        row = np.where(upright, np.minimum(first + step, after - 1), np.maximum(after - 1 - step, first))
        inside = (row >= 0) & (row < len(pixels))
        pixels[row[inside], columns[inside]] = ink


def _filled(shape: QImage, brush: QBrush, scale: float) -> QImage:
    """The opaque pixels of `shape` filled with a pattern."""
    result = QImage(shape)
    painter = QPainter(result)
    try:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.scale(scale, scale)
        painter.fillRect(QRectF(0, 0, shape.width() / scale, shape.height() / scale), brush)
    finally:
        painter.end()
    return result
