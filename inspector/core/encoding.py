"""One encoding of a whole document in slices, into arrays of offsets.

The slices are cut where the tokenizer splits anyway, so ids and offsets are those of one encoding; they let progress
be told, the work be cancelled, and the GIL be released.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from inspector.core.anchors import Anchors
from inspector.core.encoding_pieces import EncodeTexts, PieceEncoder
from inspector.core.errors import CancelledError
from inspector.core.marked import Ids, Marked, ReadSlice
from inspector.core.pieces import Rows
from inspector.core.tokens import Tokens

SLICE = 16_000
REACH = 16_000
BATCH = 8

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]
Slice = tuple[int, int, int]
"""Where it starts, where it ends, and where its encoding begins: there or, one character early, before it."""
Slices = Sequence[Slice]


def encode_document(
    encode: EncodeTexts,
    text: str,
    slices: Slices,
    anchors: Anchors,
    marked: Marked,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Tokens:
    """Encode the slices of `text`, whose ends are among the `anchors`; `progress(done, total)` in characters.

    Raises CancelledError when `cancelled()` is true between two batches of slices.
    """
    each = _Batches(encode, text, anchors, marked, marked.part, ((1, 1), (2, 2), (2, 2)))
    starts, unknown, specials = each.joined(slices, progress, cancelled)
    return Tokens(_growing(starts[:, 0]), unknown, specials)


def encode_ids(
    encode: EncodeTexts,
    text: str,
    slices: Slices,
    anchors: Anchors,
    marked: Marked,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> tuple[Ids, Ids]:
    """The numbers of the tokens of `text`, int32 (t,), and where each starts, as in `Tokens`; else as above."""
    each = _Batches(encode, text, anchors, marked, marked.ids, ((2, 1),))
    (rows,) = each.joined(slices, progress, cancelled)
    return np.ascontiguousarray(rows[:, 1]), _growing(rows[:, 0])


class _Batches:
    """Encodes a document some slices at a time, by pieces where these repeat."""

    def __init__(
        self,
        encode: EncodeTexts,
        text: str,
        anchors: Anchors,
        marked: Marked,
        read: ReadSlice,
        kinds: Sequence[tuple[int, int]],
    ) -> None:
        """`read` gives arrays of rows, each of the width and number of offsets that `kinds` tells."""
        self._encode, self._text, self._read, self._kinds = encode, text, read, kinds
        self._takes = marked.takes
        self._pieces = PieceEncoder(encode, anchors, read, kinds) if marked.by_pieces else None

    def joined(self, slices: Slices, progress: Progress | None, cancelled: Cancelled | None) -> list[Rows]:
        """The arrays of all slices, put together."""
        parts: list[tuple[Rows, ...]] = [tuple(np.zeros((0, width), np.int32) for width, _ in self._kinds)]
        for k in range(0, len(slices), BATCH):
            batch = slices[k : k + BATCH]
            if cancelled and cancelled():
                raise CancelledError("counting tokens was cancelled")
            parts += self._parts(batch)
            if progress:
                progress(batch[-1][1], len(self._text))
        return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]

    def _parts(self, batch: Slices) -> list[tuple[Rows, ...]]:
        start, end = batch[0][0], batch[-1][1]
        if self._pieces is None or any(begin < start for start, _, begin in batch):
            return self._each_slice(batch)
        stretch = self._text[start:end]
        part = None if any(token in stretch for token in self._takes) else self._pieces.part(stretch, start)
        return self._each_slice(batch) if part is None else [part]

    def _each_slice(self, batch: Slices) -> list[tuple[Rows, ...]]:
        texts = [self._text[begin:end] for _, end, begin in batch]
        encodings = zip(self._encode(texts), texts, batch, strict=True)
        return [self._read(e, text, begin, start - begin) for e, text, (start, _, begin) in encodings]


def _growing(starts: Ids) -> Ids:
    """Sorted: reordered combining marks could make offsets step back, and bisection needs them sorted."""
    grown: Ids = np.maximum.accumulate(starts)
    return grown


def slices_at(text: str, anchors: Anchors, otherwise: Callable[[], Anchors]) -> list[Slice]:
    """Consecutive spans that cover `text`, of about SLICE characters where anchors allow it.

    Where no anchor is in reach, one of `otherwise` ends a slice, and the next is encoded from one character early.
    """
    slices = []
    start, size, early = 0, len(text), 0
    while start < size:
        end, found = slice_end(text, start + SLICE, anchors, otherwise)
        slices.append((start, end, start - early))
        start, early = end, 0 if found else 1
    return slices


def slice_end(text: str, near: int, anchors: Anchors, otherwise: Callable[[], Anchors]) -> tuple[int, bool]:
    """Where a slice may end from `near` on, and whether it is one of the `anchors`, as it is where one is in reach."""
    size = len(text)
    if near >= size:
        return size, True
    end = anchors.next(text, near, min(near + REACH, size))
    if end is not None:
        return end, True
    end = otherwise().next(text, near, size)
    return size if end is None else end, False
