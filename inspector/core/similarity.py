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
NO_VECTOR = "the query has no vector"
"""What a query has to which the model, or its server, gave a row of NaN."""
NOTHING, POOLED, EXACT = 0, 1, 2
"""What a score comes from: no vector, the mean of token vectors of one pass over the document, the chunk alone."""

_ROWS_AT_ONCE = 256
"""So few that what is made of them stays in the processor's cache."""
_PLAIN = (1e-200, 1e200)
"""Between these a sum of squares has lost nothing to numbers that are too large or too small."""

QueryVector = NDArray[np.float32] | NDArray[np.float64] | Sequence[float] | None


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
    query_vector: QueryVector,
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
    return scores_of_all([query], [query_vector], chunk_vectors, weights, blank=blank, kinds=kinds)[0]


def scores_of_all(
    queries: Sequence[str],
    query_vectors: Sequence[QueryVector],
    chunk_vectors: Vectors,
    weights: Weights | None = None,
    *,
    blank: NDArray[np.bool_] | None = None,
    kinds: NDArray[np.int8] | None = None,
) -> tuple[Scores, ...]:
    """The scores of each query as `scores` gives them; the chunk vectors are gone through once for all of them."""
    matrix = as_matrix(chunk_vectors)
    ranked = np.ones(len(matrix), dtype=np.bool_) if blank is None else ~blank
    directions = [
        None if is_blank(query) or vector is None else _direction(np.asarray(vector, dtype=np.float64), matrix)
        for query, vector in zip(queries, query_vectors, strict=True)
    ]
    defined = [direction for direction in directions if direction is not None]
    values, there, finite = _all_cosines(matrix, defined)
    values[:, ~ranked] = np.nan
    folds = _folds(matrix, weights, ranked, finite) if defined else {}
    embedded, total = int((there & ranked).sum()), int(ranked.sum())
    rows = iter(values)
    found = []
    for query, vector, direction in zip(queries, query_vectors, directions, strict=True):
        if direction is None:
            found.append(_nothing(query, len(matrix), embedded, total, _why_nothing(query, vector)))
            continue
        own = next(rows)
        sources = np.where(np.isnan(own), NOTHING, EXACT if kinds is None else kinds).astype(np.int8)
        whole = {name: _score(vector, direction) for name, vector in folds.items()}
        found.append(Scores(query, own, ranking(own), whole, embedded, total, kinds=sources))
    return tuple(found)


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
    scaled, _ = _scaled(query[np.newaxis])
    return None if np.isnan(scaled).any() else np.asarray(scaled[0] / np.linalg.norm(scaled[0]))


def _scaled(rows: Matrix) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Rows (n, d) divided by their largest value, and which of them are finite (n,).

    Squares of very large and very small numbers would be lost otherwise. A row that is zero or not finite becomes NaN.
    """
    largest = np.maximum(rows.max(axis=1), -rows.min(axis=1)).astype(np.float64)
    finite = np.isfinite(largest)
    sound = finite & (largest > 0)
    with np.errstate(invalid="ignore"):
        scaled = np.divide(rows, np.where(sound, largest, np.nan)[:, None], dtype=np.float64)
    return scaled, finite


def _all_cosines(
    matrix: Matrix, directions: Sequence[NDArray[np.float64]]
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """The cosines of n rows and k directions (k, n), which rows hold any number, and which only finite ones (n,)."""
    # each row is summed in the same order, as a product by BLAS is not, so equal rows score equal
    values = np.full((len(directions), len(matrix)), np.nan)
    finite = np.zeros(len(matrix), np.bool_)
    if not matrix.shape[1]:
        return values, finite, finite.copy()
    for rows in _blocks(len(matrix)):
        block, squares, finite[rows] = _with_squares(np.ascontiguousarray(matrix[rows], np.float64))
        lengths = np.sqrt(squares)
        for own, direction in zip(values, directions, strict=True):
            own[rows] = np.clip(np.einsum("ij,j->i", block, direction) / lengths, -1.0, 1.0)
    there, doubtful = finite.copy(), np.flatnonzero(~finite)
    there[doubtful] = ~np.isnan(matrix[doubtful]).all(axis=1)
    return values, there, finite


def _with_squares(
    rows: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Rows (n, d) of the same directions, their sums of squares (n,), and which of them are finite (n,).

    They are the rows given where none is extreme. One that is zero or not finite becomes NaN.
    """
    squares = np.einsum("ij,ij->i", rows, rows)
    finite = (squares > _PLAIN[0]) & (squares < _PLAIN[1])
    if finite.all():
        return rows, squares, finite
    others, rows = np.flatnonzero(~finite), rows.copy()
    rows[others], finite[others] = _scaled(rows[others])
    squares[others] = np.einsum("ij,ij->i", rows[others], rows[others])
    return rows, squares, finite


def _folds(
    matrix: Matrix, weights: Weights | None, ranked: NDArray[np.bool_], finite: NDArray[np.bool_]
) -> dict[str, NDArray[np.float64] | None]:
    """The finite vectors folded in each way, None where there is no fold (yet).

    `first_only` waits for the first chunk's own vector: another one's would pass for it.
    """
    there = ranked & finite
    lengths = None if weights is None else np.asarray(weights)[there]
    vectors = matrix if there.all() else matrix[there]
    first_is_there = np.array_equal(np.flatnonzero(ranked)[:1], np.flatnonzero(there)[:1])
    return {name: fold(vectors, lengths, name) if name != "first_only" or first_is_there else None for name in FOLDS}


def _score(vector: NDArray[np.float64] | None, direction: NDArray[np.float64]) -> float | None:
    if vector is None:
        return None
    value = float(_all_cosines(vector[np.newaxis], [direction])[0][0, 0])
    return None if np.isnan(value) else value


def _why_nothing(query: str, vector: QueryVector) -> str:
    if is_blank(query) or vector is None:
        return NO_QUERY
    return NO_VECTOR if np.isnan(vector).all() else NO_DIRECTION


def _nothing(query: str, length: int, embedded: int, total: int, notice: str) -> Scores:
    """Scores that are all undefined, and why."""
    values = np.full(length, np.nan)
    whole: dict[str, float | None] = dict.fromkeys(FOLDS)
    return Scores(query, values, ranking(values), whole, embedded, total, notice)


def _blocks(length: int) -> Iterator[slice]:
    """Slices that cover `length` rows some hundreds at a time, so that no second copy of all of them is made."""
    return (slice(start, start + _ROWS_AT_ONCE) for start in range(0, length, _ROWS_AT_ONCE))
