"""A bounded memory of vectors already computed, by embedder identity and text, with a store on disk behind it."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext

import numpy as np
from numpy.typing import NDArray

from inspector.core.vector_store import VectorStore

Vector = NDArray[np.float32]
Key = tuple[str, str]

DEFAULT_BYTES = 128 * 2**20
_OVERHEAD = 300
"""Bytes that an entry takes beside its vector and its text: key, array head, place in the table."""


class VectorCache:
    """Vectors by (embedder identity, text), at most `limit` bytes of them; the least recently used go first.

    An entry counts its vector, its text and some overhead, so that long texts do not slip through the bound. What is
    not in memory is looked for in `store`, and what is kept is kept there too. Threads that share a cache give it a
    `lock` (reentrant), which then guards the store as well.
    """

    def __init__(
        self,
        limit: int = DEFAULT_BYTES,
        store: VectorStore | None = None,
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        self._limit = limit
        self._bytes = 0
        self._entries: OrderedDict[Key, Vector] = OrderedDict()
        self._store = store
        self._lock = nullcontext() if lock is None else lock

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: Key) -> bool:
        """Whether the vector is in memory; no use is noted."""
        return key in self._entries

    @property
    def bytes(self) -> int:
        """The bytes that the entries in memory take; never above the limit."""
        return self._bytes

    @property
    def on_disk(self) -> bool:
        """Whether there is a store behind the memory."""
        return self._store is not None

    def set_disk_limit(self, limit: int) -> None:
        """Let the store take so many bytes; raises RefusedError for too few."""
        with self._lock:
            if self._store is not None:
                self._store.set_limit(limit)

    @property
    def disk_bytes(self) -> int:
        """The bytes that the store takes on disk; 0 without one."""
        return 0 if self._store is None else self._store.bytes

    @property
    def disk_count(self) -> int:
        """How many vectors are on disk."""
        with self._lock:
            return 0 if self._store is None else self._store.count

    @property
    def notices(self) -> tuple[str, ...]:
        """What was wrong with the store so far, each thing once, in whole sentences for the window."""
        return () if self._store is None else self._store.notices

    def get(self, identity: str, text: str) -> Vector | None:
        """The vector of `text` by the embedder `identity`, float32 (d,) and read-only, or None."""
        return self.get_many(identity, (text,)).get(text)

    def get_many(self, identity: str, texts: Iterable[str], dimension: int | None = None) -> dict[str, Vector]:
        """The vectors that are known, float32 (d,) and read-only, by text; not those of another dimension than asked.

        The store is asked once for all that memory does not have.
        """
        with self._lock:
            found: dict[str, Vector] = {}
            missing: list[str] = []
            for text in dict.fromkeys(texts):
                vector = self._entries.get((identity, text))
                if vector is None or dimension not in (None, len(vector)):
                    missing.append(text)
                else:
                    self._entries.move_to_end((identity, text))
                    found[text] = vector
            if missing and self._store is not None:
                for text, vector in self._store.get_many(identity, missing, dimension).items():
                    found[text] = self._keep(identity, text, vector)
            return found

    def put(self, identity: str, text: str, vector: Vector) -> None:
        """Keep a copy of `vector` (d,); see `put_many`."""
        self.put_many(identity, {text: vector})

    def put_many(self, identity: str, vectors: Mapping[str, Vector]) -> None:
        """Keep read-only copies of the vectors (d,) by text, and let the oldest go until the bound holds.

        A vector with a number that is not finite is that of a text that failed: it is not kept.
        """
        whole = {text: vector for text, vector in vectors.items() if np.isfinite(vector).all()}
        with self._lock:
            for text, vector in whole.items():
                self._keep(identity, text, vector)
            if self._store is not None:
                self._store.put_many(identity, whole)

    def clear(self) -> None:
        """Forget everything, in memory and on disk; raises CannotError when the store cannot be emptied."""
        with self._lock:
            self._entries.clear()
            self._bytes = 0
            if self._store is not None:
                self._store.clear()

    def close(self) -> None:
        """Close the store's file; it opens again when it is needed."""
        with self._lock:
            if self._store is not None:
                self._store.close()

    def _keep(self, identity: str, text: str, vector: Vector) -> Vector:
        kept = np.array(vector, dtype=np.float32)
        kept.setflags(write=False)
        self._drop((identity, text))
        self._entries[identity, text] = kept
        self._bytes += _size(text, kept)
        while self._bytes > self._limit:
            self._drop(next(iter(self._entries)))
        return kept

    def _drop(self, key: Key) -> None:
        vector = self._entries.pop(key, None)
        if vector is not None:
            self._bytes -= _size(key[1], vector)


def _size(text: str, vector: Vector) -> int:
    return sys.getsizeof(text) + vector.nbytes + _OVERHEAD
