"""Step lines along an axis, drawn as the highest value per pixel column, each with its colour and its own dashes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from inspector.views.pixel_image import Colours, colour_value, shared_image

Floats = NDArray[np.float64]
THICK = 1.5
"""Logical pixels that a line is thick."""
DASHES = ((1, 0), (7, 3), (2, 2), (10, 3, 2, 3), (4, 4), (1, 3))
"""For each slot: logical pixels along the line that are drawn and left out, in turn."""


@dataclass(frozen=True, eq=False)
class Line:
    """`values` float64 (n,), NaN for a gap; `slot` says which dashes it has."""

    values: Floats
    colour: QColor
    slot: int


def column_highest(lefts: Floats, rights: Floats, lines: Floats, edges: Floats) -> Floats:
    """The highest value of each line (k, n) in every pixel column: (k, columns), NaN where there is none.

    `lefts` and `rights` (n,) are steps in order that do not overlap; `edges` (columns + 1,) are the columns' borders in
    the same units.
    """
    columns = len(edges) - 1
    highest = np.full((len(lines), columns), np.nan)
    first = np.searchsorted(rights, edges[:-1], side="right")
    many = np.maximum(np.searchsorted(lefts, edges[1:], side="left") - first, 0)
    filled = np.flatnonzero(many)
    if len(filled):
        begins = np.cumsum(many) - many
        step = np.arange(int(many.sum())) - np.repeat(begins - first, many)
        highest[:, filled] = np.fmax.reduceat(lines[:, step], begins[filled], axis=1)
    return highest


def line_pixels(rows: NDArray[np.int64], there: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(row, column) of every pixel along a step line through `rows` (columns,), in order; a gap where not `there`."""
    columns = np.flatnonzero(there)
    joined = np.r_[False, there[:-1]][columns]
    now = rows[columns]
    before = np.where(joined, np.r_[rows[:1], rows[:-1]][columns], now)
    many = np.abs(now - before) + 1
    begins = np.cumsum(many) - many
    along = np.arange(int(many.sum())) - np.repeat(begins, many)
    down = np.repeat(np.where(now < before, -1, 1), many)
    return np.repeat(before, many) + along * down, np.repeat(columns, many)


class ColumnLines:
    """Lines over the same steps; nothing is drawn before `fit` says onto how many pixels."""

    def __init__(self) -> None:
        self._lefts = self._rights = np.zeros(0)
        self._lines: tuple[Line, ...] = ()
        self._highest: Floats = np.zeros((0, 0))
        self._edges: Floats = np.zeros(1)
        self._drawn: tuple[float, ...] = ()
        self._pixels: Colours = np.zeros((0, 0), np.uint32)
        self._image = QImage()

    def __len__(self) -> int:
        return len(self._lines)

    def set_lines(self, lefts: NDArray[np.number], rights: NDArray[np.number], lines: Sequence[Line]) -> None:
        """Take lines over n steps in order."""
        self._lefts, self._rights, self._lines = lefts.astype(np.float64), rights.astype(np.float64), tuple(lines)

    def fit(self, left: float, right: float, columns: int) -> None:
        """Work out what `columns` pixel columns show from `left` to `right`."""
        self._edges, self._drawn = np.linspace(left, right, max(columns, 1) + 1), ()
        values = np.stack([line.values for line in self._lines]) if self._lines else np.zeros((0, len(self._lefts)))
        self._highest = column_highest(self._lefts, self._rights, values, self._edges)

    def peaks(self) -> list[tuple[float, float] | None]:
        """(position, height) of the highest point of each line; None for one that is nowhere."""
        middles = (self._edges[:-1] + self._edges[1:]) / 2
        return [_peak(middles, heights) for heights in self._highest]

    def draw(self, painter: QPainter, view: QTransform, area: QRectF, scale: float) -> None:
        """Draw all lines in `area`, `view` leading to the painter's pixels, `scale` of them to each logical one."""
        if not self._lines:
            return
        wanted = (view.m22(), view.dy(), area.top(), area.height(), scale)
        if wanted != self._drawn:
            self._drawn = wanted
            self._make_picture(view, area, scale)
        painter.drawImage(area, self._image)

    def _make_picture(self, view: QTransform, area: QRectF, scale: float) -> None:
        thick = max(round(THICK * scale), 1)
        tall, wide = max(round(area.height() * scale), 1), self._highest.shape[1]
        pixels = np.zeros((tall + thick, wide + thick), np.uint32)
        for line, heights in reversed(list(zip(self._lines, self._highest, strict=True))):
            there = np.isfinite(heights)
            levels = (np.where(there, heights, 0.0) * view.m22() + view.dy() - area.top()) * scale - thick / 2
            row, column = line_pixels(np.clip(np.round(levels), 0, tall - 1).astype(np.int64), there)
            drawn = _dashed(len(row), DASHES[line.slot % len(DASHES)], scale)
            row, column, ink = row[drawn], column[drawn], colour_value(line.colour)
            for down in range(thick):
                for across in range(thick):
                    pixels[row + down, column + across] = ink
        self._pixels = np.ascontiguousarray(pixels[:tall, :wide])
        self._image = shared_image(self._pixels)


def _dashed(length: int, dashes: tuple[int, ...], scale: float) -> NDArray[np.bool_]:
    """Which of `length` pixels along a line are drawn, (length,)."""
    many = [max(round(dash * scale), 1) if dash else 0 for dash in dashes]
    period = np.repeat(np.arange(len(many)) % 2 == 0, many)
    return np.asarray(np.resize(period, length))


def _peak(middles: Floats, heights: Floats) -> tuple[float, float] | None:
    if not np.isfinite(heights).any():
        return None
    column = int(np.nanargmax(heights))
    return float(middles[column]), float(heights[column])
