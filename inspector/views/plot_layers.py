"""What lies over the bars of the similarity plot: listed queries as lines with letters, the keyword score as dots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from inspector.core.chunking import Chunking
from inspector.core.similarity import Scores
from inspector.model.query_list import LETTERS, Listed
from inspector.views.column_lines import ColumnLines, Line
from inspector.views.keyword_dots import KeywordDots
from inspector.views.plot_paint import Canvas
from inspector.views.theme import Theme

if TYPE_CHECKING:
    from inspector.model.session import Session

KEYWORD_SCALE = "•\u00a0BM25,\u00a0own\u00a0scale"
NO_KEYWORD = "BM25: no word of the question is here"
_PLACES = sorted(
    ((across, down) for across in range(-6, 7) for down in range(-2, 4)),
    key=lambda place: (abs(place[0]) + 1.5 * abs(place[1]), place),
)
"""Where a letter may stand, in its own widths and heights from above the peak, the nearest first."""
_FAINT = 0.35
"""How much of the lines of a setting before is seen."""


class PlotLayers:
    """Follows the session when it is told to; the plot says where and when to paint."""

    def __init__(self, session: Session, theme: Theme) -> None:
        self._session, self._theme = session, theme
        self._lines, self._dots = ColumnLines(), KeywordDots()
        self.drawn: list[tuple[Listed, Scores]] = []
        self._chunking: Chunking | None = None
        self.keywords_shown = False

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self._dots.set_colours(theme.muted, theme.window)
        self._put_lines()

    def take_lines(self, chunking: Chunking | None) -> list[float]:
        """Take the lines of the drawn queries, but that of the asked one, which the bars are; the ends of their values.

        Nothing is drawn without `chunking`, which they are of.
        """
        session = self._session
        pairs = zip(session.queries.drawn, session.query_lines, strict=False)
        self._chunking = chunking
        self.drawn = [
            (entry, scores)
            for entry, scores in pairs
            if chunking is not None
            and entry.text == scores.query != session.query.strip()
            and len(scores.values) == len(chunking)
        ]
        self._put_lines()
        finite = [scores.values[np.isfinite(scores.values)] for _, scores in self.drawn]
        return [float(end) for values in finite if len(values) for end in (values.min(), values.max())]

    def take_keywords(self, chunking: Chunking | None) -> None:
        """Take the keyword scores, where they are of these chunks."""
        found, same = self._session.keywords.scores, chunking is self._session.chunking
        self.keywords_shown = found is not None and chunking is not None and same and len(found.values) == len(chunking)
        if found is None or chunking is None or not self.keywords_shown:
            self._dots.set_dots(np.zeros(0), np.zeros(0))
        else:
            self._dots.set_dots((chunking.body_starts + chunking.ends) / 2, np.nan_to_num(found.values))

    def fit(self, left: float, right: float, columns: int) -> None:
        """Work out what `columns` pixel columns show from `left` to `right`."""
        self._lines.fit(left, right, columns)

    def paint(self, canvas: Canvas, heights: tuple[float, float], stale: bool, scale: float) -> None:
        """Draw lines and dots; `heights` are those that the dots' own scale spans."""
        canvas.painter.setOpacity(_FAINT if stale else 1.0)
        self._lines.draw(canvas.painter, canvas.view, canvas.area, scale)
        canvas.painter.setOpacity(1.0)
        self._dots.draw(canvas.painter, canvas.view, canvas.area, heights, scale)

    def letter_boxes(self, canvas: Canvas, taken: list[QRectF]) -> list[tuple[str, QRectF, int]]:
        """(letter, its place beside the peak of its line, slot) of every line; none hides `taken` or another."""
        boxes, taken = [], list(taken)
        for (entry, _), peak in zip(self.drawn, self._lines.peaks(), strict=True):
            if peak is None or entry.slot is None:
                continue
            box = _free(canvas, LETTERS[entry.slot], peak, taken)
            taken.append(box)
            boxes.append((LETTERS[entry.slot], box, entry.slot))
        return boxes

    def write_letters(self, canvas: Canvas, boxes: list[tuple[str, QRectF, int]]) -> None:
        """Write the letters at their places, each in the colour of its line."""
        for letter, box, slot in boxes:
            canvas.write(letter, box, self._theme.lines[slot], self._theme.window)

    def keyword_words(self) -> str:
        """What the dots are, or why there are none."""
        found = self._session.keywords.scores
        if found is None or not self.keywords_shown:
            return ""
        return KEYWORD_SCALE if len(found.order) else NO_KEYWORD

    def _put_lines(self) -> None:
        chunking = self._chunking
        nothing = np.zeros(0)
        lefts, rights = (nothing, nothing) if chunking is None else (chunking.body_starts, chunking.ends)
        self._lines.set_lines(
            lefts,
            rights,
            [Line(scores.values, self._theme.lines[entry.slot or 0], entry.slot or 0) for entry, scores in self.drawn],
        )


def _free(canvas: Canvas, letter: str, peak: tuple[float, float], taken: list[QRectF]) -> QRectF:
    """A box for a letter above the peak, else beside it, as near as none of `taken` is touched."""
    size = canvas.label_size(letter)
    x, foot = canvas.x(peak[0]), canvas.y(peak[1])
    wide, tall = size.width() + 4, size.height() - 2
    area = canvas.area
    first = None
    for across, down in _PLACES:
        left = min(max(x - wide / 2 + across * wide, area.left()), area.right() - wide)
        top = min(max(foot - size.height() + down * tall, area.top()), area.bottom() - size.height())
        box = QRectF(left, top, wide, size.height())
        if not any(box.intersects(other) for other in taken):
            return box
        first = first or box
    assert first is not None
    return first
