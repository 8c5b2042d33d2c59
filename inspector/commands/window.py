"""`inspector [FILE]`: open the window; Qt is imported only here and only then."""

from __future__ import annotations

from collections.abc import Sequence

from inspector import __version__
from inspector.commands import options as shared
from inspector.commands.output import note
from inspector.commands.parser import Parser
from inspector.commands.request import check_file, settings, window_tokenizer
from inspector.core.embedders import EMBEDDERS
from inspector.interrupts import leaving_at_once

DECIDING = ("strategy", "size", "unit", "overlap", "separators", "weights", "floor", "tokenizer")
"""Options of which one alone makes the parameters those of the command line instead of the remembered ones."""

COMMANDS = """\
without a window:
  inspector chunk FILE [options]                every chunk as one JSON object a line
  inspector rank FILE --query TEXT [options]    the chunks by their similarity to a query
  inspector picture FILE -o OUT.png [options]   the window as a picture, without a display
Each has a --help of its own. A file called chunk, rank or picture is opened as ./chunk.

exit status: 0 done, 1 could not or a check failed, 2 wrong usage or refused parameters
"""


def parser() -> Parser:
    """What `inspector` understands when its first argument is no command."""
    made = Parser("inspector", "See how a document is cut into chunks for retrieval, and change it live.", COMMANDS)
    made.add_argument("--version", action="version", version=f"inspector {__version__}")
    made.add_argument(
        "file", metavar="FILE", nargs="?", help=f"{shared.FILE_HELP} (default: the sample that explains chunking)"
    )
    shared.add_shared_options(made)
    return made


def main(arguments: Sequence[str]) -> int:
    """Open the window; the exit status. Raises RefusedError and CannotError.

    Parameters and limits that were not typed are left to the window, which remembers those of the last time.
    """
    args = parser().parse_args(arguments)
    asked = settings(args)
    if args.file is not None:
        check_file(args.file)
    limits_typed = args.context is not None or args.prefix is not None or args.heading_prefix
    typed = limits_typed or any(getattr(args, name) is not None for name in DECIDING)
    for message in asked.notes:
        note(message)
    from inspector.app import run  # noqa: PLC0415 - the app imports Qt, which nothing else here needs

    with leaving_at_once():
        return run(
            args.file,
            parameters=asked.parameters if typed else None,
            limits=asked.limits if limits_typed else None,
            encoding=args.encoding,
            tokenizer=window_tokenizer(args, asked),
            model=args.model,
            embedder=None if asked.embedder.name in EMBEDDERS else asked.embedder,
        )
