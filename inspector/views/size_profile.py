"""The small profile behind the size slider: how long the document's own sentences and paragraphs are."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.own_separators import Separators
from inspector.model.session import Session
from inspector.views.controls import SIZES, ControlBar

BARS = 28
_MOST = 200_000
"""Of a longer document the first so many pieces are enough to know how long they are."""


class SizeProfile(QObject):
    """Keeps the profile of the document on screen, in the unit and for the separators that are asked."""

    def __init__(self, session: Session, controls: ControlBar) -> None:
        super().__init__(controls)
        self._session = session
        self._controls = controls
        self._shown: tuple[object, ...] = ()
        session.chunking_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Look at the document anew when it, the unit or the separators are others."""
        facts, chunking = self._session.facts, self._session.chunking
        if facts is None or chunking is None:
            self._shown = ()
            self._controls.set_size_background(())
            return
        wanted = (facts, chunking.parameters.unit, chunking.parameters.separators)
        if self._shown != wanted:
            self._shown = wanted
            heights = piece_profile(facts, chunking.parameters.separators, chunking.parameters.unit)
            self._controls.set_size_background(heights)


def piece_profile(facts: Facts, separators: Separators, unit: str) -> list[float]:
    """How many pieces between two cuts of sentence or stronger fall on each of BARS equal parts of the slider."""
    stages = [stage for stage in facts.levels(separators, unit).stages if stage.level >= Level.SENTENCE]
    if not stages:
        return []
    sizes = np.diff(np.asarray(stages[-1].sums[:_MOST]), prepend=0)
    shares = np.log(np.maximum(sizes, SIZES.low) / SIZES.low) / np.log(SIZES.high / SIZES.low)
    bars = np.minimum((shares * BARS).astype(np.intp), BARS - 1)
    return [float(height) for height in np.bincount(bars[sizes > 0], minlength=BARS)]
