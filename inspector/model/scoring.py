"""The queries and the scores of the chunks on screen: pooled from one pass at once, exact ones as they are embedded."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.chunking import Chunking
from inspector.core.embedding import Embedder, embed_batches, embed_query, is_blank
from inspector.core.errors import InspectorError
from inspector.core.fold import DEFAULT_FOLD
from inspector.core.late import EXACT_FIRST, EXACT_ONLY, POOLED_ONLY, QueryVector, check_mode
from inspector.core.query_reach import unread_query
from inspector.core.servers.server_embedder import SendPlan, ServerEmbedder
from inspector.core.similarity import Scores
from inspector.core.vector_cache import VectorCache
from inspector.model.asking import words
from inspector.model.chunk_vectors import ChunkVectors
from inspector.model.progress import Progress
from inspector.model.query_list import QueryList
from inspector.model.score_run import Asked, Run
from inspector.model.server_troubles import Troubles
from inspector.model.token_pass import RUNNING, UNAVAILABLE, PassTask, TokenPass
from inspector.model.worker import Job, Worker

REST_MS = 200
"""Embedding starts when neither chunks nor query have changed for so long."""
TELL_SECONDS = 0.2
AT_ONCE = 2_500
"""Up to so many chunks are scored in the GUI thread: some milliseconds. More in the worker, and all from the disk."""


class Scoring(QObject):
    """The query, the scores, and whether these still belong to what is on screen.

    `scores` are those of the query that is asked, `lines` those of the listed queries that are drawn, by slot.
    """

    query_changed = Signal()
    changed = Signal()
    progress_changed = Signal()
    message = Signal(str, str)

    def __init__(
        self, worker: Worker, embedder: Embedder, cache: VectorCache | None = None, parent: QObject | None = None
    ) -> None:
        """Vectors are kept in `cache`, which several threads use and which so needs a lock; None: in memory."""
        super().__init__(parent)
        self._worker = worker
        self.cache = VectorCache(lock=threading.RLock()) if cache is None else cache
        self.token_pass = TokenPass(worker, self)
        self.queries = QueryList(self)
        self.embedder = embedder
        self.query = ""
        self.fold = DEFAULT_FOLD
        self.mode = EXACT_FIRST
        self.scores: Scores | None = None
        self.lines: tuple[Scores, ...] = ()
        self.scored_chunking: Chunking | None = None
        self.stale = False
        self.progress: Progress | None = None
        self.visible = (0, 0)
        self._chunks: ChunkVectors | None = None
        self._again = False
        self._allowed: tuple[Embedder, str] | None = None
        self._query_vectors: dict[str, QueryVector] = {}
        self._unread: dict[str, str] = {}
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._start)
        self.token_pass.changed.connect(self._on_pass)
        self.token_pass.message.connect(self.message)
        self.queries.changed.connect(self._on_queries)
        self.queries.message.connect(self.message)

    @property
    def waiting(self) -> bool:
        """Whether scores for what is on screen are still to come."""
        if self._timer.isActive() or any(self._worker.busy(channel) for channel in ("query", "embed", "scores")):
            return True
        return self._wants_pass() and self._worker.busy("pass")

    def clear(self) -> None:
        """There are no chunks: no scores either."""
        self.cancel()
        self._worker.cancel("scores")
        self._chunks = None
        self._forget()
        self.changed.emit()

    def forget_document(self) -> None:
        """There is no document any more, or another one: nothing is kept of its vectors."""
        self.token_pass.follow(None)
        self._allowed = None

    def follow(self, text: str, chunking: Chunking, prefix: str) -> None:
        """Other chunks are on screen: pooled scores follow at once where they can, exact ones when things rest."""
        self._chunks = ChunkVectors(text, chunking, prefix)
        self.token_pass.follow(PassTask(text, self.embedder, prefix if chunking.prefixes is None else ""))
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

    def set_mode(self, mode: str) -> None:
        """Choose which scores are shown (`late.SCORE_MODES`); RefusedError for an unknown one."""
        check_mode(mode)
        if mode != self.mode:
            self.mode = mode
            self._renew()
            self.changed.emit()

    def set_embedder(self, embedder: Embedder) -> None:
        """Score with another model: nothing that the one before made is kept on screen."""
        self.cancel()
        self._worker.cancel("scores")
        self.embedder = embedder
        self._query_vectors, self._unread = {}, {}
        self._forget()
        if self._chunks is not None:
            self.follow(self._chunks.text, self._chunks.chunking, self._chunks.prefix)

    def query_vector(self, query: str) -> QueryVector:
        """The vector of a query, float32 (d,); None for one that is blank or not embedded yet."""
        return self._query_vectors.get(query)

    def unread(self, query: str) -> str:
        """That the model on this machine reads only the beginning of a query; empty where all, or not known yet."""
        return self._unread.get(query, "")

    def plan(self, tokenizer: str) -> SendPlan | None:
        """What a server would be sent for the chunks on screen, while that waits for consent, else None.

        Tokens are told where `tokenizer`, which counted the chunks, was seen to count as the server does.
        """
        chunks, embedder = self._chunks, self.embedder
        if chunks is None or not self.waits_for_consent or not isinstance(embedder, ServerEmbedder):
            return None
        alike = embedder.counted_by == tokenizer
        tokens = int(chunks.chunking.input_tokens[~chunks.chunking.blank].sum()) if alike else None
        return embedder.plan([chunks.common_prefix + text for text in chunks.texts], tokens)

    @property
    def held(self) -> bool:
        """Whether a server may be sent nothing of this document yet: nobody has seen what that would be."""
        chunks, embedder = self._chunks, self.embedder
        if chunks is None or not isinstance(embedder, ServerEmbedder):
            return False
        return self._allowed is None or self._allowed[0] is not embedder or self._allowed[1] is not chunks.text

    @property
    def waits_for_consent(self) -> bool:
        """Whether something is asked that a server may not be sent yet."""
        return self.held and self._any_query()

    def allow(self) -> None:
        """Send the queries and the chunks of this document to the server, now and as they change."""
        if self._chunks is not None:
            self._allowed = (self.embedder, self._chunks.text)
            self._renew()
            self.changed.emit()

    def start_now(self) -> None:
        """Do not wait until things rest."""
        if self._timer.isActive():
            self._timer.stop()
            self._start()

    def cancel(self) -> None:
        """Stop embedding; scores told so far stay."""
        self._timer.stop()
        for channel in ("query", "embed"):
            self._worker.cancel(channel)
        self._tell()

    @property
    def troubles(self) -> Troubles:
        """What a server said of the chunks on screen."""
        return Troubles(self._chunks, self.embedder)

    def retry(self) -> None:
        """Send again what failed."""
        self.troubles.forget()
        self._query_vectors = {query: row for query, row in self._query_vectors.items() if not self._has_failed(query)}
        self._renew()
        self.changed.emit()

    def stop(self) -> None:
        """Stop embedding and the pass, as a person asks for."""
        if self.token_pass.state == RUNNING:
            self.token_pass.pause()
        self.cancel()

    def _has_failed(self, query: str) -> bool:
        vector = self._query_vectors.get(query)
        return vector is not None and bool(np.isnan(vector).all())

    def _wanted(self) -> tuple[str, ...]:
        """The queries to be scored, the one that is asked first."""
        listed = (entry.text for entry in self.queries.drawn)
        return (self.query, *listed)

    def _asked(self) -> Asked | None:
        """The queries with their vectors; None while one of them is not embedded."""
        wanted = self._wanted()
        if any(not is_blank(query) and query not in self._query_vectors for query in wanted):
            return None
        return Asked(wanted, tuple(self._query_vectors.get(query) for query in wanted))

    def _wants_pass(self) -> bool:
        return self.mode != EXACT_ONLY and self._any_query()

    def _any_query(self) -> bool:
        return any(not is_blank(query) for query in self._wanted())

    def _renew(self) -> None:
        """What there is belongs to what was before, until something is computed for what is on screen now."""
        self.cancel()
        self.token_pass.want(self._wants_pass() and self._chunks is not None)
        if not self._any_query():
            self._worker.cancel("scores")
            self._forget()
        elif self._chunks is not None:
            self.stale = self.scores is not None
            self._timer.start()
            self._compute()

    def _on_queries(self) -> None:
        self._renew()
        self.changed.emit()

    def _on_pass(self) -> None:
        """More tokens have vectors: show what they give; when the pass ends the exact scores may begin."""
        self._tell()
        if self._chunks is None or not self._any_query():
            return
        if self.mode != EXACT_ONLY and self.token_pass.vectors is not None and self._compute():
            self.changed.emit()
        if self.token_pass.state != RUNNING and self._needs_exact() and not self._worker.busy("embed"):
            self._timer.start()

    def _forget(self) -> None:
        self.scores, self.lines, self.scored_chunking, self.stale = None, (), None, False

    def _start(self) -> None:
        """Things rest: embed the queries, then, once no pass is under way, the chunks one by one.

        Nothing is embedded, and nothing sent, while nothing is asked.
        """
        if self._chunks is None or self.held or not self._any_query():
            return
        if self._asked() is None:
            self._embed_queries()
        elif self._needs_exact() and not (self._wants_pass() and self.token_pass.state == RUNNING):
            self._embed_chunks(self._chunks)

    def _needs_exact(self) -> bool:
        pooled = self.mode == POOLED_ONLY and self.token_pass.state != UNAVAILABLE
        return self._chunks is not None and not pooled and not self._chunks.embedded.all()

    def _embed_queries(self) -> None:
        embedder, cache = self.embedder, self.cache
        missing = [query for query in self._wanted() if query not in self._query_vectors and not is_blank(query)]
        self._worker.run(
            "query",
            lambda job: {query: _embed_query(job, embedder, query, cache) for query in missing},
            self._take_queries,
            self._could_not,
            lane="query",
        )
        self._tell()

    def _take_queries(self, found: dict[str, tuple[QueryVector, str]]) -> None:
        self._query_vectors.update((query, row) for query, (row, _) in found.items())
        self._unread.update((query, words) for query, (_, words) in found.items())
        for query in filter(self._has_failed, found):
            told = self.troubles.question(query) or "the model gives none"
            self.message.emit("error", f"“{query}” has no vector: {told}")
        if self._compute():
            self.changed.emit()
        self._start()

    def _embed_chunks(self, chunks: ChunkVectors) -> None:
        embedder, cache = self.embedder, self.cache
        order = chunks.order(self.visible, None if self.stale else self.scores)
        self._worker.run(
            "embed",
            lambda job: _embed(job, chunks, embedder, cache, order),
            lambda rows: self._take_rows(chunks, rows),
            self._could_not,
            lane="embedding",
            partial=lambda rows: self._take_rows(chunks, rows),
        )
        self._tell()

    def _take_rows(self, chunks: ChunkVectors, rows: NDArray[np.intp]) -> None:
        if chunks is self._chunks:
            chunks.embedded[rows] = True
            self._compute()
            self._tell()
            self.changed.emit()

    def _compute(self) -> bool:
        """Score what is there, at once where that is quick; whether the scores are others now."""
        chunks, asked = self._chunks, self._asked()
        vectors = self.token_pass.vectors if self.mode != EXACT_ONLY else None
        if chunks is None or asked is None or (vectors is None and not chunks.some):
            return False
        run = Run(chunks, chunks.embedded.copy(), vectors, asked, self.mode)
        if self._worker.busy("scores"):
            self._again = True
        elif len(chunks.chunking) > AT_ONCE or (vectors is not None and vectors.on_disk):
            self._again = False
            self._worker.run("scores", lambda _: run.scores(), lambda found: self._take_later(run, found),
                             lambda error: self._not_scored(run, error), lane="scoring")  # fmt: skip
        else:
            try:
                self._take(run, run.scores())
            except InspectorError as error:
                self._could_not(error)
                return False
            return True
        return False

    def _take(self, run: Run, found: tuple[Scores, ...]) -> None:
        self.scores, self.lines = found[0], found[1:]
        self.scored_chunking = run.chunks.chunking
        shown, asked = (run.chunks, run.asked.queries, run.mode), (self._chunks, self._wanted(), self.mode)
        self.stale = shown != asked

    def _take_later(self, run: Run, found: tuple[Scores, ...]) -> None:
        self._take(run, found)
        if self._again:
            self._compute()
        self._tell()
        self.changed.emit()

    def _not_scored(self, run: Run, error: Exception) -> None:
        """What fails of chunks before those on screen is of no interest any more."""
        if run.chunks is self._chunks:
            self._could_not(error)
        if self._again and self._compute():
            self.changed.emit()

    def _could_not(self, error: Exception) -> None:
        self._tell()
        self.message.emit("error", f"the chunks could not be scored: {words(error)}")

    def _tell(self) -> None:
        progress = self.token_pass.progress
        if progress is None and self._worker.busy("embed") and self._chunks is not None:
            progress = Progress("embedding", *self._chunks.done, "chunks")
        elif progress is None and self._worker.busy("query"):
            progress = Progress("embedding", 0, 0, "chunks")
        if progress != self.progress:
            self.progress = progress
            self.progress_changed.emit()


def _embed_query(job: Job, embedder: Embedder, query: str, cache: VectorCache) -> tuple[QueryVector, str]:
    """The vector of a query, and whether the model reads all of it."""
    return embed_query(embedder, query, cache, job.cancelled), unread_query(embedder, query)


def _embed(
    job: Job, chunks: ChunkVectors, embedder: Embedder, cache: VectorCache, order: Sequence[int]
) -> NDArray[np.intp]:
    """Fill the rows of the chunks in `order`; tell which are there on the way, the last ones are returned."""
    rows = chunks.make_room(embedder.dimension)
    fresh: list[NDArray[np.intp]] = []
    told = time.monotonic()
    for indices, vectors in embed_batches(
        embedder, chunks.texts, cache, order, prefix=chunks.common_prefix, cancelled=job.cancelled
    ):
        rows[indices] = vectors
        fresh.append(indices)
        if time.monotonic() - told >= TELL_SECONDS:
            job.report(np.concatenate(fresh))
            fresh, told = [], time.monotonic()
    return np.concatenate(fresh) if fresh else np.zeros(0, np.intp)
