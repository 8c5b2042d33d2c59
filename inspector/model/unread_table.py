"""The table of what the model cannot read: a row for each place, of one kind or of all, nothing kept per row."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.core.chunking import Chunking
from inspector.core.escapes import escaped
from inspector.core.unread_places import Places, Unread

if TYPE_CHECKING:
    from inspector.model.session import Session

Index = QModelIndex | QPersistentModelIndex
MOST = 60
"""Characters of a place that are shown."""
AROUND = 24
"""Characters that are shown before and after a place."""
_NOWHERE = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, eq=False)
class Shown:
    """What the rows are made of."""

    places: Places
    chunking: Chunking
    text: str


@dataclass(frozen=True)
class Column:
    """`words` gives what the cell of one place shows, `keys` an array (m,) to sort by; None sorts by place."""

    title: str
    meaning: str
    words: Callable[[Shown, int], str]
    keys: Callable[[Places], NDArray[np.signedinteger]] | None = None
    number: bool = True


def place_text(text: str, start: int, end: int) -> str:
    """The characters of a place, unseen ones escaped, those beyond MOST left out; a single strange one is named too."""
    shown = _seen(text[start : min(end, start + MOST)]) + ("\u2026" if end - start > MOST else "")
    if end - start > 1 or (text[start].isascii() and text[start].isprintable()):
        return shown
    return f"{shown}  {character_name(text[start])}"


def character_name(character: str) -> str:
    """ "U+00AD soft hyphen"; characters without a name have their number alone."""
    name = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X} {name}".rstrip()


def around(text: str, start: int, end: int) -> str:
    """A place between what stands before and after it, on one line."""
    inside = _seen(text[start : min(end, start + AROUND)]) + ("\u2026" if end - start > AROUND else "")
    return f"{_seen(text[max(start - AROUND, 0) : start])}\u2039{inside}\u203a{_seen(text[end : end + AROUND])}"


def _seen(text: str) -> str:
    """Unseen characters escaped; an accent at the beginning gets something to stand on."""
    return ("\u25cc" if text and unicodedata.combining(text[0]) else "") + escaped(text)


COLUMNS: tuple[Column, ...] = (
    Column(
        "Kind", "Why the model cannot read it, or reads it as something else.",
        lambda shown, k: Unread(int(shown.places.kinds[k])).label, lambda places: places.kinds, number=False,
    ),
    Column("Chunk", "The chunk that it is in.", lambda shown, k: f"#{shown.places.chunk(k, shown.chunking) + 1:,}"),
    Column("Offset", "Where it starts, in code points from 0.", lambda shown, k: f"{shown.places.starts[k]:,}"),
    Column(
        "Characters", "How many characters it has.",
        lambda shown, k: f"{shown.places.ends[k] - shown.places.starts[k]:,}",
        lambda places: places.ends - places.starts,
    ),
    Column(
        "Tokens", "How many tokens are made of it; none where it is lost.",
        lambda shown, k: f"{shown.places.tokens[k]:,}", lambda places: places.tokens,
    ),
    Column(
        "Text", "Its characters; those that cannot be seen as they are typed, such as \\n or \\u200b.",
        lambda shown, k: place_text(shown.text, int(shown.places.starts[k]), int(shown.places.ends[k])), number=False,
    ),
    Column(
        "Around it", "Where it stands.",
        lambda shown, k: around(shown.text, int(shown.places.starts[k]), int(shown.places.ends[k])), number=False,
    ),
)  # fmt: skip


class UnreadTable(QAbstractTableModel):
    """Rows stand in the order of the text or of the sorted column; `place_at` and `row_of` say which place is where."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown: Shown | None = None
        self._order: NDArray[np.intp] = np.zeros(0, np.intp)
        self._column, self._descending = -1, False
        self.kind: Unread | None = None
        self.refresh()

    def refresh(self) -> None:
        """Take the session's places."""
        places, chunking, document = self._session.unread.places, self._session.chunking, self._session.document
        self.beginResetModel()
        self._shown = None
        if places is not None and chunking is not None and document is not None:
            self._shown = Shown(places, chunking, document.text)
        self._order = self._arranged()
        self.endResetModel()

    def show_kind(self, kind: Unread | None) -> None:
        """Show the places of one kind alone, or all."""
        if kind != self.kind:
            self.kind = kind
            self.refresh()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """As many as places of the kind."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """As many as `COLUMNS`."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the cell shows, its alignment, and what its kind means."""
        if not index.isValid() or self._shown is None:
            return None
        column, place = COLUMNS[index.column()], int(self._order[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return column.words(self._shown, place)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(place)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.number else _LEFT
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The columns' titles, what they mean, and their alignment."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.meaning
        return (_RIGHT if column.number else _LEFT) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, places that are equal there in the order of the text; -1 sorts by the text alone."""
        self._column, self._descending = column, order == Qt.SortOrder.DescendingOrder
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        places = [self.place_at(index.row()) for index in before]
        self._order = self._arranged()
        rows = [self.row_of(place) for place in places]
        after = [self.index(-1 if r is None else r, i.column()) for r, i in zip(rows, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def place_at(self, row: int) -> int | None:
        """The place in a row; None where there is no such row."""
        return int(self._order[row]) if 0 <= row < len(self._order) else None

    def row_of(self, place: int | None) -> int | None:
        """The row of a place; None where it is not shown."""
        if place is None:
            return None
        found = np.flatnonzero(self._order == place)
        return int(found[0]) if len(found) else None

    def _arranged(self) -> NDArray[np.intp]:
        if self._shown is None:
            return np.zeros(0, np.intp)
        order, keys = self._shown.places.only(self.kind), COLUMNS[self._column].keys if self._column >= 0 else None
        if keys is None:
            return order[::-1] if self._descending else order
        wanted = keys(self._shown.places)[order].astype(np.int64)
        return order[np.argsort(-wanted if self._descending else wanted, kind="stable")]

    def _tip(self, place: int) -> str:
        assert self._shown is not None
        places, text = self._shown.places, self._shown.text
        start, end = int(places.starts[place]), int(places.ends[place])
        names = [character_name(character) for character in text[start : min(end, start + 8)]]
        more = [f"and {end - start - 8:,} more"] if end - start > 8 else []
        kind = Unread(int(places.kinds[place]))
        return "\n".join([kind.meaning, *([] if kind is Unread.BEYOND else names + more)])
