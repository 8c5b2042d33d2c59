"""The files that an ONNX model is made of, and a digest over all of them.

A model's weights may lie in other files. ONNX writes the name of such a file behind the word "location", as the bytes
below: they are searched for, so that no library has to read gigabytes only to say which files are meant.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import re
from dataclasses import dataclass
from pathlib import Path

from inspector.core.errors import CannotError

_POINTER = b"version https://git-lfs"
_ELSEWHERE = re.compile(rb"\n\x08location\x12([\x80-\xff]?[\x00-\x7f])", re.DOTALL)
"""The entry before a file's name, ending in the length of the name, 7 bits a byte, the lowest first."""


@dataclass(frozen=True)
class ModelFile:
    """A model file and the sha256 of its content, with that of the files that hold its weights, in hexadecimal."""

    path: Path
    digest: str


def model_file(path: Path) -> ModelFile:
    """The file with a digest that also covers the files with its weights; raises as `files_of` does."""
    digests = [file_digest(file) for file in files_of(path)]
    return ModelFile(path, digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest())


def files_of(path: Path) -> tuple[Path, ...]:
    """The model file, then those with its weights, often none.

    Raises CannotError for one that is missing, cannot be read, or is only a pointer of Git LFS to the real one.
    """
    _check_real(path)
    with path.open("rb") as file:
        names = _names_in(file.fileno()) if path.stat().st_size else []
    missing = [name for name in names if not os.path.isfile(path.parent / name)]  # noqa: PTH113 - no error for any name
    if missing:
        raise CannotError(f"{path} keeps its weights in {', '.join(missing)} beside it, which is not there")
    weights = [path.parent / name for name in names]
    for file_with_weights in weights:
        _check_real(file_with_weights)
    return path, *weights


def file_digest(path: Path) -> str:
    """The sha256 of a file in hexadecimal; raises CannotError when it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise CannotError(f"{path} cannot be read: {error.strerror or error}") from error


def _check_real(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(len(_POINTER))
    except OSError as error:
        raise CannotError(f"{path} cannot be read: {error.strerror or error}") from error
    if head == _POINTER:
        raise CannotError(f"{path} is only a pointer of Git LFS to the model: was the download completed?")


def _names_in(handle: int) -> list[str]:
    """The names of other files that an ONNX file with content puts its weights in, each once."""
    with mmap.mmap(handle, 0, access=mmap.ACCESS_READ) as data:
        found = [data[entry.end() : entry.end() + _length(entry[1])] for entry in _ELSEWHERE.finditer(data)]
    return [name.decode("utf-8", "replace") for name in dict.fromkeys(found)]


def _length(digits: bytes) -> int:
    return sum((digit & 0x7F) << (7 * place) for place, digit in enumerate(digits))
