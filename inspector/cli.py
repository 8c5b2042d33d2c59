"""The command `inspector`: opens the window, or does its work without one; imports Qt only to open the window."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from inspector.interrupts import INTERRUPTED, leaving_at_once


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with `argv` (default: the process's arguments) and return its exit status.

    0: done; 1: could not, or a check failed; 2: wrong usage or refused parameters; 130: interrupted.
    """
    try:
        with leaving_at_once():
            from inspector.commands.dispatch import run  # noqa: PLC0415 - so that Ctrl+C while it is loaded is one line
        return run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("inspector: interrupted", file=sys.stderr, flush=True)
        return INTERRUPTED
