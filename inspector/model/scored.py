"""Scores together with the chunking they were computed for, which may be the one before what is on screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.similarity import Scores

if TYPE_CHECKING:
    from inspector.model.session import Session


@dataclass(frozen=True, eq=False)
class Scored:
    """`scores.values[i]` is that of chunk i of `chunking`; `stale` when another chunking or query is on screen now."""

    scores: Scores
    chunking: Chunking
    stale: bool

    @property
    def complete(self) -> bool:
        """Whether every chunk has been embedded."""
        return self.scores.embedded >= self.scores.total

    @property
    def pending(self) -> NDArray[np.bool_]:
        """Shape (n,): chunks whose vector is still to come."""
        missing = ~np.isfinite(self.scores.values) & ~self.chunking.blank
        return missing if not self.complete else np.zeros(len(self.chunking), np.bool_)

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Shape (n,): chunks that have been embedded and yet have no score (a zero or broken vector)."""
        missing = ~np.isfinite(self.scores.values) & ~self.chunking.blank
        return missing if self.complete else np.zeros(len(self.chunking), np.bool_)


def scored(session: Session, before: Scored | None) -> Scored | None:
    """The session's scores with their chunking; stale ones keep the chunking that they had in `before`."""
    scores, chunking = session.scores, session.chunking
    if scores is None or session.document is None or not session.query:
        return None
    if session.scores_stale and before is not None and before.scores is scores:
        return Scored(scores, before.chunking, stale=True)
    if chunking is None or len(scores.values) != len(chunking):
        return None
    return Scored(scores, chunking, stale=session.scores_stale)


def same_vectors(first: Scored | None, second: Scored | None) -> bool:
    """Whether both hold the same scores in the same state, so that nothing needs to be drawn anew."""
    if first is None or second is None:
        return first is second
    return first.scores is second.scores and first.chunking is second.chunking and first.stale == second.stale
