"""A session for the tests of the plots: real signals, made-up chunks, no worker."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.chunking import Chunking
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.core.similarity import Scores
from inspector.core.tokens import Tokens, no_spans
from inspector.core.unread_places import chunk_totals

_SENTENCE = "the queen lays eggs in a colony of fifty thousand workers each of whom lives six weeks at her peak "


def made_chunking(n: int, size: int = 72, unit: str = "tokens", overlap: int = 14, seed: int = 7) -> Chunking:
    """n chunks of made-up lengths, levels and counts; four characters a token."""
    chance = np.random.default_rng(seed)
    counts = np.clip(chance.normal(0.7 * size, 0.28 * size, n), 1, size).astype(np.int64)
    ends = np.cumsum(counts * 4)
    starts = np.r_[0, ends[:-1]] if n else ends
    repeated = np.minimum(np.r_[0, np.full(max(n - 1, 0), overlap)][:n], counts // 2)
    levels = chance.choice([4, 3, 2, 1, 0], n, p=[0.45, 0.33, 0.1, 0.08, 0.04]).astype(np.int8)
    if n:
        levels[-1] = Level.END
    return Chunking(
        Parameters(size=size, unit=unit, overlap=overlap), np.maximum(starts - repeated * 4, 0), starts, ends, levels,
        counts, counts, counts + 2, repeated, counts * 3 // 4, np.zeros(n, np.bool_),
    )  # fmt: skip


def made_scores(n: int, best: int | None = None, seed: int = 3, **changes: Any) -> Scores:
    """Scores like those of a real query: most near 0, a few higher, `best` far above."""
    chance = np.random.default_rng(seed)
    values = np.abs(chance.normal(0.03, 0.05, n)) * chance.choice([1, -0.5], n, p=[0.8, 0.2])
    if best is not None:
        values[best] = 0.594
    return scores_of(values, **changes)


def scores_of(values: np.ndarray, **changes: Any) -> Scores:
    """Scores with these values; everything embedded unless `changes` say otherwise."""
    values = np.asarray(values, np.float64)
    defined = np.flatnonzero(np.isfinite(values))
    order = defined[np.argsort(-values[defined], kind="stable")]
    whole = {"length_weighted_mean": 0.1531, "mean": 0.1312, "first_only": 0.052}
    facts: dict[str, Any] = {
        "query": "how many eggs", "values": values, "order": order, "whole": whole,
        "embedded": len(values), "total": len(values), "notice": None,
    }  # fmt: skip
    return Scores(**(facts | changes))


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


class FakeSession(QObject):
    """What the plots need of a session."""

    document_changed = Signal()
    facts_changed = Signal()
    chunking_changed = Signal()
    parameters_changed = Signal()
    selection_changed = Signal()
    hover_changed = Signal()
    query_changed = Signal()
    scores_changed = Signal()
    answer_changed = Signal()
    progress_changed = Signal()
    model_changed = Signal()
    reveal = Signal(int, int)
    message = Signal(str, str)

    def __init__(self, n: int | None = None, **parameters: Any) -> None:
        super().__init__()
        self.unread = FakeUnread(self)
        self.document: Any = None
        self.facts: Any = None
        self.chunking: Chunking | None = None
        self.parameters = Parameters()
        self.limits = ModelLimits()
        self.selected: int | None = None
        self.hovered: int | None = None
        self.suggested_query = ""
        self.query, self.fold, self.best_k = "", "length_weighted_mean", 5
        self.scores: Scores | None = None
        self.scored_chunking: Chunking | None = None
        self.scores_stale = False
        self.answer: tuple[int, int] | None = None
        self.answer_report: Any = None
        self.progress: Any = None
        self.refusal: str | None = None
        self.asked: list[tuple[str, Any]] = []
        if n is not None:
            self.load(made_chunking(n, **parameters))

    def load(self, chunking: Chunking, text: str | None = None) -> None:
        length = int(chunking.ends[-1]) if len(chunking) else 0
        text = text if text is not None else (_SENTENCE * (length // len(_SENTENCE) + 1))[:length]
        self.document = SimpleNamespace(text=text, name="made.txt")
        self.count(text)
        self.document_changed.emit()
        self.show(chunking)

    @staticmethod
    def _tokens(text: str, *spans: tuple[int, int]) -> Tokens:
        starts = np.arange(0, len(text) - 3, 4, dtype=np.int32)
        return Tokens(starts, np.array(spans, np.int32).reshape(-1, 2), no_spans())

    def count(self, text: str, unknown: tuple[tuple[int, int], ...] = ()) -> None:
        tokens = self._tokens(text, *unknown)
        tokenizer = SimpleNamespace(
            special_tokens=2,
            name="bert-base-uncased",
            count=lambda texts: [len(text.split()) for text in texts],
            encode=lambda text, *_: self._tokens(text),
        )
        self.facts = SimpleNamespace(
            text=text,
            tokens=tokens,
            tokenizer=tokenizer,
            word_starts=np.array([word.start() for word in re.finditer(r"\S+", text)], np.int32),
            count=lambda _unit, start, end: (end - start) // 4,
        )
        self.facts_changed.emit()

    def show(self, chunking: Chunking | None) -> None:
        self.chunking = chunking
        self.parameters = chunking.parameters if chunking is not None else self.parameters
        self.scores_stale = self.scores is not None
        self.selected = self.hovered = None
        self.chunking_changed.emit()
        self.scores_changed.emit()

    def score(self, scores: Scores | None, query: str = "how many eggs does the queen lay in a day") -> None:
        self.query, self.scores, self.scores_stale = query, scores, False
        self.scored_chunking = None if scores is None else self.chunking
        self.query_changed.emit()
        self.scores_changed.emit()

    def select(self, index: int | None) -> None:
        if index is not None and not 0 <= index < len(self.chunking or ()):
            return
        self.asked.append(("select", index))
        if index != self.selected:
            self.selected = index
            self.selection_changed.emit()

    def hover(self, index: int | None) -> None:
        if index != self.hovered:
            self.hovered = index
            self.hover_changed.emit()

    def select_at(self, offset: int) -> None:
        assert self.chunking is not None
        self.select(self.chunking.body_at(offset))

    def step_chunk(self, step: int) -> None:
        n = len(self.chunking or ())
        start = (-1 if step > 0 else n) if self.selected is None else self.selected
        self.select(min(max(start + step, 0), n - 1))

    def select_best(self) -> None:
        if self.scores is not None and len(self.scores.order):
            self.select(int(self.scores.order[0]))

    def set_query(self, query: str) -> None:
        self.asked.append(("query", query))
        self.query, self.scores_stale = query, self.scores is not None
        self.query_changed.emit()

    def ask_now(self) -> None:
        self.asked.append(("now", self.query))

    def set_fold(self, fold: str) -> None:
        self.asked.append(("fold", fold))
        self.fold = fold
        self.scores_changed.emit()

    def why(self, index: int) -> str:
        return f"Cut at a paragraph: the next sentence would make 80 of 72 (chunk {index + 1})."
