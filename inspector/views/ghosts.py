"""The places that cuts have left: each fades for itself, so that nothing blinks while one drags."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from inspector.views.fade import Fade

Places = list[tuple[int, float]]
"""Offsets with how much is left of the mark there: 1 fresh, 0 gone."""


class Ghosts(Fade):
    """Remembers for a moment where cuts were; `changed` comes with every step of the fading."""

    def __init__(self, milliseconds: int, parent: QObject, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(milliseconds, parent)
        self._seconds, self._clock = milliseconds / 1000, clock
        self._left: list[tuple[float, NDArray[np.int64]]] = []

    def leave(self, offsets: NDArray[np.int64]) -> None:
        """Cuts at these offsets are no more; what fades already goes on fading."""
        if self.motion and len(offsets):
            now = self._clock()
            self._left = [*(entry for entry in self._left if now - entry[0] < self._seconds), (now, offsets)]
            self.start()

    def stop(self) -> None:
        """Forget all places at once."""
        self._left = []
        super().stop()

    def _step(self, value: object) -> None:
        if value == 0.0:  # the last frame: nothing may stay behind, whatever the clock says
            self._left = []
        super()._step(value)

    def places(self) -> Places:
        """Every place that is still fading, once and in order; the last time that a cut left it counts."""
        now = self._clock()
        left: dict[int, float] = {}
        for since, offsets in self._left:
            strength = 1 - ((now - since) / self._seconds) ** 2
            if strength > 0:
                left.update(dict.fromkeys(offsets.tolist(), strength))
        return sorted(left.items())
