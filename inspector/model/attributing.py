"""The shares of the selected chunk's words in its score, while they are shown in the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from inspector.core.attribution import Attribution, attribute, token_shares
from inspector.core.embedding import Embedder, is_blank
from inspector.core.similarity import EXACT, NOTHING, POOLED
from inspector.core.token_pass import TokenEmbedder, reads_tokens, why_no_token_vectors
from inspector.core.token_vectors import TokenVectors
from inspector.model.scoring import Scoring
from inspector.model.worker import Job, Worker

if TYPE_CHECKING:
    from inspector.model.session import Session


AT_ONCE = 20_000
"""The shares in a chunk of up to so many characters are found in the GUI thread: some milliseconds."""


@dataclass(frozen=True, eq=False)
class _Task:
    """One chunk `text[start:end]` behind its prefix, and the query it is compared with; `pooled` where its score is."""

    query: str
    vector: NDArray[np.float32]
    text: str
    start: int
    end: int
    prefix: str
    pooled: TokenVectors | None
    embedder: Embedder

    def same(self, other: _Task | None) -> bool:
        """Whether the shares of one are those of the other."""
        if other is None or (self.query, self.start, self.end, self.prefix) != (
            other.query, other.start, other.end, other.prefix,
        ):  # fmt: skip
            return False
        mine = (self.vector, self.text, self.pooled, self.embedder)
        return all(a is b for a, b in zip(mine, (other.vector, other.text, other.pooled, other.embedder), strict=True))


class Attributing(QObject):
    """While it is on: `found` for the selected chunk (without a selection the best one), else `why` there is none."""

    changed = Signal()
    message = Signal(str, str)

    def __init__(self, session: Session, scoring: Scoring, worker: Worker) -> None:
        super().__init__(session)
        self._session, self._scoring, self._worker = session, scoring, worker
        self.on = False
        self._asked: _Task | None = None
        self.chunk: int | None = None
        self.found: Attribution | None = None
        self.why = ""
        for signal in (session.selection_changed, session.scores_changed, session.chunking_changed,
                       session.query_changed):  # fmt: skip
            signal.connect(self._renew)

    @property
    def waiting(self) -> bool:
        """Whether the shares are still to come."""
        return self._worker.busy("attribution")

    def set_on(self, on: bool) -> None:
        """Show the shares, or do not; what has to be there first is told at once."""
        if on != self.on:
            self.on = on
            self._renew()
            self.changed.emit()
            if self.why:
                self.message.emit("hint", self.why)

    def _renew(self) -> None:
        """Shares of what was before are never shown; those of the same chunk stay, also under another number."""
        why = self._missing() if self.on else ""
        task = None if why or not self.on else self._task()
        if task is not None and task.same(self._asked) and (self.found is not None or self.waiting):
            if self.chunk != self._index():
                self.chunk = self._index()
                self.changed.emit()
            return
        self._worker.cancel("attribution")
        had, self._asked, self.found, self.chunk = self.found is not None or bool(self.why), task, None, None
        self.why = why
        if task is not None:
            self.chunk = self._index()
            self._find(task)
        if had or self.found is not None or self.why:
            self.changed.emit()

    def _missing(self) -> str:
        session = self._session
        if session.document is None or is_blank(session.query):
            return "Ask a question first: the shares are those of its score."
        if session.scores is None or session.scores_stale or session.chunking is None:
            return "The scores are still to come."
        index = self._index()
        if index is None or session.scores.kind(index) == NOTHING:
            return "This chunk has no score (yet)."
        if session.scores.kind(index) == POOLED and not self._is_known(int(session.chunking.ends[index])):
            return "The scores are still to come."
        return "" if reads_tokens(self._scoring.embedder) else why_no_token_vectors(self._scoring.embedder)

    def _is_known(self, end: int) -> bool:
        """Whether the tokens before `end` have vectors: they may be made anew while their scores are on screen."""
        vectors = self._scoring.token_pass.vectors
        known = self._scoring.token_pass.known
        return vectors is not None and (known == len(vectors) or bool(vectors.starts[known] >= end))

    def _index(self) -> int | None:
        session = self._session
        if session.selected is not None:
            return session.selected
        return int(session.scores.order[0]) if session.scores is not None and len(session.scores.order) else None

    def _task(self) -> _Task | None:
        session, scoring, index = self._session, self._scoring, self._index()
        document, chunking, vector = session.document, session.chunking, scoring.query_vector(session.query)
        if index is None or document is None or chunking is None or vector is None or session.scores is None:
            return None
        pooled = scoring.token_pass.vectors if session.scores.kind(index) == POOLED else None
        start, end = int(chunking.starts[index]), int(chunking.ends[index])
        prefix = chunking.prefix(index, session.limits.prefix)
        return _Task(session.query, vector, document.text, start, end, prefix, pooled, scoring.embedder)

    def _find(self, task: _Task) -> None:
        """Embedding, large chunks and vectors on the disk are for the worker."""
        embedder, pooled = task.embedder, task.pooled
        if pooled is not None:
            if task.end - task.start <= AT_ONCE and not pooled.on_disk:
                self.found = _pooled(task, pooled)
            else:
                self._run(lambda _: _pooled(task, pooled))
        elif reads_tokens(embedder):
            self._run(lambda _: _exact(task, embedder))

    def _run(self, find: Callable[[Job], Attribution]) -> None:
        self._worker.run("attribution", find, self._take, self._could_not, lane="attribution")

    def _take(self, found: Attribution) -> None:
        self.found = found
        self.changed.emit()

    def _could_not(self, error: Exception) -> None:
        self.why = f"The shares could not be found: {error}"
        self.changed.emit()


def _pooled(task: _Task, vectors: TokenVectors) -> Attribution:
    first, last = np.searchsorted(vectors.starts, np.array([task.start, task.end], np.int32))
    starts = vectors.starts[first:last].astype(np.int64) - task.start
    text = task.text[task.start : task.end]
    return attribute(
        task.query, POOLED, text, task.start, starts, token_shares(task.vector, vectors.vectors[first:last])
    )


def _exact(task: _Task, embedder: TokenEmbedder) -> Attribution:
    """Embed the chunk alone, as its exact score was made; the prefix and the special tokens go to the rest."""
    text, before = task.text[task.start : task.end], len(task.prefix)
    states = embedder.token_states(task.prefix + text)
    shares = token_shares(task.vector, states.states)
    own = ~states.special & (states.starts >= before)
    read = int(states.ends[~states.special].max(initial=0))
    unread = task.start + read - before if text[read - before :].strip() else None
    starts = states.starts[own].astype(np.int64) - before
    return attribute(task.query, EXACT, text, task.start, starts, shares[own], float(shares[~own].sum()), unread)
