"""One encoding of a whole document in slices, into arrays of offsets.

The slices are cut where the tokenizer splits anyway, so ids and offsets are those of one encoding; they let progress
be told, the work be cancelled, and the GIL be released.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
import tokenizers
from numpy.typing import NDArray

from inspector.core.anchors import Anchors, NoAnchors
from inspector.core.errors import CancelledError
from inspector.core.tokens import Spans, Tokens, no_spans

SLICE = 16_000
BATCH = 8
_SINGLE_SPACE = re.compile(r"(?<=\S) (?=\S)")
_LOOK = 400

_Part = tuple[NDArray[np.int32], Spans, Spans]


def encode_document(
    inner: tokenizers.Tokenizer,
    text: str,
    anchors: Anchors,
    unknown_id: int | None,
    specials: dict[int, str],
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Tokens:
    """Encode `text` without special tokens around it; `progress(done, total)` in characters.

    Raises CancelledError when `cancelled()` is true between two batches of slices.
    """
    parts: list[_Part] = []
    for batch in _batches(list(_slices(text, anchors))):
        if cancelled and cancelled():
            raise CancelledError("counting tokens was cancelled")
        encodings = inner.encode_batch([text[a:b] for a, b in batch], add_special_tokens=False)
        parts += [_part(e, text, a, unknown_id, specials) for e, (a, _) in zip(encodings, batch, strict=True)]
        if progress:
            progress(batch[-1][1], len(text))
    return _join(parts)


def _slices(text: str, anchors: Anchors) -> Iterator[tuple[int, int]]:
    """Consecutive spans of about SLICE characters that cover `text`."""
    start, size = 0, len(text)
    while size - start > SLICE + _LOOK and not isinstance(anchors, NoAnchors):
        near = start + SLICE
        space = _SINGLE_SPACE.search(text, near, near + _LOOK)
        end = space.start() if space else anchors.next(text, near, size)
        if end is None:
            break
        yield start, end
        start = end
    if start < size:
        yield start, size


def _batches(slices: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    for k in range(0, len(slices), BATCH):
        yield slices[k : k + BATCH]


def _part(
    encoding: tokenizers.Encoding, text: str, base: int, unknown_id: int | None, specials: dict[int, str]
) -> _Part:
    """The arrays of one slice, shifted by where it starts."""
    flat = np.fromiter(chain.from_iterable(encoding.offsets), np.int32, 2 * len(encoding)).reshape(-1, 2)
    flat += np.int32(base)
    unknown: list[int] = []
    spelled: list[int] = []
    if specials or unknown_id is not None:
        ids = np.fromiter(encoding.ids, np.int32, len(encoding))
        for k in np.flatnonzero(ids <= max([*specials, unknown_id or 0])).tolist():
            token = specials.get(int(ids[k]))
            if token is not None and text[flat[k, 0] : flat[k, 1]] == token:
                spelled.append(k)
            elif ids[k] == unknown_id:
                unknown.append(k)
    return flat[:, 0].copy(), flat[unknown], flat[spelled]


def _join(parts: list[_Part]) -> Tokens:
    if not parts:
        return Tokens(np.zeros(0, np.int32), no_spans(), no_spans())
    starts, unknown, specials = (np.concatenate(column) for column in zip(*parts, strict=True))
    # Reordered combining marks could make offsets step back; bisection needs them sorted.
    return Tokens(np.maximum.accumulate(starts), unknown, specials)
