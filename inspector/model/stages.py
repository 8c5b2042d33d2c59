"""The stages from a source to chunks: open, count the tokens, cut; each in the worker when it could be felt."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking, Offsets
from inspector.core.document import Document
from inspector.core.errors import InspectorError, RefusedError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import PRESETS, UNITS, Parameters, Weights, whole_number
from inspector.core.samples import sample
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import Tokenizer
from inspector.model.progress import Progress
from inspector.model.source import Opened, Source, read
from inspector.model.worker import Job, Worker

FEW_CHUNKS = 20_000
"""Up to so many chunks a cut may be made at once, in the GUI thread."""
SHORT_SECONDS = 0.03
"""A cut that is expected to take longer than this is made in the worker."""
SLOW_MS = 200
"""A cut that takes longer than this shows that it is under way."""
_SHORT_TEXT = 200_000

NO_CUTS = np.empty(0, np.int64)


class Stages(QObject):
    """The document, its facts, the asked parameters, and the chunking that they gave."""

    document_changed = Signal()
    facts_changed = Signal()
    parameters_changed = Signal()
    chunking_changed = Signal()
    cutting_changed = Signal()
    model_changed = Signal()
    progress_changed = Signal()
    message = Signal(str, str)

    def __init__(self, worker: Worker, load_tokenizer: Callable[[], Tokenizer], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._load_tokenizer = load_tokenizer
        self.tokenizer: Tokenizer | None = None
        self.opened: Opened | None = None
        self.facts: Facts | None = None
        self.parameters = Parameters()
        self.limits = ModelLimits()
        self.chunking: Chunking | None = None
        self.previous_cuts: Offsets = NO_CUTS
        self.refusal: str | None = None
        self.progress: dict[str, Progress] = {}
        self.shown_limits = self.limits
        self._seconds_per_chunk: dict[tuple[str, ...], float] = {}
        self._slow_cut = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow_cut.timeout.connect(self._tell_cutting)

    @property
    def document(self) -> Document | None:
        """The document on screen."""
        return None if self.opened is None else self.opened.document

    @property
    def cutting(self) -> bool:
        """Whether a cut is being made in the worker: what is on screen is still the chunking before."""
        return self._worker.busy("cut")

    def open(self, source: Source) -> None:
        """Read the source in the worker; the document on screen stays until that succeeded."""
        self._tell("open", Progress(f"opening {source.name}", 0, 0))
        self._worker.run("open", lambda _: read(source), self._show, self._not_opened, lane="open")

    def close(self) -> None:
        """Show no document."""
        self.cancel("open")
        self._clear(None, Parameters())
        self.document_changed.emit()

    def cancel(self, *channels: str) -> None:
        """Cancel what runs on these channels: "open", "facts", "cut", "tokenizer"."""
        for channel in channels:
            self._worker.cancel(channel)
            self._tell(channel, None)

    def change(self, **changes: object) -> None:
        """Ask for other parameters; values that are refused are kept as asked, and `refusal` says why."""
        try:
            asked = checked(**{**vars(self.parameters), **changes})
        except RefusedError as error:
            self.parameters = _as_asked(self.parameters, changes)
            self._refuse(str(error))
            return
        self.parameters = asked
        self.cut()

    def change_strategy(self, name: str) -> None:
        """Ask for another strategy, and for a unit that it accepts when it does not accept the present one."""
        strategy = STRATEGIES.get(name)
        changes: dict[str, object] = {"strategy": name}
        if strategy is not None and self.parameters.unit not in strategy.units:
            changes["unit"] = strategy.units[0]
            self._say_unit(strategy.units[0])
        self.change(**changes)

    def change_limits(self, limits: ModelLimits) -> None:
        """Take what another model reads."""
        if limits != self.limits:
            self.limits = limits
            self.model_changed.emit()
            self.cut()

    def change_tokenizer(self, load: Callable[[], Tokenizer]) -> None:
        """Count with another tokenizer; the present one stays when it cannot be loaded."""
        self._worker.run("tokenizer", lambda _: load(), self._use_tokenizer, self._failed("tokenizer"), lane="open")

    def own_parameters(self) -> Parameters:
        """What the document on screen starts with: a sample's own settings, else the defaults."""
        chosen = self.opened.source.sample if self.opened else None
        return (sample(chosen).settings if chosen else None) or Parameters()

    def cancel_all(self) -> None:
        """Cancel every stage that is under way, and say what that leaves on screen."""
        counting, cutting = self._worker.busy("facts"), self.cutting
        self.cancel("open", "facts", "cut", "tokenizer")
        if counting:
            self.message.emit("warning", "counting was cancelled: change any setting to start it again")
        if cutting:
            self._refuse("cutting was cancelled")

    def cut(self) -> None:
        """Cut with the asked parameters: at once when that takes no time, else in the worker."""
        self.cancel("cut")
        self.refusal = None
        if self.facts is None:
            self._settle()
            if not self._worker.busy("facts"):
                self.count()
        elif self._is_shown():
            self._settle()
        elif self._is_quick(self.facts):
            self._cut_now(self.facts)
        else:
            self._cut_later(self.facts)

    def _is_shown(self) -> bool:
        shown = self.chunking
        return shown is not None and shown.parameters == self.parameters and self.shown_limits == self.limits

    def _is_quick(self, facts: Facts) -> bool:
        seconds = self._seconds_per_chunk.get(_kind(self.parameters))
        if seconds is None:
            return len(facts.text) <= _SHORT_TEXT
        chunks = self._expected_chunks(facts)
        return chunks <= FEW_CHUNKS and chunks * seconds <= SHORT_SECONDS

    def _expected_chunks(self, facts: Facts) -> int:
        units = facts.measures[self.parameters.unit].before(len(facts.text))
        return units // (self.parameters.size - self.parameters.overlap) + 1

    def _cut_now(self, facts: Facts) -> None:
        try:
            made = _timed(facts, self.parameters, self.limits)
        except InspectorError as error:
            self._refuse(str(error))
        else:
            self.parameters_changed.emit()
            self._take(made)

    def _cut_later(self, facts: Facts) -> None:
        asked, limits = self.parameters, self.limits
        self._worker.run("cut", lambda _: _timed(facts, asked, limits), self._cut_done, self._not_cut)
        self._slow_cut.start()
        self._settle()

    def _tell_cutting(self) -> None:
        if self.cutting:
            self._tell("cut", Progress("cutting", 0, 0))

    def _cut_done(self, made: tuple[Chunking, ModelLimits, float]) -> None:
        self._tell("cut", None)
        self._take(made)
        self.cutting_changed.emit()

    def _take(self, made: tuple[Chunking, ModelLimits, float]) -> None:
        self.previous_cuts = NO_CUTS if self.chunking is None else self.chunking.ends
        self.chunking, self.shown_limits, seconds = made
        kind, each = _kind(self.chunking.parameters), seconds / (len(self.chunking) + 1)
        self._seconds_per_chunk[kind] = min(each, self._seconds_per_chunk.get(kind, each))
        self.chunking_changed.emit()

    def _settle(self) -> None:
        self.parameters_changed.emit()
        self.cutting_changed.emit()

    def _refuse(self, reason: str) -> None:
        self.cancel("cut")
        self.refusal = reason
        self._settle()

    def _not_cut(self, error: Exception) -> None:
        self._tell("cut", None)
        self._refuse(_words(error))

    def _show(self, opened: Opened) -> None:
        self._tell("open", None)
        self._clear(opened, opened.parameters)
        self.document_changed.emit()
        self.count()

    def _clear(self, opened: Opened | None, parameters: Parameters) -> None:
        self.cancel("facts", "cut")
        self.opened, self.parameters = opened, parameters
        self.facts = self.chunking = self.refusal = None
        self._seconds_per_chunk = {}
        self.previous_cuts = NO_CUTS

    def count(self) -> None:
        """Count the tokens of the document on screen, in the worker."""
        if self.document is None:
            return
        text, loaded, load = self.document.text, self.tokenizer, self._load_tokenizer

        def build(job: Job) -> tuple[Tokenizer, Facts]:
            tokenizer = load() if loaded is None else loaded
            return tokenizer, Facts.build(text, tokenizer, job.progress, job.cancelled)

        self._tell("facts", Progress("counting tokens", 0, len(text), "characters"))
        self._worker.run("facts", build, self._counted, self._failed("facts"), progress=self._counting)

    def _counting(self, done: int, total: int) -> None:
        self._tell("facts", Progress("counting tokens", done, total, "characters"))

    def _counted(self, built: tuple[Tokenizer, Facts]) -> None:
        self._tell("facts", None)
        tokenizer, self.facts = built
        if self.tokenizer is not tokenizer:
            self.tokenizer = tokenizer
            self.model_changed.emit()
        self.facts_changed.emit()
        self.cut()

    def _use_tokenizer(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.facts = self.chunking = None
        self._seconds_per_chunk = {}
        self.cancel("facts", "cut")
        self.model_changed.emit()
        self.facts_changed.emit()
        self.chunking_changed.emit()
        self.count()

    def _not_opened(self, error: Exception) -> None:
        self._tell("open", None)
        self.message.emit("error", _words(error))

    def _failed(self, channel: str) -> Callable[[Exception], None]:
        def failed(error: Exception) -> None:
            self._tell(channel, None)
            self.message.emit("error", _words(error))

        return failed

    def _say_unit(self, unit: str) -> None:
        size, old = self.parameters.size, self.parameters.unit
        self.message.emit("info", f"{size:,} {old} ≈ now {size:,} {unit}: the number stays, its meaning changes")

    def _tell(self, channel: str, progress: Progress | None) -> None:
        if self.progress.get(channel) == progress:
            return
        self.progress.pop(channel, None)
        if progress is not None:
            self.progress[channel] = progress
        self.progress_changed.emit()


def _timed(facts: Facts, parameters: Parameters, limits: ModelLimits) -> tuple[Chunking, ModelLimits, float]:
    begin = time.perf_counter()
    chunking = chunk(facts, parameters, limits)
    return chunking, limits, time.perf_counter() - begin


def _kind(parameters: Parameters) -> tuple[str, ...]:
    """What a strategy may have to prepare for anew: after the first time the numbers alone decide how long it takes."""
    return parameters.strategy, parameters.unit, parameters.separators


def _words(error: Exception) -> str:
    """What to tell about an error: a foreseen one speaks for itself, another is named as what it is."""
    return str(error) if isinstance(error, InspectorError) else f"{type(error).__name__}: {error}"


def _as_asked(parameters: Parameters, changes: dict[str, Any]) -> Parameters:
    """The parameters with every asked number and every known name that was asked, also when they are refused."""
    known = {"strategy": tuple(STRATEGIES), "unit": UNITS, "separators": PRESETS}
    kept: dict[str, Any] = {}
    for name, value in changes.items():
        if name in known:
            kept |= {name: value} if value in known[name] else {}
        elif isinstance(value, Weights):
            kept[name] = value
        else:
            with suppress(RefusedError):
                kept[name] = whole_number(name, value)
    return replace(parameters, **kept)
