"""A yes or no for every place of a long text, in an eighth of a byte each, to be asked for many places at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import Mask


class Bits:
    """A packed mask of n places."""

    def __init__(self, mask: Mask) -> None:
        """`mask`: bool, shape (n,)."""
        self._bytes = np.packbits(mask, bitorder="little")

    def at(self, places: NDArray[Any]) -> Mask:
        """The answers at some places, all within 0 to n - 1; shape of `places`."""
        found: Mask = (self._bytes[places >> 3] >> (places & 7).astype(np.uint8) & 1).view(np.bool_)
        return found

    @property
    def nbytes(self) -> int:
        """The bytes that it keeps."""
        return self._bytes.nbytes
