"""The vectors that are kept from one start to the next: how many, how large, emptied or bounded as a person asks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from inspector.core.vector_cache import VectorCache
from inspector.model.worker import Worker


class KeptVectors(QObject):
    """`count` and `bytes` are those on disk as they were measured last; None before (`measure`).

    `message` carries what is wrong with the file, each thing once.
    """

    changed = Signal()
    message = Signal(str, str)

    def __init__(self, worker: Worker, cache: VectorCache, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker, self._cache = worker, cache
        self._told = 0
        self.count: int | None = None
        self.bytes: int | None = None

    @property
    def on_disk(self) -> bool:
        """Whether vectors are kept on disk at all."""
        return self._cache.on_disk

    @property
    def emptying(self) -> bool:
        """Whether everything is just being forgotten."""
        return self._worker.busy("empty vectors")

    def measure(self) -> None:
        """Count what is on disk, in the worker."""
        if self.on_disk:
            self._run("measure vectors", lambda: None)

    def empty(self) -> None:
        """Forget every vector, in memory and on disk; a message says that it is done."""
        self._run("empty vectors", self._cache.clear, "the vector cache is empty")
        self.changed.emit()

    def set_limit(self, limit: int) -> None:
        """Let the vectors take so many bytes on disk; raises RefusedError in the worker, told as a message."""
        if self.on_disk:
            self._run("bound vectors", lambda: self._cache.set_disk_limit(limit))

    def tell(self) -> None:
        """Tell what was found wrong with the file since the last time."""
        notices = self._cache.notices
        for notice in notices[self._told :]:
            self.message.emit("warning", notice)
        self._told = len(notices)

    def _run(self, channel: str, work: Callable[[], object], told: str = "") -> None:
        cache = self._cache

        def run(_: object) -> tuple[int, int]:
            work()
            return cache.disk_count, cache.disk_bytes

        def take(found: tuple[int, int]) -> None:
            self.count, self.bytes = found
            self.tell()
            if told:
                self.message.emit("info", told)
            self.changed.emit()

        self._worker.run(channel, run, take, self._could_not, lane="vectors")

    def _could_not(self, error: Exception) -> None:
        self.message.emit("error", str(error) or type(error).__name__)
        self.changed.emit()
