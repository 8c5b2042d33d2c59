"""Ctrl+C where an exception would be lost or shown as one: while modules are loaded and while Qt runs our code."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

INTERRUPTED = 130
"""The exit status of a program that was interrupted."""


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """Within this, Ctrl+C says so in one line and ends the process; elsewhere it raises KeyboardInterrupt as usual.

    An interrupt that is ignored, or that somebody else has taken, stays as it is.
    """
    takes = threading.current_thread() is threading.main_thread()
    if not takes or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(*_: object) -> None:
    with suppress(OSError):  # standard error may be closed
        os.write(2, b"inspector: interrupted\n")
    os._exit(INTERRUPTED)
