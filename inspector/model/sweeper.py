"""Sweeps sizes and overlaps in the worker while everything rests; gives way to whatever else there is to do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.facts import Facts
from inspector.core.parameters import DEFAULT_WEIGHTS, Parameters
from inspector.core.sweep import (
    SweepPoint,
    expected_chunks,
    finer_sizes,
    sweep,
    sweep_overlaps,
    sweep_sizes,
)
from inspector.model.worker import Job, Worker

REST_MS = 200
"""The sweep goes on when nothing has changed for so long."""
TELL_SECONDS = 0.05
WORK_SECONDS, SLEEP_SECONDS = 0.005, 0.0005
"""After so much work the other threads get the interpreter for so long: nothing waits for a sweep."""
FINE_CHARACTERS = 5_000_000
"""Of a longer text no finer points are made: each of them takes long."""
MOST_CHUNKS = 100_000
"""Settings that would give more chunks are left out: each takes seconds, and nobody wants them."""
_MOST_POINTS = 50_000
_COARSE = sweep_sizes()
_FINE = finer_sizes(_COARSE)
_ALL = sorted({*_COARSE, *_FINE})

Place = tuple[int, int]
"""A size and an overlap."""
Points = dict[Place, SweepPoint]
_overlaps = lru_cache(maxsize=256)(sweep_overlaps)


class Sweeper(QObject):
    """The points known by now for what is on screen: `sizes` over the whole slider, `overlaps` at the present size.

    Points are kept as long as the document and its tokenizer, so what was swept before is there at once.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, worker: Worker, busy: Callable[[], bool], parent: QObject | None = None) -> None:
        """While `busy()` something more urgent is under way."""
        super().__init__(parent)
        self._worker, self._busy = worker, busy
        self._facts: Facts | None = None
        self._parameters = self._family = Parameters()
        self._known: dict[Parameters, Points] = {}
        self._points: Points = {}
        self.sizes: tuple[SweepPoint, ...] = ()
        self.overlaps: tuple[SweepPoint, ...] = ()
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._start)

    @property
    def waiting(self) -> bool:
        """Whether points are still to come."""
        return self._timer.isActive() or self._worker.busy("sweep")

    def follow(self, facts: Facts | None, parameters: Parameters) -> None:
        """Other facts or other parameters are on screen; without facts there is nothing to sweep."""
        if facts is not self._facts:
            self._facts, self._known = facts, {}
        self._parameters = parameters
        self._family = _family(parameters)
        self._points = self._known.setdefault(self._family, {})
        self._show()
        self.give_way()

    def give_way(self) -> None:
        """Stop at once, and go on when nothing has changed for REST_MS."""
        self.cancel()
        if self._facts is not None and next(self._missing(self._facts), None) is not None:
            self._timer.start()

    def cancel(self) -> None:
        """Stop until something changes."""
        self._timer.stop()
        self._worker.cancel("sweep")

    def _missing(self, facts: Facts) -> Iterator[Parameters]:
        """What is not known yet, in the order in which it is worth knowing."""
        for size, overlap in self._places(facts):
            if (size, overlap) not in self._points:
                wanted = replace(self._family, size=size, overlap=overlap)
                if overlap >= size or expected_chunks(facts, wanted) <= MOST_CHUNKS:
                    yield wanted

    def _places(self, facts: Facts) -> Iterator[Place]:
        size, overlap = self._parameters.size, self._parameters.overlap
        yield from ((each, overlap) for each in _COARSE)
        yield from ((size, each) for each in _overlaps(size))
        if self._is_quick(facts):
            yield from ((each, overlap) for each in _FINE)

    def _is_quick(self, facts: Facts) -> bool:
        slow = 20 if self._parameters.strategy == "optimal" else 1
        return len(facts.text) * slow <= FINE_CHARACTERS

    def _start(self) -> None:
        if self._busy():
            self._timer.start()
            return
        facts, family = self._facts, self._family
        if facts is not None and (missing := list(self._missing(facts))):
            self._worker.run(
                "sweep",
                lambda job: _sweep(job, facts, missing),
                lambda points: self._take(family, points),
                lambda error: self.failed.emit(f"the sizes could not be swept: {error}"),
                lane="sweep",
                partial=lambda points: self._take(family, points),
            )

    def _take(self, family: Parameters, points: Points) -> None:
        if sum(map(len, self._known.values())) > _MOST_POINTS:
            self._known = {family: {}}
        self._known.setdefault(family, {}).update(points)
        self._points = self._known.setdefault(self._family, {})
        if self._show():
            self.changed.emit()

    def _show(self) -> bool:
        """Gather the points for the present parameters; whether they are others than before."""
        before, known = (self.sizes, self.overlaps), self._points
        size, overlap = self._parameters.size, self._parameters.overlap
        sizes = tuple(known[each, overlap] for each in _ALL if (each, overlap) in known)
        overlaps = tuple(known[size, each] for each in _overlaps(size) if (size, each) in known)
        if (sizes, overlaps) == before:
            return False
        self.sizes, self.overlaps = sizes if sizes != before[0] else before[0], overlaps
        return True


def _family(parameters: Parameters) -> Parameters:
    """The same but for size and overlap, which are swept, and for what the strategy does not look at."""
    family = replace(parameters, size=1, overlap=0)
    return family if family.strategy == "optimal" else replace(family, weights=DEFAULT_WEIGHTS, floor=0)


def _sweep(job: Job, facts: Facts, settings: list[Parameters]) -> Points:
    """Report points as they come; the last ones are returned."""
    fresh: Points = {}
    told = time.monotonic()
    for parameters, point in zip(settings, sweep(facts, settings, pause=_pause_of(job)), strict=True):
        fresh[parameters.size, parameters.overlap] = point
        if time.monotonic() - told >= TELL_SECONDS:
            told = time.monotonic()
            job.report(fresh)
            fresh = {}
    return fresh


def _pause_of(job: Job) -> Callable[[], None]:
    """Give up when the job is no longer wanted, and let others work every now and then."""
    since = time.perf_counter()

    def pause() -> None:
        nonlocal since
        job.check()
        if time.perf_counter() - since >= WORK_SECONDS:
            time.sleep(SLEEP_SECONDS)
            since = time.perf_counter()

    return pause
