"""The similarity plot: the score of every chunk along the document, the best ones marked, the whole as a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QWidget

from inspector.core.chunking import Chunking
from inspector.model.scored import Scored, scored
from inspector.model.wording import UNDEFINED, score_text
from inspector.views.axis_ticks import axis_range
from inspector.views.chunk_plot import ChunkPlot
from inspector.views.colours import mixed
from inspector.views.label_place import place_label
from inspector.views.plot_paint import Canvas
from inspector.views.score_words import chunk_line, whole_lines, whole_name, why_no_scores

if TYPE_CHECKING:
    from inspector.model.session import Session

OTHERS, AMONG_BEST, BEST, STALE = range(4)
METHOD = "cosine · each chunk alone"
_OLD = "scores of the setting before"
_EXPLAINED = (
    "One bar per chunk at its place in the document; its height is the cosine of the query's vector and the chunk's, "
    "each embedded alone. "
    "A dashed line is the cosine of the query and one vector for the whole document."
)


class SimilarityPlot(ChunkPlot):
    """Bars as wide as the bodies; scores of a setting before stay, hatched, until the new ones are there."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, "Score along the document", (OTHERS, AMONG_BEST, BEST, STALE), parent)
        self.scored: Scored | None = None
        self._failure = ""
        self._drawn: Scored | None = None
        for signal in (session.query_changed, session.chunking_changed):
            signal.connect(self._forget_failure)
        for signal in (
            session.scores_changed,
            session.query_changed,
            session.chunking_changed,
            session.progress_changed,
        ):
            signal.connect(self.refresh)
        session.answer_changed.connect(self.repaint_marks)
        session.message.connect(self._on_message)
        self.header.setToolTip(_EXPLAINED)
        self.header.reserve(METHOD, _OLD)
        self.setMinimumHeight(132)
        self.apply_theme(self.theme)
        self.refresh()

    def refresh(self) -> None:
        """Show the session's scores, or say why there are none."""
        self.scored = scored(self.session, self.scored)
        words = why_no_scores(self.session, self.scored, self._failure)
        self.show_message(words)
        if self._drawn is not self.scored:
            self._show_bars(self.scored)
        self._caption()
        self.repaint_marks()

    def shown(self) -> Chunking | None:
        """The chunking that the scores belong to."""
        return None if self.scored is None else self.scored.chunking

    def style_bars(self) -> None:
        """Neutral bars, stronger ones among the best, the strongest for the best; a hatch for scores of before."""
        theme = self.theme
        stale = QBrush(theme.neutral, Qt.BrushStyle.BDiagPattern)
        among = QBrush(mixed(theme.neutral, theme.text, 0.3))
        self.bars.set_brushes(
            {OTHERS: QBrush(theme.neutral), AMONG_BEST: among, BEST: QBrush(theme.text), STALE: stale}
        )

    def describe(self, index: int) -> str:
        """ "#14 · score 0.59 · rank 1 of 21" and the whole document's scores."""
        shown = self.scored
        if shown is None:
            return ""
        return f"{chunk_line(shown, index)}\n{whole_lines(shown)}"

    def paint_below(self, canvas: Canvas) -> None:
        """Behind the bars: what is hovered and selected, and a hatch where scores are still to come."""
        super().paint_below(canvas)
        shown = self.scored
        if shown is None or shown.complete:
            return
        brush = QBrush(self.theme.line, Qt.BrushStyle.BDiagPattern)
        for begin, end in _runs(shown.pending):
            left, right = canvas.span(shown.chunking.body_starts[begin], shown.chunking.ends[end - 1])
            canvas.painter.fillRect(
                QRectF(left, canvas.area.top() + 18, right - left, canvas.area.height() - 26), brush
            )

    def paint_above(self, canvas: Canvas) -> None:
        """Over the bars: the ground, the whole document, the marks of the best and the undefined, the marked answer."""
        super().paint_above(canvas)
        shown = self.scored
        if shown is None:
            return
        canvas.rule(self.ground(), self.theme.edge)
        self._paint_whole(canvas, shown)
        self._paint_undefined(canvas, shown)
        self._paint_best(canvas, shown)
        self._paint_answer(canvas)

    def _forget_failure(self) -> None:
        self._failure = ""

    def _on_message(self, kind: str, text: str) -> None:
        """What went wrong while scores were awaited stands where they would be."""
        if kind != "info" and self.scored is None and self.session.query:
            self._failure = text
            self.refresh()

    def _show_bars(self, shown: Scored | None) -> None:
        """Draw the bars of `shown`; without any, those drawn before go."""
        self._drawn = shown
        if shown is None or not len(shown.chunking):
            nothing = np.zeros(0)
            self.bars.set_bars(nothing, nothing, nothing, nothing.astype(np.intp))
            self.refit()
            return
        chunking, values, best = shown.chunking, shown.scores.values, self._best(shown)
        groups = np.full(len(chunking), STALE if shown.stale else OTHERS)
        if not shown.stale:
            groups[best[1:]], groups[best[:1]] = AMONG_BEST, BEST
        self.bars.set_bars(chunking.body_starts, chunking.ends, values, groups)
        low, high = axis_range([*values[np.isfinite(values)], *(_wholes(shown).values())])
        self.show_extent(0, int(chunking.ends[-1]), low, high, whole=False)

    def _best(self, shown: Scored) -> NDArray[np.intp]:
        return shown.best(self.session.best_k)

    def _caption(self) -> None:
        caption = self._caption_words()
        self.header.set_caption(caption)
        self.setAccessibleDescription(self.message.text() or f"{caption}. {self._spoken()}")

    def _caption_words(self) -> str:
        shown = self.scored
        if shown is None:
            return ""
        if shown.stale:
            return _OLD
        if not shown.complete:
            return f"embedded {shown.scores.embedded:,} of {shown.scores.total:,}"
        return METHOD if self._extent[2] <= 0 else f"cosine · axis from {score_text(self._extent[2])}"

    def _spoken(self) -> str:
        shown = self.scored
        if shown is None or not len(best := self._best(shown)):
            return ""
        return f"Best: {chunk_line(shown, int(best[0]))}. {whole_lines(shown)}"

    def _paint_best(self, canvas: Canvas, shown: Scored) -> None:
        marks = self._marks(shown)
        if not marks:
            return
        for middle, height in marks[1:]:
            canvas.pointer(middle, height, self.theme.text)
        canvas.write(self._best_words(shown), self._best_box(canvas, shown), self.theme.text, self.theme.window)

    def _marks(self, shown: Scored) -> list[tuple[float, float]]:
        """(place, height) of what is marked, best first; nothing while scores are stale."""
        best = self._best(shown)
        if shown.stale:
            return []
        middles = (shown.chunking.body_starts[best] + shown.chunking.ends[best]) / 2
        heights = np.maximum(shown.scores.values[best], self.ground())
        return list(zip(middles.tolist(), heights.tolist(), strict=True))

    def _best_words(self, shown: Scored) -> str:
        best = int(self._best(shown)[0])
        return f"#{best + 1:,} {score_text(float(shown.scores.values[best]))}"

    def _best_box(self, canvas: Canvas, shown: Scored) -> QRectF:
        middle, height = self._marks(shown)[0]
        return canvas.label_box(self._best_words(shown), canvas.x(middle), canvas.y(height) - 1)

    def _paint_whole(self, canvas: Canvas, shown: Scored) -> None:
        wholes = _wholes(shown)
        chosen = wholes.pop(self.session.fold, None)
        for value in wholes.values():
            canvas.rule(value, self.theme.muted, Qt.PenStyle.DotLine)
        if chosen is None:
            return
        colour = self.theme.muted if shown.stale else self.theme.text
        canvas.rule(chosen, colour, Qt.PenStyle.DashLine, 1)
        best = self._best_bar(canvas, shown)
        for name in (whole_name(shown), whole_name(shown).replace(" document", "")):
            words = f"{name} {score_text(chosen)}"
            box = self._whole_box(canvas, shown, words, chosen)
            if not box.intersects(best):
                break
        canvas.write(words, box, colour, self.theme.window)

    def _best_bar(self, canvas: Canvas, shown: Scored) -> QRectF:
        """The pixels of the best chunk's bar; none while scores are stale."""
        marks = self._marks(shown)
        if not marks:
            return QRectF()
        best = int(self._best(shown)[0])
        left, right = canvas.span(float(shown.chunking.body_starts[best]), float(shown.chunking.ends[best]))
        top = canvas.y(marks[0][1])
        return QRectF(left, top, right - left, canvas.y(self.ground()) - top)

    def _whole_box(self, canvas: Canvas, shown: Scored, words: str, height: float) -> QRectF:
        """Where the label of the line at `height` hides no mark."""
        marks = self._marks(shown)
        taken = [canvas.pointer_box(*mark) for mark in marks[1:]]
        if marks:
            taken.append(self._best_box(canvas, shown))
        line, across = canvas.y(height), canvas.view.m11()

        def hidden(left: float, right: float) -> float:
            begin, end = ((pixel - canvas.view.dx()) / across for pixel in (left, right))
            return max(line - canvas.y(max(self.bars.highest(begin, end), height)), 0.0)

        return place_label(canvas.label_size(words), line - 2, canvas.area, taken, hidden)

    def _paint_undefined(self, canvas: Canvas, shown: Scored) -> None:
        places = np.flatnonzero(shown.undefined)
        if not len(places):
            return
        canvas.painter.setPen(self.theme.warning)
        middles = (shown.chunking.body_starts[places] + shown.chunking.ends[places]) / 2
        pixels = np.unique(np.round(middles * canvas.view.m11() + canvas.view.dx()).astype(np.int64))
        foot = int(canvas.y(self.ground())) - 3
        for x in pixels.tolist():
            canvas.painter.drawLine(x - 3, foot, x + 3, foot - 6)
            canvas.painter.drawLine(x - 3, foot - 6, x + 3, foot)
        words = UNDEFINED if len(places) == 1 else f"{len(places):,} {UNDEFINED}"
        canvas.label(words, pixels[0], foot - 7, self.theme.warning, self.theme.window)

    def _paint_answer(self, canvas: Canvas) -> None:
        if self.session.answer is not None and self.scored is not None and not self.scored.stale:
            canvas.bracket(*self.session.answer, self.ground(), self.theme.text)


def _wholes(shown: Scored) -> dict[str, float]:
    return {name: value for name, value in shown.scores.whole.items() if value is not None and np.isfinite(value)}


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.r_[False, flags, False].astype(np.int8)))
    return [(int(begin), int(end)) for begin, end in edges.reshape(-1, 2)]
