"""Sweeps sizes and overlaps in the worker while everything rests; gives way to whatever else there is to do."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.facts import Facts
from inspector.core.parameters import DEFAULT_WEIGHTS, Parameters
from inspector.core.sweep import (
    SweepPoint,
    expected_chunks,
    finer_sizes,
    over_overlaps,
    over_sizes,
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

Points = dict[Parameters, SweepPoint]


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
        self._parameters = Parameters()
        self._points: Points = {}
        self._shown: tuple[Parameters, int] | None = None
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
            self._facts, self._points, self._shown = facts, {}, None
        self._parameters = _relevant(parameters)
        self._show()
        self.give_way()

    def give_way(self) -> None:
        """Stop at once, and go on when nothing has changed for REST_MS."""
        self.cancel()
        if self._facts is not None and self._missing(self._facts):
            self._timer.start()

    def cancel(self) -> None:
        """Stop until something changes."""
        self._timer.stop()
        self._worker.cancel("sweep")

    def _missing(self, facts: Facts) -> list[Parameters]:
        """What is not known yet, in the order in which it is worth knowing."""
        now = self._parameters
        overlaps = over_overlaps(now, sweep_overlaps(now.size))
        wanted = [*over_sizes(now, _COARSE), *overlaps, *over_sizes(now, _FINE if self._is_quick(facts) else [])]
        unknown = (parameters for parameters in wanted if parameters not in self._points)
        return [p for p in unknown if p.overlap >= p.size or expected_chunks(facts, p) <= MOST_CHUNKS]

    def _is_quick(self, facts: Facts) -> bool:
        slow = 20 if self._parameters.strategy == "optimal" else 1
        return len(facts.text) * slow <= FINE_CHARACTERS

    def _start(self) -> None:
        if self._busy():
            self._timer.start()
            return
        facts = self._facts
        if facts is not None and (missing := self._missing(facts)):
            self._worker.run(
                "sweep",
                lambda job: _sweep(job, facts, missing),
                self._take,
                lambda error: self.failed.emit(f"the sizes could not be swept: {error}"),
                lane="sweep",
                partial=self._take,
            )

    def _take(self, points: Points) -> None:
        if len(self._points) > _MOST_POINTS:
            self._points = {}
        self._points.update(points)
        if self._show():
            self.changed.emit()

    def _show(self) -> bool:
        """Gather the points for the present parameters; whether they are others than before."""
        before = (self.sizes, self.overlaps)
        known, now = self._points, self._parameters
        shown = (replace(now, size=0), len(known))
        if shown != self._shown:
            self._shown = shown
            self.sizes = tuple(known[p] for p in over_sizes(now, _ALL) if p in known)
        self.overlaps = tuple(known[p] for p in over_overlaps(now, sweep_overlaps(now.size)) if p in known)
        return before != (self.sizes, self.overlaps)


def _relevant(parameters: Parameters) -> Parameters:
    """The same but for what the strategy does not look at."""
    if parameters.strategy == "optimal":
        return parameters
    return replace(parameters, weights=DEFAULT_WEIGHTS, floor=0)


def _sweep(job: Job, facts: Facts, settings: list[Parameters]) -> Points:
    """Report points as they come; the last ones are returned."""
    fresh: Points = {}
    told = time.monotonic()
    for parameters, point in zip(settings, sweep(facts, settings, pause=_pause_of(job)), strict=True):
        fresh[parameters] = point
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
