"""An argument parser that refuses with the program's own one-line message instead of printing its usage."""

from __future__ import annotations

import argparse
from typing import NoReturn

from inspector.commands.output import write_lines
from inspector.core.errors import RefusedError
from inspector.streams import check_output


class Parser(argparse.ArgumentParser):
    """argparse with whole option names only, plain help and refusals that are raised, not printed."""

    def __init__(self, prog: str, description: str, epilog: str | None = None) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def _print_message(self, message: str, _file: object = None) -> None:
        """Write the help or the version; raises CannotError where argparse would say nothing."""
        check_output()
        write_lines(message.splitlines())

    def error(self, message: str) -> NoReturn:
        """Raise RefusedError with what argparse found wrong and where the help is."""
        raise RefusedError(f"{message} (see {self.prog} --help)")
