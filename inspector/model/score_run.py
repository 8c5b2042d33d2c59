"""One run of scoring: all that the scores follow from, as it was at one moment, so that any thread can make them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from inspector.core.embedding import Vectors
from inspector.core.late import POOLED_ONLY, QueryVector, mix, score_queries
from inspector.core.similarity import Scores
from inspector.core.token_vectors import TokenVectors
from inspector.model.chunk_vectors import ChunkVectors


@dataclass(frozen=True, eq=False)
class Asked:
    """The queries, the one that is asked first, and their vectors (None for a blank one)."""

    queries: tuple[str, ...]
    vectors: tuple[QueryVector, ...]


@dataclass(frozen=True, eq=False)
class Run:
    """All that scores follow from, as it was at one moment."""

    chunks: ChunkVectors
    embedded: NDArray[np.bool_]
    token_vectors: TokenVectors | None
    asked: Asked
    mode: str

    def scores(self) -> tuple[Scores, ...]:
        """The scores of all queries; chunks that failed count as embedded: there is nothing to wait for.

        Raises CannotError for want of memory and for vectors that do not fit.
        """
        pooled = None if self.token_vectors is None else self.chunks.pooled(self.token_vectors)
        exact = self.chunks.exact if self.embedded.any() else None
        mixed = mix(pooled, exact, self.embedded, self.mode)
        found = score_queries(self.asked.queries, self.asked.vectors, mixed, self.chunks.chunking)
        failed = 0 if exact is None or self.mode == POOLED_ONLY else self._failed(exact)
        return tuple(replace(one, embedded=one.embedded + failed) for one in found) if failed else found

    def _failed(self, exact: Vectors) -> int:
        return int((self.embedded & ~self.chunks.chunking.blank & np.isnan(exact[:, 0])).sum())
