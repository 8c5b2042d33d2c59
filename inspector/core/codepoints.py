"""A text as an array of code points, and which of them are white space or line breaks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Codes = NDArray[Any]

SLICE = 1 << 20
"""So many characters are converted at a time: a conversion lets no other thread work."""
_SPACES = [c for c in range(0x3001) if chr(c).isspace()]
_SPACE_TABLE = np.zeros(0x3002, np.bool_)
_SPACE_TABLE[_SPACES] = True


def codes(text: str) -> Codes:
    """The code points of `text`, shape (len(text),): uint8 where all are below 256, else uint32.

    Raises UnicodeEncodeError for a lone surrogate, which is no code point of a text.
    """
    try:
        return _encoded(text, "latin-1", np.uint8)
    except UnicodeEncodeError:
        return _encoded(text, "utf-32-le", np.uint32)


def _encoded(text: str, codec: str, dtype: type[np.unsignedinteger[Any]]) -> Codes:
    if len(text) <= SLICE:
        return np.frombuffer(text.encode(codec), dtype)
    points = np.empty(len(text), dtype)
    for start in range(0, len(text), SLICE):
        try:
            data = text[start : start + SLICE].encode(codec)
        except UnicodeEncodeError as error:
            raise UnicodeEncodeError(codec, text, start + error.start, start + error.end, error.reason) from error
        points[start : start + SLICE] = np.frombuffer(data, dtype)
    return points


def codes_at(text: str, offsets: NDArray[Any]) -> Codes:
    """The code points of `text` at some offsets, shape (n,), without converting all of it."""
    if len(offsets) * 8 > len(text):
        points: Codes = codes(text)[offsets]
        return points
    return codes("".join(map(text.__getitem__, offsets.tolist())))


def spaces(points: Codes) -> Mask:
    """Which code points are white space as `str.isspace` sees it, shape (n,)."""
    blank = np.empty(len(points), np.bool_)
    for start in range(0, len(points), SLICE):
        part = points[start : start + SLICE]
        small = part if points.dtype == np.uint8 else np.minimum(part, 0x3001)
        np.take(_SPACE_TABLE, small, out=blank[start : start + SLICE])
    return blank


def among(points: Codes, members: str) -> Mask:
    """Which code points are one of the characters of `members`, shape (n,)."""
    return np.isin(points, np.array([ord(c) for c in members], np.uint32))


def runs(mask: Mask) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The starts and ends (int32, half-open) of the runs of True in `mask`."""
    edges = np.flatnonzero(mask[1:] != mask[:-1]).astype(np.int32) + np.int32(1)
    head = [np.int32(0)] if len(mask) and mask[0] else []
    tail = [np.int32(len(mask))] if len(mask) and mask[-1] else []
    bounds = np.concatenate([np.array(head, np.int32), edges, np.array(tail, np.int32)])
    return bounds[0::2], bounds[1::2]
