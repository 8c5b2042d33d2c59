"""Scores from two sources: each chunk embedded alone (exact), and the mean of its tokens from one pass (pooled).

Pooling after one pass over the document is "late chunking" (M. Guenther et al., arXiv 2409.04701). It is another number
than that of a pipeline that embeds each chunk alone, so every score says which of the two it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.errors import RefusedError
from inspector.core.fold import Matrix
from inspector.core.parameters import check_choice
from inspector.core.similarity import EXACT, NOTHING, POOLED, Scores, scores_of_all

EXACT_FIRST, POOLED_ONLY, EXACT_ONLY = "exact-first", "pooled", "exact"
SCORE_MODES = (EXACT_FIRST, POOLED_ONLY, EXACT_ONLY)
"""Which scores are shown: the exact where they are there and pooled until then, or one of the two alone."""

QueryVector = NDArray[np.float32] | None


@dataclass(frozen=True, eq=False)
class Mixed:
    """Vectors of n chunks (n, d), NaN rows for none, and what each is: `kinds` int8 (n,)."""

    matrix: Matrix
    kinds: NDArray[np.int8]


def check_mode(mode: str) -> None:
    """Raise RefusedError, with the known ones, for an unknown score mode."""
    check_choice("scores", mode, SCORE_MODES)


def mix(pooled: Matrix | None, exact: Matrix | None, embedded: NDArray[np.bool_] | None, mode: str) -> Mixed:
    """The vectors to show: `pooled` and `exact` (n, d), of which rows `embedded` (n,) are there.

    A row that was embedded and has no vector stays without one in the modes that show exact scores: the pooled one
    would hide that. Raises RefusedError for an unknown mode, and where neither is given.
    """
    check_mode(mode)
    if mode == EXACT_ONLY or pooled is None:
        if exact is None:
            raise RefusedError("there are neither exact nor pooled vectors")
        return Mixed(exact, _kinds(exact, EXACT))
    if mode == POOLED_ONLY or exact is None or embedded is None:
        return Mixed(pooled, _kinds(pooled, POOLED))
    if embedded.all():
        return Mixed(exact, _kinds(exact, EXACT))
    rows: Matrix = pooled.copy()
    rows[embedded] = exact[embedded]
    kinds = _kinds(rows, POOLED)
    kinds[embedded & (kinds != NOTHING)] = EXACT
    return Mixed(rows, kinds)


def score_queries(
    queries: Sequence[str], vectors: Sequence[QueryVector], mixed: Mixed, chunking: Chunking
) -> tuple[Scores, ...]:
    """The scores of every query, each with its vector (None: blank), for the same chunk vectors."""
    weights = chunking.ends - chunking.body_starts
    return scores_of_all(queries, vectors, mixed.matrix, weights, blank=chunking.blank, kinds=mixed.kinds)


def _kinds(rows: Matrix, kind: int) -> NDArray[np.int8]:
    """`kind` for every row with numbers in it; a row of NaN is none."""
    there = ~np.isnan(rows[:, 0]) if rows.shape[1] else np.zeros(len(rows), np.bool_)
    return np.where(there, kind, NOTHING).astype(np.int8)
