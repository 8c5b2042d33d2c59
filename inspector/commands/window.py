"""`inspector [FILE]`: open the window; Qt is imported only here and only then."""

from __future__ import annotations

from collections.abc import Sequence

from inspector import __version__
from inspector.commands import options as shared
from inspector.commands.parser import Parser

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
    made.add_argument("file", metavar="FILE", nargs="?", help=f"{shared.FILE_HELP} (default: where you left off)")
    shared.add_shared_options(made)
    return made


def main(arguments: Sequence[str]) -> int:
    """Open the window; the exit status. Raises RefusedError and CannotError."""
    parser().parse_args(arguments)
    return 0
