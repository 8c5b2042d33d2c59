"""What a size is: counting a span of the document in tokens, words or characters.

Every measure has sums, which are quick and guide the packing, and `count`, which is exact. They agree between two
offsets that are `additive`.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from inspector.core.bits import Bits
from inspector.core.codepoints import Mask

Ints = NDArray[np.int64]


class Measure(Protocol):
    """Counts in one unit over one document."""

    @property
    def unit(self) -> str:
        """The unit's name: tokens, words or characters."""
        ...

    @property
    def starts(self) -> NDArray[np.int32]:
        """Where each unit of the document starts, non-decreasing."""
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

    def earliest(self, offset: int, amount: int) -> int:
        """The smallest offset whose prefix sum is at most `amount` below that at `offset`."""
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

    @property
    def starts(self) -> NDArray[np.int32]:
        """Every offset."""
        return np.arange(self._size, dtype=np.int32)

    def before(self, offset: int) -> int:
        """The offset itself."""
        return offset

    def before_all(self, offsets: Ints) -> Ints:
        """The offsets themselves."""
        return offsets

    def furthest(self, offset: int, amount: int) -> int:
        """`amount` characters on, at most the end."""
        return min(offset + amount, self._size)

    def earliest(self, offset: int, amount: int) -> int:
        """`amount` characters back, at least 0."""
        return max(offset - amount, 0)

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
    """Words as `str.split` sees them.

    `starts` (int32) are the offsets at which the document's words start, `blank` tells where there is white space.
    """

    unit = "words"

    def __init__(self, text: str, starts: NDArray[np.int32], blank: Bits) -> None:
        self._text = text
        self._starts = starts
        self.blank = blank
        self._view = np.ascontiguousarray(starts).data

    @property
    def starts(self) -> NDArray[np.int32]:
        """Where each word starts."""
        return self._starts

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

    def earliest(self, offset: int, amount: int) -> int:
        """Just after the start of the last word that would be too many."""
        k = self.before(offset) - amount
        return self._view[k - 1] + 1 if k > 0 else 0

    def earliest_all(self, offsets: Ints, amount: int) -> Ints:
        """Just after the start of the last word that would be too many."""
        return earliest(self.starts, self.before_all(offsets) - amount)

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
        result[inner] = ~(self.blank.at(at) | self.blank.at(at - 1))
        return result


def counts_between(measure: Measure, bounds: Ints) -> Ints:
    """The exact counts of the n consecutive spans between n + 1 growing offsets."""
    sums, exact = measure.before_all(bounds), measure.additive(bounds)
    result = sums[1:] - sums[:-1]
    doubtful = np.flatnonzero(~(exact[:-1] & exact[1:]))
    if len(doubtful):
        result[doubtful] = measure.counts(bounds[doubtful], bounds[doubtful + 1])
    return result


def earliest(starts: NDArray[np.int32], first: Ints) -> Ints:
    """For each rank in `first` the smallest offset after the start of the unit before it; 0 where there is none."""
    if not len(starts):
        return np.zeros(len(first), np.int64)
    return np.where(first > 0, starts[np.maximum(first, 1) - 1].astype(np.int64) + 1, 0)
