"""The ranking as a list model: the chunks best first, those without a score after them."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.core.levels import Level
from inspector.model.scored import Scored, same_vectors, scored
from inspector.model.wording import KIND_WORDS, UNDEFINED, first_words, score_text

if TYPE_CHECKING:
    from inspector.model.session import Session

Index = QModelIndex | QPersistentModelIndex
CHUNK, RANK, SCORE, LEVEL, WORDS, KIND, KEYWORDS = range(Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 7)
"""Roles: the chunk's index, its rank as text, its score as text, the Level of its cut, its first words, what its score
comes from (POOLED, EXACT), its rank by keywords as text, None while they are off."""
_TIP_LINE = 80
"""Characters of a line of a tooltip, which itself breaks no lines."""
_NOWHERE = QModelIndex()


class RankingModel(QAbstractListModel):
    """Row k is the chunk of rank k + 1; nothing is kept per row but the order."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.scored: Scored | None = None
        self._order: NDArray[np.intp] = np.zeros(0, np.intp)
        self.has_undefined = False
        for signal in (session.scores_changed, session.chunking_changed, session.query_changed):
            signal.connect(self.refresh)
        session.keywords.changed.connect(self._tell)
        self.refresh()

    def refresh(self) -> None:
        """Take the session's scores."""
        before, self.scored = self.scored, scored(self._session, self.scored)
        if same_vectors(before, self.scored):
            return
        self.beginResetModel()
        self._order = _order(self.scored)
        self.has_undefined = self.scored is not None and bool(self.scored.undefined.any())
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """As many as chunks with a score or without one, blank ones and those still to come left out."""
        return 0 if parent.isValid() else len(self._order)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a role says of a row; see the roles above. Display and accessible text are the whole line."""
        shown = self.scored
        if not index.isValid() or shown is None:
            return None
        chunk = int(self._order[index.row()])
        if role == CHUNK:
            return chunk
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{', '.join(self._told(shown, chunk))}: {self._words(shown, chunk)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return " \u00b7 ".join(self._told(shown, chunk)) + "\n" + fill(self._words(shown, chunk), _TIP_LINE)
        makers = {
            RANK: _rank, SCORE: _score, LEVEL: _level, WORDS: self._words, KIND: _kind, KEYWORDS: self._keywords,
        }  # fmt: skip
        return makers[role](shown, chunk) if role in makers else None

    def row_of(self, chunk: int) -> int | None:
        """The row of a chunk; None when it is not ranked."""
        places = np.flatnonzero(self._order == chunk)
        return int(places[0]) if len(places) else None

    def _keywords(self, shown: Scored, chunk: int) -> str | None:
        """ "BM25 3"; a dash for a chunk without a word of the query."""
        scores = self._session.keywords.scores
        if scores is None or len(scores.values) != len(shown.chunking) or shown.stale:
            return None
        rank = scores.rank_of(chunk)
        return "BM25 \u2013" if rank is None else f"BM25 {rank:,}"

    def _tell(self) -> None:
        """Other keyword scores beside the same rows."""
        if len(self._order):
            self.dataChanged.emit(self.index(0), self.index(len(self._order) - 1))

    def _words(self, shown: Scored, chunk: int) -> str:
        """The first words of the body: what a chunk repeats is the end of the one before."""
        document = self._session.document
        chunking = shown.chunking
        return (
            ""
            if document is None
            else first_words(document.text, int(chunking.body_starts[chunk]), int(chunking.ends[chunk]))
        )

    def _told(self, shown: Scored, chunk: int) -> list[str]:
        """What is known of a chunk and its score, part by part."""
        level = shown.chunking.level(chunk)
        ending = "last chunk" if level is Level.END else f"ends at a {level.label}"
        rank = f"rank {_rank(shown, chunk)}" if _rank(shown, chunk) else ""
        said = self._server_words(shown, chunk)
        kind = KIND_WORDS[shown.scores.kind(chunk)]
        score = f"score {_score(shown, chunk)}{said}"
        keywords = self._keywords(shown, chunk) or ""
        return list(filter(None, [rank, score, kind, keywords, f"chunk {chunk + 1:,}", ending]))

    def _server_words(self, shown: Scored, chunk: int) -> str:
        """What a server said of the chunk, in brackets."""
        if shown.stale:
            return ""
        said = self._session.failure(chunk) or self._session.cut_short(chunk)
        return f" ({said})" if said else ""


def _order(shown: Scored | None) -> NDArray[np.intp]:
    if shown is None:
        return np.zeros(0, np.intp)
    return np.concatenate((shown.scores.order, np.flatnonzero(shown.undefined))).astype(np.intp)


def _rank(shown: Scored, chunk: int) -> str:
    rank = shown.scores.rank_of(chunk)
    return "" if rank is None else f"{rank:,}"


def _score(shown: Scored, chunk: int) -> str:
    return UNDEFINED if shown.undefined[chunk] else score_text(float(shown.scores.values[chunk]))


def _kind(shown: Scored, chunk: int) -> int:
    return shown.scores.kind(chunk)


def _level(shown: Scored, chunk: int) -> Level:
    return shown.chunking.level(chunk)
