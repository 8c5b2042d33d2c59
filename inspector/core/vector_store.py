"""Vectors on disk, by embedder identity and text: bounded, whole after a crash, and never in the way of the work.

**What is stored of a text is its vector and a hash, never the text itself**, nor the embedder's name or address: the
key is a SHA-256 over both. Yet who has the file can test whether a certain text was embedded, and vectors tell
something about their texts; so the file is readable for its owner only, and can be emptied.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import numpy as np
from platformdirs import user_cache_path

from inspector.core.errors import CannotError, RefusedError
from inspector.core.vector_database import LEAST_BYTES, ForeignFileError, Vector, VectorDatabase

DEFAULT_STORE_BYTES = 256 * 2**20
PAUSE_SECONDS = 5.0
"""So long a file that was locked or full is left in peace."""

Tell = Callable[[str], None]
Rows = Mapping[bytes, Vector]
T = TypeVar("T")

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}
_NO_ROWS: list[tuple[bytes, int, Vector]] = []
_REMEMBERED_USES = 20_000


def default_path() -> Path:
    """Where the real program keeps its vectors: in the user's cache folder, which may be deleted at any time."""
    return user_cache_path("chunk-inspector") / "vectors.sqlite"


def ignore_notice(notice: str) -> None:
    """Tell nobody."""


class VectorStore:
    """At most `limit` bytes of vectors in the file `path`, made with the first vector; for one thread at a time.

    Several programs may use the file at once. No fault of the file is raised by reading or writing: it is told, once
    each, to `tell` and in `notices`, and the store then has nothing and keeps nothing, for a while (locked, full) or
    for good (not ours, not writable). A damaged file is set aside, and a new one begins.
    """

    def __init__(self, path: Path, limit: int = DEFAULT_STORE_BYTES, tell: Tell = ignore_notice) -> None:
        """Raises RefusedError for a limit in which nothing would have room."""
        self.path = path
        self.limit = _checked(limit)
        self.notices: tuple[str, ...] = ()
        self._tell = tell
        self._database: VectorDatabase | None = None
        self._off = False
        self._was_damaged = False
        self._wait_until = {"open": 0.0, "read": 0.0, "write": 0.0}
        self._used: dict[int, None] = {}

    @property
    def bytes(self) -> int:
        """What the files take on disk; at most the limit after each put, while no other program reads."""
        total = 0
        for file in self._files():
            with suppress(OSError):
                total += file.stat().st_size
        return total

    @property
    def count(self) -> int:
        """How many vectors there are."""
        return self._try("read", VectorDatabase.count, 0)

    def get_many(self, identity: str, texts: Iterable[str], dimension: int | None = None) -> dict[str, Vector]:
        """The vectors that are there, float32 (d,), by text; those of another dimension than asked for are not."""
        model = _digest(identity)
        keys = {_digest(text, model): text for text in texts}
        rows = self._try("read", lambda database: list(database.read(tuple(keys))), _NO_ROWS)
        found = {keys[key]: (number, row) for key, number, row in rows if dimension in (None, len(row))}
        for number, _ in found.values():
            self._used.pop(number, None)
            self._used[number] = None
        if len(self._used) > _REMEMBERED_USES:
            self._note_uses()
        return {text: row for text, (_, row) in found.items()}

    def put_many(self, identity: str, vectors: Mapping[str, Vector]) -> None:
        """Keep the vectors (d,) by text, in a transaction; those that are not finite are not kept."""
        model = _digest(identity)
        rows = {_digest(text, model): row for text, row in vectors.items() if np.isfinite(row).all()}
        if rows:
            self._try("write", lambda database: self._write(database, rows), None, create=True)

    def set_limit(self, limit: int) -> None:
        """At most so many bytes from the next vector on; raises RefusedError as the constructor does."""
        checked = _checked(limit)
        if checked != self.limit:
            self.close()
            self.limit = checked

    def clear(self) -> None:
        """Forget everything, also a damaged file that was set aside, and give the disk its space back.

        Takes seconds when much is there. Raises CannotError when the file is locked or cannot be written, or is not
        ours: such a file is left alone.
        """
        self._off = self._was_damaged = False
        self._wait_until = dict.fromkeys(self._wait_until, 0.0)
        self._used.clear()
        try:
            try:
                database = self._open(create=False)
                if database is not None:
                    database.clear()
            except sqlite3.Error as error:
                if not _is_damage(error):
                    raise
                self._release()
                self._delete(*self._files())
            self._delete(self._aside())
        except (ForeignFileError, OSError, sqlite3.Error) as error:
            raise CannotError(f"the vector cache {self.path} could not be emptied: {_reason(error)}") from error

    def close(self) -> None:
        """Note what was used lately and close the file; it opens again when it is needed."""
        self._note_uses()
        self._release()

    def _release(self) -> None:
        self._used.clear()
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
        self._database = None

    def _write(self, database: VectorDatabase, rows: Rows) -> None:
        database.write(rows, list(self._used))
        self._used.clear()
        if self.bytes > self.limit:
            database.checkpoint()

    def _note_uses(self) -> None:
        if self._used and self._database is not None:
            used = list(self._used)
            self._try("write", lambda database: database.touch(used), None)
        self._used.clear()

    def _try(self, work: str, action: Callable[[VectorDatabase], T], instead: T, *, create: bool = False) -> T:
        """What `action` gives, or `instead` when the file is not there or not to be had."""
        now = time.monotonic()
        if self._off or now < self._wait_until[work] or (self._database is None and now < self._wait_until["open"]):
            return instead
        try:
            database = self._open(create=create)
        except (ForeignFileError, OSError, sqlite3.Error) as error:
            self._handle("open", error)
            return instead
        try:
            return instead if database is None else action(database)
        except (OSError, sqlite3.Error) as error:
            self._handle(work, error)
            return instead

    def _open(self, *, create: bool) -> VectorDatabase | None:
        there = self.path.exists()
        if not there:
            self._release()  # somebody emptied the cache folder
        if self._database is None and (create or there):
            self._database = VectorDatabase(self.path, self.limit)
        return self._database

    def _handle(self, work: str, error: Exception) -> None:
        """Say what is wrong, and wait, begin anew or give up."""
        code = _code(error)
        if code in _BUSY or code == sqlite3.SQLITE_FULL:
            why = "the disk is full" if code == sqlite3.SQLITE_FULL else "another program holds it"
            self._wait_until[work] = time.monotonic() + PAUSE_SECONDS
            self._say(f"The vector cache on disk is skipped while {why} ({self.path}).")
        elif _is_damage(error):
            self._set_aside()
        else:
            self._give_up(_reason(error))

    def _give_up(self, why: str) -> None:
        self._off = True
        self._release()
        self._say(f"Vectors are kept in memory only: {self.path} cannot be used ({why}).")

    def _set_aside(self) -> None:
        """Begin with a new file; a second one that turns out damaged is the fault of something else: give up."""
        self._release()
        if self._was_damaged:
            self._give_up("it was damaged again")
            return
        self._was_damaged = True
        try:
            self.path.replace(self._aside())
            self._delete(*self._files())
        except OSError as error:
            self._give_up(f"it is damaged and could not be set aside: {_reason(error)}")
            return
        self._say(
            f"The vector cache on disk was damaged: it is set aside as {self._aside().name}, and a new one begins."
        )

    def _say(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices += (notice,)
            self._tell(notice)

    def _delete(self, *files: Path) -> None:
        for file in files:
            file.unlink(missing_ok=True)

    def _files(self) -> Sequence[Path]:
        """The file and those that SQLite keeps beside it."""
        return tuple(self.path.with_name(self.path.name + end) for end in ("", "-wal", "-shm"))

    def _aside(self) -> Path:
        return self.path.with_name(self.path.name + ".damaged")


def _checked(limit: int) -> int:
    if limit < LEAST_BYTES:
        raise RefusedError(f"a vector cache on disk needs at least {LEAST_BYTES:,} bytes, not {limit:,}")
    return limit


def _digest(text: str, before: bytes = b"") -> bytes:
    return hashlib.sha256(before + text.encode("utf-8", "surrogatepass")).digest()


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _is_damage(error: Exception) -> bool:
    return _code(error) in _DAMAGED


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
