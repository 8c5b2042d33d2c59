"""What is on screen of the queries and scores: everything that a view may read of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from inspector.core.chunking import Chunking
from inspector.core.embedding import Embedder
from inspector.core.similarity import Scores
from inspector.model.query_list import QueryList
from inspector.model.scoring import Scoring
from inspector.model.token_pass import TokenPass


class ShownScores(QObject):
    """The part of the session's readable half that hangs on the query."""

    _scoring: Scoring

    @property
    def embedder(self) -> Embedder:
        """The model that embeds."""
        return self._scoring.embedder

    @property
    def embedder_name(self) -> str:
        """What the model that embeds is called."""
        return self._scoring.embedder.name

    @property
    def query(self) -> str:
        """What is asked of the document."""
        return self._scoring.query

    @property
    def unread_query(self) -> str:
        """That the model on this machine reads only the beginning of what is asked; empty where it reads all."""
        return self._scoring.unread(self.query)

    @property
    def scores(self) -> Scores | None:
        """The latest scores; they may be those of the chunks or query before, see `scores_stale`."""
        return self._scoring.scores

    @property
    def scored_chunking(self) -> Chunking | None:
        """The chunking that `scores` are of, which is the one on screen unless they are stale."""
        return self._scoring.scored_chunking

    @property
    def scores_stale(self) -> bool:
        """Whether `scores` belong to an older chunking or query than those on screen."""
        return self._scoring.stale

    @property
    def sending_held(self) -> bool:
        """Whether scores wait for consent to what a server would be sent: cheaper than `send_plan`."""
        return self._scoring.waits_for_consent

    @property
    def learned_context(self) -> int | None:
        """The most input tokens of one text, as a server's refusal of a longer one told."""
        return self._scoring.troubles.learned_context

    @property
    def troubled(self) -> NDArray[np.intp]:
        """The chunks that a server gave no vector for, or read only the beginning of, (m,), ascending."""
        return self._scoring.troubles.places()

    @property
    def query_prefix(self) -> str:
        """What the embedder is given before a query."""
        return self._scoring.embedder.query_prefix

    @property
    def score_mode(self) -> str:
        """Which scores are shown (`core.late.SCORE_MODES`)."""
        return self._scoring.mode

    @property
    def token_pass(self) -> TokenPass:
        """The pass over the document that pooled scores come from."""
        return self._scoring.token_pass

    @property
    def queries(self) -> QueryList:
        """The list of queries; those drawn have their scores in `query_lines`."""
        return self._scoring.queries

    @property
    def query_lines(self) -> tuple[Scores, ...]:
        """The scores of the listed queries that are drawn, by slot; of the same chunks as `scores`, and as stale."""
        return self._scoring.lines

    @property
    def fold(self) -> str:
        """How chunk vectors are folded into the whole document's."""
        return self._scoring.fold

    def failure(self, index: int) -> str:
        """The server's own words on why chunk `index` has no score; empty when there are none."""
        return self._scoring.troubles.failure(index)

    def cut_short(self, index: int) -> str:
        """That the server read only the beginning of chunk `index`, with both counts; empty when it read all."""
        return self._scoring.troubles.cut_short(index)
