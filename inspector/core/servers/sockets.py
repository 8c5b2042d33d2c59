"""A connection whose waits can be ended: the library's own socket, looked at often instead of waited on for long."""

from __future__ import annotations

import io
import socket
import time
from typing import Any

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from inspector.core.embedding import Cancelled, never
from inspector.core.servers.patience import STEP, check_wanted


class Watch:
    """Until when the request under way may take, and whether it is still wanted; shared by all of its waits."""

    def __init__(self) -> None:
        self._end = 0.0
        self._cancelled: Cancelled = never

    def begin(self, seconds: float, cancelled: Cancelled) -> None:
        """Another request begins."""
        self._end = time.monotonic() + seconds
        self._cancelled = cancelled

    def check(self) -> None:
        """Raise CancelledError or TimeoutError when there is no more waiting."""
        check_wanted(self._cancelled)
        if time.monotonic() > self._end:
            raise TimeoutError("the time for this request is over")


class WatchedSocket:
    """A connected socket (with TLS or without) that waits in short steps and asks a `Watch` between them."""

    def __init__(self, inner: socket.socket, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch
        inner.settimeout(STEP)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def settimeout(self, _: float | None) -> None:
        """The watch alone says how long to wait."""

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send everything."""
        left = memoryview(data).cast("B")
        while len(left):
            self._watch.check()
            try:
                left = left[self._inner.send(left, flags) :]
            except TimeoutError:
                continue

    def recv_into(self, buffer: Any) -> int:
        """Read what there is; waits until there is something."""
        while True:
            self._watch.check()
            try:
                return self._inner.recv_into(buffer)
            except TimeoutError:
                continue

    def makefile(self, mode: str, *_: Any, **__: Any) -> io.BufferedReader:
        """The reading end, as `http.client` asks for it."""
        if mode != "rb":
            raise ValueError(f"only rb is read here, not {mode!r}")
        return io.BufferedReader(_Reader(self))


class _Reader(io.RawIOBase):
    """The bytes of a watched socket as a file."""

    def __init__(self, source: WatchedSocket) -> None:
        super().__init__()
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._source.recv_into(buffer)


class _Plain(HTTPConnection):
    watch = Watch()

    def connect(self) -> None:
        super().connect()
        self.sock = WatchedSocket(self.sock, self.watch)


class _Secure(HTTPSConnection):
    watch = Watch()

    def connect(self) -> None:
        super().connect()
        self.sock = WatchedSocket(self.sock, self.watch)


def watched_pools(watch: Watch) -> dict[str, Any]:
    """Connection pools for both schemes whose connections ask `watch`; for one thread at a time."""
    plain = type("WatchedConnection", (_Plain,), {"watch": watch})
    secure = type("WatchedSecureConnection", (_Secure,), {"watch": watch})
    return {
        "http": type("WatchedPool", (HTTPConnectionPool,), {"ConnectionCls": plain}),
        "https": type("WatchedSecurePool", (HTTPSConnectionPool,), {"ConnectionCls": secure}),
    }
