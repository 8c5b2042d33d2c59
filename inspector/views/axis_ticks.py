"""Round values for the ticks of an axis, and how they are written."""

from __future__ import annotations

import math


def nice_step(span: float, most: int, whole: bool = False) -> float:
    """The smallest of 1, 2, 5 times a power of ten that cuts `span` into at most `most` steps (`whole`: 1 or more)."""
    raw = max(span, 1e-9) / max(most, 1)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * (1 - 1e-9))
    return max(step, 1.0) if whole else step


def nice_ticks(low: float, high: float, most: int, whole: bool = False) -> list[tuple[float, str]]:
    """Ticks from `low` to `high`, both included where they are round, as (value, text) with a true minus sign."""
    step = nice_step(high - low, most, whole)
    decimals = max(-math.floor(math.log10(step)), 0)
    numbers = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    return [(number * step, f"{number * step:,.{decimals}f}".replace("-", "\u2212")) for number in numbers]


def axis_range(values: list[float]) -> tuple[float, float]:
    """Finite ends for an axis over finite `values`: from 0, or from below it where some are negative.

    Where all lie far above 0 and close together, as those of some models do, it starts at a round value below them.
    """
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if low < 0:
        return low, max(high, 0.0)
    if low < 0.7 * high or low == high:
        return 0.0, max(high, 0.01)
    step = nice_step(high - low, 4)
    return max(math.floor((low - 0.2 * step) / step) * step, 0.0), high
