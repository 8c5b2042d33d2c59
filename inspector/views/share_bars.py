"""Which words carry the score: a bar below each word of the chunk, as thick and dark as its share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QPainter

from inspector.core.attribution import Attribution
from inspector.views.document_frame import Frame
from inspector.views.hatching import faded
from inspector.views.share_words import word_words
from inspector.views.theme import Theme

if TYPE_CHECKING:
    from inspector.views.document_view import DocumentView

_THICKEST = 0.26
"""The bar of the largest share, as a part of a row's height."""
_PALEST, _DARKEST, _LIFTED = 0.18, 0.7, 0.4
"""Opacity of the thinnest and of the thickest bar; of the thickest where it reaches up between the letters."""
_LIFT = 3
"""Pixels by which bars stand higher where the line of the marked answer is below them."""
_DOT = 2.0
"""Pixels of a dot, and of the gap after it."""
Bar = tuple[float, float, float]
"""Left and right edge from the text's left edge, and the share as a part of the largest one, negative ones below 0."""


class ShareBars(QObject):
    """The bars of the session's attribution for a view; those of a row are worked out when it is first seen."""

    def __init__(self, view: DocumentView) -> None:
        super().__init__(view)
        self._view = view
        self._made_for: tuple[object, ...] = ()
        self._rows: dict[int, list[Bar]] = {}
        view.session.attribution.changed.connect(view.viewport().update)

    @property
    def found(self) -> Attribution | None:
        """The shares that are shown."""
        attribution = self._view.session.attribution
        return attribution.found if attribution.on else None

    def toggle(self) -> None:
        """Show the shares, or no longer; without a selected chunk the best one is selected."""
        session = self._view.session
        on = not session.attribution.on
        if on and session.selected is None and session.scores is not None and len(session.scores.order):
            session.select_best()
        session.attribution.set_on(on)

    def words(self, offset: int | None) -> str:
        """The share of the word that the character at `offset` is in; empty where there is none."""
        found = self.found
        if found is None or offset is None:
            return ""
        word = int(np.searchsorted(found.starts, offset, side="right")) - 1
        return word_words(self._view.session, found, word) if word >= 0 and offset < found.ends[word] else ""

    def bars(self, frame: Frame, row: int) -> list[Bar]:
        """The bars of one row; none without shares."""
        found = self.found
        made_for = (found, frame.layout.version)
        if made_for != self._made_for:
            self._made_for, self._rows = made_for, {}
        if found is None:
            return []
        if row not in self._rows:
            self._rows[row] = _bars(found, frame, row)
        return self._rows[row]

    def paint(self, painter: QPainter, frame: Frame, theme: Theme) -> None:
        """Draw the bars of the visible rows."""
        found = self.found
        if found is None or not len(found.starts):
            return
        thickest = max(round(_THICKEST * frame.layout.height), 3)
        window, answer = frame.window(), self._view.session.answer
        lift = _LIFT if answer and answer[0] < found.ends[-1] and found.starts[0] < answer[1] else 0
        darkest = _LIFTED if lift else _DARKEST
        first, last = (frame.layout.row_of(int(edge)) for edge in (found.starts[0], found.ends[-1]))
        for row in range(max(first, window.first), min(last + 1, window.first + len(window.starts))):
            bottom = frame.top(row) + frame.layout.height - 1 - lift
            for left, right, strength in self.bars(frame, row):
                thick = max(abs(strength) * thickest, 1.0)
                box = QRectF(frame.left + left, bottom - thick, right - left, thick)
                colour = faded(theme.text, _PALEST + (darkest - _PALEST) * abs(strength))
                for part in [box] if strength > 0 else _dotted(box):
                    painter.fillRect(part, colour)


def _bars(found: Attribution, frame: Frame, row: int) -> list[Bar]:
    """Bars of words whose share is to be seen at all: half a pixel of the largest one's thickness."""
    (first, after), line = frame.layout.span(row), frame.layout.line(row)
    largest = float(np.abs(found.shares).max(initial=0.0)) or 1.0
    low = int(np.searchsorted(found.ends, first, side="right"))
    high = int(np.searchsorted(found.starts, after, side="left"))
    least = 0.5 / max(_THICKEST * frame.layout.height, 3)
    bars: list[Bar] = []
    for word in range(low, high):
        strength = float(found.shares[word]) / largest
        if abs(strength) >= least:
            start, end = max(int(found.starts[word]), first), min(int(found.ends[word]), after)
            bars += [(left, right, strength) for left, right in line.spans(start - first, end - first)]
    return bars


def _dotted(box: QRectF) -> list[QRectF]:
    count = max(int(box.width() / (2 * _DOT)), 1)
    return [QRectF(box.left() + 2 * _DOT * k, box.top(), _DOT, box.height()) for k in range(count)]
