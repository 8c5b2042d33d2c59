"""Encoding a document piece by piece, each different piece once: a long text repeats its words.

A piece is what stands between two anchors. Anchors are told by the two characters beside them alone, so the pieces that
are new can be put side by side in other texts, wherever an anchor parts them there too, and encoded together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import tokenizers
from numpy.typing import NDArray

from inspector.core.anchors import Anchors
from inspector.core.codepoints import codes, spaces
from inspector.core.pieces import Numbered, Pool, Rows

_TEXT = 16_000
"""New pieces are put together to texts of about so many characters."""
_REMEMBERED = 8_000_000
"""Characters of different pieces that are remembered; then all are forgotten."""
_MOST_NEW = 0.5
"""Of a stretch, so much may be new; where there is more, nothing is gained by looking for pieces."""
_MOST_TEXTS = 0.01
"""The same for the texts that new pieces are put together to, each of which takes some time of its own."""

EncodeTexts = Callable[[list[str]], list[tokenizers.Encoding]]
Read = Callable[[tokenizers.Encoding, str, int], tuple[Rows, ...]]
"""What is wanted of the encoding of a text that stands at an offset: arrays of rows, sorted by their first column."""


class PieceEncoder:
    """Encodes consecutive stretches of one document, and remembers what each piece became."""

    def __init__(self, encode: EncodeTexts, anchors: Anchors, read: Read, kinds: Sequence[tuple[int, int]]) -> None:
        """`kinds`: the width of each array that `read` gives, and how many of its columns are offsets."""
        self._encode, self._anchors, self._read, self._kinds = encode, anchors, read, kinds
        self._forget()

    def _forget(self) -> None:
        self._numbered = Numbered()
        self._characters = 0
        self._pools = [Pool(width, offsets) for width, offsets in self._kinds]

    def part(self, text: str, base: int) -> tuple[Rows, ...] | None:
        """The arrays of `text`, a stretch that begins at `base` and there at an anchor; None where too much is new."""
        if self._characters > _REMEMBERED:
            self._forget()
        bounds = self._bounds(text)
        numbers = self._numbered.of(text, bounds[:-1], bounds[1:])
        if self._numbered.new and not self._learn(self._numbered.new, len(text)):
            self._numbered.forget_new()
            return None
        self._numbered.learned()
        return tuple(pool.rows(numbers, bounds[:-1] + base) for pool in self._pools)

    def _bounds(self, text: str) -> NDArray[np.int64]:
        """Where pieces end: at all anchors, but that a single blank stays with what follows it."""
        points = codes(text)
        anchors = self._anchors.every(points)
        anchors[1:-1] &= ~(anchors[:-2] & spaces(points[:-1]))
        return np.flatnonzero(anchors)

    def _learn(self, pieces: Sequence[str], length: int) -> bool:
        """Encode pieces that are new, many in one text; False where they are too much for a stretch of this length."""
        joined = "".join(pieces)
        if len(joined) > _MOST_NEW * length:
            return False
        ends = np.cumsum(np.fromiter(map(len, pieces), np.int64, len(pieces)))
        bounds = np.concatenate([np.zeros(1, np.int64), ends])
        texts = self._texts(joined, bounds)
        if len(texts) > _MOST_TEXTS * length:
            return False
        self._characters += len(joined)
        encodings = self._encode([joined[a:b] for a, b in texts])
        parts = [self._read(e, joined[a:b], a) for e, (a, b) in zip(encodings, texts, strict=True)]
        for pool, arrays in zip(self._pools, zip(*parts, strict=True), strict=True):
            rows = np.concatenate(arrays)
            # reordered combining marks could make offsets step back
            rows[:, 0] = np.maximum.accumulate(rows[:, 0])
            pool.learn(rows, bounds)
        return True

    def _texts(self, joined: str, bounds: NDArray[np.int64]) -> list[tuple[int, int]]:
        """Consecutive spans of the pieces put together, at whose inner bounds there are anchors."""
        apart = ~self._anchors.every(codes(joined))[bounds]
        long = np.diff(bounds // _TEXT, prepend=0) > 0
        inner = [cut for cut in bounds[apart | long].tolist() if 0 < cut < len(joined)]
        return list(pairwise([0, *inner, len(joined)]))
