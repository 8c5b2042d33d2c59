"""The dilution curve of the answer (or of the best chunk's best sentence), made in the worker while it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.dilution import Holder, holders, sentences
from inspector.core.embedding import Embedder, embed_batches, is_blank
from inspector.core.facts import Facts
from inspector.core.fold import Matrix
from inspector.core.late import QueryVector
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.core.similarity import scores
from inspector.core.token_vectors import TokenVectors
from inspector.core.vector_cache import VectorCache
from inspector.model.scoring import Scoring
from inspector.model.worker import Job, Worker

if TYPE_CHECKING:
    from inspector.model.session import Session

REST_MS = 300


@dataclass(frozen=True)
class DilutionPoint:
    """The chunk that holds the answer at one size and its scores, None where they are not there (yet)."""

    holder: Holder
    pooled: float | None = None
    exact: float | None = None


@dataclass(frozen=True, eq=False)
class Curve:
    """The points by growing size, for a query and the span (code points) that the chunks hold."""

    query: str
    span: tuple[int, int]
    marked: bool
    """Whether the span is the marked answer; else it was found as the best sentence of the best chunk."""
    points: tuple[DilutionPoint, ...]
    unit: str = "tokens"
    """What sizes are in."""


@dataclass(frozen=True, eq=False)
class _Task:
    facts: Facts
    parameters: Parameters
    limits: ModelLimits
    query: str
    vector: QueryVector
    answer: tuple[int, int] | None
    body: tuple[int, int]
    embedder: Embedder
    cache: VectorCache
    token_vectors: TokenVectors | None

    def key(self) -> tuple[object, ...]:
        """What the curve depends on: not the size, which is its axis."""
        vectors = self.token_vectors
        known = None if vectors is None else (id(vectors), vectors.complete)
        where = self.answer if self.answer is not None else "best"
        same_size = replace(self.parameters, size=0)
        return (id(self.facts), same_size, self.limits, self.query, where, id(self.embedder), known)


class DilutionCurve(QObject):
    """While it is on: `curve` for what is asked; kept while only the size changes. `why` says what is missing.

    Of another text, question, answer or model nothing is kept; of other settings until the new curve is there, `stale`.
    """

    changed = Signal()
    message = Signal(str, str)

    def __init__(self, session: Session, scoring: Scoring, worker: Worker) -> None:
        super().__init__(session)
        self._session, self._scoring, self._worker = session, scoring, worker
        self._key: tuple[object, ...] | None = None
        self._shown_key: tuple[object, ...] | None = None
        self._about: tuple[object, ...] | None = None
        self.on = False
        self.curve: Curve | None = None
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._start)
        for signal in (session.document_changed, session.chunking_changed, session.scores_changed,
                       session.answer_changed, session.query_changed):  # fmt: skip
            signal.connect(self._renew)

    @property
    def waiting(self) -> bool:
        """Whether points are still to come."""
        return self._timer.isActive() or self._worker.busy("dilution")

    @property
    def why(self) -> str:
        """What has to be there first; empty when nothing is missing."""
        if self._session.document is None:
            return "Open a document first."
        if is_blank(self._session.query):
            return "Ask a question: the curve shows its score as chunks grow."
        return ""

    @property
    def stale(self) -> bool:
        """Whether `curve` is that of settings before: the one of those on screen is still to come."""
        task = self._task()
        return self.curve is not None and (task is None or task.key() != self._shown_key)

    def set_on(self, on: bool) -> None:
        """Make the curve, or do not; one that is there stays as long as it holds."""
        if on == self.on:
            return
        self.on = on
        if not on:
            self._stop()
        self._renew()

    def _renew(self) -> None:
        about = self._what()
        if about != self._about:
            self._about = about
            if self.curve is not None or self._worker.busy("dilution"):
                self._stop()
                self.curve, self._key, self._shown_key = None, None, None
                self.changed.emit()
        task = self._task()
        if task is not None and task.key() != self._key:
            self._timer.start()

    def _stop(self) -> None:
        self._timer.stop()
        if self._worker.busy("dilution"):
            self._worker.cancel("dilution")
            self._key = None

    def _what(self) -> tuple[object, ...]:
        """What a curve is about, whatever the settings."""
        session = self._session
        where = session.answer if session.answer is not None else "best"
        return (id(session.facts), session.query, where, id(self._scoring.embedder))

    def _task(self) -> _Task | None:
        session, scoring = self._session, self._scoring
        facts, chunking, found = session.facts, session.chunking, session.scores
        if not self.on or facts is None or chunking is None or self.why or found is None or session.scores_stale:
            return None
        vector = scoring.query_vector(session.query)
        if vector is None or not len(found.order):
            return None
        best = int(found.order[0])
        body = (int(chunking.body_starts[best]), int(chunking.ends[best]))
        return _Task(facts, chunking.parameters, session.limits, session.query, vector, session.answer, body,
                     scoring.embedder, scoring.cache, scoring.token_pass.vectors)  # fmt: skip

    def _start(self) -> None:
        task = self._task()
        if task is None or task.key() == self._key:
            return
        self._key = task.key()
        self._worker.run("dilution", lambda job: _curve(job, task), self._take, self._could_not, lane="dilution",
                         partial=self._take)  # fmt: skip

    def _take(self, curve: Curve) -> None:
        self.curve, self._shown_key = curve, self._key
        self.changed.emit()

    def _could_not(self, error: Exception) -> None:
        self._key = None
        self.message.emit("error", f"the dilution curve could not be made: {error}")
        self.changed.emit()


def _curve(job: Job, task: _Task) -> Curve:
    """Pooled scores of all sizes first, then the exact ones as they come."""
    span = task.answer if task.answer is not None else _best_sentence(job, task)
    held = list(holders(task.facts, task.parameters, task.limits, *span, cancelled=job.cancelled))
    job.check()
    pooled = _pooled(task, [(holder.start, holder.end) for holder in held])
    points = [DilutionPoint(holder, score) for holder, score in zip(held, pooled, strict=True)]
    curve = Curve(task.query, span, task.answer is not None, tuple(points), task.parameters.unit)
    job.report(curve)
    texts = [holder.prefix + task.facts.text[holder.start : holder.end] for holder in held]
    for indices, rows in embed_batches(task.embedder, texts, task.cache, prefix="", cancelled=job.cancelled):
        for index, score in zip(indices.tolist(), _values(task, rows), strict=True):
            points[index] = replace(points[index], exact=score)
        curve = replace(curve, points=tuple(points))
        job.report(curve)
    return curve


def _best_sentence(job: Job, task: _Task) -> tuple[int, int]:
    """The sentence of the best chunk that answers best, by its pooled score where there is one, else alone."""
    spans = sentences(task.facts, *task.body)
    values = _pooled(task, spans)
    if all(value is None for value in values):
        texts = [task.facts.text[start:end] for start, end in spans]
        for indices, rows in embed_batches(task.embedder, texts, task.cache, cancelled=job.cancelled):
            for index, value in zip(indices.tolist(), _values(task, rows), strict=True):
                values[index] = value
    return max(zip(spans, values, strict=True), key=lambda pair: -2.0 if pair[1] is None else pair[1])[0]


def _pooled(task: _Task, spans: Sequence[tuple[int, int]]) -> list[float | None]:
    """The pooled score of each span of the text, None where its tokens have no vectors."""
    if task.token_vectors is None:
        return [None] * len(spans)
    both = np.array(spans, np.int64).reshape(-1, 2)
    return _values(task, task.token_vectors.means(both[:, 0], both[:, 1]))


def _values(task: _Task, rows: Matrix) -> list[float | None]:
    found = scores(task.query, task.vector, rows)
    return [found.value(index) for index in range(len(found.values))]
