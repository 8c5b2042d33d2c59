"""Sliding windows over words or tokens: each begins `size - overlap` units after the one before."""

from __future__ import annotations

import numpy as np

from inspector.core.codepoints import Mask
from inspector.core.facts import Facts
from inspector.core.hard_cuts import reach
from inspector.core.measures import Ints, Measure
from inspector.core.parameters import Parameters
from inspector.core.strategies.base import Bodies, Pause, Strategy, no_pause

_FEWEST, _MOST = 16, 512
"""So many windows are planned at once: twice as many as the last plan gave."""
_REST = 128
"""At most so many windows are made one by one before the next plan."""
_WORTH = 4
"""A plan that gives fewer windows took longer than making them one by one."""


def bodies(facts: Facts, parameters: Parameters, pause: Pause = no_pause) -> Bodies:
    """Windows of `size` units stepping by `size - overlap`; stops when one reaches the end of the document.

    Starts and ends move back to the nearest place where a unit and a cluster begin and the recount fits; a window
    that ends early lets the next one begin early, so nothing is lost. Raises CannotError when a grapheme cluster alone
    is larger than the size.
    """
    measure = facts.measures[parameters.unit]
    size, step = parameters.size, parameters.size - parameters.overlap
    starts, ends = [0], [_end(facts, measure, 0, size)]
    planned, rest = _FEWEST, 0
    longest = 1  # so many windows are made before the next plan: twice as many after each that was of no use
    while ends[-1] < len(facts.text):
        if rest:
            rest -= 1
        else:
            known = len(ends)
            _follow(facts, measure, size, step, planned, starts, ends)
            gained = len(ends) - known
            planned = min(max(2 * gained, _FEWEST), _MOST)
            rest, longest = (0, 1) if gained >= _WORTH else (longest, min(2 * longest, _REST))
        if ends[-1] < len(facts.text):
            _append_next(facts, measure, size, step, starts, ends)
        pause()
    return Bodies(np.array(ends, np.int64), np.array(starts, np.int64))


def _follow(
    facts: Facts, measure: Measure, size: int, step: int, planned: int, starts: list[int], ends: list[int]
) -> None:
    """Append the windows that begin where they should, step after step from the last one, as long as they do."""
    begins, stops, exact = _plan(facts, measure, starts[-1], size, step, planned)
    for k in np.flatnonzero(~exact).tolist():
        stops[k] = _end(facts, measure, int(begins[k]), size)
        if k + 1 < len(begins) and begins[k + 1] > stops[k]:
            begins, stops = begins[: k + 1], stops[: k + 1]
            break
    befores = np.append(np.int64(ends[-1]), stops[:-1])
    held = (begins > befores) | (stops <= befores) | (befores == len(facts.text))
    many = int(np.argmax(held)) if held.any() else len(held)
    starts += begins[:many].tolist()
    ends += stops[:many].tolist()


def _plan(facts: Facts, measure: Measure, start: int, size: int, step: int, planned: int) -> tuple[Ints, Ints, Mask]:
    """Where the next windows begin and end by sums, and whether that is exact, up to a start that has to move."""
    units = measure.starts
    first = measure.before(start) + step
    ranks = np.arange(first, min(first + step * planned, len(units)), step)
    begins = units[ranks].astype(np.int64)
    after = ranks + size
    ends = np.full(len(ranks), len(facts.text), np.int64)
    ends[after < len(units)] = units[after[after < len(units)]]
    moves = facts.clusters.inside(begins) | (units[np.maximum(ranks - 1, 0)] == begins) & (ranks > 0)
    many = int(np.argmax(moves)) if moves.any() else len(ranks)
    begins, ends = begins[:many], ends[:many]
    exact = measure.additive(begins) & measure.additive(ends) & ~facts.clusters.inside(ends)
    return begins, ends, exact


def _append_next(facts: Facts, measure: Measure, size: int, step: int, starts: list[int], ends: list[int]) -> None:
    """Append the window after the last one; its start moves on until it gets further than that."""
    start = _start(facts, measure, starts[-1], ends[-1], step)
    end = _end(facts, measure, start, size)
    while end <= ends[-1]:
        start = _later_start(facts, measure, start, ends[-1])
        end = _end(facts, measure, start, size)
    starts.append(start)
    ends.append(end)


def _start(facts: Facts, measure: Measure, previous: int, end: int, step: int) -> int:
    """Where the window after the one at `previous` begins: `step` units on, at most at that window's end."""
    start = facts.clusters.floor(measure.furthest(previous, step))
    if start <= previous:
        start = facts.clusters.after(previous)
    return min(start, end)


def _later_start(facts: Facts, measure: Measure, start: int, end: int) -> int:
    """The next start, so that a window which would not get past `end` does."""
    after = facts.clusters.ceil(measure.furthest(start, 1))
    return min(max(after, facts.clusters.after(start)), end)


def _end(facts: Facts, measure: Measure, start: int, size: int) -> int:
    """Where the window that begins at `start` ends."""
    return reach(facts, measure, start, len(facts.text), size, size)


WORDS = Strategy(
    name="sliding-words",
    label="Sliding words",
    summary="Windows of a fixed number of words; each begins size minus overlap words after the one before.",
    units=("words",),
    uses_separators=False,
    bodies=bodies,
)
TOKENS = Strategy(
    name="sliding-tokens",
    label="Sliding tokens",
    summary="Windows of a fixed number of tokens; each begins size minus overlap tokens after the one before.",
    units=("tokens",),
    uses_separators=False,
    bodies=bodies,
)
