"""BM25, the keyword score: how well the words of a query pick out each chunk, without any model.

The formula is that of S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
with 1 added inside the logarithm so that no word counts against a chunk.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.similarity import ranking
from inspector.core.terms import Terms, terms_of

K1 = 1.2
"""How soon further occurrences of a word stop counting."""
B = 0.75
"""How much a chunk's length counts against it: 0 not at all, 1 fully."""


@dataclass(frozen=True, eq=False)
class KeywordScores:
    """`values` float64 (n,), 0 and more, NaN for blank chunks; `order` intp (m,) the chunks with a word of the query.

    `found` are the words of the query that the document has, `missing` those that it has not. The values have no upper
    end and are no cosines: only their order and their proportions mean something.
    """

    query: str
    values: NDArray[np.float64]
    order: NDArray[np.intp]
    found: tuple[str, ...]
    missing: tuple[str, ...]

    @cached_property
    def ranks(self) -> NDArray[np.intp]:
        """The rank of every chunk, 1 the best, 0 for those without a word of the query; (n,)."""
        ranks = np.zeros(len(self.values), np.intp)
        ranks[self.order] = np.arange(1, len(self.order) + 1)
        return ranks

    def rank_of(self, index: int) -> int | None:
        """The rank of chunk `index`, 1 the best, None without a word of the query."""
        return int(self.ranks[index]) or None


def bm25(terms: Terms, chunking: Chunking, query: str) -> KeywordScores:
    """The keyword score of every chunk; a word belongs to the chunks in which it starts, overlap included."""
    asked = Counter(terms_of(query))
    lengths = _within(terms.starts, chunking)
    ranked = ~chunking.blank
    chunks = max(int(ranked.sum()), 1)
    mean_length = max(float(lengths[ranked].sum()) / chunks, 1.0)
    longer = K1 * (1 - B + B * lengths / mean_length)
    values = np.zeros(len(chunking))
    known = [term for term in asked if term in terms.vocabulary]
    for term in known:
        times = _within(terms.places(term), chunking)
        holders = int((times[ranked] > 0).sum())
        rarity = np.log1p((chunks - holders + 0.5) / (holders + 0.5))
        values += asked[term] * rarity * times * (K1 + 1) / (times + longer)
    values[~ranked] = np.nan
    order = ranking(values)
    missing = tuple(term for term in asked if term not in terms.vocabulary)
    return KeywordScores(query, values, order[values[order] > 0], tuple(known), missing)


def _within(places: NDArray[np.int32], chunking: Chunking) -> NDArray[np.float64]:
    """How many of the growing `places` lie in each chunk, float64 (n,)."""
    before = np.searchsorted(places, np.concatenate([chunking.starts, chunking.ends]).astype(np.int32))
    return np.asarray(before[len(chunking) :] - before[: len(chunking)], np.float64)
