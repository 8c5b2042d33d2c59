"""Overlap: what each chunk repeats of the text before its body, in whole words, as much as fits."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import numpy as np

from inspector.core.codepoints import Mask
from inspector.core.facts import Facts
from inspector.core.measures import Ints, Measure
from inspector.core.overlap_at_once import AtOnce
from inspector.core.parameters import Parameters

_AT_ONCE = 2048
"""So many starts are counted at once between two pauses."""
_BETWEEN_PAUSES = 128
"""So many starts are found one by one between two pauses."""


def chunk_starts(
    facts: Facts, parameters: Parameters, body_starts: Ints, ends: Ints, pause: Callable[[], None] = lambda: None
) -> Ints:
    """Where each chunk starts, shape (n,): its body's start less the overlap.

    Taken backwards in whole words while the repeated text alone stays within `overlap`; whole clusters of the last word
    where that alone is larger; always after the start of the chunk before. Then the finished chunk is counted, and the
    overlap gives way word by word until it is within `size`. `pause` is called every few milliseconds.
    """
    starts = body_starts.copy()
    if not parameters.overlap or len(starts) < 2:
        return starts
    measure = facts.measures[parameters.unit]
    sure = _by_sums(facts, measure, parameters, starts, ends)
    least = starts.copy()
    undecided = np.flatnonzero(~sure)
    for k in range(0, len(undecided), _AT_ONCE):
        some = undecided[k : k + _AT_ONCE]
        starts[some], least[some], sure[some] = AtOnce(
            facts, measure, parameters, body_starts[some], ends[some]
        ).starts()
        pause()
    before = np.concatenate([[-1], starts[:-1]])
    one_by_one = OneByOne(facts, measure, parameters)
    for number, first in enumerate(np.flatnonzero(~sure | (least <= before)).tolist(), 1):
        if number % _BETWEEN_PAUSES == 0:
            pause()
        k = first
        while 0 < k < len(starts) and (not sure[k] or least[k] <= starts[k - 1]):
            starts[k] = least[k] = one_by_one.start(int(starts[k - 1]), int(body_starts[k]), int(ends[k]))
            sure[k] = True
            k += 1
    return starts


def _by_sums(facts: Facts, measure: Measure, parameters: Parameters, starts: Ints, ends: Ints) -> Mask:
    """Set the starts that sums decide exactly; returns for which chunks they do."""
    bodies, ends = starts[1:].copy(), ends[1:]
    earliest = measure.earliest_all(bodies, parameters.overlap)
    start = _first_words(facts, earliest, bodies)
    exact = measure.additive(bodies) & measure.additive(start) & measure.additive(ends)
    fits = measure.before_all(ends) - measure.before_all(start) <= parameters.size
    sure = exact & fits & (start < bodies) & ~facts.clusters.inside(start)
    starts[1:][sure] = start[sure]
    return np.concatenate([[True], sure])


def _first_words(facts: Facts, earliest: Ints, bodies: Ints) -> Ints:
    """The first word start from `earliest` on; `earliest` itself where it is inside the last word before the body."""
    words = facts.word_starts
    index = np.searchsorted(words, earliest.astype(np.int32))
    word = words[np.minimum(index, len(words) - 1)].astype(np.int64)
    inside = (index == np.searchsorted(words, bodies.astype(np.int32))) & (index > 0) & (earliest < bodies)
    inside[inside] = ~facts.blanks.at(earliest[inside])
    return np.where(inside, earliest, word)


class OneByOne:
    """Finds a start by counting, where sums do not decide."""

    def __init__(self, facts: Facts, measure: Measure, parameters: Parameters) -> None:
        self._facts, self._measure = facts, measure
        self._words = np.ascontiguousarray(facts.word_starts).data
        self._size, self._overlap = parameters.size, parameters.overlap

    def start(self, previous: int, body: int, end: int) -> int:
        """The chunk's start: after `previous`, at most `body`."""
        low = max(previous + 1, self._measure.earliest(body, self._overlap))
        word = self._first_word(previous, low, body, end)
        if word < body:
            return word
        last = self._last_word(body)
        if last > previous and self._measure.count(last, body) <= self._overlap:
            return body  # the last word fits the overlap but not the chunk: the overlap gave way
        return self._first_cluster(max(previous + 1, last), max(low, last), body, end)

    def _fits(self, start: int, body: int, end: int) -> bool:
        count = self._measure.count
        return count(start, body) <= self._overlap and count(start, end) <= self._size

    def _first_word(self, previous: int, low: int, body: int, end: int) -> int:
        """The earliest word start after `previous`, near `low`, with which both counts fit; `body` if there is none."""

        def fits(k: int) -> bool:
            word = self._words[k]
            return self._facts.clusters.floor(word) == word and self._fits(word, body, end)

        k = bisect_left(self._words, low)
        while k < len(self._words) and self._words[k] < body and not fits(k):
            k += 1
        while k and previous < self._words[k - 1] < body and fits(k - 1):  # sums can be too large as well
            k -= 1
        return min(self._words[k], body) if k < len(self._words) else body

    def _last_word(self, body: int) -> int:
        """Where the last word that begins before `body` begins."""
        k = bisect_left(self._words, body) - 1
        return self._words[k] if k >= 0 else 0

    def _first_cluster(self, least: int, low: int, body: int, end: int) -> int:
        """The earliest cluster of the last word near `low` with which both counts fit; `body` when there is none."""
        clusters = self._facts.clusters
        start = clusters.ceil(low)
        while start < body and not self._fits(start, body, end):
            start = clusters.after(start)
        while start > least and (before := clusters.floor(start - 1)) >= least and self._fits(before, body, end):
            start = before
        return start if self._has_word(start, body) else body

    def _has_word(self, start: int, body: int) -> bool:
        return start < body and not self._facts.text[start:body].isspace()
