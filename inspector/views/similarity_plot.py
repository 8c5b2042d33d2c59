"""The similarity plot: the score of every chunk along the document, the best ones marked, the whole as a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QWidget

from inspector.core.chunking import Chunking
from inspector.core.similarity import POOLED, Scores
from inspector.model.scored import Scored, scored
from inspector.model.wording import UNDEFINED, score_text
from inspector.views.axis_ticks import axis_range
from inspector.views.chunk_plot import ChunkPlot
from inspector.views.colours import mixed
from inspector.views.label_place import place_label
from inspector.views.plot_layers import NO_KEYWORD, PlotLayers
from inspector.views.plot_paint import Canvas
from inspector.views.score_words import (
    ALONE,
    chunk_line,
    keyword_text,
    line_texts,
    method,
    missing_words,
    whole_lines,
    whole_name,
    why_no_scores,
)

if TYPE_CHECKING:
    from inspector.model.session import Session

OTHERS, AMONG_BEST, BEST, POOLED_OTHERS, POOLED_AMONG_BEST, POOLED_BEST, STALE = range(7)
METHOD = ALONE
_OLD = "scores of the setting before"
_WIDEST = "cosine · exact 1,200 of 1,812, the rest pooled"
_PALE = 0.25
"""How much of its colour the body of a pooled bar has; its cap has all of it."""
_EXPLAINED = (
    "One bar per chunk at its place in the document; its height is the cosine of the query's vector and the chunk's. "
    "Filled bars are of chunks embedded alone; pale ones with a cap are pooled: the mean of their tokens in one pass "
    "over the document. A dashed line across is the cosine of the query and one vector for the whole document. "
    "Lines with letters are the listed queries; dots are the keyword score, on a scale of their own, where it is more "
    "than next to nothing."
)


class SimilarityPlot(ChunkPlot):
    """Bars as wide as the bodies; scores of a setting before stay, hatched, until the new ones are there."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, "Score along the document", tuple(range(STALE + 1)), parent)
        self.scored: Scored | None = None
        self._failure = ""
        self._drawn: Scored | None = None
        self._lines: tuple[Scores, ...] = ()
        self._layers = PlotLayers(session, self.theme)
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
        session.keywords.changed.connect(self.refresh)
        session.message.connect(self._on_message)
        self.header.setToolTip(_EXPLAINED)
        self.header.reserve(METHOD, _OLD, _WIDEST)
        self.setMinimumHeight(140)
        self.apply_theme(self.theme)
        self.refresh()

    def refresh(self) -> None:
        """Show the session's scores, or say why there are none."""
        self.scored = scored(self.session, self.scored, lines=True)
        words = why_no_scores(self.session, self.scored, self._failure)
        self.show_message(words)
        self._layers.take_keywords(self.shown())
        if self._drawn is not self.scored or self._lines is not self.session.query_lines:
            self._show_bars(self.scored)
        self._caption()
        self.repaint_marks()

    def shown(self) -> Chunking | None:
        """The chunking that the scores belong to."""
        return None if self.scored is None else self.scored.chunking

    def style_bars(self) -> None:
        """Neutral bars, stronger ones among the best, the strongest for the best; pooled ones pale with a cap.

        Scores of before are hatched.
        """
        theme = self.theme
        strong = {OTHERS: theme.neutral, AMONG_BEST: mixed(theme.neutral, theme.text, 0.3), BEST: theme.text}
        pale = {POOLED_OTHERS + group: mixed(theme.window, colour, _PALE) for group, colour in strong.items()}
        caps = {**strong, OTHERS: mixed(theme.neutral, theme.text, 0.15)}
        brushes = {group: QBrush(colour) for group, colour in (strong | pale).items()}
        self.bars.set_brushes(
            brushes | {STALE: QBrush(theme.neutral, Qt.BrushStyle.BDiagPattern)},
            {POOLED_OTHERS + group: colour for group, colour in caps.items()},
        )
        self._layers.apply_theme(theme)

    def refit(self) -> None:
        """Work everything out again for the present size, the lines too."""
        super().refit()
        left, right, _, _ = self._extent
        wide = max(int(self.plot.area().width()), 1)
        self._layers.fit(left, right, round(wide * self.devicePixelRatioF()))

    def describe(self, index: int) -> str:
        """ "#14 · score 0.59 · rank 1 of 21 · embedded alone", its other scores, and the whole document's."""
        shown = self.scored
        if shown is None:
            return ""
        asked = (
            []
            if shown.scores.notice
            else [chunk_line(shown, index, "" if shown.stale else self.session.failure(index))]
        )
        others = [f"{letter}  {text}" for letter, text in line_texts(self.session, index)]
        keywords = self.session.keywords.scores
        if keywords is not None and self._layers.keywords_shown and shown.chunking is self.session.chunking:
            others.append(f"BM25 {keyword_text(keywords, index)}")
        whole = [] if shown.scores.notice else [whole_lines(shown)]
        return "\n".join([*(asked or [f"#{index + 1}"]), *others, *whole])

    def paint_below(self, canvas: Canvas) -> None:
        """Behind the bars: what is hovered and selected, and a hatch where scores are still to come."""
        super().paint_below(canvas)
        shown = self.scored
        if shown is None or shown.complete or shown.scores.notice:
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
        self._layers.paint(canvas, (self.ground(), self._extent[3]), shown.stale, self.devicePixelRatioF())
        taken = self._taken(canvas, shown)
        letters = [] if shown.stale else self._layers.letter_boxes(canvas, taken)
        taken += [box for _, box, _ in letters]
        self._paint_whole(canvas, shown, taken)
        self._paint_undefined(canvas, shown)
        self._paint_best(canvas, shown)
        self._layers.write_letters(canvas, letters)
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
        self._drawn, self._lines = shown, self.session.query_lines
        if shown is None or not len(shown.chunking):
            nothing = np.zeros(0)
            self.bars.set_bars(nothing, nothing, nothing, nothing.astype(np.intp))
            self.refit()
            return
        chunking, values, best = shown.chunking, shown.scores.values, self._best(shown)
        groups = np.full(len(chunking), STALE if shown.stale else OTHERS)
        if not shown.stale:
            groups[best[1:]], groups[best[:1]] = AMONG_BEST, BEST
            groups[shown.scores.kinds == POOLED] += POOLED_OTHERS
        self.bars.set_bars(chunking.body_starts, chunking.ends, values, groups)
        ends = [*_ends(shown), *_wholes(shown).values(), *self._layers.take_lines(chunking)]
        low, high = axis_range(ends)
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
        words = "cosine of the listed queries" if shown.scores.notice else method(shown.scores)
        axis = f"axis from {score_text(self._extent[2])}" if self._extent[2] > 0 else ""
        return "   ".join(filter(None, [" · ".join(filter(None, [words, axis])), self._layers.keyword_words()]))

    def _spoken(self) -> str:
        shown = self.scored
        if shown is None:
            return ""
        best, keywords = self._best(shown), self.session.keywords.scores
        said = [f"Best: {chunk_line(shown, int(best[0]))}", whole_lines(shown)] if len(best) else []
        if not shown.stale:
            said += [f"Query {entry.text}: {_peak(scores)}" for entry, scores in self._layers.drawn]
        if keywords is not None and self._layers.keywords_shown:
            found = f"BM25, on its own scale: best #{keywords.order[0] + 1:,}" if len(keywords.order) else NO_KEYWORD
            said += [found, *filter(None, [missing_words(keywords)])]
        return ". ".join(said)

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

    def _taken(self, canvas: Canvas, shown: Scored) -> list[QRectF]:
        """Where the marks of the best chunks stand."""
        marks = self._marks(shown)
        pointers = [canvas.pointer_box(*mark) for mark in marks[1:]]
        return [*pointers, self._best_box(canvas, shown)] if marks else pointers

    def _paint_whole(self, canvas: Canvas, shown: Scored, taken: list[QRectF]) -> None:
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
            box = self._whole_box(canvas, words, chosen, taken)
            if not box.intersects(best):
                break
        if not any(box.intersects(other) for other in taken):  # the list of folds below has the number too
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

    def _whole_box(self, canvas: Canvas, words: str, height: float, taken: list[QRectF]) -> QRectF:
        """Where the label of the line at `height` hides no mark."""
        line, across = canvas.y(height), canvas.view.m11()

        def hidden(left: float, right: float) -> float:
            begin, end = ((pixel - canvas.view.dx()) / across for pixel in (left, right))
            return max(line - canvas.y(max(self.bars.highest(begin, end), height)), 0.0)

        return place_label(canvas.label_size(words), line - 2, canvas.area, taken, hidden)

    def _paint_undefined(self, canvas: Canvas, shown: Scored) -> None:
        places = np.flatnonzero(shown.undefined)
        if not len(places) or shown.scores.notice:
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


def _ends(shown: Scored) -> list[float]:
    values = shown.scores.values
    finite = values[np.isfinite(values)]
    return [float(finite.min()), float(finite.max())] if len(finite) else []


def _peak(scores: Scores) -> str:
    """ "best #13, 0.51"."""
    if not len(scores.order):
        return "no score"
    best = int(scores.order[0])
    return f"best #{best + 1:,}, {score_text(scores.value(best))}"


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.r_[False, flags, False].astype(np.int8)))
    return [(int(begin), int(end)) for begin, end in edges.reshape(-1, 2)]
