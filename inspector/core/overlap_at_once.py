"""The overlap of many chunks at once where sums do not decide it: each step of the search is counted for all."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inspector.core.codepoints import Mask
from inspector.core.edge_sums import begin_sums, end_sums
from inspector.core.facts import Facts
from inspector.core.measures import Ints, Measure
from inspector.core.parameters import Parameters

_STEPS = 8
"""After so many steps up or down the few that are left are quicker one by one."""

_LONG = 1000
"""A longer part of a word is counted as a whole only where it turns out to matter."""

Fits = Callable[[Ints, Ints], Mask]


class AtOnce:
    """Finds where n chunks start as if no chunk stood before, and says for which chunks before that holds."""

    def __init__(self, facts: Facts, measure: Measure, parameters: Parameters, bodies: Ints, ends: Ints) -> None:
        """`bodies` and `ends`, shape (n,): where the bodies start and end."""
        self._facts, self._words = facts, facts.word_starts
        self._overlap, self._size = parameters.overlap, parameters.size
        self._bodies, self._measure = bodies, measure
        self._to_body, self._to_end = _Spans(measure, bodies), _Spans(measure, ends)

    def starts(self) -> tuple[Ints, Ints, Mask]:
        """The starts, the offsets before which the chunks before have to start, and which were found; shape (n,)."""
        bodies = self._bodies
        stop = np.searchsorted(self._words, bodies.astype(np.int32))
        low = self._measure.earliest_all(bodies, self._overlap)
        word, found = self._first_words(low, stop)
        starts, least = bodies.copy(), bodies.copy()
        whole = np.flatnonzero(found & (word < stop))
        starts[whole] = least[whole] = self._words[word[whole]]
        rest = np.flatnonzero(found & (word >= stop))
        if len(rest):
            starts[rest], least[rest], found[rest] = self._parts_of_words(rest, low[rest], stop[rest])
        return starts, least, found

    def _fits(self, numbers: Ints, starts: Ints) -> Mask:
        """Whether both the overlap and the chunk are within what they may have, if these chunks start there."""
        fits = self._to_body.counts(numbers, starts) <= self._overlap
        fits[fits] = self._to_end.counts(numbers[fits], starts[fits]) <= self._size
        return fits

    def _first_words(self, low: Ints, stop: Ints) -> tuple[Ints, Mask]:
        """The number of the earliest word near `low` that fits, `stop` where there is none; and which were found."""
        words, clusters = self._words, self._facts.clusters

        def fit(numbers: Ints, at: Ints) -> Mask:
            starts = words[at].astype(np.int64)
            return self._fits(numbers, starts) & ~clusters.inside(starts)

        word = np.searchsorted(words, low.astype(np.int32))
        return _settled(word, np.zeros(len(stop), np.int64), stop, fit, lambda at: at + 1, lambda at: at - 1)

    def _parts_of_words(self, numbers: Ints, low: Ints, stop: Ints) -> tuple[Ints, Ints, Mask]:
        """The same as `starts`, inside the last word before each body, which does not fit as a whole."""
        bodies, clusters = self._bodies[numbers], self._facts.clusters
        last = np.where(stop > 0, self._words[np.maximum(stop, 1) - 1].astype(np.int64), 0)
        starts, found = _settled(
            clusters.ceil_all(np.maximum(low, last)),
            last,
            bodies,
            lambda some, at: self._fits(numbers[some], at),
            lambda at: clusters.ceil_all(at + 1),
            lambda at: clusters.floor_all(at - 1),
        )
        blank = (np.searchsorted(self._words, starts.astype(np.int32)) >= stop) & (starts < bodies)
        blank[blank] = self._facts.blanks.at(starts[blank])
        starts = np.where(blank, bodies, starts)
        counts = self._to_body.counts(numbers, last, _LONG)
        whole = (counts >= 0) & (
            counts <= self._overlap
        )  # the last word fits the overlap but not the chunk: no overlap
        return np.where(whole, bodies, starts), np.where(whole, last, starts), (found | whole) & (counts >= 0)


class _Spans:
    """Counts spans up to n offsets, whose edges are looked at once."""

    def __init__(self, measure: Measure, ends: Ints) -> None:
        self._measure, self._ends = measure, ends
        self._sums, self._last = end_sums(measure, ends, measure.before_all(ends))

    def counts(self, numbers: Ints, starts: Ints, longest: int | None = None) -> Ints:
        """The exact counts from some starts to the ends with these numbers.

        -1 where a span of more than `longest` characters would have to be encoded.
        """
        begins, first = begin_sums(self._measure, starts, self._measure.before_all(starts))
        counts = self._sums[numbers] - begins
        narrow = np.flatnonzero(first > self._last[numbers])
        if len(narrow):
            stops = self._ends[numbers[narrow]]
            if longest is not None:
                counts[narrow] = -1
                short = stops - starts[narrow] <= longest
                narrow, stops = narrow[short], stops[short]
            counts[narrow] = self._measure.counts(starts[narrow], stops)
        return counts


def _settled(
    at: Ints, least: Ints, stop: Ints, fits: Fits, after: Callable[[Ints], Ints], before: Callable[[Ints], Ints]
) -> tuple[Ints, Mask]:
    """The first place that fits from `at` on, before `stop`; else, or where it is `at`, as far down as places fit.

    Not below `least`. Returns where that is, and which were found within a few steps.
    """
    at, moved = at.copy(), np.zeros(len(at), np.bool_)
    active = np.flatnonzero(at < stop)
    for _ in range(_STEPS):
        active = active[~fits(active, at[active])]
        moved[active] = True
        at[active] = after(at[active])
        active = active[at[active] < stop[active]]
        if not len(active):
            break
    found = np.ones(len(at), np.bool_)
    found[active] = False
    active = np.flatnonzero(~moved & (at > least))
    for _ in range(_STEPS):
        lower = before(at[active])
        active, lower = active[lower >= least[active]], lower[lower >= least[active]]
        fit = fits(active, lower)
        active, lower = active[fit], lower[fit]
        at[active] = lower
        active = active[lower > least[active]]
        if not len(active):
            break
    found[active] = False
    return at, found
