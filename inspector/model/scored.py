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

    def best(self, most: int) -> NDArray[np.intp]:
        """Shape (k,), k <= most: the chunks with the highest scores, best first."""
        return self.scores.order[:most]

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


def scored(session: Session, before: Scored | None = None, *, lines: bool = False) -> Scored | None:
    """The session's scores with the chunking that they are of; `before` itself when nothing has changed.

    With `lines` also while only listed queries are drawn and nothing is asked: then all of `scores` are undefined.
    """
    scores, chunking = session.scores, session.scored_chunking
    if scores is None or chunking is None or session.document is None:
        return None
    if not session.query and not (lines and session.query_lines):
        return None
    found = Scored(scores, chunking, stale=session.scores_stale)
    return before if same_vectors(before, found) else found


def same_vectors(first: Scored | None, second: Scored | None) -> bool:
    """Whether both hold the same scores in the same state, so that nothing needs to be drawn anew."""
    if first is None or second is None:
        return first is second
    return first.scores is second.scores and first.chunking is second.chunking and first.stale == second.stale
