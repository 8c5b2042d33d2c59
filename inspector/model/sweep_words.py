"""The sweep in words and in heights: what each point tells, and how high each measure stands behind a slider."""

from __future__ import annotations

import math

from inspector.core.sweep import LOWEST, SweepPoint
from inspector.model.wording import counted

CHUNKS, FILL, HARD, SMALL = MEASURES = ("chunks", "fill", "hard", "small")
"""The measures of a sweep over sizes."""
LABELS = {
    CHUNKS: "Number of chunks",
    FILL: "Mean fill",
    HARD: "Share of hard cuts",
    SMALL: "Share under a quarter full",
}


def measure_height(point: SweepPoint, measure: str, total: int) -> float:
    """How high a measure stands, 0 to 1: shares as they are, chunks by the logarithm of their number.

    `total` is the document's count in the unit: a scale of its own, so that nothing moves while points come in.
    """
    if measure == CHUNKS:
        return min(math.log1p(point.chunks) / math.log1p(max(2 * total / LOWEST, 1.0)), 1.0)
    shares = {FILL: point.mean_fill, HARD: point.hard, SMALL: point.small}
    return min(shares[measure], 1.0)


def extra(point: SweepPoint, total: int) -> float:
    """What a point embeds more than the document's own `total`, as a share of it; negative when it is less."""
    return point.units / total - 1 if total else 0.0


def percent(share: float) -> str:
    """A share from 0 to 1 in whole percent; small but not nothing is said so: "83 %", "under 1 %"."""
    if 0 < share < 0.005:
        return "under 1\u00a0%"
    return f"{share * 100:.0f}\u00a0%"


def signed_percent(share: float) -> str:
    """A difference in whole percent with its sign: "+18 %"."""
    return f"{'+' if share >= 0 else chr(0x2212)}{abs(share) * 100:.0f}\u00a0%"


def size_words(point: SweepPoint, unit: str) -> str:
    """ "254 tokens: 412 chunks, mean fill 83 %, 2 % hard cuts, 5 % under a quarter full", or why it is refused."""
    if point.refused is not None:
        return f"Refused: {point.refused}"
    return f"{counted(point.size, unit)}: {chunk_words(point)}"


def overlap_words(point: SweepPoint, unit: str, total: int) -> str:
    """ "Overlap 50 tokens: +18 % tokens to embed, 500 chunks, …", or why it is refused."""
    if point.refused is not None:
        return f"Refused: {point.refused}"
    cost = f"{signed_percent(extra(point, total))} {unit} to embed"
    return f"Overlap {counted(point.overlap, unit)}: {cost}, {chunk_words(point)}"


def chunk_words(point: SweepPoint) -> str:
    """What the chunks of a point are like."""
    return (
        f"{counted(point.chunks, 'chunks')}, mean fill {percent(point.mean_fill)}, "
        f"{percent(point.hard)} hard cuts, {percent(point.small)} under a quarter full"
    )
