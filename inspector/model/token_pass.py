"""One pass over the document in the worker: every token's vector, kept for all settings that follow."""

from __future__ import annotations

import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from inspector.core.embedding import Embedder
from inspector.core.errors import CannotError
from inspector.core.token_pass import reads_tokens, token_pass, why_no_token_vectors
from inspector.core.token_vectors import StoreLimits, TokenVectors
from inspector.model.asking import words
from inspector.model.progress import Progress
from inspector.model.worker import Job, Worker

OFF, RUNNING, PAUSED, COMPLETE, UNAVAILABLE = "off", "running", "paused", "complete", "unavailable"
TELL_SECONDS = 0.25


@dataclass(frozen=True, eq=False)
class PassTask:
    """What is passed over: a text behind the model's prefix, by an embedder."""

    text: str
    embedder: Embedder
    prefix: str

    def same(self, other: PassTask | None) -> bool:
        """Whether the vectors of one are those of the other."""
        return (
            other is not None
            and self.text is other.text
            and self.embedder is other.embedder
            and self.prefix == other.prefix
        )


class TokenPass(QObject):
    """Runs while somebody wants it; what is known so far stays when it is paused, and it goes on from there.

    `vectors` are those of the document on screen, None before the first are there. `why` says why there are none to be
    had where `state` is "unavailable". `limits` are the bytes that the vectors of a document may take.
    """

    changed = Signal()
    message = Signal(str, str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._task: PassTask | None = None
        self._wanted = False
        self._paused = False
        self.vectors: TokenVectors | None = None
        self.why = ""
        self.limits = StoreLimits()

    @property
    def state(self) -> str:
        """ "off" (nobody wants it), "running", "paused", "complete" or "unavailable"."""
        if self._task is not None and self.why:
            return UNAVAILABLE
        if self.vectors is not None and self.vectors.complete:
            return COMPLETE
        if self._worker.busy("pass"):
            return RUNNING
        return PAUSED if self._paused else OFF

    @property
    def known(self) -> int:
        """Tokens from the document's beginning whose vectors are there."""
        return 0 if self.vectors is None else self.vectors.known

    @property
    def total(self) -> int:
        """The tokens of the document; 0 before they are counted."""
        return 0 if self.vectors is None else len(self.vectors)

    @property
    def bytes(self) -> int:
        """What the vectors take."""
        return 0 if self.vectors is None else self.vectors.bytes

    @property
    def progress(self) -> Progress | None:
        """How far the pass is, while it runs."""
        if self.state != RUNNING:
            return None
        return Progress("one pass over the document", self.known, self.total, "tokens")

    def follow(self, task: PassTask | None) -> None:
        """Another document, prefix or embedder: what is known of the one before goes.

        Once there was no document (None) a pass that was paused is so no more: it was the one over that document.
        """
        if task is not None and task.same(self._task):
            return
        self._worker.cancel("pass")
        self.vectors = None  # who still reads them has them until then
        self._task, self._paused = task, self._paused and task is not None
        self.why = "" if task is None or reads_tokens(task.embedder) else why_no_token_vectors(task.embedder)
        self._start()
        self.changed.emit()

    def want(self, wanted: bool) -> None:
        """Whether the vectors are needed: without a query, or where only exact scores are shown, they are not."""
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if wanted:
            self._start()
        else:
            self._worker.cancel("pass")
        self.changed.emit()

    def pause(self) -> None:
        """Stop; what is known stays."""
        self._paused = True
        self._worker.cancel("pass")
        self.changed.emit()

    def resume(self) -> None:
        """Go on where it stopped."""
        self._paused = False
        self._start()
        self.changed.emit()

    def set_limits(self, limits: StoreLimits) -> None:
        """The bytes that the vectors may take, from now on; a pass that was not possible tries again."""
        if limits == self.limits:
            return
        self.limits = limits
        if self.why or self.vectors is None or self.vectors.bytes > max(limits.memory, limits.disk):
            task, self._task = self._task, None
            self.follow(task)

    def close(self) -> None:
        """Give back what the vectors take, at the end: nobody reads them any more."""
        self._worker.cancel("pass")
        vectors, self.vectors = self.vectors, None
        if vectors is not None:
            vectors.close()

    def _start(self) -> None:
        task, known, limits = self._task, self.vectors, self.limits
        if task is None or not self._wanted or self._paused or self.why or self._worker.busy("pass"):
            return
        if known is not None and known.complete:
            return
        self._worker.run(
            "pass",
            lambda job: _pass(job, task, known, limits),
            self._take,
            self._could_not,
            lane="pass",
            partial=self._take,
        )

    def _take(self, found: TokenVectors) -> None:
        self.vectors = found
        self.changed.emit()

    def _could_not(self, error: Exception) -> None:
        """That a model has no token vectors is no fault, the rest is told."""
        self.why = words(error)
        if not isinstance(error, _NoTokensError):
            self.message.emit("error", f"one pass over the document was not possible: {self.why}")
        self.changed.emit()


class _NoTokensError(CannotError):
    """The model has no token vectors to pool."""


def _pass(job: Job, task: PassTask, known: TokenVectors | None, limits: StoreLimits) -> TokenVectors:
    """Go on with the pass; what is known is told on the way, not too often."""
    if not reads_tokens(task.embedder) or task.embedder.why_no_token_vectors:
        raise _NoTokensError(why_no_token_vectors(task.embedder))
    told = time.monotonic()

    def report(vectors: TokenVectors) -> None:
        nonlocal told
        if (known is None and not vectors.known) or time.monotonic() - told >= TELL_SECONDS:
            told = time.monotonic()
            job.report(vectors)

    return token_pass(
        task.embedder, task.text, known, cancelled=job.cancelled, report=report, prefix=task.prefix, limits=limits
    )
