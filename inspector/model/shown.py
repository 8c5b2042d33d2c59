"""What is on screen: everything that a view may read of the session, and what follows from what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from inspector.core.answer import AnswerReport, report
from inspector.core.certificate import Certificate
from inspector.core.chunking import Chunking, Offsets
from inspector.core.document import Document
from inspector.core.embedding import Embedder
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.models import EmbeddingModel, of_embedder
from inspector.core.parameters import Parameters
from inspector.core.servers.server_embedder import SendPlan
from inspector.core.strategies.optimal import fewest_chunks
from inspector.core.sweep import SweepPoint
from inspector.core.tokenizer import DEFAULT_TOKENIZER, Tokenizer
from inspector.core.vector_cache import VectorCache
from inspector.model.certifier import Certifier
from inspector.model.progress import Progress
from inspector.model.scoring import Scoring
from inspector.model.selection import Selection
from inspector.model.shown_scores import ShownScores
from inspector.model.source import Source, Unreadable
from inspector.model.stages import Stages
from inspector.model.sweeper import Sweeper
from inspector.model.worker import Worker

BEST_K = 5


class Shown(ShownScores):
    """The readable half of the session. Signals carry nothing: read the property they are named for.

    Every property is true at any time: what does not belong to what is on screen is None, stale or "checking".
    """

    document_changed = Signal()
    facts_changed = Signal()
    chunking_changed = Signal()
    parameters_changed = Signal()
    certificate_changed = Signal()
    selection_changed = Signal()
    hover_changed = Signal()
    query_changed = Signal()
    scores_changed = Signal()
    answer_changed = Signal()
    progress_changed = Signal()
    model_changed = Signal()
    sweep_changed = Signal()
    message = Signal(str, str)
    """Its kind: "hint" (of use until the next change), "info", "warning" or "error"; and its text."""
    reveal = Signal(int, int)

    def __init__(
        self,
        tokenizer: Callable[[], Tokenizer],
        embedder: Embedder,
        cache: VectorCache | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = Worker(self)
        self._stages = Stages(self._worker, tokenizer, self)
        self._stages.model = of_embedder(embedder.name, embedder.context)
        self._certifier = Certifier(self._worker, self)
        self._selection = Selection(self)
        self._scoring = Scoring(self._worker, embedder, cache, self)
        self._sweeper = Sweeper(self._worker, lambda: self._stages.cutting, self)
        self._answer: tuple[int, int] | None = None
        self._report: AnswerReport | None = None
        self._suggested = ""
        self.best_k = BEST_K
        self._connect()

    @property
    def document(self) -> Document | None:
        """The document on screen."""
        return self._stages.document

    @property
    def source(self) -> Source | None:
        """Where the document on screen came from."""
        return self._stages.opened.source if self._stages.opened else None

    @property
    def unreadable(self) -> Unreadable | None:
        """What was to be opened last and is no text as it was read; another encoding may help (`open_as`)."""
        return self._stages.unreadable

    @property
    def facts(self) -> Facts | None:
        """The document's tokens and words; None until they are counted."""
        return self._stages.facts

    @property
    def parameters(self) -> Parameters:
        """What is asked: always what the controls show, also when it is refused."""
        return self._stages.parameters

    @property
    def chunking(self) -> Chunking | None:
        """The chunks on screen; their `parameters` say for which they are."""
        return self._stages.chunking

    @property
    def fewest_chunks(self) -> int | None:
        """How many chunks there would be if all were full, with the parameters of those on screen."""
        facts, chunking = self.facts, self.chunking
        if facts is None or chunking is None:
            return None
        parameters = chunking.parameters
        return fewest_chunks(facts.measures[parameters.unit].before(len(facts.text)), parameters)

    @property
    def previous_cuts(self) -> Offsets:
        """The body ends of the chunking before, int64 (m,); empty for the first one."""
        return self._stages.previous_cuts

    @property
    def refusal(self) -> str | None:
        """Why the asked parameters are not the shown ones."""
        return self._stages.refusal

    @property
    def certificate(self) -> Certificate:
        """What has been checked of the chunks on screen."""
        return self._certifier.certificate

    @property
    def limits(self) -> ModelLimits:
        """The model's context and prefix that are in use."""
        return self._stages.limits

    @property
    def asked_limits(self) -> ModelLimits:
        """The context and prefix that are asked: always what the controls show, also when they are refused."""
        return self._stages.asked_limits

    @property
    def limits_refusal(self) -> str | None:
        """Why the asked limits are not in use."""
        return self._stages.limits_refusal

    @property
    def tokenizer(self) -> Tokenizer | None:
        """The tokenizer that counts; None before the first document was counted."""
        return self._stages.tokenizer

    @property
    def tokenizer_name(self) -> str:
        """The tokenizer that counts."""
        return self._stages.tokenizer.name if self._stages.tokenizer else DEFAULT_TOKENIZER

    @property
    def send_plan(self) -> SendPlan | None:
        """What a server would be sent, while that waits for consent (`Session.allow_sending`)."""
        return self._scoring.plan(self.tokenizer_name)

    @property
    def tokenizer_notices(self) -> tuple[str, ...]:
        """What was switched off in the file of the tokenizer that counts."""
        return self._stages.tokenizer.notices if self._stages.tokenizer else ()

    @property
    def model(self) -> EmbeddingModel:
        """The model that was chosen; context, prefix and tokenizer in use may differ from its own."""
        return self._stages.model

    @property
    def selected(self) -> int | None:
        """The selected chunk's index."""
        return self._selection.selected

    @property
    def hovered(self) -> int | None:
        """The hovered chunk's index."""
        return self._selection.hovered

    @property
    def suggested_query(self) -> str:
        """The question that goes with the document (a sample's), else nothing."""
        return self._stages.opened.query if self._stages.opened else ""

    @property
    def answer(self) -> tuple[int, int] | None:
        """The marked answer's span."""
        return self._answer

    @property
    def answer_report(self) -> AnswerReport | None:
        """Where the marked answer lies among the chunks on screen."""
        return self._report

    @property
    def size_sweep(self) -> tuple[SweepPoint, ...]:
        """How the document would be cut at sizes over the whole slider: those known by now, by growing size."""
        return self._sweeper.sizes

    @property
    def overlap_sweep(self) -> tuple[SweepPoint, ...]:
        """How it would be cut with other overlaps at the size on screen: those known by now, by growing overlap."""
        return self._sweeper.overlaps

    @property
    def sweep_pending(self) -> bool:
        """Whether points of the sweeps are still to come."""
        return self._sweeper.waiting

    @property
    def progress(self) -> Progress | None:
        """The long work that is under way; of several the one that the others wait for."""
        for channel in ("open", "tokenizer", "facts", "cut"):
            if channel in self._stages.progress:
                return self._stages.progress[channel]
        return self._scoring.progress or self._certifier.progress

    @property
    def at_rest(self) -> bool:
        """Whether nothing is under way: everything on screen is final."""
        stages = self._stages
        waits = stages.progress or stages.cutting or self._scoring.waiting or self.certificate.state == "checking"
        return not waits

    def _connect(self) -> None:
        stages, scoring, certifier, selection = self._stages, self._scoring, self._certifier, self._selection
        stages.document_changed.connect(self._on_document)
        stages.chunking_changed.connect(self._on_chunking)
        stages.cutting_changed.connect(self._on_cutting)
        scoring.changed.connect(self._on_scores)
        stages.about_to_cut.connect(self._sweeper.give_way)
        self._sweeper.changed.connect(self.sweep_changed)
        for part in (certifier, self._sweeper):
            part.failed.connect(lambda text: self.message.emit("error", text))
        certifier.changed.connect(self._on_certificate)
        for inner, outer in (
            (stages.facts_changed, self.facts_changed),
            (stages.parameters_changed, self.parameters_changed),
            (stages.model_changed, self.model_changed),
            (stages.progress_changed, self.progress_changed),
            (stages.message, self.message),
            (scoring.query_changed, self.query_changed),
            (scoring.progress_changed, self.progress_changed),
            (scoring.message, self.message),
            (selection.selection_changed, self.selection_changed),
            (selection.hover_changed, self.hover_changed),
            (selection.reveal, self.reveal),
        ):
            inner.connect(outer)

    def _on_document(self) -> None:
        """Another document, or none: nothing of the one before stays; then everybody is told."""
        before = (self.selected, self.hovered, self.scores)
        had_answer, self._answer, self._report = self._answer is not None, None, None
        self._selection.forget()
        with blocked(self._certifier, self._scoring, self._sweeper):
            self._certifier.clear()
            self._scoring.clear()
            self._scoring.forget_document()
            self._sweeper.follow(None, self.parameters)
        self.document_changed.emit()
        self.parameters_changed.emit()
        self.facts_changed.emit()
        self._tell_chunks(*before)
        if had_answer:
            self.answer_changed.emit()
        self._suggest()

    def _suggest(self) -> None:
        """Ask a sample's own question; it is not kept for the next document, what a person typed is."""
        old, self._suggested = self._suggested, self.suggested_query
        if self._suggested or self.query == old:
            self._scoring.set_query(self._suggested)

    def _on_chunking(self) -> None:
        """Other chunks, or none while they are counted anew: everything that belongs to a run starts anew."""
        facts, chunking = self.facts, self.chunking
        before = (self.selected, self.hovered, self.scores)
        self._selection.follow(chunking)
        with blocked(self._certifier, self._scoring, self._sweeper):
            self._sweeper.follow(facts, self.parameters if chunking is None else chunking.parameters)
            if facts is None or chunking is None:
                self._certifier.clear()
                self._scoring.clear()
            else:
                self._certifier.check((facts, chunking, self._stages.shown_limits))
                self._scoring.follow(facts.text, chunking, self.limits.prefix)
        self._report_answer()
        self._tell_chunks(*before)

    def _tell_chunks(self, *before: object) -> None:
        """Tell what hangs on the chunks; what there was not and is not need not be told while one drags."""
        self.chunking_changed.emit()
        self.certificate_changed.emit()
        self.sweep_changed.emit()
        for was, now, signal in zip(
            (*before, self._answer),
            (self.selected, self.hovered, self.scores, self._answer),
            (self.selection_changed, self.hover_changed, self.scores_changed, self.answer_changed),
            strict=True,
        ):
            if was is not None or now is not None:
                signal.emit()
        self.progress_changed.emit()

    def _on_cutting(self) -> None:
        """A cut began or ended in the worker: meanwhile no check of the run before is shown as one of this."""
        facts, chunking = self.facts, self.chunking
        run = None if facts is None or chunking is None else (facts, chunking, self._stages.shown_limits)
        if self._stages.cutting:
            self._certifier.hold(run)
        elif run is not None:
            self._certifier.resume(run)
        else:
            self._certifier.clear()

    def _on_certificate(self) -> None:
        self.certificate_changed.emit()
        self.progress_changed.emit()
        certificate = self.certificate
        if certificate.state == "failed":
            self.message.emit("error", certificate.line())
            self._selection.select(certificate.first_offender)

    def _on_scores(self) -> None:
        self._report_answer()
        self.scores_changed.emit()
        if self._answer is not None:
            self.answer_changed.emit()

    def _set_answer(self, span: tuple[int, int] | None) -> None:
        self._answer = span
        self._report_answer()
        self.answer_changed.emit()

    def _report_answer(self) -> None:
        if self._answer is None or self.chunking is None:
            self._report = None
        else:
            self._report = report(self.chunking, None if self.scores_stale else self.scores, *self._answer)


@contextmanager
def blocked(*objects: QObject) -> Iterator[None]:
    """Let these objects change without telling anybody: whoever does so tells everything at once afterwards."""
    for one in objects:
        one.blockSignals(True)
    try:
        yield
    finally:
        for one in objects:
            one.blockSignals(False)
