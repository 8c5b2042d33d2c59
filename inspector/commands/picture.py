"""`inspector picture`: the window as a PNG, painted without a display."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.commands import options as shared
from inspector.commands.parser import Parser


def parser() -> Parser:
    """What `inspector picture` understands."""
    made = Parser("inspector picture", "Paint the window with FILE open as a PNG; no display is needed.")
    made.add_argument("file", metavar="FILE", help=shared.FILE_HELP)
    add = made.add_argument
    add("-o", "--output", metavar="OUT.png", required=True, help="the picture's file")
    add("--window", metavar="WxH", default="1440x920", help="the window's size in logical pixels (default: 1440x920)")
    add("--scale", metavar="N", default="2", help="device pixels for each logical one (default: 2)")
    add("--theme", metavar="NAME", default="light", help="light or dark (default: light)")
    add("--query", metavar="TEXT", help="what to ask (default: nothing, or the sample's own question)")
    add("--select", metavar="INDEX", help="the chunk to select, by its index in the records (0 is #1 in the window)")
    shared.add_shared_options(made)
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command; the exit status. Raises RefusedError and CannotError."""
    parser().parse_args(arguments)
    return 0
