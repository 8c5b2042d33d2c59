"""What the commands write: records on standard output, everything said to a person on standard error."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from inspector.core.encodings import CHOOSE
from inspector.core.errors import CannotError

ENCODING_OPTION = " (--encoding NAME)"
"""How an encoding is chosen on the command line, said after what advises to do so."""
QUIET_SECONDS = 1.0
"""Work that ends sooner than this shows no progress."""


def use_utf8() -> None:
    """Make both standard streams write UTF-8 whatever the locale says, with newlines as they are."""
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


def say(message: str) -> None:
    """One line for a person, on standard error; control characters in it are spelled out so that it stays one."""
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in message)
    print(f"inspector: {line}", file=sys.stderr, flush=True)


def note(message: str) -> None:
    """Something that the person should know about a result that is nevertheless right."""
    say(f"note: {message}{ENCODING_OPTION if CHOOSE in message else ''}")


def write_lines(lines: Iterable[str]) -> None:
    """Each line on standard output as it comes; a reader who has seen enough (`| head`) ends it quietly."""
    try:
        for line in lines:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        drop(sys.stdout)
    except OSError as error:
        drop(sys.stdout)
        raise CannotError(f"cannot write to standard output: {error.strerror or error}") from error


def drop(stream: TextIO) -> None:
    """Send what `stream` still holds to nowhere, so that closing it at exit cannot fail again."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class Progress:
    """Progress of one piece of work, rewritten in place on a terminal once it has taken longer than QUIET_SECONDS.

    Call it with (done, total); use it as a context manager, which clears the line at the end.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._visible = sys.stderr.isatty()
        self._due = time.monotonic() + QUIET_SECONDS
        self._shown = 0

    def __call__(self, done: int, total: int) -> None:
        """Show how far the work is, ten times a second at most."""
        if not self._visible or time.monotonic() < self._due:
            return
        self._due = time.monotonic() + 0.1
        self._write(f"{self._what}: {done:,} of {total:,}")

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._write("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(text)
