"""A document: the text exactly as decoded, loaded from a file, from bytes or from the samples."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import psutil

from inspector.core.encodings import decode, text_codec
from inspector.core.errors import CannotError
from inspector.core.paths import resource
from inspector.core.samples import sample

MOST_CHARACTERS = 2**31 - 1
"""More code points than this do not fit the 32-bit offsets of tokens."""

MEMORY_PER_BYTE = 16
"""Bytes of memory that a byte of a file may need: up to 4 for the text, 12 for the arrays beside it."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_SPECIAL = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@dataclass(frozen=True, eq=False)
class Document:
    """A text and where it came from; two documents are equal only when they are the same object.

    `text` is exactly what was decoded, without a signature (BOM) and without lone surrogates. `encoding` is the name of
    the encoding it was read with ("utf-8", "utf-8-sig", "utf-16", "cp1252"). `notices` are sentences for the person.
    `sample` is the name of the sample that it is, else None.
    """

    text: str
    name: str
    path: Path | None
    encoding: str
    notices: tuple[str, ...] = ()
    sample: str | None = None

    @cached_property
    def newlines(self) -> dict[str, int]:
        """How often each kind of line end occurs: LF, CRLF, CR, NEL, LS, PS; kinds that do not occur are left out."""
        pairs = self.text.count("\r\n")
        counts = {"LF": self.text.count("\n") - pairs, "CRLF": pairs, "CR": self.text.count("\r") - pairs}
        counts |= {name: self.text.count(sign) for name, sign in (("NEL", "\x85"), ("LS", "\u2028"), ("PS", "\u2029"))}
        return {name: count for name, count in counts.items() if count}


def free_memory() -> int:
    """Bytes of memory that can be had without swapping."""
    return int(psutil.virtual_memory().available)


def load(path: Path | str, encoding: str | None = None, *, free: Callable[[], int] = free_memory) -> Document:
    """The document in a file. `encoding` None has it found: signature, strict UTF-8, then a guess with a notice.

    Raises RefusedError for an unknown encoding; CannotError for a file that is missing, a folder, not readable, no
    regular file, binary, wrong in the given encoding, or too large for half of the memory that `free` says is free.
    """
    if encoding is not None:
        text_codec(encoding)
    path = Path(path)
    shown = display(str(path))
    most = free() // 2 // MEMORY_PER_BYTE
    data = _read(path, shown, most)
    return _document(data, display(path.name), path, encoding, most)


def load_bytes(
    data: bytes,
    name: str,
    path: Path | None = None,
    encoding: str | None = None,
    *,
    free: Callable[[], int] = free_memory,
) -> Document:
    """The document in `data`, called `name` in the window and in messages; raises as `load` does."""
    return _document(data, display(name), path, encoding, free() // 2 // MEMORY_PER_BYTE)


def load_sample(name: str) -> Document:
    """The sample of that name (`samples.samples()` lists them); raises RefusedError when there is none."""
    found = sample(name)
    return replace(load(resource("samples", found.file), "utf-8"), path=None, sample=found.name)


def check_length(name: str, characters: int, most: int = MOST_CHARACTERS) -> None:
    """Raise CannotError for a text of more than `most` code points."""
    if characters > most:
        raise CannotError(
            f"{name}: has {characters:,} characters, more than the {most:,} possible; split it into parts"
        )


def display(name: str) -> str:
    """`name` fit for one line of a message: undecodable bytes become U+FFFD, controls are escaped."""
    return _UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], _SURROGATE.sub("\ufffd", name))


def _document(data: bytes, name: str, path: Path | None, encoding: str | None, most: int) -> Document:
    _check_size(name, len(data), most)
    found = decode(data, name, encoding)
    check_length(name, len(found.text))
    may_hold_nul = found.encoding not in ("utf-8", "utf-8-sig") or b"\0" in data
    return Document(found.text, name, path, found.encoding, found.notices + _facts(found.text, name, may_hold_nul))


def _facts(text: str, name: str, may_hold_nul: bool) -> tuple[str, ...]:
    if not text:
        return (f"{name} is empty: there is nothing to cut",)
    count = text.count("\0") if may_hold_nul else 0
    if count:
        return (f"the text holds {count:,} NUL character{'s' if count > 1 else ''} (U+0000), kept as {_they(count)}",)
    return ()


def _they(count: int) -> str:
    return "they are" if count > 1 else "it is"


def _check_size(shown: str, size: int, most: int) -> None:
    if size > most:
        raise CannotError(
            f"{shown}: has {size:,} bytes, and half of the free memory is enough for {most:,}"
            " only; close other programs or split it into parts"
        )


def _read(path: Path, shown: str, most: int) -> bytes:
    try:
        status = path.stat()
        _check_regular(status.st_mode, shown)
        _check_size(shown, status.st_size, most)
        with path.open("rb") as file:
            data = file.read(status.st_size + 1)
            return data if len(data) <= status.st_size else data + file.read(most + 1 - len(data))
    except FileNotFoundError as error:
        raise CannotError(f"{shown}: there is no such file; check the path") from error
    except PermissionError as error:
        raise CannotError(f"{shown}: you may not read it; change its permissions or copy it elsewhere") from error
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise CannotError(f"{shown}: cannot be read ({reason}); check the path") from error


def _check_regular(mode: int, shown: str) -> None:
    if stat.S_ISDIR(mode):
        raise CannotError(f"{shown}: is a folder; open a file in it")
    for test, what in _SPECIAL:
        if test(mode):
            raise CannotError(f"{shown}: is {what}, not a file; pass its text on standard input (-) instead")
