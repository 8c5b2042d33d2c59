"""The keyword score of every chunk, beside the cosine: the words are found once in the worker, then it follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.core.bm25 import KeywordScores, bm25
from inspector.core.chunking import Chunking
from inspector.core.embedding import is_blank
from inspector.core.terms import Terms, terms_of
from inspector.model.worker import Worker

if TYPE_CHECKING:
    from inspector.model.session import Session

AT_ONCE = 200_000
"""So many chunks times words of the query are scored in the GUI thread, in some milliseconds; more in the worker."""


class Keywords(QObject):
    """BM25 for the query that is asked, while it is switched on. `scores` are those of the chunks on screen or None."""

    changed = Signal()
    message = Signal(str, str)

    def __init__(self, session: Session, worker: Worker) -> None:
        super().__init__(session)
        self._session, self._worker = session, worker
        self._terms: Terms | None = None
        self.on = False
        self.scores: KeywordScores | None = None
        session.document_changed.connect(self._on_document)
        session.chunking_changed.connect(self._renew)
        session.query_changed.connect(self._renew)

    @property
    def waiting(self) -> bool:
        """Whether scores are still to come."""
        return self._worker.busy("terms") or self._worker.busy("keywords")

    def set_on(self, on: bool) -> None:
        """Show the keyword score, or do not."""
        if on != self.on:
            self.on = on
            self._renew(tell=True)

    def _on_document(self) -> None:
        self._worker.cancel("terms")
        self._terms = None
        self._renew()

    def _renew(self, *, tell: bool = False) -> None:
        """Score what is on screen; nothing is kept of what was there before."""
        self._worker.cancel("keywords")
        had, self.scores = self.scores, None
        chunking, query = self._session.chunking, self._session.query
        if self.on and chunking is not None and not is_blank(query):
            if self._terms is None:
                self._find_terms()
            else:
                self._score(self._terms, chunking, query)
        if tell or had is not None or self.scores is not None:
            self.changed.emit()

    def _score(self, terms: Terms, chunking: Chunking, query: str) -> None:
        if len(chunking) * len(set(terms_of(query))) <= AT_ONCE:
            self.scores = bm25(terms, chunking, query)
            return
        self._worker.run(
            "keywords", lambda _: bm25(terms, chunking, query), self._take, self._could_not, lane="keywords"
        )

    def _find_terms(self) -> None:
        document = self._session.document
        if document is None or self._worker.busy("terms"):
            return
        text = document.text
        self._worker.run(
            "terms", lambda job: Terms.build(text, job.cancelled), self._take_terms, self._could_not, lane="keywords"
        )

    def _take_terms(self, terms: Terms) -> None:
        self._terms = terms
        self._renew()

    def _take(self, scores: KeywordScores) -> None:
        self.scores = scores
        self.changed.emit()

    def _could_not(self, error: Exception) -> None:
        self.message.emit("error", f"the keyword score could not be found: {error}")
