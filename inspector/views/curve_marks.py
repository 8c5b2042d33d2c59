"""Points of a curve as small shapes: a circle, a diamond, a triangle; filled or outlined."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.core.dilution import Holder

CIRCLE, DIAMOND, TRIANGLE = range(3)
RADIUS = 3.2


def shape_of(holder: Holder, exact: bool) -> int:
    """A diamond where the answer is cut, a triangle where the score is not of all of the chunk, else a circle.

    Only an exact score can be of a part: in the pass over the document every token is read.
    """
    if not holder.whole:
        return DIAMOND
    return TRIANGLE if exact and not holder.read else CIRCLE


def draw_mark(painter: QPainter, place: QPointF, shape: int, colour: QColor, ground: QColor | None = None) -> None:
    """One mark: filled with its colour, or, where there is a `ground`, an outline filled with that."""
    painter.setPen(QPen(colour, 1.3))
    painter.setBrush(colour if ground is None else ground)
    if shape == CIRCLE:
        painter.drawEllipse(place, RADIUS, RADIUS)
    elif shape == DIAMOND:
        painter.drawPolygon(_corners(place, ((0, -1.5), (1.5, 0), (0, 1.5), (-1.5, 0))))
    else:
        painter.drawPolygon(_corners(place, ((-1.3, -1), (1.3, -1), (0, 1.5))))


def draw_ring(painter: QPainter, place: QPointF | None, colour: QColor) -> None:
    """A ring around a mark, if there is one."""
    if place is None:
        return
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(place, RADIUS + 4, RADIUS + 4)


def draw_line(painter: QPainter, places: list[QPointF | None], colour: QColor, dashed: bool) -> None:
    """A line from place to place, broken where one is None."""
    pen = QPen(colour, 1.3)
    if dashed:
        pen.setDashPattern([4, 3])
    painter.setPen(pen)
    run: list[QPointF] = []
    for place in [*places, None]:
        if place is not None:
            run.append(place)
        elif run:
            painter.drawPolyline(QPolygonF(run))
            run = []


def round_sizes(low: float, high: float, least_apart: float) -> list[int]:
    """1, 2 and 5 times powers of ten from `low` to `high`, each at least `least_apart` times the one before."""
    found: list[int] = []
    for power in range(max(math.floor(math.log10(max(low, 1))), 0), math.ceil(math.log10(max(high, 1))) + 1):
        for size in (factor * 10**power for factor in (1, 2, 5)):
            if low <= size <= high and (not found or size >= least_apart * found[-1]):
                found.append(size)
    return found


def _corners(place: QPointF, corners: tuple[tuple[float, float], ...]) -> QPolygonF:
    return QPolygonF([place + QPointF(x * RADIUS, y * RADIUS) for x, y in corners])
