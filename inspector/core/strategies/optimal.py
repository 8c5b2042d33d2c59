"""Optimal: of all partitions whose chunks fit, the one of least total cost; no greed."""

from __future__ import annotations

import numpy as np

from inspector.core.body_limits import Limits, TooLargeError
from inspector.core.candidates import Candidates, candidates
from inspector.core.facts import Facts
from inspector.core.hard_cuts import too_large
from inspector.core.least_cost import least_path
from inspector.core.levels import Level
from inspector.core.measures import Ints
from inspector.core.parameters import Parameters, Weights
from inspector.core.remark import Remark
from inspector.core.strategies.base import Bodies, Pause, Strategy, no_pause

BY_SUMS = Remark(
    "least by summed counts",
    "in long runs that this tokenizer cannot split there are too many ways to cut to count them all, so the cost is "
    "the least by sums and may not be the very least; every chunk was counted",
)


def bodies(facts: Facts, parameters: Parameters, pause: Pause = no_pause) -> Bodies:
    """Bodies of at most `size`, later ones `size - overlap`, of least total cost: chunks plus weighted cuts.

    Raises CannotError when a grapheme cluster alone is larger than the size.
    """
    size, later = parameters.size, parameters.size - parameters.overlap
    choice = candidates(facts, parameters.separators, parameters.unit, size, later)
    measure = facts.measures[parameters.unit]
    offsets = choice.offsets

    def count(i: int, j: int) -> int:
        return measure.count(int(offsets[i]), int(offsets[j]))

    limits = Limits(size, later, size, min(parameters.floor, size))
    try:
        path = least_path(choice.sums, cut_weights(choice, parameters.weights), limits, count, pause)
    except TooLargeError as error:
        start, end = int(offsets[error.index]), int(offsets[error.index + 1])
        raise too_large(facts, measure, start, end, size) from error
    return Bodies(offsets[path.ends], remarks=(BY_SUMS,) if path.by_sums else ())


def cut_weights(choice: Candidates, weights: Weights) -> Ints:
    """The weight of the cut at each candidate, int64 hundredths, shape (n + 1,); 0 at both ends."""
    table = np.zeros(len(Level), np.int64)
    for level in Level:
        if level is not Level.END:
            table[level] = getattr(weights, level.label)
    result: Ints = np.where(choice.levels == Level.END, 0, table[choice.levels])
    return result


def fewest_chunks(total: int, parameters: Parameters) -> int:
    """The least number of chunks that any partition of `total` units could have."""
    if total <= parameters.size:
        return 1 if total else 0
    later = parameters.size - parameters.overlap
    return 1 + -(-(total - parameters.size) // later)


STRATEGY = Strategy(
    name="optimal",
    label="Optimal",
    summary="Few chunks with good cuts: of all ways to cut, the one where chunks plus weighted cuts cost least.",
    units=("tokens", "words", "characters"),
    uses_separators=True,
    bodies=bodies,
)
