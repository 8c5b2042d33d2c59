"""Counting spans in tokens: prefix sums between anchors, the two short edges of a span encoded anew and remembered."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inspector.core.bits import Bits
from inspector.core.codepoints import SLICE, Mask, codes
from inspector.core.measures import Ints, earliest
from inspector.core.tokenizer import Tokenizer
from inspector.core.tokens import Tokens

_Edge = tuple[int, int]
"""An anchor beside an offset, and a sum: see `TokenMeasure.begin_edges` and `end_edges`."""
_REMEMBERED = 1_000_000
_REMEMBERED_TEXTS = 32_768
_FAR = 400
"""Characters within which an anchor is looked for: beyond, a span is counted whole."""
_NONE = 2**62
_UNKNOWN = -128


class TokenMeasure:
    """Tokens of the model's tokenizer.

    The count of `text[a:b]` is `end sum(b) - begin sum(a)` where an anchor at or after `a` is not beyond one at or
    before `b`: each sum depends on its offset alone, so a change of size encodes nothing that was encoded before.
    """

    unit = "tokens"

    def __init__(self, text: str, tokens: Tokens, tokenizer: Tokenizer) -> None:
        self._text = text
        self._tokens = tokens
        self._tokenizer = tokenizer
        self._anchors = tokenizer.anchors
        self._special_starts = np.ascontiguousarray(tokens.specials[:, 0]).data
        self._begins: dict[int, _Edge] = {}
        self._ends: dict[int, _Edge] = {}
        self._short: dict[str, int] = {"": 0}

    @property
    def starts(self) -> NDArray[np.int32]:
        """Where each token starts."""
        return self._tokens.starts

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

    def earliest(self, offset: int, amount: int) -> int:
        """Just after the start of the last token that would be too many."""
        k = self._tokens.before(offset) - amount
        return self._tokens.start(k - 1) + 1 if k > 0 else 0

    def earliest_all(self, offsets: Ints, amount: int) -> Ints:
        """Just after the start of the last token that would be too many."""
        return earliest(self._tokens.starts, self.before_all(offsets) - amount)

    def additive(self, offsets: Ints) -> Mask:
        """True at anchors that are not inside a special token that the document spells."""
        return self._additive.at(offsets)

    @cached_property
    def _additive(self) -> Bits:
        additive = np.ones(len(self._text) + 1, np.bool_)
        size = len(self._text)
        for start in range(0, size, SLICE):
            stop, before = min(start + SLICE, size), max(start - 1, 0)
            here = self._anchors.every(codes(self._text[before : stop + 1]))
            additive[start:stop] = here[start - before : stop - before]
        for start, end in self._tokens.specials.tolist():
            additive[start + 1 : end] = False
        return Bits(additive)

    def count(self, start: int, end: int) -> int:
        """The exact count of `text[start:end]` alone."""
        if start >= end:
            return 0
        first, begin = self._begins.get(start) or self._begin(start)
        last, finish = self._ends.get(end) or self._end(end)
        if first <= last:
            return finish - begin
        return self._tokenizer.count([self._text[start:end]])[0]

    def counts(self, starts: Ints, ends: Ints) -> Ints:
        """The same for many spans; only those with an end that is not additive are looked at."""
        before, after = self.before_all(starts), self.before_all(ends)
        result = after - before
        doubtful = np.flatnonzero(~(self.additive(starts) & self.additive(ends)))
        if not len(doubtful):
            return result
        starts, ends = starts[doubtful], ends[doubtful]
        first, begins = self.begin_edges(starts, before[doubtful])
        last, finishes = self.end_edges(ends, after[doubtful])
        counts = finishes - begins
        counts[starts >= ends] = 0
        narrow = np.flatnonzero((first > last) & (starts < ends))
        if len(narrow):
            spans = zip(starts[narrow].tolist(), ends[narrow].tolist(), strict=True)
            counts[narrow] = self._tokenizer.count([self._text[a:b] for a, b in spans])
        result[doubtful] = counts
        return result

    def begin_edges(self, offsets: Ints, before: Ints) -> tuple[Ints, Ints]:
        """For each offset an anchor at or after it (2**62: none near), and the sum there less the count up to it.

        `before` are the prefix sums at the offsets. Shape (n,), all. Each edge is encoded once.
        """
        anchors = self._additive.at_or_after(offsets)
        near = anchors - offsets <= _FAR
        more = self._begin_more[offsets].astype(np.int64)
        new = np.flatnonzero((more == _UNKNOWN) & near)
        if len(new):
            at = anchors[new]
            more[new] = self.before_all(at) - self._batch(offsets[new], at) - before[new]
            self._begin_more[offsets[new]] = _kept(more[new])
        return np.where(near, anchors, _NONE), np.where(near, before + more, 0)

    def end_edges(self, offsets: Ints, before: Ints) -> tuple[Ints, Ints]:
        """For each offset an anchor at or before it (-1: none near), and the sum there with the count after it.

        `before` are the prefix sums at the offsets. Shape (n,), all. Each edge is encoded once.
        """
        anchors = self._additive.at_or_before(offsets)
        near = offsets - anchors <= _FAR
        more = self._end_more[offsets].astype(np.int64)
        new = np.flatnonzero((more == _UNKNOWN) & near)
        if len(new):
            at = anchors[new]
            more[new] = self.before_all(at) + self._batch(at, offsets[new]) - before[new]
            self._end_more[offsets[new]] = _kept(more[new])
        return np.where(near, anchors, -1), np.where(near, before + more, 0)

    @cached_property
    def _begin_more(self) -> NDArray[np.int8]:
        """By how much the sum of a begin edge is above the prefix sum, for every offset."""
        return np.full(len(self._text) + 1, _UNKNOWN, np.int8)

    @cached_property
    def _end_more(self) -> NDArray[np.int8]:
        """By how much the sum of an end edge is above the prefix sum, for every offset."""
        return np.full(len(self._text) + 1, _UNKNOWN, np.int8)

    def _batch(self, starts: Ints, ends: Ints) -> Ints:
        """The counts of many edges, each different text encoded once and remembered."""
        texts = [self._text[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
        known = self._short
        new = [t for t in dict.fromkeys(texts) if t not in known]
        if new:
            if len(known) > _REMEMBERED_TEXTS:
                known = self._short = {"": 0}
                new = list(dict.fromkeys(texts))
            known.update(zip(new, self._tokenizer.count(new), strict=True))
        return np.array([known[t] for t in texts], np.int64)

    def _begin(self, offset: int) -> _Edge:
        anchor = self._anchor_after(offset)
        edge = (_NONE, 0) if anchor == _NONE else (anchor, self.before(anchor) - self._count(offset, anchor))
        if len(self._begins) > _REMEMBERED:
            self._begins.clear()
        self._begins[offset] = edge
        return edge

    def _end(self, offset: int) -> _Edge:
        anchor = self._anchor_before(offset)
        edge = (-1, 0) if anchor < 0 else (anchor, self.before(anchor) + self._count(anchor, offset))
        if len(self._ends) > _REMEMBERED:
            self._ends.clear()
        self._ends[offset] = edge
        return edge

    def _anchor_after(self, offset: int) -> int:
        anchor = self._anchors.next(self._text, offset, min(offset + _FAR, len(self._text)))
        if anchor is not None and self._inside_special(anchor):
            anchor = int(self._tokens.specials[self._special_before(anchor), 1])
        return _NONE if anchor is None else anchor

    def _anchor_before(self, offset: int) -> int:
        anchor = self._anchors.last(self._text, max(offset - _FAR, 0), offset)
        if anchor is not None and self._inside_special(anchor):
            anchor = int(self._tokens.specials[self._special_before(anchor), 0])
        return -1 if anchor is None else anchor

    def _count(self, start: int, end: int) -> int:
        return self._tokenizer.count([self._text[start:end]])[0] if start < end else 0

    def _special_before(self, offset: int) -> int:
        return bisect_left(self._special_starts, offset) - 1

    def _inside_special(self, offset: int) -> bool:
        k = self._special_before(offset)
        return k >= 0 and offset < int(self._tokens.specials[k, 1])


def _kept(more: Ints) -> NDArray[np.int8]:
    """The same in a byte; unknown again where that is too little."""
    return np.where(np.abs(more) < -_UNKNOWN, more, _UNKNOWN).astype(np.int8)
