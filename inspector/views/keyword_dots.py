"""Dots over a plot on a scale of their own: the highest per pixel column, each with a rim that parts it from bars."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from inspector.views.pixel_image import Colours, colour_value, shared_image

Floats = NDArray[np.float64]
_RADIUS, _RIM = 1.6, 1.2
"""Logical pixels from the middle of a dot to its edge, and of the rim around it."""


class KeywordDots:
    """Dots at positions with values above 0; the largest value stands at `top`, 0 at `ground`.

    What would lie on the ground, next to nothing beside the largest value, is not drawn.
    """

    def __init__(self) -> None:
        self._places = self._values = np.zeros(0)
        self._inks = (0, 0)
        self._drawn: tuple[float, ...] = ()
        self._pixels: Colours = np.zeros((0, 0), np.uint32)
        self._image = QImage()

    def __len__(self) -> int:
        return len(self._places)

    def set_colours(self, dot: QColor, rim: QColor) -> None:
        """The colour of the dots and of the rim around each."""
        self._inks, self._drawn = (colour_value(dot), colour_value(rim)), ()

    def set_dots(self, places: Floats, values: Floats) -> None:
        """Take n dots; those whose value is not above 0 are left out."""
        shown = values > 0
        self._places, self._values, self._drawn = places[shown], values[shown], ()

    def draw(
        self, painter: QPainter, view: QTransform, area: QRectF, heights: tuple[float, float], scale: float
    ) -> None:
        """Draw them in `area`; `heights` are those of ground and top, `view` leads to the painter's pixels."""
        if not len(self._places):
            return
        ground, top = ((height * view.m22() + view.dy() - area.top()) * scale for height in heights)
        wanted = (view.m11(), view.dx(), ground, top, area.width(), area.height(), scale)
        if wanted != self._drawn:
            self._drawn = wanted
            columns = np.round((self._places * view.m11() + view.dx() - area.left()) * scale).astype(np.int64)
            size = max(round(area.height() * scale), 1), max(round(area.width() * scale), 1)
            self._make_picture(columns, ground, top, size, scale)
        painter.drawImage(area, self._image)

    def _make_picture(
        self, columns: NDArray[np.int64], ground: float, top: float, size: tuple[int, int], scale: float
    ) -> None:
        tall, wide = size
        highest = np.zeros(wide)
        np.maximum.at(highest, np.clip(columns, 0, wide - 1), self._values)
        above = highest / self._values.max() * (ground - top)
        across = np.flatnonzero(above >= _RADIUS * scale)
        rows = np.round(ground - above[across]).astype(np.int64)
        room = int(np.ceil((_RADIUS + _RIM) * scale))
        pixels = np.zeros((tall + 2 * room, wide + 2 * room), np.uint32)
        for radius, ink in zip((_RADIUS + _RIM, _RADIUS), reversed(self._inks), strict=True):
            _stamp(pixels, rows, across, room, radius * scale, ink)
        self._pixels = np.ascontiguousarray(pixels[room : room + tall, room : room + wide])
        self._image = shared_image(self._pixels)


def _stamp(
    pixels: Colours, rows: NDArray[np.int64], columns: NDArray[np.int64], room: int, radius: float, ink: int
) -> None:
    """Fill a disc around each (row, column); `pixels` has `room` free pixels on every side."""
    reach = range(-room, room + 1)
    rows = np.clip(rows, 0, len(pixels) - 2 * room - 1) + room
    for down, across in ((down, across) for down in reach for across in reach):
        if down * down + across * across <= radius * radius:
            pixels[rows + down, columns + room + across] = ink
