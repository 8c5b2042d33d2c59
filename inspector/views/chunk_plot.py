"""A plot along the document: one bar per chunk at its place, picked by position, marked where hovered and selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from inspector.core.chunking import Chunking
from inspector.views.plot import Plot
from inspector.views.plot_paint import Canvas

if TYPE_CHECKING:
    from inspector.model.session import Session


class ChunkPlot(Plot):
    """x is the offset in the document, from 0 to its length: the same chunk is at the same place in all of them."""

    def __init__(self, session: Session, title: str, groups: tuple[int, ...], parent: QWidget | None = None) -> None:
        super().__init__(session, title, groups, parent)
        session.selection_changed.connect(self.repaint_marks)
        session.hover_changed.connect(self.repaint_marks)

    def shown(self) -> Chunking | None:
        """The chunking whose chunks the bars are."""
        return self.session.chunking

    def index_at(self, x: float) -> int | None:
        """The chunk whose body is drawn at the position `x`; None where there is none."""
        chunking = self.shown()
        if chunking is None or not len(chunking):
            return None
        return chunking.body_at(min(max(int(x), 0), int(chunking.ends[-1]) - 1))

    def hover_at(self, x: float | None) -> None:
        """Hover the chunk there, everywhere."""
        if self.shown() is self.session.chunking:
            self.session.hover(None if x is None else self.index_at(x))

    def click_at(self, x: float) -> None:
        """Select the chunk there, everywhere; of an older chunking, what holds the same text now."""
        index, chunking = self.index_at(x), self.shown()
        if index is None or chunking is None:
            return
        if chunking is self.session.chunking:
            self.session.select(index)
        else:
            self.session.select_at(int(chunking.body_starts[index]))

    def tip_at(self, x: float) -> str:
        """What `describe` says of the chunk there."""
        index = self.index_at(x)
        return "" if index is None else self.describe(index)

    def describe(self, index: int) -> str:
        """A chunk in one line, for the tooltip."""
        raise NotImplementedError

    def paint_below(self, canvas: Canvas) -> None:
        """The bands of what is hovered and selected."""
        for index, colour in ((self.session.selected, self.theme.selection), (self.session.hovered, self.theme.hover)):
            if (body := self._body(index)) is not None:
                canvas.band(*body, colour)

    def paint_above(self, canvas: Canvas) -> None:
        """Below the ground, a caret at the selected chunk and a thin rule at the hovered one."""
        if (body := self._body(self.session.hovered)) is not None:
            canvas.underline(*body, self.ground(), self.theme.muted, 1)
        if (body := self._body(self.session.selected)) is not None:
            canvas.underline(*body, self.ground(), self.theme.text)
            canvas.caret(*body, self.ground(), self.theme.text)

    def _body(self, index: int | None) -> tuple[float, float] | None:
        chunking = self.shown()
        if index is None or chunking is None or chunking is not self.session.chunking or index >= len(chunking):
            return None
        return float(chunking.body_starts[index]), float(chunking.ends[index])
