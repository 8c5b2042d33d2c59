"""The list of queries as rows: whether each is drawn, its letter, what it says, and the chunk that is best for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.core.similarity import Scores
from inspector.model.query_list import LETTERS, Listed
from inspector.model.wording import score_text

if TYPE_CHECKING:
    from inspector.model.session import Session

Index = QModelIndex | QPersistentModelIndex
TEXT, SLOT, BEST, ASKED = range(Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 4)
"""Roles: the query, the slot that it is drawn in or None, its best chunk in words, whether it is the one asked."""
_NOWHERE = QModelIndex()
_DRAWN = Qt.ItemDataRole.CheckStateRole


class QueryRows(QAbstractListModel):
    """A row for each query of the session's list; its check state is whether it is drawn."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._entries: tuple[Listed, ...] = session.queries.entries
        session.queries.changed.connect(self.refresh)
        for signal in (session.scores_changed, session.query_changed):
            signal.connect(self._tell)

    def refresh(self) -> None:
        """Take the session's list."""
        entries = self._session.queries.entries
        if [entry.text for entry in entries] == [entry.text for entry in self._entries]:
            self._entries = entries
            self._tell()
            return
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """As many as queries."""
        return 0 if parent.isValid() else len(self._entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be chosen and drawn or not."""
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
        return found if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a role says of a row; accessible text and tooltip are all of it in words."""
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == _DRAWN:
            return Qt.CheckState.Unchecked if entry.slot is None else Qt.CheckState.Checked
        makers: dict[int, Callable[[], Any]] = {
            Qt.ItemDataRole.DisplayRole: lambda: entry.text,
            TEXT: lambda: entry.text,
            SLOT: lambda: entry.slot,
            BEST: lambda: self._best(entry),
            ASKED: lambda: self._asked(entry),
            Qt.ItemDataRole.AccessibleTextRole: lambda: self._line(entry),
            Qt.ItemDataRole.ToolTipRole: lambda: self._line(entry),
        }
        return makers[role]() if role in makers else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Draw a query, or do not."""
        if role != _DRAWN or not index.isValid():
            return False
        self._session.queries.draw(self._entries[index.row()].text, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def _asked(self, entry: Listed) -> bool:
        return entry.text == self._session.query.strip()

    def _scores(self, entry: Listed) -> Scores | None:
        """The scores of a query, where there are some of what is on screen."""
        session = self._session
        if session.scores_stale:
            return None
        if self._asked(entry):
            return session.scores
        lines = zip(session.queries.drawn, session.query_lines, strict=False)
        return next((scores for drawn, scores in lines if drawn.text == entry.text == scores.query), None)

    def _best(self, entry: Listed) -> str:
        """ "#13 0.71"."""
        scores = self._scores(entry)
        if scores is None or not len(scores.order):
            return ""
        best = int(scores.order[0])
        return f"#{best + 1:,} {score_text(scores.value(best))}"

    def _line(self, entry: Listed) -> str:
        place = "not drawn" if entry.slot is None else f"line {LETTERS[entry.slot]}"
        if self._asked(entry):
            place = "asked now, its scores are the bars"
        best = self._best(entry)
        return f"{entry.text} ({place}{f', best chunk {best}' if best else ''})"

    def _tell(self) -> None:
        if self._entries:
            self.dataChanged.emit(self.index(0), self.index(len(self._entries) - 1))
