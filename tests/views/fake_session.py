"""A session without a worker: real signals, chunks as a test gives them, and every request noted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.chunking import Chunking
from inspector.core.errors import RefusedError
from inspector.core.find import find_all
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits, context_of
from inspector.core.models import models
from inspector.core.parameters import Parameters, check_size, whole_number
from inspector.core.rows import BrokenRows, break_rows, first_rows
from inspector.core.similarity import Scores
from inspector.core.tokens import no_spans
from inspector.core.unread_places import chunk_totals
from inspector.model.progress import Progress
from inspector.model.query_list import Listed, QueryList
from tests.views.made import FakeFacts, made_text, naive_chunking


class FakeUnread(QObject):
    """What the details and the findings need of the unread places."""

    lost_changed = Signal()

    def __init__(self, session: FakeSession) -> None:
        super().__init__(session)
        self.session = session
        self.lost = no_spans()

    def of_chunk(self, index: int) -> Any:
        session = self.session
        return chunk_totals(session.facts, session.chunking, session.limits, self.lost, index)


class FakeEmbedders(QObject):
    """The choice of embedder, where nothing was chosen."""

    changed = Signal()

    def __init__(self, session: FakeSession) -> None:
        super().__init__(session)
        self.offered = self.loading = self.asked = self.taken = None
        self.questions: tuple[Any, ...] = ()
        self.refusal = ""


class FakePart(QObject):
    """A part that can be switched on, the attribution or the dilution curve; a test puts in what it found."""

    changed = Signal()
    message = Signal(str, str)

    def __init__(self, session: FakeSession, **found: Any) -> None:
        super().__init__(session)
        self.on, self.waiting, self.stale, self.why = False, False, False, ""
        self.show(**found)

    def show(self, **found: Any) -> None:
        """Put in what was found, and tell."""
        for name, value in found.items():
            setattr(self, name, value)
        self.changed.emit()

    def set_on(self, on: bool) -> None:
        self.on = on
        self.changed.emit()


class FakePass(QObject):
    """The pass over the document; a test says how far it is."""

    changed = Signal()

    def __init__(self, session: FakeSession) -> None:
        super().__init__(session)
        self.state, self.known, self.total, self.bytes, self.why = "complete", 100, 100, 0, ""
        self.asked: list[str] = []

    def show(self, state: str, known: int = 0, total: int = 0, why: str = "") -> None:
        self.state, self.known, self.total, self.why = state, known, total, why
        self.changed.emit()

    def pause(self) -> None:
        self.asked.append("pause")
        self.show("paused", self.known, self.total)

    def resume(self) -> None:
        self.asked.append("resume")
        self.show("running", self.known, self.total)


class FakeSession(QObject):
    """What views need of a session. `asked` notes every request: the name of its method, then its arguments."""

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
    message = Signal(str, str)
    reveal = Signal(int, int)

    def __init__(self, chunking: Chunking | None = None, text: str | None = None) -> None:
        """With no document; or with these chunks, of a made-up text unless there is one."""
        super().__init__()
        self.asked: list[tuple] = []
        self.document: Any = None
        self.facts: Any = None
        self.chunking: Chunking | None = None
        self.previous_cuts = np.zeros(0, np.int64)
        self.fewest_chunks = 19
        self.unread = FakeUnread(self)
        self.parameters = Parameters()
        self.refusal: str | None = None
        self.certificate = self.certificate_in(
            "checked", "all 2,660 characters covered · joins exactly · 22 counts checked"
        )
        self.progress: Progress | None = None
        self.selected: int | None = None
        self.hovered: int | None = None
        self.answer: tuple[int, int] | None = None
        self.answer_report: Any = None
        self._model_and_query()
        if chunking is not None:
            self.load(chunking, text)

    def _model_and_query(self) -> None:
        self.model = models()[0]
        self.limits = self.asked_limits = ModelLimits()
        self.limits_refusal: str | None = None
        self.tokenizer_name = "bert-base-uncased"
        self.tokenizer_notices = ()
        self.embedder_name = "all-MiniLM-L6-v2"
        self.unread_query = ""
        self.suggested_query = ""
        self.query, self.fold, self.best_k = "", "length_weighted_mean", 5
        self.scores: Scores | None = None
        self.scored_chunking: Chunking | None = None
        self.scores_stale = False
        self.token_pass = FakePass(self)
        self.score_mode = "exact-first"
        self.query_lines: tuple[Scores, ...] = ()
        self.keywords = FakePart(self, scores=None)
        self.attribution = FakePart(self, found=None, chunk=None)
        self.dilution = FakePart(self, curve=None)
        self.looked_at: tuple[int, int] | None = None
        self.sending_held, self.send_plan, self.learned_context, self.query_prefix = False, None, None, ""
        self.troubled = np.zeros(0, np.intp)
        self.server_words: dict[int, str] = {}
        self.queries = QueryList(self)
        self.embedders = FakeEmbedders(self)

    # What a test puts on it ---------------------------------------------------------------------------------------

    def open(self, text: str) -> None:
        """A document that is not counted and not cut yet."""
        self.document = SimpleNamespace(text=text, name="text.txt")
        self.facts = self.chunking = None
        self.selected = self.hovered = self.answer = None
        self.previous_cuts = np.zeros(0, np.int64)
        self.document_changed.emit()
        self.chunking_changed.emit()

    def load(self, chunking: Chunking, text: str | None = None) -> None:
        """A document with its chunks."""
        length = int(chunking.ends[-1]) if len(chunking) else 0
        self.open(made_text(length) if text is None else text)
        self.count()
        self.show(chunking)

    def count(self, unknown: Sequence[tuple[int, int]] | None = None) -> None:
        """Tokens of the document."""
        self.facts = FakeFacts(self.document.text, unknown)
        self.facts_changed.emit()

    def chunk(self, size: int, overlap: int = 0) -> None:
        """Chunks of at most `size` words."""
        self.count()
        self.show(naive_chunking(self.document.text, size, overlap))

    def show(self, chunking: Chunking) -> None:
        """Other chunks of the same document."""
        if self.chunking is not None:
            self.previous_cuts = self.chunking.ends
        self.chunking, self.parameters = chunking, chunking.parameters
        self.scores_stale = self.scores is not None
        self.selected = self.hovered = None
        self.chunking_changed.emit()
        self.scores_changed.emit()

    def score(self, scores: Scores | None, query: str = "how many eggs does the queen lay in a day") -> None:
        """Scores of the chunks on screen."""
        self.query, self.scores, self.scores_stale = query, scores, False
        self.scored_chunking = None if scores is None else self.chunking
        self.query_changed.emit()
        self.scores_changed.emit()

    @staticmethod
    def certificate_in(state: str, line: str, first_offender: int | None = None) -> SimpleNamespace:
        return SimpleNamespace(state=state, line=lambda: line, first_offender=first_offender, checked=9, total=22)

    def set_certificate(self, *args: Any) -> None:
        self.certificate = self.certificate_in(*args)
        self.certificate_changed.emit()

    def set_progress(self, what: str | None, done: int = 0, total: int = 0, unit: str = "chunks") -> None:
        self.progress = Progress(what, done, total, unit) if what else None
        self.progress_changed.emit()

    # What a view asks for -----------------------------------------------------------------------------------------

    def select(self, index: int | None) -> None:
        if index is None or 0 <= index < len(self.chunking or ()):
            self.asked.append(("select", index))
            self._select(index)

    def _select(self, index: int | None) -> None:
        if index != self.selected:
            self.selected = index
            self.selection_changed.emit()

    def select_at(self, offset: int) -> None:
        if self.chunking is not None:
            self.select(self.chunking.body_at(offset))

    def select_best(self) -> None:
        self.asked.append(("select_best",))
        if self.scores is not None and len(self.scores.order):
            self._select(int(self.scores.order[0]))

    def break_rows(self, columns: int, take: Callable[[BrokenRows], None]) -> None:
        """Half of the rows in the next turn of the event loop, all of them in the one after it."""
        text = self.document.text
        some, every = first_rows(text, columns, len(text) // 2), break_rows(text, columns)
        QTimer.singleShot(0, lambda: take(some))
        QTimer.singleShot(1, lambda: take(every))

    def find(self, wanted: str, done: Callable[[np.ndarray], None], *, case_sensitive: bool = False) -> None:
        self.asked.append(("find", wanted))
        found = find_all(self.document.text, wanted, case_sensitive=case_sensitive)
        QTimer.singleShot(0, lambda: done(found))

    def step_chunk(self, step: int) -> None:
        self.asked.append(("step_chunk", step))
        n = len(self.chunking or ())
        start = (-1 if step > 0 else n) if self.selected is None else self.selected
        self._select(min(max(start + step, 0), n - 1))

    def step_level(self, level: Level, step: int) -> None:
        self.asked.append(("step_level", level, step))

    def look_at(self, start: int, end: int) -> None:
        self.looked_at = (start, end)

    def step_unread(self, step: int) -> None:
        self.asked.append(("step_unread", step))

    def hover(self, index: int | None) -> None:
        if index != self.hovered:
            self.hovered = index
            self.hover_changed.emit()

    def mark_answer(self, start: int, end: int) -> None:
        self.asked.append(("mark_answer", start, end))
        self.answer = (start, end)
        self.answer_changed.emit()

    def clear_answer(self) -> None:
        self.answer = None
        self.answer_changed.emit()

    def set_query(self, query: str) -> None:
        self.asked.append(("set_query", query))
        self.query, self.scores_stale = query, self.scores is not None
        self.query_changed.emit()

    def ask_now(self) -> None:
        self.asked.append(("ask_now", self.query))

    def failure(self, index: int) -> str:
        return self.server_words.get(index, "")

    def cut_short(self, index: int) -> str:
        del index
        return ""

    def set_score_mode(self, mode: str) -> None:
        self.asked.append(("set_score_mode", mode))
        self.score_mode = mode
        self.scores_changed.emit()

    def draw(self, *lines: Scores) -> None:
        """Scores of the listed queries that are drawn, each with its query."""
        self.queries.entries = tuple(Listed(scores.query, slot) for slot, scores in enumerate(lines))
        self.query_lines = lines
        self.queries.changed.emit()
        self.scores_changed.emit()

    def allow_sending(self) -> None:
        self.asked.append(("allow_sending",))

    def retry_failures(self) -> None:
        self.asked.append(("retry_failures",))

    def use_learned_context(self) -> None:
        self.asked.append(("use_learned_context",))

    def set_fold(self, fold: str) -> None:
        self.asked.append(("set_fold", fold))
        self.fold = fold
        self.scores_changed.emit()

    def cancel(self) -> None:
        self.asked.append(("cancel",))

    def why(self, index: int) -> str:
        return f"Cut at a paragraph: the next sentence would make 80 of 72 (chunk {index + 1})."

    # Parameters and the model -------------------------------------------------------------------------------------

    def set_parameters(self, **changes: Any) -> None:
        self._change("set_parameters", changes, **changes)

    def set_strategy(self, name: str) -> None:
        self._change("set_strategy", name, strategy=name)

    def set_size(self, value: Any) -> None:
        self._change("set_size", value, size=value)

    def set_overlap(self, value: Any) -> None:
        self._change("set_overlap", value, overlap=value)

    def set_unit(self, unit: str) -> None:
        self._change("set_unit", unit, unit=unit)

    def set_separators(self, name: str) -> None:
        self._change("set_separators", name, separators=name)

    def _change(self, method: str, argument: Any, **changes: Any) -> None:
        self.asked.append((method, argument))
        self.refusal = None
        try:
            numbers = {key: whole_number(key, value) for key, value in changes.items() if key in {"size", "overlap"}}
            self.parameters = replace(self.parameters, **{**changes, **numbers})
            check_size(self.parameters.size, self.parameters.overlap)
        except RefusedError as error:
            self.refusal = str(error)
        if self.refusal is None and self.chunking is not None:
            self.chunking = replace(self.chunking, parameters=self.parameters)
            self.chunking_changed.emit()
        self.parameters_changed.emit()

    def set_limits(self, **changes: Any) -> None:
        self.asked.append(("set_limits", changes))
        self.asked_limits = replace(self.asked_limits, **changes)
        self.limits_refusal = None
        try:
            context_of(self.asked_limits.context)
            self.limits = self.asked_limits
        except RefusedError as error:
            self.limits_refusal = str(error)
        self.model_changed.emit()

    def set_tokenizer(self, name: str) -> None:
        self.asked.append(("set_tokenizer", name))
        self.tokenizer_name = name
        self.model_changed.emit()

    def set_model(self, model: Any, tokenizer: str | None = None) -> None:
        self.asked.append(("set_model", model.name, tokenizer))
        self.model = model
        self.tokenizer_name = tokenizer or model.tokenizer or self.tokenizer_name
        self.set_limits(context=model.context, prefix=model.document_prefix)

    def recall_model(self, model: Any) -> None:
        self.model = model
        self.model_changed.emit()
