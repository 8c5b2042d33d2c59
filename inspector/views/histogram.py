"""The histogram: how many chunks are how large."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QWidget

from inspector.core.chunking import Chunking
from inspector.model.wording import counted
from inspector.views.axis_ticks import nice_step, nice_ticks
from inspector.views.lazily import Lazily
from inspector.views.plot import Plot
from inspector.views.plot_paint import Canvas

if TYPE_CHECKING:
    from inspector.model.session import Session

_BINS = 24
_BELOW = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextDontClip)


def binned(counts: NDArray[np.int64], size: int, most: int = _BINS) -> tuple[int, NDArray[np.int64]]:
    """(width, chunks per bin): bin b holds counts from `b * width + 1` to `(b + 1) * width`; the first one 0 as well.

    The bins reach at least to `size`, so that the room that is left is seen; at most `most` of them, of a round width.
    """
    top = max(int(counts.max(initial=1)), size)
    width = int(nice_step(top, most, whole=True))
    last = (top - 1) // width
    return width, np.bincount(np.maximum(counts - 1, 0) // width, minlength=last + 1)


class Histogram(Plot):
    """x is the count in the unit, y the number of chunks; hover says which, a click goes through them."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, "Distribution", (0, 1), parent)
        self._width, self._chunks = 1, np.zeros(0, np.int64)
        self._hovered: int | None = None
        session.chunking_changed.connect(Lazily(self, self.refresh))
        session.selection_changed.connect(self._on_selection)
        self.apply_theme(self.theme)
        self.refresh()

    def refresh(self) -> None:
        """Count the session's chunks by size."""
        chunking = self.session.chunking
        if chunking is None or not len(chunking):
            self.header.set_caption("")
            self.show_message("The sizes of the chunks will be counted here")
            return
        self.show_message("")
        self._width, self._chunks = binned(chunking.counts, chunking.parameters.size)
        self._hovered = None
        self._caption(chunking)
        self._mark_mine()
        self.show_extent(0, len(self._chunks) * self._width, 0, int(self._chunks.max()))
        self.header.setToolTip(f"How many chunks have how many {chunking.parameters.unit}.")

    def foot_height(self) -> int:
        """Room for the numbers of the lower axis."""
        return self.fontMetrics().height()

    def paint_foot(self, canvas: Canvas) -> None:
        """A line and the counts below it."""
        painter, area, span = canvas.painter, canvas.area, len(self._chunks) * self._width
        painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), self.theme.line)
        painter.setPen(self.theme.muted)
        for count, text in nice_ticks(0, max(span, 1), max(int(area.width() / 56), 1), whole=True):
            if count <= 0.93 * span:
                half = painter.fontMetrics().horizontalAdvance(text) / 2
                middle = max(canvas.x(count), area.left() + half)
                label = QRectF(middle - half, area.bottom() + 2, 2 * half, painter.fontMetrics().height())
                painter.drawText(label, _BELOW, text)

    def style_bars(self) -> None:
        """Neutral bars; the one with the selected chunk is darker."""
        self.bars.set_brushes({0: QBrush(self.theme.neutral), 1: QBrush(self.theme.muted)})

    def bin_at(self, x: float) -> int | None:
        """The bin at the position `x`; None outside."""
        index = int(x // self._width)
        return index if 0 <= index < len(self._chunks) else None

    def tip_at(self, x: float) -> str:
        """ "3 chunks of 41 to 50 tokens"."""
        index, chunking = self.bin_at(x), self.session.chunking
        if index is None or chunking is None:
            return ""
        low, high = index * self._width + (index > 0 or self._width > 1), (index + 1) * self._width
        span = f"{high:,}" if low >= high else f"{low:,} to {high:,}"
        return f"{counted(int(self._chunks[index]), 'chunks')} of {span} {chunking.parameters.unit}"

    def hover_at(self, x: float | None) -> None:
        """Say in the caption what the bin under the pointer holds."""
        self._hovered = None if x is None else self.bin_at(x)
        if self.session.chunking is not None and len(self.session.chunking):
            self._caption(self.session.chunking)
            self.repaint_marks()

    def click_at(self, x: float) -> None:
        """Select the first chunk of that size, or the next one where one of them is selected."""
        index, chunking, selected = self.bin_at(x), self.session.chunking, self.session.selected
        if index is None or chunking is None:
            return
        members = np.flatnonzero(np.maximum(chunking.counts - 1, 0) // self._width == index)
        if len(members):
            after = members[members > selected] if selected is not None and selected in members else members
            self.session.select(int(after[0] if len(after) else members[0]))

    def paint_below(self, canvas: Canvas) -> None:
        """A band over the bin under the pointer."""
        if self._hovered is not None:
            canvas.band(self._hovered * self._width, (self._hovered + 1) * self._width, self.theme.hover)

    def paint_above(self, canvas: Canvas) -> None:
        """The size as an upright line with its label, and a caret at the bin of the selected chunk."""
        chunking = self.session.chunking
        if chunking is None or not len(chunking):
            return
        size = chunking.parameters.size
        x = min(round(canvas.x(size)), int(canvas.area.right()) - 1)
        canvas.painter.fillRect(x, int(canvas.area.top()) + 14, 1, int(canvas.area.height()) - 22, self.theme.text)
        canvas.label(f"size {size:,}", x, canvas.area.top() + 14, self.theme.muted)
        if (mine := self._mine()) is not None:
            canvas.caret(mine * self._width, (mine + 1) * self._width, 0, self.theme.text)

    def _mine(self) -> int | None:
        chunking, selected = self.session.chunking, self.session.selected
        if chunking is None or selected is None or selected >= len(chunking):
            return None
        return max(int(chunking.counts[selected]) - 1, 0) // self._width

    def _on_selection(self) -> None:
        self._mark_mine()
        self.refit()

    def _mark_mine(self) -> None:
        """Bars for the bins, that with the selected chunk in a group of its own."""
        begins = np.arange(len(self._chunks)) * self._width
        heights = np.where(self._chunks > 0, self._chunks, np.nan)
        groups = np.zeros(len(self._chunks), np.int64)
        mine = self._mine()
        if mine is not None and mine < len(groups):
            groups[mine] = 1
        self.bars.set_bars(begins, begins + self._width, heights, groups)

    def _caption(self, chunking: Chunking) -> None:
        hovered = self._hovered
        words = self.tip_at(hovered * self._width) if hovered is not None else ""
        self.header.set_caption(words or f"chunks by {chunking.parameters.unit}")
        self.setAccessibleDescription(f"{counted(len(chunking), 'chunks')} in bins of {self._width:,}")
