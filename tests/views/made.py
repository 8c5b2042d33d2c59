"""Made-up chunkings, scores and facts for the tests of views and table models: naive code, no tokenizer, no core."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from inspector.core.chunking import Chunking
from inspector.core.dilution import Holder
from inspector.core.levels import Level
from inspector.core.parameters import Parameters
from inspector.core.similarity import Scores
from inspector.core.tokens import Tokens, no_spans
from inspector.model.dilution import Curve, DilutionPoint

SETTING = Parameters(size=72, overlap=14)
_SENTENCE = "the queen lays eggs in a colony of fifty thousand workers each of whom lives six weeks at her peak "
_EVEN = (*[Level.PARAGRAPH] * 12, *[Level.SENTENCE] * 7, Level.LINE, Level.WORD, Level.END)


def naive_chunking(text: str, size: int = 8, overlap: int = 0) -> Chunking:
    """Bodies of at most `size` words that end early at a sentence or a paragraph; overlap in words before them."""
    words = [m.span() for m in re.finditer(r"\S+\s*", text)]
    cuts, count = [], 0
    for start, end in words:
        count += 1
        if count >= size or re.search(r"\.\s|\n\s*\n", text[start:end]):
            cuts.append(end)
            count = 0
    ends = np.array(sorted({*cuts, len(text)}) if text else [], np.int64)
    body_starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)[: len(ends)]
    firsts = [start for start, _ in words]
    starts = body_starts.copy()
    for i in range(1, len(ends)):
        earlier = firsts[bisect_right(firsts, starts[i - 1]) : bisect_left(firsts, body_starts[i])]
        starts[i] = earlier[-overlap:][0] if overlap and earlier else body_starts[i]
    levels = np.array([_level(text, int(end)) for end in ends], np.int8)
    counts = np.array([len(text[s:e].split()) for s, e in zip(starts, ends, strict=True)], np.int64)
    lost = np.array([len(text[s:b].split()) for s, b in zip(starts, body_starts, strict=True)], np.int64)
    blank = np.array([not text[s:e].strip() for s, e in zip(starts, ends, strict=True)], np.bool_)
    parameters = Parameters(size=size, unit="words", overlap=overlap)
    return Chunking(parameters, starts, body_starts, ends, levels, counts, counts, counts + 2, lost, counts, blank)


def _level(text: str, end: int) -> Level:
    if end == len(text):
        return Level.END
    before = text[max(end - 200, 0) : end]
    for pattern, level in (
        (r"\n\s*\n$", Level.PARAGRAPH),
        (r"\.\s+$", Level.SENTENCE),
        (r"\n$", Level.LINE),
        (r"\s$", Level.WORD),
    ):
        if re.search(pattern, before):
            return level
    return Level.HARD


def even_chunking(
    parameters: Parameters = SETTING, levels: Sequence[Level] = _EVEN, counts: Sequence[int] = (*[60] * 21, 70)
) -> Chunking:
    """Bodies of a hundred characters each, with these levels and counts."""
    ends = np.arange(1, len(levels) + 1, dtype=np.int64) * 100
    numbers, none = np.array(counts, np.int64), np.zeros(len(levels), np.int64)
    return Chunking(
        parameters, ends - 100, ends - 100, ends, np.array(levels, np.int8), numbers, numbers, numbers + 2, none, none,
        np.zeros(len(levels), np.bool_),
    )  # fmt: skip


def made_chunking(n: int, size: int = 72, unit: str = "tokens", overlap: int = 14, seed: int = 7) -> Chunking:
    """n chunks of made-up lengths, levels and counts; four characters a token."""
    chance = np.random.default_rng(seed)
    counts = np.clip(chance.normal(0.7 * size, 0.28 * size, n), 1, size).astype(np.int64)
    ends = np.cumsum(counts * 4)
    starts = np.r_[0, ends[:-1]] if n else ends
    repeated = np.minimum(np.r_[0, np.full(max(n - 1, 0), overlap)][:n], counts // 2)
    levels = chance.choice([4, 3, 2, 1, 0], n, p=[0.45, 0.33, 0.1, 0.08, 0.04]).astype(np.int8)
    if n:
        levels[-1] = Level.END
    return Chunking(
        Parameters(size=size, unit=unit, overlap=overlap), np.maximum(starts - repeated * 4, 0), starts, ends, levels,
        counts, counts, counts + 2, repeated, counts * 3 // 4, np.zeros(n, np.bool_),
    )  # fmt: skip


def made_text(length: int) -> str:
    """Words without any sign, `length` characters of them."""
    return (_SENTENCE * (length // len(_SENTENCE) + 1))[:length]


def made_scores(n: int, best: int | None = None, seed: int = 3, **changes: Any) -> Scores:
    """Scores like those of a real query: most near 0, a few higher, `best` far above."""
    chance = np.random.default_rng(seed)
    values = np.abs(chance.normal(0.03, 0.05, n)) * chance.choice([1, -0.5], n, p=[0.8, 0.2])
    if best is not None:
        values[best] = 0.594
    return scores_of(values, **changes)


def scores_of(values: np.ndarray, **changes: Any) -> Scores:
    """Scores with these values; everything embedded unless `changes` say otherwise."""
    values = np.asarray(values, np.float64)
    defined = np.flatnonzero(np.isfinite(values))
    order = defined[np.argsort(-values[defined], kind="stable")]
    whole = {"length_weighted_mean": 0.1531, "mean": 0.1312, "first_only": 0.052}
    facts: dict[str, Any] = {
        "query": "how many eggs", "values": values, "order": order, "whole": whole,
        "embedded": len(values), "total": len(values), "notice": None,
    }  # fmt: skip
    return Scores(**(facts | changes))


def _tokens(text: str, unknown: Sequence[tuple[int, int]]) -> Tokens:
    starts = np.array([m.start() for m in re.finditer(r"\w+|[^\w\s]", text)], np.int32)
    return Tokens(starts, np.array(unknown, np.int32).reshape(-1, 2), no_spans())


class FakeFacts:
    """The tokens and words of a text without a tokenizer: each word is a token, and each sign.

    Unknown are long hexadecimal numbers and emoji, or the spans that a test names.
    """

    tokenizer = SimpleNamespace(
        special_tokens=2,
        name="bert-base-uncased",
        count=lambda texts: [len(text.split()) for text in texts],
        encode=lambda text, *_: _tokens(text, ()),
    )

    def __init__(self, text: str, unknown: Sequence[tuple[int, int]] | None = None) -> None:
        self.text = text
        self._unknown = unknown

    @cached_property
    def tokens(self) -> Tokens:
        odd = [m.span() for m in re.finditer(r"[0-9a-f]{12,}|[\U0001f000-\U0001ffff]\S*", self.text)]
        return _tokens(self.text, odd if self._unknown is None else self._unknown)

    @cached_property
    def word_starts(self) -> np.ndarray:
        return np.array([word.start() for word in re.finditer(r"\S+", self.text)], np.int32)

    def count(self, _unit: str, start: int, end: int) -> int:
        return (end - start) // 4


def made_curve(marked: bool = True, unit: str = "tokens", **changes: Any) -> Curve:
    """A curve over the sizes 16 to 512: the answer is cut at 16 and not all is read at 512."""
    points = tuple(
        DilutionPoint(Holder(size, 0, 4 * size, size - 3, size - 3, size > 16, "", size < 512), pooled, exact)
        for size, pooled, exact in ((16, 0.3, 0.4), (32, 0.45, 0.6), (128, 0.3, 0.35), (512, 0.1, 0.05))
    )
    return replace(Curve("how many eggs", (4, 40), marked, points, unit), **changes)
