"""The sweep: how a document would be cut at many sizes or overlaps, for the background of the sliders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from inspector.core.chunker import body_starts_of
from inspector.core.errors import CannotError, RefusedError
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.measures import Ints, counts_between
from inspector.core.overlap import chunk_starts
from inspector.core.parameters import Parameters, check_size
from inspector.core.strategies import STRATEGIES, Bodies, Pause, no_pause

LOWEST, HIGHEST = 8, 8192
POINTS = 60


@dataclass(frozen=True)
class SweepPoint:
    """One setting of the sweep; where it is refused `chunks` is 0 and `refused` says why.

    `mean_fill` is the mean of count / size, `hard` the share of hard cuts among the cuts, `small` the share of chunks
    under a quarter full, `units` the sum of all counts: what is embedded in all, in the unit.
    """

    size: int
    overlap: int
    chunks: int
    mean_fill: float
    hard: float
    small: float
    units: int
    refused: str | None = None


def sweep_sizes(count: int = POINTS, low: int = LOWEST, high: int = HIGHEST) -> list[int]:
    """Whole sizes spaced evenly on a logarithmic slider from `low` to `high`, each once, the largest first."""
    return sorted({round(s) for s in np.geomspace(low, high, count)}, reverse=True)


def finer_sizes(coarse: Sequence[int]) -> list[int]:
    """Sizes between the neighbours of a sweep, the largest first."""
    ordered = sorted(coarse)
    between = {round(float(np.sqrt(a * b))) for a, b in pairwise(ordered)}
    return sorted(between - set(coarse), reverse=True)


def sweep_overlaps(size: int, count: int = 24) -> list[int]:
    """Whole overlaps spaced evenly from 0 to half the size, each once."""
    return sorted({round(o) for o in np.linspace(0, size // 2, count)})


def sweep(
    facts: Facts,
    settings: Sequence[Parameters],
    cancelled: Callable[[], bool] = lambda: False,
    pause: Pause = no_pause,
) -> Iterator[SweepPoint]:
    """A point for each of the settings, in their order; stops early when cancelled. `pause` is as for a strategy."""
    for parameters in settings:
        if cancelled():
            return
        yield sweep_point(facts, parameters, pause)


def over_sizes(parameters: Parameters, sizes: Sequence[int]) -> list[Parameters]:
    """The same parameters at other sizes."""
    return [replace(parameters, size=size) for size in sizes]


def over_overlaps(parameters: Parameters, overlaps: Sequence[int]) -> list[Parameters]:
    """The same parameters with other overlaps."""
    return [replace(parameters, overlap=overlap) for overlap in overlaps]


def expected_chunks(facts: Facts, parameters: Parameters) -> int:
    """About how many chunks there will be at the least: the document's units over what each chunk adds."""
    units = facts.measures[parameters.unit].before(len(facts.text))
    return units // max(parameters.size - parameters.overlap, 1) + 1


def sweep_point(facts: Facts, parameters: Parameters, pause: Pause = no_pause) -> SweepPoint:
    """Cut the document and keep only what the sweep shows of it."""
    size, overlap = parameters.size, parameters.overlap
    try:
        check_size(size, overlap)
        if facts.blank:
            return SweepPoint(size, overlap, 0, 0.0, 0.0, 0.0, 0)
        bodies = STRATEGIES[parameters.strategy].bodies(facts, parameters, pause)
    except (CannotError, RefusedError) as error:
        return SweepPoint(size, overlap, 0, 0.0, 0.0, 0.0, 0, str(error))
    pause()
    ends = bodies.ends
    counts = _counts(facts, parameters, bodies, ends, pause)
    pause()
    levels = facts.cuts(parameters.separators).levels_at(facts.text, ends[:-1])
    return SweepPoint(
        size,
        overlap,
        len(ends),
        float(counts.mean()) / size,
        float((levels == Level.HARD).mean()) if len(levels) else 0.0,
        float((counts * 4 < size).mean()),
        int(counts.sum()),
    )


def _counts(facts: Facts, parameters: Parameters, bodies: Bodies, ends: Ints, pause: Pause) -> Ints:
    """The count of each finished chunk in the unit, int64, shape (n,)."""
    measure, body_starts = facts.measures[parameters.unit], body_starts_of(ends)
    if bodies.starts is not None:
        return measure.counts(bodies.starts, ends)
    if parameters.overlap:
        return measure.counts(chunk_starts(facts, parameters, body_starts, ends, pause), ends)
    return counts_between(measure, np.append(np.int64(0), ends))
