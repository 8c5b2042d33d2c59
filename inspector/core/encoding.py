"""One encoding of a whole document in slices, into arrays of offsets.

The slices are cut where the tokenizer splits anyway, so ids and offsets are those of one encoding; they let progress
be told, the work be cancelled, and the GIL be released.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

import numpy as np
import tokenizers
from numpy.typing import NDArray

from inspector.core.anchors import Anchors
from inspector.core.anchors_pairs import Members, places
from inspector.core.codepoints import codes
from inspector.core.errors import CancelledError
from inspector.core.tokens import Spans, Tokens, no_spans

SLICE = 16_000
REACH = 16_000
BATCH = 8

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]
Slice = tuple[int, int, int]
"""Where it starts, where it ends, and where its encoding begins: there or, one character early, before it."""
Slices = Sequence[Slice]
EncodeSlices = Callable[[str, Slices], list[tokenizers.Encoding]]
Ids = NDArray[np.int32]
_Part = tuple[Ids, Spans, Spans]
_AnyPart = TypeVar("_AnyPart")


@dataclass(frozen=True)
class Marked:
    """The ids to look out for: the unknown token's, and the special tokens with what they are spelled like.

    `literal`: a special token stands only where the text spells it so, character by character.
    `marks`: white space that a token holds before its word although counts add up after it; it starts at the word then.
    """

    unknown: int | None
    specials: dict[int, str]
    literal: bool = True
    marks: Members | None = None

    def part(self, encoding: tokenizers.Encoding, text: str, base: int, early: int = 0) -> _Part:
        """The arrays of one slice of a document, shifted by where it starts: starts, unknown, specials.

        The tokens of its first `early` characters are left out.
        """
        flat = np.fromiter(chain.from_iterable(encoding.offsets), np.int32, 2 * len(encoding)).reshape(-1, 2)
        unknown: list[int] = []
        spelled: list[int] = []
        watched = self._watched(text)
        if watched:
            ids = np.fromiter(encoding.ids, np.int32, len(encoding))
            for k in np.flatnonzero(np.isin(ids, watched) & (flat[:, 0] >= early)).tolist():
                special = self.specials.get(int(ids[k]))
                if special is not None and (ids[k] != self.unknown or text[flat[k, 0] : flat[k, 1]].strip() == special):
                    spelled.append(k)
                else:
                    unknown.append(k)
        spans = flat + np.int32(base)
        return self._starts(flat, text, early) + np.int32(base), spans[unknown], spans[spelled]

    def ids(self, encoding: tokenizers.Encoding, text: str, base: int, early: int = 0) -> tuple[Ids, Ids]:
        """The numbers of the tokens of one slice and where they start, as `part` has them."""
        flat = np.fromiter(chain.from_iterable(encoding.offsets), np.int32, 2 * len(encoding)).reshape(-1, 2)
        numbers = np.fromiter(encoding.ids, np.int32, len(encoding))
        return numbers[flat[:, 0] >= early], self._starts(flat, text, early) + np.int32(base)

    def _starts(self, flat: Spans, text: str, early: int) -> Ids:
        starts = flat[:, 0] if self.marks is None else _after(flat[:, 0], text, self.marks)
        return starts[flat[:, 0] >= early]

    def _watched(self, text: str) -> list[int]:
        spelled = not self.literal or any(content in text for content in self.specials.values())
        watched = list(self.specials) if spelled else []
        return watched if self.unknown is None or self.unknown in watched else [*watched, self.unknown]


def encode_document(
    encode: EncodeSlices,
    text: str,
    slices: Slices,
    marked: Marked,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Tokens:
    """Encode the slices of `text`; `progress(done, total)` in characters.

    Raises CancelledError when `cancelled()` is true between two batches of slices.
    """
    parts = _each_slice(encode, text, slices, marked.part, progress, cancelled)
    return _join(list(parts))


def encode_ids(
    encode: EncodeSlices,
    text: str,
    slices: Slices,
    marked: Marked,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> tuple[Ids, Ids]:
    """The numbers of the tokens of `text`, int32 (t,), and where each starts, as in `Tokens`; else as above."""
    parts = list(_each_slice(encode, text, slices, marked.ids, progress, cancelled))
    if not parts:
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    numbers, starts = (np.concatenate(column) for column in zip(*parts, strict=True))
    return numbers, np.maximum.accumulate(starts)


def _each_slice(
    encode: EncodeSlices,
    text: str,
    slices: Slices,
    part_of: Callable[[tokenizers.Encoding, str, int, int], _AnyPart],
    progress: Progress | None,
    cancelled: Cancelled | None,
) -> Iterator[_AnyPart]:
    """What `part_of` makes of each slice, encoded some at a time."""
    for batch in _batches(slices):
        if cancelled and cancelled():
            raise CancelledError("counting tokens was cancelled")
        encodings = encode(text, batch)
        for encoding, (start, end, begin) in zip(encodings, batch, strict=True):
            yield part_of(encoding, text[begin:end], begin, start - begin)
        if progress:
            progress(batch[-1][1], len(text))


def slices_at(text: str, anchors: Anchors, otherwise: Callable[[], Anchors]) -> list[Slice]:
    """Consecutive spans that cover `text`, of about SLICE characters where anchors allow it.

    Where no anchor is in reach, one of `otherwise` ends a slice, and the next is encoded from one character early.
    """
    slices = []
    start, size, early = 0, len(text), 0
    while start < size:
        near = start + SLICE
        end = anchors.next(text, near, min(near + REACH, size)) if near < size else size
        found = end is not None
        if end is None:
            end = otherwise().next(text, near, size)
            end = size if end is None else end
        slices.append((start, end, start - early))
        start, early = end, 0 if found else 1
    return slices


def _after(starts: NDArray[np.int32], text: str, marks: Members) -> NDArray[np.int32]:
    """The starts of tokens, after the characters in `marks` where something else follows."""
    others = np.flatnonzero(~marks[places(codes(text))]).astype(np.int32)
    if not len(others):
        return starts
    index = np.searchsorted(others, starts)
    moved: NDArray[np.int32] = np.where(index < len(others), others[np.minimum(index, len(others) - 1)], starts)
    return moved


def _batches(slices: Slices) -> Iterator[Slices]:
    for k in range(0, len(slices), BATCH):
        yield slices[k : k + BATCH]


def _join(parts: list[_Part]) -> Tokens:
    if not parts:
        return Tokens(np.zeros(0, np.int32), no_spans(), no_spans())
    starts, unknown, specials = (np.concatenate(column) for column in zip(*parts, strict=True))
    # Reordered combining marks could make offsets step back; bisection needs them sorted.
    return Tokens(np.maximum.accumulate(starts), unknown, specials)
