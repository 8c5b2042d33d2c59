"""Words and figures as every view writes them, so that the same number looks the same everywhere."""

from __future__ import annotations

import math
from collections.abc import Mapping

from inspector.core.late import EXACT_FIRST, EXACT_ONLY, POOLED_ONLY
from inspector.core.similarity import EXACT, NOTHING, POOLED

UNDEFINED = "undefined"
KIND_WORDS: Mapping[int, str] = {NOTHING: "", POOLED: "pooled from one pass", EXACT: "embedded alone"}
"""What a score comes from."""
SCORE_LABELS: Mapping[str, str] = {
    EXACT_FIRST: "exact when ready",
    POOLED_ONLY: "pooled only",
    EXACT_ONLY: "exact only",
}
SCORE_SUMMARIES: Mapping[str, str] = {
    EXACT_FIRST: "Pooled scores (one pass over the document) at once; exact ones (each chunk alone) as they get ready.",
    POOLED_ONLY: "Pooled: a chunk's vector is the mean of its tokens in one pass over the document, for any setting.",
    EXACT_ONLY: "Exact: each chunk is embedded alone, as most pipelines do it: every new setting embeds anew.",
}
FOLD_LABELS: Mapping[str, str] = {
    "length_weighted_mean": "by length",
    "mean": "plain mean",
    "first_only": "first chunk",
}
FOLD_SUMMARIES: Mapping[str, str] = {
    "length_weighted_mean": "The mean of the chunk vectors, each weighted by the characters of its body.",
    "mean": "The mean of the chunk vectors, all of the same weight.",
    "first_only": "The first chunk's vector stands for the whole document.",
}


def score_text(value: float | None) -> str:
    """A cosine with two decimals and a true minus sign; "undefined" where there is none."""
    if value is None or not math.isfinite(value):
        return UNDEFINED
    text = f"{value:.2f}"
    return "0.00" if text == "-0.00" else text.replace("-", "\u2212")


def counted(number: int, unit: str) -> str:
    """`number` with its unit, in the singular where it is one: "1 token", "2,660 characters"."""
    return f"{number:,} {unit.removesuffix('s') if number == 1 else unit}"


def measured(value: float) -> str:
    """A measured value with one decimal, or none when it is whole or at least 1,000: "10.6", "14", "1,204"."""
    text = f"{value:,.1f}" if abs(value) < 1000 else f"{value:,.0f}"
    return text.removesuffix(".0")


def first_words(text: str, start: int, end: int, most: int = 160) -> str:
    """The beginning of `text[start:end]` on one line: at most `most` characters, runs of white space as one space."""
    piece = text[start : min(end, start + 2 * most)]
    return " ".join(piece.split())[:most]
