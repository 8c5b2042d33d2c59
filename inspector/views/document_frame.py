"""Where the rows stand in the viewport: from offsets to rectangles and back."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from inspector.views.document_layout import DocumentLayout
from inspector.views.paint_plan import Window

PAD_LEFT = 16
"""Pixels between the viewport's left edge and the text."""
PAD_TOP = 8
"""Pixels above the first row and below the last."""
STROKE = 3
"""Pixels that stand for characters without a width."""
BLEED = 4
"""Pixels by which a fill reaches beyond the letters at a row's start."""


@dataclass(frozen=True)
class Frame:
    """One view of a layout: scrolled by (`scroll_x`, `scroll_y`), `width` times `height` logical pixels large."""

    layout: DocumentLayout
    scroll_x: int
    scroll_y: int
    width: int
    height: int

    @property
    def left(self) -> float:
        """The x of the text's left edge."""
        return PAD_LEFT - self.scroll_x

    def top(self, row: int) -> int:
        """The y of a row's upper edge."""
        return PAD_TOP + row * self.layout.height - self.scroll_y

    def window(self) -> Window:
        """The rows of which something can be seen."""
        first, after = self._row_at(0), self._row_at(self.height - 1) + 1
        starts = self.layout.starts[first:after].tolist()
        end = self.layout.span(after - 1)[1] if starts else 0
        return Window(first, starts, end)

    def spans(self, row: int, start: int, end: int, *, whole: bool = False) -> list[QRectF]:
        """The rectangles that the characters `start:end` of a row cover.

        With `whole`, a span that holds the row's start or end also covers what is beside the letters there. Characters
        without a width, such as a zero-width space, are given a thin stroke where they stand.
        """
        line, (first, last) = self.layout.line(row), self.layout.span(row)
        stretches = line.spans(start - first, end - first)
        if whole:
            near, far = (-BLEED, line.left), (line.left + line.width, self.width - self.left)
            ahead, behind = (far, near) if line.right_to_left else (near, far)
            stretches += [ahead] * (start == first) + [behind] * (end == last)
        found = _joined(stretches)
        if not found and end > start:
            x = line.x(start - first)
            found = [(x - STROKE / 2, x + STROKE / 2)]
        return [self._rect(row, left, right) for left, right in found]

    def x(self, row: int, offset: int) -> float:
        """The x of the caret before the character at `offset` (or after the row's last one)."""
        return self.left + self.layout.line(row).x(offset - self.layout.span(row)[0])

    def row_at(self, y: float) -> int:
        """The row at `y`, the nearest one above or below the text."""
        return self._row_at(y)

    def caret_at(self, point: QPointF) -> int:
        """The caret position nearest to a point."""
        row = self._row_at(point.y())
        start = self.layout.span(row)[0]
        return min(start + self.layout.line(row).offset_at(point.x() - self.left), self.layout.last_caret(row) + 1)

    def character_at(self, point: QPointF) -> int | None:
        """The offset of the character at a point, the nearest of its row; None above and below the text."""
        row = (point.y() + self.scroll_y - PAD_TOP) // self.layout.height
        if not 0 <= row < len(self.layout):
            return None
        start = self.layout.span(int(row))[0]
        return start + self.layout.line(int(row)).character_at(point.x() - self.left)

    def _rect(self, row: int, left: float, right: float) -> QRectF:
        return QRectF(self.left + left, self.top(row), right - left, self.layout.height)

    def _row_at(self, y: float) -> int:
        row = int((y + self.scroll_y - PAD_TOP) // self.layout.height)
        return max(min(row, len(self.layout) - 1), 0)


def _joined(stretches: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The stretches from left to right, those that touch made one."""
    joined: list[tuple[float, float]] = []
    for left, right in sorted(stretches):
        if joined and left <= joined[-1][1] + 0.01:
            joined[-1] = (joined[-1][0], max(right, joined[-1][1]))
        elif right > left:
            joined.append((left, right))
    return joined
