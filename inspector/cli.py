"""The command `inspector`: opens the window, or does its work without one; imports Qt only to open the window."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from inspector.commands import chunk, picture, rank, window
from inspector.commands.output import ENCODING_OPTION, drop, say, use_utf8
from inspector.core.errors import EncodingError, InspectorError

COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {"chunk": chunk.main, "rank": rank.main, "picture": picture.main}

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with `argv` (default: the process's arguments) and return its exit status.

    0: done; 1: could not, or a check failed; 2: wrong usage or refused parameters; 130: interrupted.
    """
    use_utf8()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except InspectorError as error:
        say(f"{error}{ENCODING_OPTION if isinstance(error, EncodingError) else ''}")
        return error.exit_status
    except MemoryError:
        say("out of memory: the document is too large for this machine")
        return 1
    except BrokenPipeError:
        drop(sys.stdout)
        drop(sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    """The command that the first argument names, else the window."""
    try:
        if arguments and arguments[0] in COMMANDS:
            return COMMANDS[arguments[0]](arguments[1:])
        return window.main(arguments)
    except SystemExit as ended:  # argparse has printed the help or the version
        return int(ended.code or 0)
