"""`inspector chunk`: every chunk of a document as one JSON object a line."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.commands import options as shared
from inspector.commands.certify import certify, check_target
from inspector.commands.output import write_lines
from inspector.commands.parser import Parser
from inspector.commands.request import cut, request
from inspector.core.heading_paths import known_paths
from inspector.core.records import json_line, records
from inspector.streams import check_output


def parser() -> Parser:
    """What `inspector chunk` understands."""
    made = Parser("inspector chunk", "Write every chunk of FILE as one JSON object a line on standard output.")
    made.add_argument("file", metavar="FILE", help=shared.FILE_HELP)
    shared.add_shared_options(made)
    shared.add_certificate_option(made)
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command; the exit status. Raises RefusedError and CannotError."""
    args = parser().parse_args(arguments)
    check_output()
    check_target("--certificate", args.certificate, args.file)
    asked = request(args)
    facts, chunking = cut(asked)
    write_lines(
        map(json_line, records(facts.text, chunking, asked.settings.limits.context, known_paths(facts, chunking)))
    )
    return certify(facts, chunking, asked.settings.limits, args.certificate)
