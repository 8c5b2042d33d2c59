"""The standard streams: what the shell has closed is told in one line and never mixed up with another file."""

from __future__ import annotations

import os
import sys

from inspector.core.errors import CannotError


def fill_closed() -> None:
    """Put nothing in the place of closed streams, so that no file that is opened later takes their numbers.

    `sys.stdin` and `sys.stdout` stay None where they were closed; what is said on a closed standard error is lost.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)


def standard_input() -> bytes:
    """Everything on standard input. Raises CannotError when it is closed or cannot be read."""
    if sys.stdin is None:
        raise CannotError("cannot read standard input: it is closed")
    try:
        return sys.stdin.buffer.read()
    except (OSError, ValueError) as error:
        raise CannotError(f"cannot read standard input: {getattr(error, 'strerror', None) or error}") from error


def check_output() -> None:
    """Raise CannotError when standard output is closed, before any work is done for it."""
    if sys.stdout is None:
        raise CannotError("cannot write to standard output: it is closed")
