"""Which command the arguments name, and what becomes of its errors: one line on standard error and an exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from inspector.commands import chunk, picture, rank, window
from inspector.commands.output import ENCODING_OPTION, drop, say, use_utf8
from inspector.core.errors import EncodingError, InspectorError
from inspector.streams import fill_closed

COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {"chunk": chunk.main, "rank": rank.main, "picture": picture.main}


def run(arguments: Sequence[str]) -> int:
    """Run the command that the first argument names, else the window; the exit status."""
    fill_closed()
    use_utf8()
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


def _run(arguments: Sequence[str]) -> int:
    try:
        if arguments and arguments[0] in COMMANDS:
            return COMMANDS[arguments[0]](arguments[1:])
        return window.main(arguments)
    except SystemExit as ended:  # argparse has printed the help or the version
        return int(ended.code or 0)
