"""The budget plot: what each chunk takes of the size, one bar per chunk along the document, coloured by level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QWidget

from inspector.core.chunking import Chunking
from inspector.core.levels import Level
from inspector.model.wording import counted
from inspector.views.chunk_plot import ChunkPlot
from inspector.views.colours import mixed
from inspector.views.lazily import Lazily
from inspector.views.pixel_image import colour_value, pixel_image
from inspector.views.plot_paint import Canvas

if TYPE_CHECKING:
    from inspector.model.session import Session

_BODY = 0.66
"""How much of the level's full colour a bar has: quieter than the marks in the gutter."""
_SQUARE = 4
"""Pixels from one mark of a chunk above the context to the next, the last of them free."""
_TOO_FAR = 1.5
"""A context line above this many times the size is only mentioned: it would press the bars to the ground."""


class BudgetPlot(ChunkPlot):
    """Bars are counts in the unit; the size is a line, and so is what the model's context leaves for text."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, "Tokens per chunk", tuple(int(level) for level in Level), parent)
        self._above: np.ndarray = np.zeros(0, np.intp)
        self._room: int | None = None
        follow = Lazily(self, self.refresh)
        session.chunking_changed.connect(follow)
        session.model_changed.connect(follow)
        self.apply_theme(self.theme)
        self.refresh()

    def refresh(self) -> None:
        """Show the session's chunking."""
        chunking = self.session.chunking
        if chunking is None or not len(chunking):
            self.header.set_caption("")
            self.show_message(_nothing(self.session))
            return
        self.show_message("")
        self._room, self._above = _context_room(self.session, chunking)
        self.bars.set_bars(chunking.body_starts, chunking.ends, chunking.counts, chunking.levels)
        top = max(int(chunking.counts.max()), chunking.parameters.size)
        if self._context_is_near(top):
            top = max(top, self._room or 0)
        self.show_extent(0, int(chunking.ends[-1]), 0, top)
        self._describe(chunking)

    def style_bars(self) -> None:
        """Each level in its own colour; the last chunk, which no cut ends, in the neutral one."""
        colours = {level: mixed(self.theme.window, self.theme.level[level], _BODY) for level in Level}
        colours[Level.END] = self.theme.neutral
        self.bars.set_brushes({int(level): QBrush(colour) for level, colour in colours.items()})

    def describe(self, index: int) -> str:
        """ "#14 · 61 of 72 tokens · ends at a paragraph", and the context where it is exceeded."""
        chunking = self.session.chunking
        if chunking is None:
            return ""
        size, unit, level = chunking.parameters.size, chunking.parameters.unit, chunking.level(index)
        parts = [f"#{index + 1}", f"{chunking.counts[index]:,} of {counted(size, unit)}"]
        parts.append("the last chunk" if level is Level.END else f"ends at {_ARTICLES[level]}")
        if index in self._above:
            parts.append(
                f"the model receives {chunking.input_tokens[index]:,} and reads {self.session.limits.context:,}"
            )
        return " · ".join(parts)

    def paint_above(self, canvas: Canvas) -> None:
        """The size and the context as labelled lines, and a mark over each chunk that exceeds the context."""
        super().paint_above(canvas)
        chunking = self.session.chunking
        if chunking is None or not len(chunking):
            return
        size = chunking.parameters.size
        self._paint_context(canvas, max(int(chunking.counts.max()), size))
        canvas.rule(size, self.theme.text)
        canvas.label(f"size {size:,}", canvas.area.right(), canvas.y(size) - 1, self.theme.muted)
        self._paint_overflow(canvas, chunking)

    def _paint_context(self, canvas: Canvas, top: int) -> None:
        if self._room is None:
            return
        if not self._context_is_near(top):
            words = f"context leaves {self._room:,}, above this scale"
            canvas.label(words, canvas.area.left(), canvas.area.top() + 14, self.theme.muted)
            return
        canvas.rule(self._room, self.theme.warning, Qt.PenStyle.DashLine)
        words = f"context leaves {self._room:,}"
        canvas.label(words, canvas.area.left(), canvas.y(self._room) - 1, self.theme.warning, self.theme.window)

    def _paint_overflow(self, canvas: Canvas, chunking: Chunking) -> None:
        """A row of small squares below the ground, one where any chunk is above the context."""
        if not len(self._above):
            return
        middles = (chunking.body_starts[self._above] + chunking.ends[self._above]) / 2
        places = np.round(middles * canvas.view.m11() + canvas.view.dx()).astype(np.int64) // _SQUARE
        pixels = np.zeros((int(places.max()) + 1, _SQUARE), np.uint32)
        pixels[places, : _SQUARE - 1] = colour_value(self.theme.warning)
        row = QRectF(0, int(canvas.y(0)) + 3, pixels.size, _SQUARE - 1)
        canvas.painter.drawImage(row, pixel_image(pixels.reshape(1, -1)))

    def _context_is_near(self, top: int) -> bool:
        return self._room is not None and self._room <= _TOO_FAR * top

    def _describe(self, chunking: Chunking) -> None:
        unit, size = chunking.parameters.unit, chunking.parameters.size
        most, middle = int(chunking.counts.max()), int(np.median(chunking.counts))
        self.header.set_title(f"{unit.capitalize()} per chunk")
        caption = f"median {middle:,} · largest {most:,} of {counted(size, unit)}"
        self.header.set_caption(caption)
        self.setAccessibleDescription(f"{len(chunking):,} chunks, {caption}")
        self.header.setToolTip(_explain(self.session, chunking, self._room))


_ARTICLES = {
    Level.HEADING: "a heading",
    Level.PARAGRAPH: "a paragraph",
    Level.SENTENCE: "a sentence",
    Level.LINE: "a line",
    Level.WORD: "a word",
    Level.HARD: "a hard cut",
}


def _context_room(session: Session, chunking: Chunking) -> tuple[int | None, np.ndarray]:
    """What the context leaves for text, in tokens (None where it says nothing), and the chunks that exceed it."""
    context = session.limits.context
    if context is None:
        return None, np.zeros(0, np.intp)
    above = np.flatnonzero(chunking.input_tokens > context)
    if chunking.parameters.unit != "tokens":
        return None, above
    return context - int((chunking.input_tokens - chunking.tokens).max()), above


def _explain(session: Session, chunking: Chunking, room: int | None) -> str:
    unit, context = chunking.parameters.unit, session.limits.context
    first = f"One bar per chunk at its place in the document; its height is the chunk's count in {unit}."
    if context is None:
        return f"{first} No context line: the model states no limit."
    if room is None:
        return f"{first} No context line: the context is {context:,} tokens, and the size counts {unit}."
    return f"{first} The context is {context:,} tokens, of which prefix and special tokens leave {room:,} for text."


def _nothing(session: Session) -> str:
    if session.document is None:
        return "Open a document to see what its chunks take"
    if session.chunking is None:
        return "Cutting the document\u2026"
    return "No chunks: the document holds no text"
