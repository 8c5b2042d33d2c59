"""The SQLite file of the vector store: opening and knowing it, reading and writing rows, and staying within a bound.

Two tables: small entries (key, order of use), so that noting a use rewrites little, and the vectors with a checksum.
Errors of SQLite and of the system go up as they are: what they mean for the program is the store's business.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]

LEAST_BYTES = 256 * 1024
_APPLICATION = 0x43484B56
"""Marks the file as ours, in its header."""
_VERSION = 1
_WAIT_SECONDS = 0.1
_PAGE = 8192
_AT_ONCE = 500
_ROW_BYTES = 200
"""About what an entry takes beside its vector."""
_INDEX_BYTES = 32 * 1024
"""The least that SQLite's index of the write-ahead log takes on disk while the file is open."""
_TABLES = (
    "CREATE TABLE entries (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, used INTEGER NOT NULL)",
    "CREATE INDEX entries_used ON entries (used, id)",
    "CREATE TABLE vectors (id INTEGER PRIMARY KEY, dimension INTEGER NOT NULL, sum INTEGER NOT NULL,"
    " vector BLOB NOT NULL)",
)


class ForeignFileError(Exception):
    """The file is a database, but not one of this program's or not of this version: it must be left alone."""


class VectorDatabase:
    """An open file of vectors by key; made when it is not there. Raises sqlite3.Error, OSError or ForeignFileError."""

    def __init__(self, path: Path, limit: int) -> None:
        self._slack = min(limit // 4, 8 * 2**20)
        self._pages = (limit - self._slack - _INDEX_BYTES) // _PAGE
        self._group_bytes = limit // 8
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
        self._connection = sqlite3.connect(
            path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=32
        )
        try:
            self._prepare()
        except (ForeignFileError, sqlite3.Error):
            self._connection.close()
            raise

    def read(self, keys: Sequence[bytes]) -> Iterator[tuple[bytes, int, Vector]]:
        """(key, id, float32 (d,)) of the keys that are there, whole vectors only, in no order."""
        for start in range(0, len(keys), _AT_ONCE):
            some = keys[start : start + _AT_ONCE]
            places = ",".join("?" * len(some))
            for key, number, dimension, checksum, data in self._connection.execute(
                f"SELECT key, id, dimension, sum, vector FROM entries JOIN vectors USING (id) WHERE key IN ({places})",
                some,
            ).fetchall():
                if len(data) == 4 * dimension and _checksum(key, data) == checksum:
                    yield key, number, np.frombuffer(data, dtype="<f4").astype(np.float32)

    def write(self, vectors: Mapping[bytes, Vector], used: Collection[int]) -> None:
        """Keep `vectors`, note that the rows `used` were read, and let the oldest go until the bound holds.

        A vector above an eighth of the limit is not kept. After a kill either all of a group of rows is there or none.
        """
        for group in self._groups(vectors):
            with self._transaction():
                self._touch(used)
                self._insert(group)
                self._evict()
            used = ()

    def touch(self, used: Collection[int]) -> None:
        """Note that the rows `used` were read."""
        with self._transaction():
            self._touch(used)

    def clear(self) -> None:
        """Delete everything and give the space back to the disk, as far as no other program reads at this moment.

        Takes some two seconds when there are 256 MB.
        """
        with self._transaction():
            self._connection.execute("DELETE FROM vectors")
            self._connection.execute("DELETE FROM entries")
        self._connection.execute("VACUUM")
        self.checkpoint()

    def checkpoint(self) -> None:
        """Move the write-ahead log into the file and empty it, unless another program reads at this moment."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def count(self) -> int:
        """How many vectors there are."""
        return self._number("SELECT count(*) FROM entries")

    def close(self) -> None:
        """Close the file; the last one who does so empties the write-ahead log."""
        self._connection.close()

    def _prepare(self) -> None:
        run = self._connection.execute
        if self._is_new():
            run(f"PRAGMA page_size = {_PAGE}")
            run("PRAGMA auto_vacuum = INCREMENTAL")
            run("PRAGMA journal_mode = WAL").fetchall()
            with self._transaction():
                if self._is_new():
                    for table in _TABLES:
                        run(table)
                    run(f"PRAGMA application_id = {_APPLICATION}")
                    run(f"PRAGMA user_version = {_VERSION}")
        run("PRAGMA synchronous = NORMAL")
        run(f"PRAGMA wal_autocheckpoint = {max(4, self._slack // 2 // _PAGE)}").fetchall()
        run(f"PRAGMA journal_size_limit = {self._slack // 2}").fetchall()

    def _is_new(self) -> bool:
        """Whether there is nothing in the file; ForeignFileError when there is something that is not ours."""
        owner, version = self._number("PRAGMA application_id"), self._number("PRAGMA user_version")
        if (owner, version) == (_APPLICATION, _VERSION):
            return False
        if owner == _APPLICATION:
            raise ForeignFileError(f"it has version {version}, and this program knows version {_VERSION}")
        if owner or version or self._number("SELECT count(*) FROM sqlite_master"):
            raise ForeignFileError("it is the database of another program")
        return True

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing of what is written inside."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _groups(self, vectors: Mapping[bytes, Vector]) -> Iterator[dict[bytes, Vector]]:
        group: dict[bytes, Vector] = {}
        size = 0
        for key, vector in vectors.items():
            if vector.nbytes > self._group_bytes:
                continue
            if size + vector.nbytes > self._group_bytes:
                yield group
                group, size = {}, 0
            group[key] = vector
            size += vector.nbytes + _ROW_BYTES
        yield group

    def _touch(self, used: Collection[int]) -> None:
        now = self._number("SELECT coalesce(max(used), 0) + 1 FROM entries")
        self._connection.executemany("UPDATE entries SET used = ? WHERE id = ?", [(now, number) for number in used])

    def _insert(self, vectors: Mapping[bytes, Vector]) -> None:
        now = self._number("SELECT coalesce(max(used), 0) + 1 FROM entries")
        first = self._number("SELECT coalesce(max(id), 0) + 1 FROM entries")
        many = self._connection.executemany
        many("DELETE FROM vectors WHERE id = (SELECT id FROM entries WHERE key = ?)", [(key,) for key in vectors])
        rows = [(first + place, key, now) for place, key in enumerate(vectors)]
        many("INSERT OR REPLACE INTO entries (id, key, used) VALUES (?, ?, ?)", rows)
        many(
            "INSERT OR REPLACE INTO vectors (id, dimension, sum, vector) VALUES (?, ?, ?, ?)",
            [_row(first + place, key, vector) for place, (key, vector) in enumerate(vectors.items())],
        )

    def _evict(self) -> None:
        """Delete the least recently used vectors until what is used fits, and cut off the free pages behind it."""
        while (over := self._used_pages() - self._pages) > 0 and (count := self.count()):
            oldest = max(1, -(-over * count // self._used_pages()))
            chosen = f"SELECT id FROM entries ORDER BY used, id LIMIT {oldest}"
            self._connection.execute(f"DELETE FROM vectors WHERE id IN ({chosen})")
            self._connection.execute(f"DELETE FROM entries WHERE id IN ({chosen})")
        self._shrink()

    def _used_pages(self) -> int:
        return self._number("PRAGMA page_count") - self._number("PRAGMA freelist_count")

    def _shrink(self) -> None:
        """Cut off free pages until the bound holds; a step of this pragma is a page, and `execute` takes one step."""
        free = self._number("PRAGMA freelist_count")
        for _ in range(min(free, self._number("PRAGMA page_count") - self._pages)):
            self._connection.execute("PRAGMA incremental_vacuum(1)")

    def _number(self, question: str) -> int:
        return int(self._connection.execute(question).fetchone()[0])


def _row(number: int, key: bytes, vector: Vector) -> tuple[int, int, int, bytes]:
    data = vector.astype("<f4").tobytes()
    return number, len(vector), _checksum(key, data), data


def _checksum(key: bytes, data: bytes) -> int:
    return zlib.crc32(data, zlib.crc32(key))
