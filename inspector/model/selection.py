"""What is selected and hovered, and how one steps from chunk to chunk and from cut to cut."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.chunking import Chunking
from inspector.core.levels import Level


class Selection(QObject):
    """The selected and the hovered chunk of the chunking on screen.

    A person selects a place in the text: the character that was clicked, else the middle of the body. The selected
    chunk is the one that holds this character, whatever chunkings come and go.
    """

    selection_changed = Signal()
    hover_changed = Signal()
    reveal = Signal(int, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chunking: Chunking | None = None
        self.selected: int | None = None
        self.hovered: int | None = None
        self._anchor: int | None = None

    def follow(self, chunking: Chunking | None) -> None:
        """Take a new chunking of the same text: the chunk that holds the selected place is selected, none hovered."""
        self.chunking, self.hovered = chunking, None
        if self._anchor is None or chunking is None or not len(chunking):
            self.selected = None
        else:
            self.selected = chunking.body_at(self._anchor)

    def forget(self) -> None:
        """Take another text: nothing is selected in it."""
        self._anchor = None
        self.follow(None)

    def select(self, index: int | None) -> None:
        """Select a chunk, or none; an index that is no chunk's is ignored. Nothing is hovered until the mouse moves."""
        if self.chunking is None or index is None or not 0 <= index < self._count():
            if index is None:
                self._choose(None, None)
            return
        if index != self.selected:
            self._choose(index, int(self.chunking.body_starts[index] + self.chunking.ends[index]) // 2)

    def _choose(self, index: int | None, anchor: int | None) -> None:
        before, self.selected, self._anchor = self.selected, index, anchor
        if index != before:
            self.hover(None)
            self.selection_changed.emit()

    def hover(self, index: int | None) -> None:
        """Hover a chunk, or none; an index that is no chunk's hovers none."""
        wanted = index if index is not None and 0 <= index < self._count() else None
        if wanted != self.hovered:
            self.hovered = wanted
            self.hover_changed.emit()

    def select_at(self, offset: int) -> None:
        """Select the chunk whose body holds the character at `offset`, and hold on to this character."""
        if self.chunking is not None and len(self.chunking):
            offset = min(max(offset, 0), int(self.chunking.ends[-1]) - 1)
            self._choose(self.chunking.body_at(offset), offset)

    def step_chunk(self, step: int) -> None:
        """Select the next (+1) or the previous (-1) chunk; the first or last one when none is selected."""
        if not self._count():
            return
        start = (-1 if step > 0 else self._count()) if self.selected is None else self.selected
        self.select(min(max(start + step, 0), self._count() - 1))

    def step_level(self, level: Level, step: int) -> bool:
        """Go to the next or previous cut of `level`, around the end; whether there is one."""
        cuts = self.chunking.cuts_of(level) if self.chunking is not None else np.empty(0, np.intp)
        if self.chunking is None or not len(cuts):
            return False
        index = int(cuts[self._after(cuts, step) % len(cuts)])
        self.select_at(int(self.chunking.ends[index]) - 1)
        self.reveal.emit(max(0, int(self.chunking.ends[index]) - 1), int(self.chunking.ends[index]))
        return True

    def _after(self, cuts: np.ndarray, step: int) -> int:
        if self.selected is None:
            return 0 if step > 0 else len(cuts) - 1
        if step > 0:
            return int(np.searchsorted(cuts, self.selected, side="right"))
        return int(np.searchsorted(cuts, self.selected, side="left")) - 1

    def _count(self) -> int:
        return 0 if self.chunking is None else len(self.chunking)
