"""The list of queries: kept beside the one that is asked, some of them drawn as lines of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.errors import InspectorError, RefusedError
from inspector.core.queries import checked_queries, read_queries, write_queries

LETTERS = "abcdef"
"""What the drawn queries are called, by slot."""
SLOTS = len(LETTERS)
"""So many queries can be drawn at once, each with its own colour and letter."""


@dataclass(frozen=True)
class Listed:
    """A query of the list; `slot` is the colour and letter it is drawn with, None while it is not drawn."""

    text: str
    slot: int | None = None


class QueryList(QObject):
    """Queries in the order in which they came, each once; the first few are drawn until somebody chooses others."""

    changed = Signal()
    message = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[Listed, ...] = ()

    @property
    def drawn(self) -> tuple[Listed, ...]:
        """Those that are drawn, by slot."""
        return tuple(sorted((entry for entry in self.entries if entry.slot is not None), key=lambda e: e.slot or 0))

    def add(self, text: str) -> None:
        """Put a query at the end and draw it where a slot is free; one that is there already is only drawn."""
        try:
            (query,) = checked_queries([text], "the list")
        except RefusedError as error:
            self.message.emit("error", str(error))
            return
        if all(entry.text != query for entry in self.entries):
            self._set((*self.entries, Listed(query, self._free())))
        else:
            self.draw(query)

    def remove(self, text: str) -> None:
        """Take a query out."""
        self._set(tuple(entry for entry in self.entries if entry.text != text))

    def clear(self) -> None:
        """Take all out."""
        self._set(())

    def draw(self, text: str, on: bool = True) -> None:
        """Draw a query of the list, or do not; when all slots are taken a message says so."""
        slot = self._free() if on else None
        if on and slot is None and not self._drawn(text):
            self.message.emit("hint", f"{SLOTS} queries are drawn already: take one of them out of the plot first")
            self.changed.emit()
            return
        self._set(
            tuple(
                entry if entry.text != text or (on and entry.slot is not None) else replace(entry, slot=slot)
                for entry in self.entries
            )
        )

    def restore(self, entries: Iterable[Listed]) -> None:
        """Put these, each once and each slot once, in place of the list."""
        self._set(tuple(entries))

    def load(self, path: Path) -> None:
        """Put the queries of a file in place of the list; when it cannot be read the list stays and it is told."""
        try:
            found = read_queries(path)
        except InspectorError as error:
            self.message.emit("error", str(error))
            return
        self._set(tuple(Listed(text, slot if slot < SLOTS else None) for slot, text in enumerate(found)))
        self.message.emit("info", f"{len(found):,} {'query' if len(found) == 1 else 'queries'} from {path.name}")

    def save(self, path: Path) -> None:
        """Write the list to a file, or tell why it could not be."""
        try:
            write_queries(path, [entry.text for entry in self.entries])
        except InspectorError as error:
            self.message.emit("error", str(error))
            return
        self.message.emit("info", f"{len(self.entries):,} queries saved to {path.name}")

    def _drawn(self, text: str) -> bool:
        return any(entry.text == text and entry.slot is not None for entry in self.entries)

    def _free(self) -> int | None:
        taken = {entry.slot for entry in self.entries}
        return next((slot for slot in range(SLOTS) if slot not in taken), None)

    def _set(self, entries: tuple[Listed, ...]) -> None:
        if entries != self.entries:
            self.entries = entries
            self.changed.emit()
