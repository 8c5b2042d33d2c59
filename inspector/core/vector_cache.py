"""A bounded memory of vectors already computed, by embedder identity and text; the least recently used go first."""

from __future__ import annotations

import sys
from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Key = tuple[str, str]

DEFAULT_BYTES = 128 * 2**20
_OVERHEAD = 300
"""Bytes that an entry takes beside its vector and its text: key, array head, place in the table."""


class VectorCache:
    """Vectors by (embedder identity, text), at most `limit` bytes of them; for one thread at a time.

    An entry counts its vector, its text and some overhead, so that long texts do not slip through the bound.
    """

    def __init__(self, limit: int = DEFAULT_BYTES) -> None:
        self._limit = limit
        self._bytes = 0
        self._entries: OrderedDict[Key, Vector] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: Key) -> bool:
        return key in self._entries

    @property
    def bytes(self) -> int:
        """The bytes that the entries take; never above the limit."""
        return self._bytes

    def get(self, identity: str, text: str) -> Vector | None:
        """The vector of `text` by the embedder `identity`, float32 (d,) and read-only, or None."""
        vector = self._entries.get((identity, text))
        if vector is not None:
            self._entries.move_to_end((identity, text))
        return vector

    def put(self, identity: str, text: str, vector: Vector) -> Vector:
        """Keep a read-only copy of `vector`, let the oldest go until the bound holds, and return the copy."""
        kept = np.array(vector, dtype=np.float32)
        kept.setflags(write=False)
        self._drop((identity, text))
        self._entries[identity, text] = kept
        self._bytes += _size(text, kept)
        while self._bytes > self._limit:
            self._drop(next(iter(self._entries)))
        return kept

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()
        self._bytes = 0

    def _drop(self, key: Key) -> None:
        vector = self._entries.pop(key, None)
        if vector is not None:
            self._bytes -= _size(key[1], vector)


def _size(text: str, vector: Vector) -> int:
    return sys.getsizeof(text) + vector.nbytes + _OVERHEAD
