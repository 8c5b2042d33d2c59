"""The stages from a source to chunks: open, count the tokens, cut; each in the worker when it could be felt."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking, Offsets
from inspector.core.document import Document
from inspector.core.errors import EncodingError, InspectorError, RefusedError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits, check_limits
from inspector.core.models import EmbeddingModel, models
from inspector.core.own_separators import OwnSeparators, Separators
from inspector.core.parameters import Parameters
from inspector.core.samples import sample
from inspector.core.strategies import STRATEGIES, Strategy
from inspector.core.tokenizer import Tokenizer
from inspector.model.asking import as_asked, kind, refusal, words
from inspector.model.progress import Progress
from inspector.model.source import Opened, Source, Unreadable, read
from inspector.model.worker import Job, Worker

FEW_CHUNKS = 20_000
"""Up to so many chunks a cut may be made at once, in the GUI thread."""
SHORT_SECONDS = 0.01
"""A cut that is expected to take longer than this is made in the worker: with the painting it must fit in a frame."""
SLOW_MS = 200
"""A cut that takes longer than this shows that it is under way."""
_SHORT_TEXT = 200_000

NO_CUTS = np.empty(0, np.int64)


class Stages(QObject):
    """The document, its facts, the asked parameters, and the chunking that they gave."""

    document_changed = Signal()
    about_to_cut = Signal()
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
        self.unreadable: Unreadable | None = None
        self.facts: Facts | None = None
        self.parameters = Parameters()
        self.model = models()[0]
        self.limits = self.asked_limits = ModelLimits()
        self.limits_refusal: str | None = None
        self.chunking: Chunking | None = None
        self.previous_cuts: Offsets = NO_CUTS
        self.refusal: str | None = None
        self.progress: dict[str, Progress] = {}
        self.shown_limits = self.limits
        self._accepted = self.parameters
        self._chosen_separators: Separators = self.parameters.separators
        self._seconds_per_chunk: dict[tuple[object, ...], float] = {}
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
        self.unreadable = None
        self._tell("open", Progress(f"opening {source.name}", 0, 0))
        self._worker.run(
            "open", lambda _: read(source), self._show, lambda error: self._not_opened(source, error), lane="open"
        )

    def close(self) -> None:
        """Show no document."""
        self.cancel("open")
        self._clear(None, Parameters())
        self.document_changed.emit()

    def cancel(self, *channels: str) -> None:
        """Cancel what runs on these channels: "open", "facts", "cut", "tokenizer", "rows", "find"."""
        for channel in channels:
            self._worker.cancel(channel)
            self._tell(channel, None)

    def change(self, **changes: object) -> None:
        """Ask for other parameters; values that are refused are kept as asked, and `refusal` says why."""
        try:
            asked = checked(**{**vars(self.parameters), **changes})
        except RefusedError as error:
            self.parameters = as_asked(self.parameters, changes)
            self._refuse(str(error))
            return
        except Exception as error:  # noqa: BLE001 - told with its words; what is on screen stays what it says it is
            self.parameters = as_asked(self.parameters, changes)
            self._refuse(words(error))
            self._say_unforeseen(error)
            return
        before, self.parameters = self.parameters.unit, asked
        self._accepted = asked
        self.cut()
        if asked.unit != before and "size" not in changes:
            self._say_unit(before)

    def change_strategy(self, name: str) -> None:
        """Ask for another strategy, and for a unit that it accepts when it does not accept the present one."""
        strategy = STRATEGIES.get(name)
        changes: dict[str, object] = {"strategy": name}
        if strategy is not None and self.parameters.unit not in strategy.units:
            changes["unit"] = strategy.units[0]
        if strategy is not None:
            changes["separators"] = self._separators_for(strategy)
        self.change(**changes)

    def _separators_for(self, strategy: Strategy) -> Separators:
        """The strategy's own separators; for one without, those that were chosen before one with its own."""
        present = STRATEGIES.get(self.parameters.strategy)
        if present is None or present.separators is None:
            self._chosen_separators = self.parameters.separators
        return strategy.separators or self._chosen_separators

    def change_limits(self, limits: ModelLimits) -> None:
        """Take what another model reads; limits that are refused are kept as asked, `limits_refusal` says why."""
        if limits != self.asked_limits:
            self.asked_limits = limits
            self._take_limits()
            self.cut()

    def change_tokenizer(self, load: Callable[[], Tokenizer], model: EmbeddingModel | None = None) -> None:
        """Count with another tokenizer, for another model when one is given; all stays when it cannot be loaded."""

        def use(tokenizer: Tokenizer) -> None:
            self._tell("tokenizer", None)
            if model is not None:
                self.model, self.asked_limits = model, self._limits_of(model)
            self._use_tokenizer(tokenizer)

        self._tell("tokenizer", Progress("reading the tokenizer", 0, 0))
        self._worker.run("tokenizer", lambda _: load(), use, self._failed("tokenizer"), lane="open")

    def change_model(self, model: EmbeddingModel) -> None:
        """Take another model's context and prefix; what counts stays as it is."""
        self.cancel("tokenizer")
        self.model, self.asked_limits = model, self._limits_of(model)
        self._take_limits()
        self.cut()

    def _limits_of(self, model: EmbeddingModel) -> ModelLimits:
        return replace(model.limits(), headings=self.asked_limits.headings)

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
        """Cut with the asked parameters: at once when that takes no time, else in the worker.

        Where those make no sense `refusal` says so, and what is on screen is cut for the model of now.
        """
        self.about_to_cut.emit()
        self.refusal = refusal(lambda: checked(**vars(self.parameters)))
        if self.facts is not None:
            self._make(self.facts)
            return
        self.cancel("cut")
        self._settle()
        if not self._worker.busy("facts"):
            self.count()

    def _wanted(self) -> Parameters:
        """What is asked; where that is refused, what is on screen, or what was asked before it."""
        if self.refusal is None:
            return self.parameters
        return self._accepted if self.chunking is None else self.chunking.parameters

    def _make(self, facts: Facts) -> None:
        wanted = self._wanted()
        if self._is_shown(wanted):
            self.cancel("cut")
            self._settle()
        elif self._is_quick(facts, wanted):
            self.cancel("cut")
            self._cut_now(facts, wanted)
        else:
            if not self.cutting:
                self._cut_later(facts, wanted)
            self._settle()

    def _is_shown(self, wanted: Parameters) -> bool:
        shown = self.chunking
        return shown is not None and shown.parameters == wanted and self.shown_limits == self.limits

    def _is_quick(self, facts: Facts, wanted: Parameters) -> bool:
        if isinstance(wanted.separators, OwnSeparators) and not facts.knows(wanted.separators):
            return False
        units = facts.measures[wanted.unit].before(len(facts.text))
        chunks = units // (wanted.size - wanted.overlap) + 1
        seconds = self._seconds_per_chunk.get(kind(wanted, self.limits))
        if seconds is None:
            return len(facts.text) + chunks * len(self.limits.prefix) <= _SHORT_TEXT
        return chunks <= FEW_CHUNKS and chunks * seconds <= SHORT_SECONDS

    def _cut_now(self, facts: Facts, wanted: Parameters) -> None:
        try:
            made = _timed(facts, wanted, self.limits)
        except Exception as error:  # noqa: BLE001 - handed over whole, as the worker does it
            self._not_cut(facts, wanted, self.limits, error)
        else:
            self.parameters_changed.emit()
            self._take(made)

    def _cut_later(self, facts: Facts, wanted: Parameters) -> None:
        """Cut in the worker; what is asked meanwhile comes after it, so that a long drag shows chunks on the way."""
        limits = self.limits
        self._worker.run(
            "cut",
            lambda _: _timed(facts, wanted, limits),
            lambda made: self._cut_done(facts, made),
            lambda error: self._not_cut(facts, wanted, limits, error),
        )
        self._slow_cut.start()

    def _tell_cutting(self) -> None:
        if self.cutting:
            self._tell("cut", Progress("cutting", 0, 0))

    def _cut_done(self, facts: Facts, made: tuple[Chunking, ModelLimits, float]) -> None:
        """Show these chunks, and go on to what is wanted by now when that is something else."""
        self._tell("cut", None)
        chunking, limits, _ = made
        if (chunking.parameters, limits) != (self._wanted(), self.limits):
            self._cut_later(facts, self._wanted())
        self._take(made)
        self.cutting_changed.emit()

    def _not_cut(self, facts: Facts, wanted: Parameters, limits: ModelLimits, error: Exception) -> None:
        """This cannot be cut: it is refused, and what is on screen is cut for the model of now if that is another."""
        self._tell("cut", None)
        if (wanted, limits) != (self._wanted(), self.limits):
            self._make(facts)
            return
        self._refuse(words(error))
        self._say_unforeseen(error)
        if self.chunking is not None and wanted != self.chunking.parameters:
            self._make(facts)

    def _take(self, made: tuple[Chunking, ModelLimits, float]) -> None:
        self.previous_cuts = NO_CUTS if self.chunking is None else self.chunking.ends
        self.chunking, self.shown_limits, seconds = made
        like, each = kind(self.chunking.parameters, self.shown_limits), seconds / (len(self.chunking) + 1)
        self._seconds_per_chunk[like] = min(each, self._seconds_per_chunk.get(like, each))
        self.chunking_changed.emit()

    def _settle(self) -> None:
        self.parameters_changed.emit()
        self.cutting_changed.emit()

    def _refuse(self, reason: str) -> None:
        self.cancel("cut")
        self.refusal = reason
        self._settle()

    def _show(self, opened: Opened) -> None:
        self._tell("open", None)
        self._clear(opened, opened.parameters)
        self.document_changed.emit()
        self.count()

    def _clear(self, opened: Opened | None, parameters: Parameters) -> None:
        self.cancel("facts", "cut", "rows", "find")
        self.opened, self.parameters = opened, parameters
        self._accepted = Parameters() if refusal(lambda: checked(**vars(parameters))) else parameters
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
            self._take_limits()
        self.facts_changed.emit()
        self.cut()

    def _take_limits(self) -> None:
        """Use the asked limits unless they are refused; those in use stay while they leave room for text."""
        self.limits_refusal = self._refused_limits(self.asked_limits)
        if self.limits_refusal is None:
            self.limits = self.asked_limits
        elif self._refused_limits(self.limits) is not None:
            self.limits = ModelLimits()
        self.model_changed.emit()

    def _refused_limits(self, limits: ModelLimits) -> str | None:
        return refusal(lambda: check_limits(limits, self.tokenizer))

    def _use_tokenizer(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.facts = self.chunking = None
        self._seconds_per_chunk = {}
        self.cancel("facts", "cut")
        self._take_limits()
        self.facts_changed.emit()
        self.chunking_changed.emit()
        self.count()

    def _not_opened(self, source: Source, error: Exception) -> None:
        self._tell("open", None)
        self.unreadable = Unreadable(source, str(error)) if isinstance(error, EncodingError) else None
        self.message.emit("error", words(error))

    def _failed(self, channel: str) -> Callable[[Exception], None]:
        def failed(error: Exception) -> None:
            self._tell(channel, None)
            self.message.emit("error", words(error))

        return failed

    def _say_unforeseen(self, error: Exception) -> None:
        """A fault of the program is told as an error, beside the refusal that marks what is not shown."""
        if not isinstance(error, InspectorError):
            self.message.emit("error", f"the change failed: {words(error)}; the chunks on screen are those of before")

    def _say_unit(self, before: str) -> None:
        size, now = f"{self.parameters.size:,}", self.parameters.unit
        self.message.emit("hint", f"{size} {before} ≈ now {size} {now}: the number stays, what it counts has changed")

    def _tell(self, channel: str, progress: Progress | None) -> None:
        if self.progress.get(channel) == progress:
            return
        self.progress.pop(channel, None)
        if progress is not None:
            self.progress[channel] = progress
        self.progress_changed.emit()


def _timed(facts: Facts, parameters: Parameters, limits: ModelLimits) -> tuple[Chunking, ModelLimits, float]:
    """The chunks, what they were cut for, and the seconds that it took."""
    begin = time.perf_counter()
    chunking = chunk(facts, parameters, limits)
    return chunking, limits, time.perf_counter() - begin
