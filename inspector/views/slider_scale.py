"""Where a value lies along a slider: evenly, or by its logarithm when the range spans several powers of ten."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class SliderScale:
    """Maps whole values `low`..`high` to shares 0..1 of the slider's length and back; `low` >= 1 when logarithmic."""

    low: int
    high: int
    logarithmic: bool = False

    def share(self, value: int) -> float:
        """The share of the length at which `value` lies; values outside the range lie at its ends."""
        if self.high <= self.low:
            return 0.0
        value = min(max(value, self.low), self.high)
        return (self._level(value) - self._level(self.low)) / (self._level(self.high) - self._level(self.low))

    def value(self, share: float) -> int:
        """The whole value at a share of the length; shares outside 0..1 give the ends."""
        low, high = self._level(self.low), self._level(max(self.high, self.low))
        level = low + min(max(share, 0.0), 1.0) * (high - low)
        return round(math.exp(level)) if self.logarithmic else round(level)

    def _level(self, value: int) -> float:
        return math.log(value) if self.logarithmic else float(value)
