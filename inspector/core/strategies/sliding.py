"""Sliding windows over words or tokens: each begins `size - overlap` units after the one before."""

from __future__ import annotations

from inspector.core.facts import Facts
from inspector.core.hard_cuts import reach
from inspector.core.measures import Measure
from inspector.core.parameters import Parameters
from inspector.core.strategies.base import Bodies, Pause, Strategy, no_pause

_BETWEEN_PAUSES = 256
"""So many windows are made between two pauses."""


def bodies(facts: Facts, parameters: Parameters, pause: Pause = no_pause) -> Bodies:
    """Windows of `size` units stepping by `size - overlap`; stops when one reaches the end of the document.

    Starts and ends move back to the nearest place where a unit and a cluster begin and the recount fits; a window
    that ends early lets the next one begin early, so nothing is lost. Raises CannotError when a grapheme cluster alone
    is larger than the size.
    """
    measure = facts.measures[parameters.unit]
    starts, ends = [0], [_end(facts, measure, 0, parameters.size)]
    while ends[-1] < len(facts.text):
        start = _start(facts, measure, starts[-1], ends[-1], parameters.size - parameters.overlap)
        end = _end(facts, measure, start, parameters.size)
        while end <= ends[-1]:
            start = _later_start(facts, measure, start, ends[-1])
            end = _end(facts, measure, start, parameters.size)
        starts.append(start)
        ends.append(end)
        if len(ends) % _BETWEEN_PAUSES == 0:
            pause()
    return Bodies(ends, starts)


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
