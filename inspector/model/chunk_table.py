"""The chunk table: every chunk of the session as a row, sorted in arrays, nothing kept per row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.core.levels import Level
from inspector.core.why import why_overlap
from inspector.model.chunk_columns import COLUMNS, Rows, sorted_rows
from inspector.model.scored import Scored, same_vectors, scored

if TYPE_CHECKING:
    from inspector.model.session import Session

Index = QModelIndex | QPersistentModelIndex
LEVEL = Qt.ItemDataRole.UserRole
"""Role: the Level of the cut that ends the row's chunk."""
NAMES = tuple(column.name for column in COLUMNS)
_NOWHERE = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_SCORE_COLUMNS = tuple(map(NAMES.index, ("score", "kind", "rank")))


class ChunkTable(QAbstractTableModel):
    """Rows stand in the order of the sorted column; `chunk_at` and `row_of` say which chunk is where."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows: Rows | None = None
        self._scored: Scored | None = None
        self._sorted: NDArray[np.intp] | None = None
        self._places: NDArray[np.intp] | None = None
        self._column, self._descending = 0, False
        for signal in (session.chunking_changed, session.model_changed):
            signal.connect(self.refresh)
        for signal in (session.scores_changed, session.query_changed):
            signal.connect(self._take_scores)
        self.refresh()

    def refresh(self) -> None:
        """Take the session's chunking, in the order that the table is sorted in."""
        chunking, document = self._session.chunking, self._session.document
        self.beginResetModel()
        self._rows = None
        if chunking is not None and document is not None:
            self._rows = Rows(chunking, document.text, self._session.limits, self._fresh_scores())
        self._arrange()
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """As many as chunks."""
        return 0 if parent.isValid() or self._rows is None else len(self._rows.chunking)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """As many as `COLUMNS`."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the cell shows, its alignment, and the level of its row."""
        if not index.isValid() or self._rows is None:
            return None
        column, chunk = COLUMNS[index.column()], int(self._order[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return column.words(self._rows, np.array([chunk]))[0]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(column.name, chunk)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.number else _LEFT
        return self._rows.chunking.level(chunk) if role == LEVEL else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The columns' names with units, what they mean, and their alignment."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.name.capitalize() if self._rows is None else column.header(self._rows)
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.meaning
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.number else _LEFT
        return None

    def as_text(self, rows: Sequence[int]) -> str:
        """The headers and these rows as lines of text with tabs between the cells, made column by column."""
        if self._rows is None:
            return ""
        shown, chunks = self._rows, self._order[np.asarray(rows, np.intp)]
        columns = [[column.header(shown), *column.words(shown, chunks)] for column in COLUMNS]
        return "".join("\t".join(cells) + "\n" for cells in zip(*columns, strict=True))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, stable, undefined last; -1 sorts by number."""
        self._column, self._descending = max(column, 0), order == Qt.SortOrder.DescendingOrder
        self._rearrange()

    def chunk_at(self, row: int) -> int | None:
        """The chunk in a row; None where there is no such row."""
        return int(self._order[row]) if 0 <= row < self.rowCount() else None

    def row_of(self, chunk: int | None) -> int | None:
        """The row of a chunk; None where there is no such chunk."""
        if chunk is None or not 0 <= chunk < self.rowCount():
            return None
        if self._places is None:
            self._places = np.empty(self.rowCount(), np.intp)
            self._places[self._order] = np.arange(self.rowCount())
        return int(self._places[chunk])

    def level_at(self, row: int) -> Level:
        """The level of the cut that ends the chunk in a row."""
        chunk = self.chunk_at(row)
        return Level.END if chunk is None or self._rows is None else self._rows.chunking.level(chunk)

    def _tip(self, name: str, chunk: int) -> str | None:
        """More than the cell has room for: the first words, why the overlap is what it is, what a server said."""
        rows, facts = self._rows, self._session.facts
        if rows is None or facts is None:
            return None
        if name == "overlap":
            return why_overlap(facts, rows.chunking, chunk)
        if name in ("score", "kind", "rank"):
            return self._session.failure(chunk) or self._session.cut_short(chunk) or None
        return COLUMNS[NAMES.index(name)].words(rows, np.array([chunk]))[0] if name == "first" else None

    def _fresh_scores(self) -> Scored | None:
        self._scored = scored(self._session, self._scored)
        return self._scored if self._scored is not None and not self._scored.stale else None

    def _take_scores(self) -> None:
        if self._rows is None or self._rows.chunking is not self._session.chunking:
            return
        fresh = self._fresh_scores()
        if same_vectors(fresh, self._rows.scored):
            return
        self._rows = Rows(self._rows.chunking, self._rows.text, self._rows.limits, fresh)
        if self._column in _SCORE_COLUMNS:
            self._rearrange()
        elif self.rowCount():
            last = self.index(self.rowCount() - 1, _SCORE_COLUMNS[-1])
            self.dataChanged.emit(self.index(0, _SCORE_COLUMNS[0]), last)

    def _arrange(self) -> None:
        self._sorted = self._places = None

    @property
    def _order(self) -> NDArray[np.intp]:
        """The chunks in the order of the rows: sorted when somebody looks, not while the table is hidden."""
        if self._rows is None:
            return np.zeros(0, np.intp)
        if self._sorted is None:
            keys = COLUMNS[self._column].keys(self._rows)
            plain = self._column == 0 and not self._descending
            self._sorted = np.arange(len(keys)) if plain else sorted_rows(keys, self._descending)
        return self._sorted

    def _rearrange(self) -> None:
        """Sort again; what is current and selected goes along."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        chunks = [self.chunk_at(index.row()) for index in before]
        self._arrange()
        after = [
            self.index(self.row_of(chunk) or 0, index.column()) for chunk, index in zip(chunks, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()
