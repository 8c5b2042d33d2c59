"""The keys of servers: looked for, kept in the system's key ring and forgotten, in the worker; never shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from inspector.core.errors import InspectorError
from inspector.core.keys import Key, find_key, forget_key, keep_key, remedy
from inspector.core.servers.address import Address
from inspector.model.worker import Worker

RING = "the key ring"
"""What `find_key` calls it."""


def nothing(origin: str) -> None:
    """Do nothing for a server."""


class ServerKeys(QObject):
    """`place` is the server that was asked about, `source` where its key is from, empty without one.

    `problem` says why a key could not be kept or forgotten, with what to do instead; `without_ring` what to do where
    there is no key ring to be asked. The key itself is never here for longer than a request takes.
    """

    changed = Signal()
    kept = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self.place: Address | None = None
        self.source = ""
        self.problem = ""
        self.without_ring = ""

    @property
    def in_ring(self) -> bool:
        """Whether the key ring has a key for the server."""
        return self.source == RING

    @property
    def busy(self) -> bool:
        """Whether the key ring is being asked."""
        return self._worker.busy("keys")

    def look(self, place: Address | None) -> None:
        """See whether there is a key for a server that a person named; None: there is no server."""
        if place is not None and self.place is not None and place.origin == self.place.origin and not self.problem:
            return
        self.place, self.source, self.problem, self.without_ring = place, "", "", ""
        if place is None:
            self._worker.cancel("keys")
        else:
            self._ask(place, None)
        self.changed.emit()

    def keep(self, place: Address, secret: str) -> None:
        """Put a key for a server into the key ring; then `kept` is told."""
        self.place, self.source, self.problem = place, "", ""
        try:
            self._ask(place, Key(secret))
        except InspectorError as error:
            self.problem = str(error)
        self.changed.emit()

    def forget(self) -> None:
        """Take the server's key out of the key ring."""
        if self.place is not None:
            self._ask(self.place, None, forget_key)

    def _ask(self, place: Address, key: Key | None, first: Callable[[str], None] = nothing) -> None:
        def ask(_: object) -> tuple[str, str]:
            first(place.origin)
            if key is not None:
                keep_key(place.origin, key)
            found = find_key(place.origin)
            return found.source, remedy(place.origin) if found.problem else ""

        def take(found: tuple[str, str]) -> None:
            (self.source, self.without_ring), self.problem = found, ""
            self.changed.emit()
            if key is not None:
                self.kept.emit()

        self._worker.run("keys", ask, take, self._could_not, lane="keys")

    def _could_not(self, error: Exception) -> None:
        self.problem = str(error) or type(error).__name__
        self.changed.emit()
