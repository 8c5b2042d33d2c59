"""The columns of the chunk table: header, meaning, the numbers to sort by and the words to show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.model.scored import Scored
from inspector.model.wording import UNDEFINED, first_words, score_text

PENDING = "\u2026"
FIRST_WORDS = 80


@dataclass(frozen=True, eq=False)
class Rows:
    """Everything that the columns are made of."""

    chunking: Chunking
    text: str
    limits: ModelLimits
    scored: Scored | None


Keys = NDArray[np.number] | NDArray[np.bool_] | NDArray[np.str_]


@dataclass(frozen=True)
class Column:
    """`keys` gives an array (n,) to sort by, NaN for undefined; `words` what the cell of one chunk shows."""

    name: str
    header: Callable[[Rows], str]
    meaning: str
    keys: Callable[[Rows], Keys]
    words: Callable[[Rows, int], str]
    number: bool = True


def _count(name: str, header: str, meaning: str, array: Callable[[Chunking], NDArray[np.int64]]) -> Column:
    return Column(
        name,
        lambda _: header,
        meaning,
        lambda rows: array(rows.chunking),
        lambda rows, chunk: f"{array(rows.chunking)[chunk]:,}",
    )


def _fits(rows: Rows) -> NDArray[np.bool_]:
    context = rows.limits.context
    return rows.chunking.input_tokens <= (np.iinfo(np.int64).max if context is None else context)


def _fits_words(rows: Rows, chunk: int) -> str:
    context = rows.limits.context
    return "yes" if context is None or rows.chunking.input_tokens[chunk] <= context else "no"


def _score_keys(rows: Rows) -> Keys:
    return np.full(len(rows.chunking), np.nan) if rows.scored is None else rows.scored.scores.values


def _rank_keys(rows: Rows) -> Keys:
    ranks = np.full(len(rows.chunking), np.nan)
    if rows.scored is not None:
        ranks[rows.scored.scores.order] = np.arange(1, len(rows.scored.scores.order) + 1)
    return ranks


def _score_words(rows: Rows, chunk: int) -> str:
    shown = rows.scored
    if shown is None or rows.chunking.blank[chunk]:
        return ""
    value = shown.scores.value(chunk)
    if value is None:
        return UNDEFINED if shown.complete else PENDING
    return score_text(value)


def _rank_words(rows: Rows, chunk: int) -> str:
    rank = None if rows.scored is None else rows.scored.scores.rank_of(chunk)
    return "" if rank is None else f"{rank:,}"


def _level_words(rows: Rows, chunk: int) -> str:
    level = rows.chunking.level(chunk)
    return "end" if level is Level.END else level.label


def _first(rows: Rows, chunk: int) -> str:
    return first_words(rows.text, int(rows.chunking.starts[chunk]), int(rows.chunking.ends[chunk]), FIRST_WORDS)


def _first_keys(rows: Rows) -> Keys:
    return np.array([_first(rows, chunk) for chunk in range(len(rows.chunking))], np.str_)


COLUMNS: tuple[Column, ...] = (
    Column(
        "number", lambda _: "#", "The chunk's number in the document.",
        lambda rows: np.arange(len(rows.chunking)), lambda _, chunk: f"{chunk + 1:,}",
    ),
    Column(
        "level", lambda _: "Level", "What kind of separator ends just before the cut that ends the chunk.",
        lambda rows: rows.chunking.levels, _level_words, number=False,
    ),
    _count("tokens", "Tokens", "Tokens of the chunk's text alone.", lambda chunking: chunking.tokens),
    Column(
        "count", lambda rows: f"Of {rows.chunking.parameters.size:,} {rows.chunking.parameters.unit}",
        "The chunk's count in the unit that the size is given in.",
        lambda rows: rows.chunking.counts, lambda rows, chunk: f"{rows.chunking.counts[chunk]:,}",
    ),
    _count("input", "Input tokens", "What the model receives: text and what is added.", lambda c: c.input_tokens),
    _count("words", "Words", "Words of the chunk, separated by white space.", lambda chunking: chunking.words),
    _count("characters", "Characters", "Code points of the chunk's text.", lambda c: c.ends - c.starts),
    Column(
        "overlap", lambda rows: f"Overlap, {rows.chunking.parameters.unit}", "What it repeats of the text before.",
        lambda rows: rows.chunking.overlaps, lambda rows, chunk: f"{rows.chunking.overlaps[chunk]:,}",
    ),
    _count("start", "Start", "Where the chunk starts, in code points from 0, overlap included.", lambda c: c.starts),
    _count("end", "End", "Where the chunk ends, in code points, not included.", lambda chunking: chunking.ends),
    Column("fits", lambda _: "Fits", "Whether the model reads all of it.", _fits, _fits_words, number=False),
    Column("score", lambda _: "Score", "Cosine of the query's vector and the chunk's.", _score_keys, _score_words),
    Column("rank", lambda _: "Rank", "Place by score, 1 the best.", _rank_keys, _rank_words),
    Column(
        "first", lambda _: "First words", "How the chunk begins, white space as single spaces.",
        _first_keys, _first, number=False,
    ),
)  # fmt: skip


def sorted_rows(keys: Keys, descending: bool) -> NDArray[np.intp]:
    """Indices in the order of `keys`, stable both ways, undefined ones last both ways."""
    undefined = np.isnan(keys) if keys.dtype.kind == "f" else np.zeros(len(keys), np.bool_)
    defined = np.flatnonzero(~undefined)
    if keys.dtype.kind in "iufb":
        ranks = keys[defined].astype(np.float64)
        order = np.argsort(-ranks if descending else ranks, kind="stable")
    else:
        _, groups = np.unique(keys[defined], return_inverse=True)
        order = np.argsort(-groups if descending else groups, kind="stable")
    return np.concatenate((defined[order], np.flatnonzero(undefined)))
