"""Rows of numbers, written once from the first to the last: in memory, or in a temporary file when there are many.

The file is written as a file and read as a mapping: a full disk is then an error that can be told, where writing into
the mapping would end the process.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from numpy.typing import DTypeLike, NDArray
from platformdirs import user_cache_path

from inspector.core.errors import CannotError

_NAME = "rows-"


class RowStore:
    """`count` rows of `width` numbers; `array` (count, width) shows those written, and zeros behind them."""

    def __init__(self, count: int, width: int, dtype: DTypeLike, folder: Path | None) -> None:
        """In memory when `folder` is None, else in a file there that goes with this object.

        Raises CannotError when there is no room for it.
        """
        self.dtype = np.dtype(dtype)
        self.bytes = count * width * self.dtype.itemsize
        self._file: Any = None
        self.array: NDArray[Any]
        if folder is None or not self.bytes:
            self.array = _zeros((count, width), self.dtype)
            return
        try:
            self._file = _new_file(folder)
            self._close = weakref.finalize(self, _remove, self._file)
            self._file.truncate(self.bytes)
            self.array = np.memmap(self._file, self.dtype, "r", shape=(count, width))
        except OSError as error:
            raise _no_room(folder, self.bytes, error) from error

    def write(self, start: int, rows: NDArray[Any]) -> None:
        """Put `rows` (m, width) at row `start`; raises CannotError when the disk is full."""
        if self._file is None:
            self.array[start : start + len(rows)] = rows
            return
        data = np.ascontiguousarray(rows, self.dtype)
        try:
            self._file.seek(start * data.itemsize * self.array.shape[1])
            left = data.reshape(-1).view(np.uint8).data
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise _no_room(Path(self._file.name).parent, self.bytes, error) from error

    def close(self) -> None:
        """Give memory or file back; the rows are gone."""
        self.array = np.zeros((0, self.array.shape[1]), self.dtype)
        if self._file is not None:
            self._close()


def cache_folder() -> Path:
    """Where the program's temporary rows lie: a folder of its own in the user's cache."""
    return user_cache_path("chunk-inspector") / "rows"


def remove_stale(folder: Path | None = None) -> int:
    """Delete the files that programs left which no longer run; how many. Those of running programs stay."""
    removed = 0
    for path in (folder or cache_folder()).glob(f"{_NAME}*"):
        if not _is_owned(path.name):
            with contextlib.suppress(OSError):  # another one that starts may be quicker
                path.unlink()
                removed += 1
    return removed


def _zeros(shape: tuple[int, int], dtype: np.dtype[Any]) -> NDArray[Any]:
    try:
        return np.zeros(shape, dtype)
    except MemoryError as error:
        raise CannotError(f"there is no memory for {shape[0]:,} rows of {shape[1]:,} numbers") from error


def _new_file(folder: Path) -> Any:
    folder.mkdir(parents=True, exist_ok=True)
    remove_stale(folder)
    owner = psutil.Process()
    name = f"{_NAME}{owner.pid}-{int(owner.create_time())}-"
    handle, path = tempfile.mkstemp(prefix=name, dir=folder)
    os.close(handle)
    return Path(path).open("r+b", buffering=0)


def _is_owned(name: str) -> bool:
    """Whether the program that made the file still runs: its number may belong to a later one."""
    try:
        pid, made = map(int, name.removeprefix(_NAME).split("-")[:2])
        return bool(abs(psutil.Process(pid).create_time() - made) < 2)
    except (ValueError, psutil.NoSuchProcess):
        return False
    except psutil.AccessDenied:
        return True


def _remove(file: Any) -> None:
    file.close()
    with contextlib.suppress(OSError):  # a system that keeps mapped files lets the next start delete it
        Path(file.name).unlink(missing_ok=True)


def _no_room(folder: Path, size: int, error: OSError) -> CannotError:
    return CannotError(f"{size:,} bytes for token vectors cannot be kept in {folder}: {error.strerror or error}")
