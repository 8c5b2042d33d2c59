"""The query and the scores of the chunks on screen: embedded in the worker once things rest, told as they come."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.chunking import Chunking
from inspector.core.document import free_memory
from inspector.core.embedding import Embedder, embed_batches, embed_query, is_blank
from inspector.core.errors import CannotError
from inspector.core.fold import DEFAULT_FOLD
from inspector.core.similarity import Scores, scores
from inspector.core.vector_cache import VectorCache
from inspector.model.progress import Progress
from inspector.model.worker import Job, Worker

REST_MS = 200
"""Embedding starts when neither chunks nor query have changed for so long."""
TELL_SECONDS = 0.2


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be scored: the chunks of a text, behind the model's prefix, for a query."""

    text: str
    chunking: Chunking
    prefix: str
    query: str


class Scoring(QObject):
    """The query, the scores, and whether these still belong to what is on screen."""

    query_changed = Signal()
    changed = Signal()
    progress_changed = Signal()
    message = Signal(str, str)

    def __init__(self, worker: Worker, embedder: Embedder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._cache = VectorCache()
        self._task: Task | None = None
        self.embedder = embedder
        self.query = ""
        self.fold = DEFAULT_FOLD
        self.scores: Scores | None = None
        self.scored_chunking: Chunking | None = None
        self.stale = False
        self.progress: Progress | None = None
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._start)

    @property
    def waiting(self) -> bool:
        """Whether scores for what is on screen are still to come."""
        return self._timer.isActive() or self._worker.busy("scores")

    def clear(self) -> None:
        """There are no chunks: no scores either."""
        self.cancel()
        self._task = None
        self._forget()
        self.changed.emit()

    def follow(self, text: str, chunking: Chunking, prefix: str) -> None:
        """Other chunks are on screen: the scores are stale until these are embedded."""
        self._task = Task(text, chunking, prefix, self.query)
        self._renew()
        self.changed.emit()

    def set_query(self, query: str) -> None:
        """Ask something else; a blank query clears the scores and embeds nothing."""
        if query == self.query:
            return
        self.query = query
        self._renew()
        self.query_changed.emit()
        self.changed.emit()

    def start_now(self) -> None:
        """Do not wait until things rest."""
        if self._timer.isActive():
            self._timer.stop()
            self._start()

    def cancel(self) -> None:
        """Stop embedding; scores told so far stay."""
        self._timer.stop()
        self._worker.cancel("scores")
        self._tell(None)

    def _renew(self) -> None:
        """What there is belongs to what was before, from this moment on."""
        self.cancel()
        if is_blank(self.query):
            self._forget()
        elif self._task is not None:
            self.stale = self.scores is not None
            self._timer.start()

    def _forget(self) -> None:
        self.scores, self.scored_chunking, self.stale = None, None, False

    def _start(self) -> None:
        if self._task is None:
            return
        task = Task(self._task.text, self._task.chunking, self._task.prefix, self.query)
        embedder, cache = self.embedder, self._cache
        self._tell(Progress("embedding", 0, 0, "chunks"))
        self._worker.run(
            "scores",
            lambda job: _score(job, task, embedder, cache),
            lambda found: self._final(task, found),
            self._could_not,
            lane="embedding",
            partial=lambda found: self._take(task, found),
        )

    def _take(self, task: Task, found: Scores) -> None:
        self.scores, self.scored_chunking, self.stale = found, task.chunking, False
        self._tell(Progress("embedding", found.embedded, found.total, "chunks"))
        self.changed.emit()

    def _final(self, task: Task, found: Scores) -> None:
        self._take(task, found)
        self._tell(None)
        self.changed.emit()

    def _could_not(self, error: Exception) -> None:
        self._tell(None)
        self.message.emit("error", f"the chunks could not be scored: {error}")

    def _tell(self, progress: Progress | None) -> None:
        if progress != self.progress:
            self.progress = progress
            self.progress_changed.emit()


class ChunkTexts(Sequence[str]):
    """The texts of all chunks, each made when it is asked for: with much overlap they are many times the document."""

    def __init__(self, text: str, chunking: Chunking) -> None:
        self._text = text
        self._chunking = chunking

    def __len__(self) -> int:
        return len(self._chunking)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        text = self._chunking.text(self._text, index)
        return text if self._chunking.prefixes is None else self._chunking.prefixes[index] + text


def _score(job: Job, task: Task, embedder: Embedder, cache: VectorCache) -> Scores:
    """Embed the query, then every chunk that the cache does not have; tell scores on the way, not too often."""
    chunking = task.chunking
    vectors = _empty_vectors(len(chunking), embedder.dimension)
    query_vector = embed_query(embedder, task.query, cache)
    texts = ChunkTexts(task.text, chunking)
    weights = chunking.ends - chunking.body_starts

    def found() -> Scores:
        return scores(task.query, query_vector, vectors, weights, blank=chunking.blank)

    next_time = time.monotonic() + TELL_SECONDS
    common = task.prefix if chunking.prefixes is None else ""  # else each text brings its own
    for indices, rows in embed_batches(embedder, texts, cache, prefix=common, cancelled=job.cancelled):
        vectors[indices] = rows
        begin = time.monotonic()
        if begin >= next_time:
            job.report(found())
            next_time = time.monotonic() + max(TELL_SECONDS, 5 * (time.monotonic() - begin))
    return found()


def _empty_vectors(count: int, dimension: int) -> NDArray[np.float32]:
    """Rows of NaN, float32 (count, dimension); CannotError when they would take more than half of the free memory."""
    needed, free = 4 * count * dimension, free_memory()
    if needed > free // 2:
        raise CannotError(
            f"{count:,} vectors need {needed:,} bytes and half of the free memory is {free // 2:,}: "
            "take a larger size or less overlap"
        )
    return np.full((count, dimension), np.nan, np.float32)
