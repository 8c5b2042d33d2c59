"""A session without a core: enough of its interface for the control bar and the status line, with every call noted."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.chunking import Chunking
from inspector.core.errors import RefusedError
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits, context_of
from inspector.core.models import models
from inspector.core.parameters import Parameters, check_size, whole_number
from inspector.model.progress import Progress


def chunking(parameters: Parameters, levels: list[Level], counts: list[int]) -> Chunking:
    n = len(levels)
    ends = np.arange(1, n + 1, dtype=np.int64) * 100
    zeros = np.zeros(n, dtype=np.int64)
    return Chunking(
        parameters=parameters,
        starts=ends - 100,
        body_starts=ends - 100,
        ends=ends,
        levels=np.array(levels, dtype=np.int8),
        counts=np.array(counts, dtype=np.int64),
        tokens=np.array(counts, dtype=np.int64),
        input_tokens=np.array(counts, dtype=np.int64) + 2,
        overlaps=zeros,
        words=zeros,
        blank=np.zeros(n, dtype=bool),
    )


LEVELS = [Level.PARAGRAPH] * 12 + [Level.SENTENCE] * 7 + [Level.LINE] + [Level.WORD] + [Level.END]


class FakeSession(QObject):
    document_changed = Signal()
    facts_changed = Signal()
    chunking_changed = Signal()
    parameters_changed = Signal()
    certificate_changed = Signal()
    progress_changed = Signal()
    model_changed = Signal()
    selection_changed = Signal()
    message = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple] = []
        self.document = SimpleNamespace(text="x" * 2200, name="guide.md")
        tokenizer = SimpleNamespace(special_tokens=2, count=lambda texts: [len(text.split()) for text in texts])
        self.facts = SimpleNamespace(tokenizer=tokenizer)
        self.selected: int | None = None
        self.parameters = Parameters(size=72, overlap=14)
        self.fewest_chunks = 19
        self.chunking = chunking(self.parameters, LEVELS, [60] * 21 + [70])
        self.refusal: str | None = None
        self.limits = self.asked_limits = ModelLimits()
        self.limits_refusal: str | None = None
        self.tokenizer_name = "bert-base-uncased"
        self.tokenizer_notices = ()
        self.model = models()[0]
        self.embedder_name = "all-MiniLM-L6-v2"
        self.progress = None
        self.certificate = self.certificate_in(
            "checked", "all 2,660 characters covered · joins exactly · 22 counts checked"
        )

    @staticmethod
    def certificate_in(state: str, line: str, first_offender: int | None = None) -> SimpleNamespace:
        return SimpleNamespace(state=state, line=lambda: line, first_offender=first_offender, checked=9, total=22)

    def set_certificate(self, *args) -> None:
        self.certificate = self.certificate_in(*args)
        self.certificate_changed.emit()

    def set_progress(self, what: str | None, done: int = 0, total: int = 0, unit: str = "chunks") -> None:
        self.progress = Progress(what, done, total, unit) if what else None
        self.progress_changed.emit()

    def set_parameters(self, **changes) -> None:
        self.calls.append(("set_parameters", changes))
        self._ask(**changes)

    def set_strategy(self, name: str) -> None:
        self.calls.append(("set_strategy", name))
        self._ask(strategy=name)

    def set_size(self, value) -> None:
        self.calls.append(("set_size", value))
        self._ask(size=value)

    def set_overlap(self, value) -> None:
        self.calls.append(("set_overlap", value))
        self._ask(overlap=value)

    def set_unit(self, unit: str) -> None:
        self.calls.append(("set_unit", unit))
        self._ask(unit=unit)

    def set_separators(self, name: str) -> None:
        self.calls.append(("set_separators", name))
        self._ask(separators=name)

    def set_limits(self, **changes) -> None:
        self.calls.append(("set_limits", changes))
        self.asked_limits = replace(self.asked_limits, **changes)
        self.limits_refusal = None
        try:
            context_of(self.asked_limits.context)
            self.limits = self.asked_limits
        except RefusedError as error:
            self.limits_refusal = str(error)
        self.model_changed.emit()

    def set_tokenizer(self, name: str) -> None:
        self.calls.append(("set_tokenizer", name))
        self.tokenizer_name = name
        self.model_changed.emit()

    def set_model(self, model, tokenizer=None) -> None:
        self.calls.append(("set_model", model.name, tokenizer))
        self.model = model
        self.tokenizer_name = tokenizer or model.tokenizer or self.tokenizer_name
        self.set_limits(context=model.context, prefix=model.document_prefix)

    def recall_model(self, model) -> None:
        self.model = model
        self.model_changed.emit()

    def select(self, index) -> None:
        self.calls.append(("select", index))
        self.selected = index
        self.selection_changed.emit()

    def step_level(self, level: Level, step: int) -> None:
        self.calls.append(("step_level", level, step))

    def cancel(self) -> None:
        self.calls.append(("cancel",))

    def _ask(self, **changes) -> None:
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
