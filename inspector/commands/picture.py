"""`inspector picture`: the window as a PNG, painted without a display."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Sequence
from pathlib import Path

from inspector.commands import options as shared
from inspector.commands.certify import certify, check_target
from inspector.commands.output import note
from inspector.commands.parser import Parser
from inspector.commands.rank import check_query
from inspector.commands.request import Request, Settings, check_file, cut, read, settings, window_tokenizer
from inspector.core.embedders import EMBEDDERS
from inspector.core.errors import RefusedError
from inspector.core.parameters import check_choice, whole_number
from inspector.interrupts import leaving_at_once
from inspector.picture_size import check_picture

THEMES = ("light", "dark")
SMALLEST, LARGEST = (320, 240), (8192, 8192)
SCALES = (0.5, 8.0)

_SIZE = re.compile(r"([0-9]{1,6})x([0-9]{1,6})", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?", re.ASCII)


def parser() -> Parser:
    """What `inspector picture` understands."""
    made = Parser("inspector picture", "Paint the window with FILE open as a PNG; no display is needed.")
    made.add_argument("file", metavar="FILE", help=shared.FILE_HELP)
    add = made.add_argument
    add("-o", "--output", metavar="OUT.png", required=True, help="the picture's file")
    add("--window", metavar="WxH", default="1440x920", help="the window's size in logical pixels (default: 1440x920)")
    add("--scale", metavar="N", default="2", help="device pixels for each logical one (default: 2)")
    add("--theme", metavar="NAME", default="light", help="light or dark (default: light)")
    add("--query", metavar="TEXT", help="what to ask the document (default: nothing, a sample's own question)")
    add("--select", metavar="INDEX", help="the chunk to select, by its index in the records (0 is #1 in the window)")
    shared.add_shared_options(made)
    shared.add_certificate_option(made)
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command; the exit status. Raises RefusedError and CannotError."""
    args = parser().parse_args(arguments)
    size, scale = window_size(args.window), window_scale(args.scale)
    check_picture(size, scale)
    check_choice("theme", args.theme, THEMES)
    selected = None if args.select is None else whole_number("select", args.select)
    query = None if args.query is None else check_query(args.query)
    _check_output(args)
    asked = settings(args)
    check_file(args.file)
    for message in asked.notes:
        note(message)
    from inspector.app import picture  # noqa: PLC0415 - the app imports Qt, which nothing else here needs

    with leaving_at_once():
        picture(
            args.file,
            args.output,
            window=size,
            scale=scale,
            theme=args.theme,
            query=query,
            select=selected,
            parameters=asked.parameters,
            limits=asked.limits,
            encoding=args.encoding,
            tokenizer=window_tokenizer(args, asked),
            model=args.model,
            embedder=None if asked.embedder.name in EMBEDDERS else asked.embedder,
        )
    return _certify(args, asked) if args.certificate else 0


def window_size(text: str) -> tuple[int, int]:
    """Width and height from `1440x920`; refused when it is no such pair or too small or large to be painted."""
    found = _SIZE.fullmatch(text)
    if found is None:
        raise RefusedError(f"window is {text!r}: it must be a width and a height like 1440x920")
    width, height = int(found[1]), int(found[2])
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        limits = " to ".join("x".join(map(str, pair)) for pair in (SMALLEST, LARGEST))
        raise RefusedError(f"window is {text}: it must be within {limits}")
    return width, height


def window_scale(text: str) -> float:
    """Device pixels for each logical one; refused when it is no number from 0.5 to 8."""
    value = float(text) if _NUMBER.fullmatch(text) else math.nan
    if not SCALES[0] <= value <= SCALES[1]:
        raise RefusedError(f"scale is {text!r}: it must be a number from {SCALES[0]:g} to {SCALES[1]:g}")
    return value


def _check_output(args: argparse.Namespace) -> None:
    check_target("--output", args.output, args.file)
    check_target("--certificate", args.certificate, args.file)
    if Path(args.output).suffix.lower() != ".png":
        raise RefusedError(f"--output is {args.output!r}: the picture is a PNG, so its name must end with .png")
    if args.certificate and os.path.realpath(args.certificate) == os.path.realpath(args.output):
        raise RefusedError(f"--certificate is {args.certificate!r}: the picture is written there")
    if args.certificate and args.file == "-":
        raise RefusedError("--certificate with FILE -: standard input is read once, by the window; give a file")


def _certify(args: argparse.Namespace, asked: Settings) -> int:
    facts, chunking = cut(Request(read(args.file, args.encoding), asked))
    return certify(facts, chunking, asked.limits, args.certificate)
