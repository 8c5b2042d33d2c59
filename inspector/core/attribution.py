"""Attribution: which words of a chunk carry its score. A share is a word's part of a sum, so all add up to the score.

The score is the cosine of the query q (length 1) and the mean of n token vectors v: sum over tokens of
q . v / (n |mean|). Each token's term is its share; those of a word are added. What is not text of the chunk (special
tokens, the prefix) has its share too, told apart. It says where the sum comes from, not what would happen if the word
were taken away: every token's vector has seen the others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

from inspector.core.terms import TERM

Floats = NDArray[np.float64]
_ROWS_AT_ONCE = 1_024
"""A chunk may be the whole document: no second copy is made of all of its vectors."""
_WORD = regex.compile(rf"{TERM}|[^\w\s]", regex.V1)


@dataclass(frozen=True, eq=False)
class Attribution:
    """m words of a chunk: `starts`, `ends` int64 (m,) offsets in the document, `shares` float64 (m,) of the score.

    `rest` is the share of what is not in the chunk's text, so `shares.sum() + rest == score` but for rounding. `kind`
    is that of the score (see `similarity.Scores`). `unread` is where the text that the model did not read begins
    (an offset), None where it read all.
    """

    query: str
    kind: int
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    shares: Floats
    rest: float
    score: float
    unread: int | None = None


def token_shares(query_vector: NDArray[np.float32] | Floats, vectors: NDArray[np.floating]) -> Floats:
    """Each token's share of the cosine of `query_vector` (d,) and the mean of `vectors` (t, d): float64 (t,).

    Zeros where the mean or the query has no direction. The shares add up to the cosine.
    """
    query = np.asarray(query_vector, np.float64)
    total, products = np.zeros(vectors.shape[1]), np.zeros(len(vectors))
    for start in range(0, len(vectors), _ROWS_AT_ONCE):
        rows = np.asarray(vectors[start : start + _ROWS_AT_ONCE], np.float64)
        total += rows.sum(axis=0)
        products[start : start + len(rows)] = rows @ query
    length = float(np.linalg.norm(query)) * float(np.linalg.norm(total))
    if not np.isfinite(length) or length == 0:
        return np.zeros(len(vectors))
    return products / length


def words(text: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Starts and ends (m,) of the words and signs of a text: what is shaded as one."""
    spans = [match.span() for match in _WORD.finditer(text)]
    both = np.array(spans, np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]


def attribute(
    query: str,
    kind: int,
    text: str,
    at: int,
    token_starts: NDArray[np.int64],
    shares: Floats,
    rest: float = 0.0,
    unread: int | None = None,
) -> Attribution:
    """Add the shares (t,) of tokens that start at `token_starts` (t,) in `text` up to shares of words.

    `text` stands at offset `at` in the document. A token belongs to the last word that starts no later than it; one
    before the first word (white space) goes to the rest.
    """
    starts, ends = words(text)
    owner = np.searchsorted(starts, token_starts, side="right") - 1
    owned = owner >= 0
    sums = np.zeros(len(starts))
    np.add.at(sums, owner[owned], shares[owned])
    rest += float(shares[~owned].sum())
    return Attribution(query, kind, starts + at, ends + at, sums, rest, float(sums.sum()) + rest, unread)
