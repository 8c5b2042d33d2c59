"""A yes or no for every place of a long text, in an eighth of a byte each, to be asked for many places at once."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import Mask

_HIGHEST = np.array([max(value.bit_length() - 1, 0) for value in range(256)])
_LOWEST = np.array([max((value & -value).bit_length() - 1, 0) for value in range(256)])
"""The highest and the lowest bit that is set in a byte."""


class Bits:
    """A packed mask of n places."""

    def __init__(self, mask: Mask) -> None:
        """`mask`: bool, shape (n,)."""
        self._bytes = np.packbits(mask, bitorder="little")

    def at(self, places: NDArray[Any]) -> Mask:
        """The answers at some places, all within 0 to n - 1; shape of `places`."""
        found: Mask = (self._bytes[places >> 3] >> (places & 7).astype(np.uint8) & 1).view(np.bool_)
        return found

    def at_or_after(self, places: NDArray[Any]) -> NDArray[np.int64]:
        """The first place with a yes from each of some places on (int64, shape of `places`); -1 where there is none."""
        rows = places.astype(np.int64) >> 3
        found = self._bytes[rows] & (0xFF << (places & 7)).astype(np.uint8)
        empty = np.flatnonzero(found == 0)
        k = np.searchsorted(self._filled, rows[empty].astype(np.int32), side="right")
        there = k < len(self._filled)
        rows[empty[there]] = self._filled[k[there]]
        found[empty[there]] = self._bytes[self._filled[k[there]]]
        return np.where(found > 0, rows * 8 + _LOWEST[found], -1)

    def at_or_before(self, places: NDArray[Any]) -> NDArray[np.int64]:
        """The last place with a yes up to each of some places (int64, shape of `places`); -1 where there is none."""
        rows = places.astype(np.int64) >> 3
        found = self._bytes[rows] & (0xFF >> (7 - (places & 7))).astype(np.uint8)
        empty = np.flatnonzero(found == 0)
        k = np.searchsorted(self._filled, rows[empty].astype(np.int32), side="left") - 1
        there = k >= 0
        rows[empty[there]] = self._filled[k[there]]
        found[empty[there]] = self._bytes[self._filled[k[there]]]
        return np.where(found > 0, rows * 8 + _HIGHEST[found], -1)

    @cached_property
    def _filled(self) -> NDArray[np.int32]:
        """The bytes that hold a yes."""
        return np.flatnonzero(self._bytes).astype(np.int32)

    @property
    def nbytes(self) -> int:
        """The bytes that it keeps."""
        return self._bytes.nbytes
