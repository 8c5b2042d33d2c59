"""What a size is: counting a span of the document in tokens, words or characters.

Every measure has sums, which are quick and guide the packing, and `count`, which is exact. They agree between two
offsets that are `additive`.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import Mask, codes_at, spaces
from inspector.core.tokenizer import Tokenizer
from inspector.core.tokens import Tokens

Ints = NDArray[np.int64]


class Measure(Protocol):
    """Counts in one unit over one document."""

    @property
    def unit(self) -> str:
        """The unit's name: tokens, words or characters."""
        ...

    def before(self, offset: int) -> int:
        """How many units start before `offset`: the prefix sum."""
        ...

    def before_all(self, offsets: Ints) -> Ints:
        """The prefix sums at many offsets, shape (n,)."""
        ...

    def furthest(self, offset: int, amount: int) -> int:
        """The greatest offset whose prefix sum is at most `amount` above that at `offset`."""
        ...

    def earliest_all(self, offsets: Ints, amount: int) -> Ints:
        """For each offset the smallest one whose prefix sum is at most `amount` below, shape (n,)."""
        ...

    def additive(self, offsets: Ints) -> Mask:
        """Where sums of counts are exact, shape (n,)."""
        ...

    def count(self, start: int, end: int) -> int:
        """The exact count of the document's text from `start` to `end`."""
        ...

    def counts(self, starts: Ints, ends: Ints) -> Ints:
        """The exact counts of many spans, shape (n,)."""
        ...


class CharacterMeasure:
    """Code points: every sum is exact."""

    unit = "characters"

    def __init__(self, size: int) -> None:
        self._size = size

    def before(self, offset: int) -> int:
        """The offset itself."""
        return offset

    def before_all(self, offsets: Ints) -> Ints:
        """The offsets themselves."""
        return offsets

    def furthest(self, offset: int, amount: int) -> int:
        """`amount` characters on, at most the end."""
        return min(offset + amount, self._size)

    def earliest_all(self, offsets: Ints, amount: int) -> Ints:
        """`amount` characters back, at least 0."""
        return np.maximum(offsets - amount, 0)

    def additive(self, offsets: Ints) -> Mask:
        """True everywhere."""
        return np.ones(len(offsets), np.bool_)

    def count(self, start: int, end: int) -> int:
        """The length of the span."""
        return end - start

    def counts(self, starts: Ints, ends: Ints) -> Ints:
        """The lengths of the spans."""
        return ends - starts


class WordMeasure:
    """Words as `str.split` sees them; `starts` (int32) are the offsets at which the document's words start."""

    unit = "words"

    def __init__(self, text: str, starts: NDArray[np.int32]) -> None:
        self._text = text
        self.starts = starts
        self._view = np.ascontiguousarray(starts).data

    def before(self, offset: int) -> int:
        """How many words start before `offset`."""
        return bisect_left(self._view, offset)

    def before_all(self, offsets: Ints) -> Ints:
        """How many words start before each offset."""
        return np.searchsorted(self.starts, offsets.astype(np.int32)).astype(np.int64)

    def furthest(self, offset: int, amount: int) -> int:
        """The start of the first word that would be too many; the end when there is none."""
        k = self.before(offset) + amount
        return self._view[k] if k < len(self._view) else len(self._text)

    def earliest_all(self, offsets: Ints, amount: int) -> Ints:
        """Just after the start of the last word that would be too many."""
        return _earliest(self.starts, self.before_all(offsets) - amount)

    def additive(self, offsets: Ints) -> Mask:
        """False inside a word."""
        return ~self._inside(offsets)

    def count(self, start: int, end: int) -> int:
        """The number of words in the span; a part of a word is a word there."""
        if start >= end:
            return 0
        cut = start > 0 and not self._text[start - 1].isspace() and not self._text[start].isspace()
        return self.before(end) - self.before(start) + cut

    def counts(self, starts: Ints, ends: Ints) -> Ints:
        """The same for many spans."""
        sums = self.before_all(ends) - self.before_all(starts) + self._inside(starts)
        return np.where(starts < ends, sums, 0)

    def _inside(self, offsets: Ints) -> Mask:
        inner = (offsets > 0) & (offsets < len(self._text))
        result = np.zeros(len(offsets), np.bool_)
        at = offsets[inner]
        result[inner] = ~spaces(codes_at(self._text, at)) & ~spaces(codes_at(self._text, at - 1))
        return result


class TokenMeasure:
    """Tokens of the model's tokenizer: prefix sums between anchors, edges encoded anew."""

    unit = "tokens"

    def __init__(self, text: str, tokens: Tokens, tokenizer: Tokenizer) -> None:
        self._text = text
        self._tokens = tokens
        self._tokenizer = tokenizer
        self._anchors = tokenizer.anchors
        self._special_starts = np.ascontiguousarray(tokens.specials[:, 0]).data

    def before(self, offset: int) -> int:
        """How many tokens of the document start before `offset`."""
        return self._tokens.before(offset)

    def before_all(self, offsets: Ints) -> Ints:
        """How many tokens of the document start before each offset."""
        return np.searchsorted(self._tokens.starts, offsets.astype(np.int32)).astype(np.int64)

    def furthest(self, offset: int, amount: int) -> int:
        """The start of the first token that would be too many; the end when there is none."""
        k = self._tokens.before(offset) + amount
        return self._tokens.start(k) if k < len(self._tokens) else len(self._text)

    def earliest_all(self, offsets: Ints, amount: int) -> Ints:
        """Just after the start of the last token that would be too many."""
        return _earliest(self._tokens.starts, self.before_all(offsets) - amount)

    def additive(self, offsets: Ints) -> Mask:
        """True at anchors that are not inside a special token that the document spells."""
        ends = (offsets <= 0) | (offsets >= len(self._text))
        inner = np.clip(offsets, 1, max(len(self._text) - 1, 1))
        if len(self._text) < 2:
            return ends
        result = ends | self._anchors.beside(codes_at(self._text, inner - 1), codes_at(self._text, inner))
        if len(self._special_starts):
            result &= np.array([not self._inside_special(int(o)) for o in offsets], np.bool_)
        return result

    def count(self, start: int, end: int) -> int:
        """The exact count of `text[start:end]` alone."""
        first, last = self._edges(start, end)
        if first >= last:
            return self._tokenizer.count([self._text[start:end]])[0] if start < end else 0
        total = self.before(last) - self.before(first)
        if start < first:
            total += self._tokenizer.count([self._text[start:first]])[0]
        if last < end:
            total += self._tokenizer.count([self._text[last:end]])[0]
        return total

    def counts(self, starts: Ints, ends: Ints) -> Ints:
        """The same for many spans; only those with an end that is not additive are looked at one by one."""
        result = self.before_all(ends) - self.before_all(starts)
        doubtful = np.flatnonzero(~(self.additive(starts) & self.additive(ends)))
        for k in doubtful.tolist():
            result[k] = self.count(int(starts[k]), int(ends[k]))
        return result

    def _edges(self, start: int, end: int) -> tuple[int, int]:
        """The first and the last anchor of the span; `(end, start)` when there are none."""
        first = self._outside_special(self._anchors.next(self._text, start, end), 1)
        last = self._outside_special(self._anchors.last(self._text, start, end), 0)
        if first is None or last is None or not start <= first <= last <= end:
            return end, start
        return first, last

    def _outside_special(self, offset: int | None, side: int) -> int | None:
        """`offset`, or the start (0) or end (1) of the special token that it is inside of."""
        if offset is not None and self._inside_special(offset):
            k = bisect_left(self._special_starts, offset) - 1
            return int(self._tokens.specials[k, side])
        return offset

    def _inside_special(self, offset: int) -> bool:
        k = bisect_left(self._special_starts, offset) - 1
        return k >= 0 and offset < int(self._tokens.specials[k, 1])


def _earliest(starts: NDArray[np.int32], first: Ints) -> Ints:
    """For each rank in `first` the smallest offset after the start of the unit before it; 0 where there is none."""
    if not len(starts):
        return np.zeros(len(first), np.int64)
    return np.where(first > 0, starts[np.maximum(first, 1) - 1].astype(np.int64) + 1, 0)
