"""The columns of the chunk table: header, meaning, the numbers to sort by and the words to show."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.model.scored import Scored
from inspector.model.wording import KIND_WORDS, UNDEFINED, counted, first_words, score_text

PENDING = "\u2026"
FIRST_WORDS = 80


@dataclass(frozen=True, eq=False)
class Rows:
    """Everything that the columns are made of."""

    chunking: Chunking
    text: str
    limits: ModelLimits
    scored: Scored | None

    @cached_property
    def characters(self) -> NDArray[np.int64]:
        """Code points of every chunk, shape (n,)."""
        return self.chunking.ends - self.chunking.starts

    @cached_property
    def fits(self) -> NDArray[np.bool_]:
        """Whether the model reads all of a chunk, shape (n,)."""
        context = self.limits.context
        return self.chunking.input_tokens <= (np.iinfo(np.int64).max if context is None else context)

    @cached_property
    def ranks(self) -> NDArray[np.float64]:
        """The place of every chunk by score, 1 the best, NaN without a score; shape (n,)."""
        ranks = np.full(len(self.chunking), np.nan)
        if self.scored is not None:
            ranks[self.scored.scores.order] = np.arange(1, len(self.scored.scores.order) + 1)
        return ranks


Keys = NDArray[np.number] | NDArray[np.bool_]
Chunks = NDArray[np.intp]


@dataclass(frozen=True)
class Column:
    """`keys` gives an array (n,) to sort by, NaN for undefined; `words` what the cells of some chunks show, (m,)."""

    name: str
    header: Callable[[Rows], str]
    meaning: str
    keys: Callable[[Rows], Keys]
    words: Callable[[Rows, Chunks], list[str]]
    number: bool = True


def _count(
    name: str, header: Callable[[Rows], str] | str, meaning: str, array: Callable[[Rows], NDArray[np.int64]]
) -> Column:
    return Column(
        name,
        header if callable(header) else lambda _: header,
        meaning,
        array,
        lambda rows, chunks: [f"{count:,}" for count in array(rows)[chunks].tolist()],
    )


def _score_keys(rows: Rows) -> Keys:
    return np.full(len(rows.chunking), np.nan) if rows.scored is None else rows.scored.scores.values


def _score_words(rows: Rows, chunks: Chunks) -> list[str]:
    shown = rows.scored
    if shown is None:
        return [""] * len(chunks)
    missing = UNDEFINED if shown.complete else PENDING
    values, blank = shown.scores.values[chunks].tolist(), rows.chunking.blank[chunks].tolist()
    return [
        "" if nothing else missing if math.isnan(value) else score_text(value)
        for value, nothing in zip(values, blank, strict=True)
    ]


def _kind_keys(rows: Rows) -> Keys:
    return np.full(len(rows.chunking), np.nan) if rows.scored is None else rows.scored.scores.kinds


def _kind_words(rows: Rows, chunks: Chunks) -> list[str]:
    shown = rows.scored
    return [""] * len(chunks) if shown is None else [KIND_WORDS[kind] for kind in shown.scores.kinds[chunks].tolist()]


def _rank_words(rows: Rows, chunks: Chunks) -> list[str]:
    return ["" if math.isnan(rank) else f"{int(rank):,}" for rank in rows.ranks[chunks].tolist()]


def _level_words(rows: Rows, chunks: Chunks) -> list[str]:
    words = {level: "end" if level is Level.END else level.label for level in Level}
    return [words[Level(level)] for level in rows.chunking.levels[chunks].tolist()]


def _overlap_header(rows: Rows) -> str:
    asked, unit = rows.chunking.parameters.overlap, rows.chunking.parameters.unit
    return f"Overlap of {counted(asked, unit)}" if asked else f"Overlap, {unit}"


def _first(rows: Rows, chunks: Chunks) -> list[str]:
    spans = zip(rows.chunking.starts[chunks].tolist(), rows.chunking.ends[chunks].tolist(), strict=True)
    return [first_words(rows.text, start, end, FIRST_WORDS) for start, end in spans]


def _first_keys(rows: Rows) -> Keys:
    """The place of each chunk's words among all of them in alphabetical order, shape (n,)."""
    words = _first(rows, np.arange(len(rows.chunking)))
    places = {word: place for place, word in enumerate(sorted(set(words)))}
    return np.fromiter(map(places.__getitem__, words), np.int64, len(words))


COLUMNS: tuple[Column, ...] = (
    _count("number", "#", "The chunk's number in the document.", lambda rows: np.arange(1, len(rows.chunking) + 1)),
    Column(
        "level", lambda _: "Level", "What kind of separator ends just before the cut that ends the chunk.",
        lambda rows: rows.chunking.levels, _level_words, number=False,
    ),
    _count("tokens", "Tokens", "Tokens of the chunk's text alone.", lambda rows: rows.chunking.tokens),
    _count(
        "count", lambda rows: f"Of {rows.chunking.parameters.size:,} {rows.chunking.parameters.unit}",
        "The chunk's count in the unit that the size is given in.", lambda rows: rows.chunking.counts,
    ),
    _count(
        "input", "Input tokens", "What the model receives: text and what is added.",
        lambda rows: rows.chunking.input_tokens,
    ),
    _count("words", "Words", "Words of the chunk, separated by white space.", lambda rows: rows.chunking.words),
    _count("characters", "Characters", "Code points of the chunk's text.", lambda rows: rows.characters),
    _count(
        "overlap", _overlap_header, "What it repeats of the text before, of what was asked for.",
        lambda rows: rows.chunking.overlaps,
    ),
    _count(
        "start", "Start", "Where the chunk starts, in code points from 0, overlap included.",
        lambda rows: rows.chunking.starts,
    ),
    _count("end", "End", "Where the chunk ends, in code points, not included.", lambda rows: rows.chunking.ends),
    Column(
        "fits", lambda _: "Fits", "Whether the model reads all of it.", lambda rows: rows.fits,
        lambda rows, chunks: ["yes" if fits else "no" for fits in rows.fits[chunks].tolist()], number=False,
    ),
    Column("score", lambda _: "Score", "Cosine of the query's vector and the chunk's.", _score_keys, _score_words),
    Column(
        "kind", lambda _: "Score from", "Whether the chunk was embedded alone, or its tokens' vectors were pooled.",
        _kind_keys, _kind_words, number=False,
    ),
    Column("rank", lambda _: "Rank", "Place by score, 1 the best.", lambda rows: rows.ranks, _rank_words),
    Column(
        "first", lambda _: "First words", "How the chunk begins, white space as single spaces.",
        _first_keys, _first, number=False,
    ),
)  # fmt: skip


def sorted_rows(keys: Keys, descending: bool) -> NDArray[np.intp]:
    """Indices in the order of `keys`, stable both ways, undefined ones last both ways."""
    undefined = np.isnan(keys) if keys.dtype.kind == "f" else np.zeros(len(keys), np.bool_)
    defined = np.flatnonzero(~undefined)
    ranks = keys[defined].astype(np.float64)
    order = np.argsort(-ranks if descending else ranks, kind="stable")
    return np.concatenate((defined[order], np.flatnonzero(undefined)))
