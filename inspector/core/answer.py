"""What a chunking does to an answer marked in the text: whole in a chunk, rescued by overlap, or cut."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.core.chunking import Chunking
from inspector.core.errors import RefusedError
from inspector.core.similarity import Scores

WHOLE, RESCUED, CUT = "whole", "rescued", "cut"


@dataclass(frozen=True)
class AnswerReport:
    """What became of the answer `text[start:end]` (code points).

    `state`: "whole" inside one body, "rescued" in one chunk only thanks to its overlap, "cut" in no chunk. `chunk` is
    the first by rank (by position where there is no rank) of those that hold all of it, `rank` its rank from 1.
    `touching` are all chunks that hold some of it, in order; `part_rank` is the best rank among them. `margin` is the
    score of `chunk` minus the best score of the chunks that do not hold all of it. None where undefined.
    """

    start: int
    end: int
    state: str
    chunk: int | None
    touching: tuple[int, ...]
    rank: int | None
    margin: float | None
    part_rank: int | None = None

    def line(self) -> str:
        """One sentence for the window, chunks numbered from 1."""
        if not self.touching:
            return "answer marked: there are no chunks"
        if self.chunk is None:
            rank = f" · best part at rank {self.part_rank}" if self.part_rank is not None else ""
            return f"answer marked: cut, no chunk holds all of it; parts in {_numbers(self.touching)}{rank}"
        where = "whole" if self.state == WHOLE else "rescued by overlap, whole"
        rank = f" · rank {self.rank}" if self.rank is not None else ""
        return f"answer marked: {where} in #{self.chunk + 1}{rank}"


def report(chunking: Chunking, scores: Scores | None, start: int, end: int) -> AnswerReport:
    """What `chunking` did to the answer `text[start:end]`, ranked by `scores` when there are some.

    Raises RefusedError when the answer is empty or not inside the document.
    """
    length = int(chunking.ends[-1]) if len(chunking) else 0
    if not 0 <= start < end or (len(chunking) and end > length):
        raise RefusedError(f"an answer from {start} to {end} is not a part of a document of {length} characters")
    touching = _touching(chunking, start, end)
    holders = [index for index in touching if chunking.starts[index] <= start and end <= chunking.ends[index]]
    state = CUT
    if holders:
        in_a_body = any(chunking.body_starts[index] <= start for index in holders)
        state = WHOLE if in_a_body else RESCUED
    chunk = _first(holders, scores)
    rank = None if chunk is None else _rank(scores, chunk)
    best = _first(touching, scores)
    part_rank = None if best is None else _rank(scores, best)
    return AnswerReport(start, end, state, chunk, tuple(touching), rank, _margin(scores, chunk, holders), part_rank)


def _touching(chunking: Chunking, start: int, end: int) -> range:
    """The chunks that share at least one character with the answer: starts and ends grow, so they are a run."""
    first = int(np.searchsorted(chunking.ends, np.int64(start), side="right"))
    return range(first, int(np.searchsorted(chunking.starts, np.int64(end), side="left")))


def _rank(scores: Scores | None, index: int) -> int | None:
    return None if scores is None else scores.rank_of(index)


def _first(indices: range | list[int], scores: Scores | None) -> int | None:
    """The best ranked of `indices`; the first of them where none has a rank."""
    if scores is None:
        return next(iter(indices), None)
    return min(indices, key=lambda index: scores.rank_of(index) or len(scores.values) + 1, default=None)


def _margin(scores: Scores | None, chunk: int | None, holders: list[int]) -> float | None:
    """The score of `chunk` minus the best score of a chunk that is no holder."""
    if scores is None or chunk is None:
        return None
    mine = scores.value(chunk)
    others = (int(index) for index in scores.order if int(index) not in holders)
    rival = next(others, None)
    return None if mine is None or rival is None else mine - float(scores.values[rival])


def _numbers(indices: tuple[int, ...]) -> str:
    """Chunk numbers as a person reads them: "#13 and #14", or "#3 to #9"."""
    if len(indices) == 1:
        return f"#{indices[0] + 1}"
    between = " and " if len(indices) == 2 else " to "
    return f"#{indices[0] + 1}{between}#{indices[-1] + 1}"
