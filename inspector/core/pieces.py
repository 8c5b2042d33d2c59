"""The different pieces of a text, each looked at once: words, ideographs and clusters come again and again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
_PART = 8192
"""So many are looked up at once: no other thread can run meanwhile."""
Rows = NDArray[np.int32]


class Numbered(dict[str, int]):
    """Numbers strings in the order in which they are first met; `new` are those met since `learned` was called."""

    def __init__(self) -> None:
        super().__init__()
        self.new: list[str] = []

    def __missing__(self, piece: str) -> int:
        number = len(self)
        self[piece] = number
        self.new.append(piece)
        return number

    def of(self, text: str, starts: NDArray[Any], ends: NDArray[Any]) -> Numbers:
        """The number of each piece `text[starts:ends]`, shape (n,)."""
        numbers = np.zeros(len(starts), np.int64)
        for k in range(0, len(starts), _PART):
            pieces = map(text.__getitem__, map(slice, starts[k : k + _PART].tolist(), ends[k : k + _PART].tolist()))
            numbers[k : k + _PART] = list(map(self.__getitem__, pieces))
        return numbers

    def learned(self) -> None:
        """Nothing is new any more."""
        self.new = []

    def forget_new(self) -> None:
        """As if the new ones had never been met."""
        for piece in self.new:
            del self[piece]
        self.new = []


class Pool:
    """What was found in each numbered piece: any number of rows, their first columns offsets from where it starts."""

    def __init__(self, width: int, offsets: int) -> None:
        """`width`: how many columns a row has; the first `offsets` of them are offsets."""
        self._offsets = offsets
        self._rows = np.zeros((0, width), np.int32)
        self._first = np.zeros(0, np.int64)
        self._many = np.zeros(0, np.int64)

    def learn(self, rows: Rows, bounds: NDArray[Any]) -> None:
        """The next pieces: those between `bounds`, shape (n + 1,), in a text in which `rows`, shape (r, width), stand.

        Rows are sorted by their first offset, which tells the piece they belong to.
        """
        cut = np.searchsorted(rows[:, 0], bounds.astype(np.int32))
        many = np.diff(cut)
        relative = rows.copy()
        relative[:, : self._offsets] -= np.repeat(bounds[:-1], many).astype(np.int32)[:, None]
        self._first = np.concatenate([self._first, cut[:-1] + len(self._rows)])
        self._many = np.concatenate([self._many, many])
        self._rows = np.concatenate([self._rows, relative])

    def learn_all(self, found: Sequence[Rows]) -> None:
        """The next pieces, one for each of `found`: its rows, their offsets relative to it."""
        many = np.fromiter(map(len, found), np.int64, len(found))
        self._first = np.concatenate([self._first, np.cumsum(many) - many + len(self._rows)])
        self._many = np.concatenate([self._many, many])
        self._rows = np.concatenate([self._rows, *found])

    def rows(self, numbers: Numbers, starts: NDArray[Any]) -> Rows:
        """The rows of the pieces with these numbers that start at `starts`, int32, shape (r, width)."""
        many = self._many[numbers]
        total = int(many.sum())
        before = np.cumsum(many) - many
        found: Rows = self._rows[np.repeat(self._first[numbers] - before, many) + np.arange(total)]
        found[:, : self._offsets] += np.repeat(starts, many).astype(np.int32)[:, None]
        return found
