"""Cosine similarity of a query and every chunk, their ranking, and the score of the whole document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from inspector.core.embedding import is_blank
from inspector.core.errors import CannotError
from inspector.core.fold import FOLDS, Matrix, Vectors, Weights, as_matrix, fold

NO_QUERY = "no query"
NO_DIRECTION = "the query has no direction"
NOTHING, POOLED, EXACT = 0, 1, 2
"""What a score comes from: no vector, the mean of token vectors of one pass over the document, the chunk alone."""

_ROWS_AT_ONCE = 4_096


@dataclass(frozen=True, eq=False)
class Scores:
    """The scores of n chunks for one query.

    `values` float64 (n,) within [-1, 1], NaN where undefined: ask `value` rather than the array. `order` intp (m,): the
    chunks with a score, best first, equal ones by number. `whole`: the whole document's score for each fold, over the
    chunks that have a vector so far. `embedded` of `total` chunks (blank ones do not count) have a vector. `notice`
    says why nothing has a score. `kinds` int8 (n,): what each score comes from (NOTHING, POOLED, EXACT).
    """

    query: str
    values: NDArray[np.float64]
    order: NDArray[np.intp]
    whole: dict[str, float | None]
    embedded: int
    total: int
    notice: str | None = None
    kinds: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))
    _ranks: NDArray[np.intp] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        ranks = np.zeros(len(self.values), dtype=np.intp)
        ranks[self.order] = np.arange(1, len(self.order) + 1)
        object.__setattr__(self, "_ranks", ranks)
        if len(self.kinds) != len(self.values):
            object.__setattr__(self, "kinds", np.where(np.isnan(self.values), NOTHING, EXACT).astype(np.int8))

    def kind(self, index: int) -> int:
        """What the score of chunk `index` comes from: NOTHING, POOLED or EXACT."""
        return int(self.kinds[index])

    def many(self, kind: int) -> int:
        """How many scores are of a kind."""
        return int(np.count_nonzero(self.kinds == kind))

    def value(self, index: int) -> float | None:
        """The score of chunk `index`, None where undefined."""
        value = float(self.values[index])
        return None if np.isnan(value) else value

    def rank_of(self, index: int) -> int | None:
        """The rank of chunk `index`, 1 the best, None where undefined."""
        return int(self._ranks[index]) or None


def scores(
    query: str,
    query_vector: NDArray[np.float32] | NDArray[np.float64] | Sequence[float] | None,
    chunk_vectors: Vectors,
    weights: Weights | None = None,
    *,
    blank: NDArray[np.bool_] | None = None,
    kinds: NDArray[np.int8] | None = None,
    query_identity: str | None = None,
    chunk_identity: str | None = None,
) -> Scores:
    """Score n chunk vectors (n, d), of any length, against a query vector (d,).

    A row of NaN is a chunk without a vector yet; a vector that is zero or not finite has no score. `weights` (n,) are
    the characters of the bodies. Chunks marked in `blank` (n,) are neither ranked nor part of the whole. A blank query
    needs no vector. `kinds` (n,) says what each vector is (None: all EXACT); it is NOTHING where there is no score.
    Raises CannotError when dimensions are 0 or differ, or the identities are of two embedders.
    """
    _check_identities(query_identity, chunk_identity)
    matrix = as_matrix(chunk_vectors)
    ranked = np.ones(len(matrix), dtype=np.bool_) if blank is None else ~blank
    if is_blank(query) or query_vector is None:
        return _nothing(query, matrix, ranked, NO_QUERY)
    direction = _direction(np.asarray(query_vector, dtype=np.float64), matrix)
    if direction is None:
        return _nothing(query, matrix, ranked, NO_DIRECTION)
    values = np.full(len(matrix), np.nan)
    for rows in _blocks(len(matrix)):
        values[rows] = _cosines(matrix[rows], direction)
    values[~ranked] = np.nan
    whole = _whole(matrix, weights, ranked, direction)
    sources = np.where(np.isnan(values), NOTHING, EXACT if kinds is None else kinds).astype(np.int8)
    embedded, total = _embedded(matrix, ranked), int(ranked.sum())
    return Scores(query, values, ranking(values), whole, embedded, total, kinds=sources)


def ranking(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """The indices (m,) of the defined scores among `values` (n,), best first, equal ones by index."""
    defined = np.flatnonzero(~np.isnan(values))
    return defined[np.argsort(-values[defined], kind="stable")]


def _check_identities(query: str | None, chunks: str | None) -> None:
    if query is not None and chunks is not None and query != chunks:
        raise CannotError(f"the query was embedded by {query} and the chunks by {chunks}: they cannot be compared")


def _direction(query: NDArray[np.float64], matrix: Matrix) -> NDArray[np.float64] | None:
    """The query at length 1 (d,), None where it has no direction."""
    if len(query) == 0:
        raise CannotError("the query's vector has dimension 0")
    if len(matrix) and matrix.shape[1] != len(query):
        raise CannotError(f"the vectors of the chunks have dimension {matrix.shape[1]}, that of the query {len(query)}")
    unit = _units(query[np.newaxis])[0]
    return None if np.isnan(unit).any() else unit


def _units(rows: Matrix) -> NDArray[np.float64]:
    """Rows (n, d) at length 1; a row that is zero or not finite becomes NaN.

    Rows are first divided by their largest value, or squares of very large and very small ones would be lost.
    """
    largest = np.abs(rows).max(axis=1, keepdims=True).astype(np.float64)
    sound = np.isfinite(largest) & (largest > 0)
    scaled = np.divide(rows, largest, out=np.full(rows.shape, np.nan), where=sound, dtype=np.float64)
    return np.asarray(scaled / np.linalg.norm(scaled, axis=1, keepdims=True))


def _cosines(rows: Matrix, direction: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cosines (n,); summed in the same order for every row, as a product by BLAS is not, so equal rows score equal."""
    return np.asarray(np.clip(np.einsum("ij,j->i", _units(rows), direction), -1.0, 1.0))


def _whole(
    matrix: Matrix, weights: Weights | None, ranked: NDArray[np.bool_], direction: NDArray[np.float64]
) -> dict[str, float | None]:
    """The score of the finite vectors folded in each way, None where there is no fold (yet).

    `first_only` waits for the first chunk's own vector: another one's would pass for it.
    """
    finite = ranked.copy()
    for rows in _blocks(len(matrix)):
        finite[rows] &= np.isfinite(matrix[rows]).all(axis=1)
    lengths = None if weights is None else np.asarray(weights)[finite]
    vectors = matrix if finite.all() else matrix[finite]
    first_is_there = np.array_equal(np.flatnonzero(ranked)[:1], np.flatnonzero(finite)[:1])
    return {
        name: _score(fold(vectors, lengths, name), direction) if name != "first_only" or first_is_there else None
        for name in FOLDS
    }


def _score(vector: NDArray[np.float64] | None, direction: NDArray[np.float64]) -> float | None:
    if vector is None:
        return None
    value = float(_cosines(vector[np.newaxis], direction)[0])
    return None if np.isnan(value) else value


def _embedded(matrix: Matrix, ranked: NDArray[np.bool_]) -> int:
    """How many of the `ranked` chunks have a vector: any number in their row."""
    return sum(int((ranked[rows] & ~np.isnan(matrix[rows]).all(axis=1)).sum()) for rows in _blocks(len(matrix)))


def _nothing(query: str, matrix: Matrix, ranked: NDArray[np.bool_], notice: str) -> Scores:
    """Scores that are all undefined, and why."""
    values = np.full(len(matrix), np.nan)
    whole: dict[str, float | None] = dict.fromkeys(FOLDS)
    return Scores(query, values, ranking(values), whole, _embedded(matrix, ranked), int(ranked.sum()), notice)


def _blocks(length: int) -> Iterator[slice]:
    """Slices that cover `length` rows a few thousand at a time, so that no second copy of all of them is made."""
    return (slice(start, start + _ROWS_AT_ONCE) for start in range(0, length, _ROWS_AT_ONCE))
