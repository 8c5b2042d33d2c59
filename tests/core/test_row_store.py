"""Rows in a temporary file: what a full disk and programs that no longer run do to them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from inspector.core.errors import CannotError
from inspector.core.row_store import RowStore, remove_stale


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    rows = np.arange(12, dtype=np.float64).reshape(4, 3)
    for folder in (None, tmp_path / "made" / "when needed"):
        store = RowStore(6, 3, np.float64, folder)
        store.write(0, rows[:1])
        store.write(1, rows[1:])
        assert np.array_equal(store.array, np.vstack((rows, np.zeros((2, 3)))))
        store.close()


def test_a_full_disk_is_an_error_that_says_how_much_was_wanted(tmp_path: Path) -> None:
    class Full:
        name = str(tmp_path / "rows")

        def seek(self, place: int) -> None:
            pass

        def write(self, data: object) -> None:
            raise OSError(28, "No space left on device")

    store = RowStore(4, 2, np.float16, tmp_path)
    store._file = Full()
    with pytest.raises(CannotError, match=r"16 bytes for token vectors cannot be kept in .*: No space left on device"):
        store.write(0, np.zeros((1, 2)))


def test_what_the_system_takes_in_parts_is_written_whole(tmp_path: Path) -> None:
    class Parts:
        """A disk that is nearly full takes a part of what is written, without an error."""

        def __init__(self, inner: Any) -> None:
            self.inner, self.seek, self.name = inner, inner.seek, inner.name

        def write(self, data: memoryview) -> int:
            return int(self.inner.write(data.tobytes()[:7]))

    rows = np.arange(12, dtype=np.float64).reshape(4, 3)
    store = RowStore(4, 3, np.float64, tmp_path)
    whole, store._file = store._file, Parts(store._file)
    store.write(0, rows)
    store.write(4, rows[:0])
    assert np.array_equal(store.array, rows)
    store._file = whole
    store.close()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(CannotError, match="cannot be kept"):
        RowStore(4, 2, np.float16, tmp_path / "taken")


def test_files_of_programs_that_ended_are_deleted_and_those_of_running_ones_stay(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    other = psutil.Process(os.getppid())
    names = {
        f"rows-{int(ended.stdout)}-1-abc": False,
        f"rows-{os.getpid()}-1-abc": False,  # this number was another program's then
        f"rows-{other.pid}-{int(other.create_time())}-abc": True,
        "rows-odd": False,
        "something else": True,
    }
    for name in names:
        (tmp_path / name).write_bytes(b"x")
    store = RowStore(4, 2, np.float16, tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {n for n, stays in names.items() if stays} | {
        Path(store._file.name).name
    }
    assert remove_stale(tmp_path) == 0
    store.close()


def test_nothing_is_stale_where_there_is_no_folder(tmp_path: Path) -> None:
    assert remove_stale(tmp_path / "none") == 0
