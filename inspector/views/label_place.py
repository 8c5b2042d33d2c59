"""Where on a plot a label can stand without hiding a mark."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QRectF, QSizeF

_PLACES = 24
_APART = 2.0
"""Pixels that stay free between a label and a mark."""


def place_label(
    size: QSizeF, foot: float, area: QRectF, marks: Iterable[QRectF], hidden: Callable[[float, float], float]
) -> QRectF:
    """The rectangle for a label of `size` in `area`, its foot at the pixel `foot` or above it, that touches no mark.

    Of all places along the area the first is taken that need not be raised over a mark and hides the least:
    `hidden(left, right)` says how many pixels of what is drawn there. The left end comes before the right one, and
    both before what lies between. Where marks fill the whole height the label stays in the area all the same.
    """
    least, most = area.left() + 1, max(area.right() - size.width() - 1, area.left() + 1)
    steps = [least + (most - least) * step / _PLACES for step in range(1, _PLACES)]
    marks = [mark.adjusted(-_APART, -_APART, _APART, _APART) for mark in marks]
    boxes = [_raised(QRectF(left, foot - size.height(), size.width(), size.height()), marks)
             for left in (least, most, *steps)]  # fmt: skip
    best = min(boxes, key=lambda box: (box.top() < area.top(), foot - box.bottom(), hidden(box.left(), box.right())))
    best.moveTop(max(best.top(), area.top()))
    return best


def _raised(box: QRectF, marks: list[QRectF]) -> QRectF:
    """The box moved up until it touches none of the marks."""
    for mark in sorted(marks, key=lambda mark: -mark.bottom()):
        if mark.intersects(box):
            box.moveBottom(mark.top())
    return box
