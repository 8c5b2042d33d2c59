"""Sliding windows over words or tokens: each begins `size - overlap` units after the one before."""

from __future__ import annotations

import numpy as np

from inspector.core.facts import Facts
from inspector.core.hard_cuts import reach
from inspector.core.measures import Measure
from inspector.core.parameters import Parameters
from inspector.core.strategies.base import Bodies, Pause, Strategy, no_pause

_PLANNED = 128
"""So many windows are planned at once."""
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
    rest, longest = 0, 1  # so many windows are made before the next plan: twice as many after each that was of no use
    while ends[-1] < len(facts.text):
        if rest:
            rest -= 1
        else:
            known = len(ends)
            _follow(facts, measure, size, step, starts, ends)
            useful = len(ends) - known >= _WORTH
            rest, longest = (0, 1) if useful else (longest, min(2 * longest, _PLANNED))
        if ends[-1] < len(facts.text):
            _append_next(facts, measure, size, step, starts, ends)
        pause()
    return Bodies(ends, starts)


def _follow(facts: Facts, measure: Measure, size: int, step: int, starts: list[int], ends: list[int]) -> None:
    """Append the windows that begin where they should, step after step from the last one, as long as they do."""
    for start, end, exact in zip(*_plan(facts, measure, starts[-1], size, step), strict=True):
        last = ends[-1]
        if start > last or last == len(facts.text):
            return
        fitting = end if exact else _end(facts, measure, start, size)
        if fitting <= last:
            return
        starts.append(start)
        ends.append(fitting)


def _plan(facts: Facts, measure: Measure, start: int, size: int, step: int) -> tuple[list[int], list[int], list[bool]]:
    """Where the next windows begin and end by sums, and whether that is exact, up to a start that has to move."""
    units = measure.starts
    first = measure.before(start) + step
    ranks = np.arange(first, min(first + step * _PLANNED, len(units)), step)
    begins = units[ranks].astype(np.int64)
    after = ranks + size
    ends = np.full(len(ranks), len(facts.text), np.int64)
    ends[after < len(units)] = units[after[after < len(units)]]
    moves = facts.clusters.inside(begins) | (units[np.maximum(ranks - 1, 0)] == begins) & (ranks > 0)
    exact = measure.additive(begins) & measure.additive(ends) & ~facts.clusters.inside(ends)
    many = int(np.argmax(moves)) if moves.any() else len(ranks)
    return begins[:many].tolist(), ends[:many].tolist(), exact[:many].tolist()


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
