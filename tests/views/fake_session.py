"""A small stand-in for the session: real signals, and chunks made by naive code of a few words each."""

import re
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.chunking import Chunking
from inspector.core.levels import Level
from inspector.core.parameters import Parameters


def naive_chunking(text: str, size: int = 8, overlap: int = 0) -> Chunking:
    """Bodies of at most `size` words that end early at a sentence or a paragraph; overlap in words before them."""
    words = [m.span() for m in re.finditer(r"\S+\s*", text)]
    cuts, count = [], 0
    for start, end in words:
        count += 1
        if count >= size or re.search(r"\.\s|\n\s*\n", text[start:end]):
            cuts.append(end)
            count = 0
    ends = np.array(sorted({*cuts, len(text)}) if text else [], np.int64)
    body_starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)[: len(ends)]
    firsts = [start for start, _ in words]
    starts = body_starts.copy()
    for i in range(1, len(ends)):
        earlier = [s for s in firsts if starts[i - 1] < s < body_starts[i]][-overlap:] if overlap else []
        starts[i] = earlier[0] if earlier else body_starts[i]
    levels = np.array([_level(text, int(end)) for end in ends], np.int8)
    counts = np.array([len(text[s:e].split()) for s, e in zip(starts, ends, strict=True)], np.int64)
    lost = np.array([len(text[s:b].split()) for s, b in zip(starts, body_starts, strict=True)], np.int64)
    blank = np.array([not text[s:e].strip() for s, e in zip(starts, ends, strict=True)], np.bool_)
    parameters = Parameters(size=size, unit="words", overlap=overlap)
    return Chunking(parameters, starts, body_starts, ends, levels, counts, counts, counts + 2, lost, counts, blank)


def _level(text: str, end: int) -> Level:
    if end == len(text):
        return Level.END
    before = text[:end]
    for pattern, level in (
        (r"\n\s*\n$", Level.PARAGRAPH),
        (r"\.\s+$", Level.SENTENCE),
        (r"\n$", Level.LINE),
        (r"\s$", Level.WORD),
    ):
        if re.search(pattern, before):
            return level
    return Level.HARD


class _Tokens:
    def __init__(self, text: str) -> None:
        spans = [m.span() for m in re.finditer(r"\w+|[^\w\s]", text)]
        self.starts = np.array([s for s, _ in spans], np.int32)
        self.ends = np.array([e for _, e in spans], np.int32)
        odd = [m.span() for m in re.finditer(r"[0-9a-f]{12,}|[\U0001f000-\U0001ffff]\S*", text)]
        self.unknown = np.array(odd, np.int32).reshape(-1, 2)
        self.specials = np.zeros((0, 2), np.int32)

    def __len__(self) -> int:
        return len(self.starts)

    def before(self, offset: int) -> int:
        return int(np.searchsorted(self.starts, np.int32(offset)))

    def start(self, index: int) -> int:
        return int(self.starts[index])


@dataclass(eq=False)
class _Document:
    text: str
    name: str = "text.txt"


class FakeSession(QObject):
    """What the document view needs of the session; `asked` records its requests."""

    document_changed = Signal()
    facts_changed = Signal()
    chunking_changed = Signal()
    parameters_changed = Signal()
    selection_changed = Signal()
    hover_changed = Signal()
    scores_changed = Signal()
    answer_changed = Signal()
    model_changed = Signal()
    progress_changed = Signal()
    reveal = Signal(int, int)

    def __init__(self, text: str | None = None, size: int = 8, overlap: int = 0) -> None:
        super().__init__()
        self.document = self.facts = self.chunking = self.selected = self.hovered = self.scores = self.answer = None
        self.scores_stale, self.progress = False, None
        self.previous_cuts = np.zeros(0, np.int64)
        self.limits = SimpleNamespace(context=256, prefix="")
        self.best_k = 5
        self.parameters = Parameters()
        self.asked: list[tuple] = []
        if text is not None:
            self.open(text)
            self.chunk(size, overlap)

    def open(self, text: str) -> None:
        self.document, self.facts, self.chunking = _Document(text), None, None
        self.selected = self.hovered = self.answer = None
        self.previous_cuts = np.zeros(0, np.int64)
        self.document_changed.emit()
        self.chunking_changed.emit()

    def chunk(self, size: int, overlap: int = 0) -> None:
        text = self.document.text
        self.facts = SimpleNamespace(text=text, tokens=_Tokens(text))
        self.facts_changed.emit()
        self.show(naive_chunking(text, size, overlap))

    def show(self, chunking: Chunking) -> None:
        if self.chunking is not None:
            self.previous_cuts = self.chunking.ends
        self.chunking = chunking
        self.chunking_changed.emit()

    def select(self, index: int | None) -> None:
        self.asked.append(("select", index))
        self.selected = index
        self.selection_changed.emit()

    def select_at(self, offset: int) -> None:
        if self.chunking is not None:
            self.select(self.chunking.body_at(offset))

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

    def step_chunk(self, step: int) -> None:
        self.asked.append(("step_chunk", step))

    def step_level(self, level: Level, step: int) -> None:
        self.asked.append(("step_level", level, step))

    def step_unread(self, step: int) -> None:
        self.asked.append(("step_unread", step))

    def select_best(self) -> None:
        self.asked.append(("select_best",))

    def why(self, index: int) -> str:
        return f"reason {index}"
