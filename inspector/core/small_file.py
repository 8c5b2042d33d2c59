"""Reading a small text file that a person chose: bounded, and refused in words where it is no such file."""

from __future__ import annotations

from pathlib import Path

from inspector.core.errors import CannotError, RefusedError


def read_small(path: Path, most: int, what: str) -> str:
    """The UTF-8 text of a file of at most `most` bytes, without a signature; `what` is what it should hold.

    Raises CannotError for what is no file (a pipe would never end) or cannot be read, RefusedError for one that is too
    large or no UTF-8.
    """
    try:
        if path.exists() and not path.is_file():
            raise CannotError(f"{path} cannot be read: it is no file")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise CannotError(f"{path} cannot be read: {error.strerror or error}") from error
    if len(data) > most:
        raise RefusedError(f"{path} has more than {most:,} bytes: that is no {what}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedError(f"{path} is no UTF-8 text: byte {error.start} is 0x{data[error.start]:02X}") from error
