"""The places of a document that the model cannot read, or reads as something else, by kind; and how much they are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from inspector.core.tokens import Spans
from inspector.core.unread import joined, unread_spans

if TYPE_CHECKING:
    from inspector.core.chunking import Chunking
    from inspector.core.facts import Facts
    from inspector.core.model_limits import ModelLimits

Offsets = NDArray[np.int64]
NOBODY = -1


class Unread(IntEnum):
    """Why a place is listed; special tokens are read, but not as the letters that stand there."""

    UNKNOWN = 0
    BEYOND = 1
    LOST = 2
    SPECIAL = 3

    @property
    def label(self) -> str:
        """What the window calls it."""
        return _LABELS[self]

    @property
    def meaning(self) -> str:
        """One sentence that explains it."""
        return _MEANINGS[self]


_LABELS = {
    Unread.UNKNOWN: "unknown token",
    Unread.BEYOND: "beyond the context",
    Unread.LOST: "lost",
    Unread.SPECIAL: "special token",
}
_MEANINGS = {
    Unread.UNKNOWN: "The vocabulary has no token for these characters: the model cannot tell them from others.",
    Unread.BEYOND: "The model silently drops what comes after its context.",
    Unread.LOST: "The tokenizer takes these characters away before it makes tokens: the model never sees them.",
    Unread.SPECIAL: "The text spells a special token: it is read as such, not as letters, as in a pipeline.",
}


@dataclass(frozen=True)
class Total:
    """How much there is of something: places, tokens, characters."""

    places: int = 0
    tokens: int = 0
    characters: int = 0


@dataclass(frozen=True, eq=False)
class Places:
    """m places in ascending order of where they start; every array is (m,).

    `kinds` (int8) are `Unread`; `starts` and `ends` (int64) half-open offsets; `tokens` (int64) what is made of the
    text there, 0 where it is lost; `chunks` (int64) the chunk that a tail is of, NOBODY where it is any chunk's.
    Unknown tokens side by side are one place.
    """

    kinds: NDArray[np.int8]
    starts: Offsets
    ends: Offsets
    tokens: Offsets
    chunks: Offsets

    def __len__(self) -> int:
        return len(self.starts)

    def total(self, kind: Unread) -> Total:
        """How much there is of a kind."""
        of = self.kinds == kind
        characters = (self.ends - self.starts)[of].sum()
        return Total(int(of.sum()), int(self.tokens[of].sum()), int(characters))

    def only(self, kind: Unread | None) -> NDArray[np.intp]:
        """The indices of the places of a kind, or of all."""
        return np.arange(len(self)) if kind is None else np.flatnonzero(self.kinds == kind)

    def chunk(self, index: int, chunking: Chunking) -> int:
        """The chunk that a place is told with: a tail's own, else the one whose body holds its start."""
        own = int(self.chunks[index])
        return own if own != NOBODY else chunking.body_at(int(self.starts[index]))


def text_places(facts: Facts, lost: Spans) -> Places:
    """What hangs on the text and the tokenizer alone: unknown tokens, `lost` characters, spelled special tokens."""
    unknown, specials = facts.tokens.unknown, facts.tokens.specials
    together = joined(unknown)
    ones = np.ones(len(specials), np.int64)
    return _sorted(
        _places(Unread.UNKNOWN, together, counts(unknown, together[:, 0], together[:, 1])[0]),
        _places(Unread.LOST, lost, np.zeros(len(lost), np.int64)),
        _places(Unread.SPECIAL, specials, ones),
    )


def tails(facts: Facts, chunking: Chunking, limits: ModelLimits) -> Places:
    """The tails beyond the context, those of chunks that have one."""
    spans = unread_spans(facts, chunking, limits)
    over = chunks_over(chunking, limits)
    return _places(Unread.BEYOND, spans, _tail_tokens(chunking, limits, over), over)


def merged(one: Places, other: Places) -> Places:
    """All places of both."""
    if not len(other):
        return one
    return _sorted(one, other) if len(one) else other


def chunks_over(chunking: Chunking, limits: ModelLimits) -> Offsets:
    """The chunks with more input tokens than the model reads, int64, ascending."""
    if limits.context is None:
        return np.zeros(0, np.int64)
    return np.flatnonzero(chunking.input_tokens > limits.context).astype(np.int64)


def chunk_totals(facts: Facts, chunking: Chunking, limits: ModelLimits, lost: Spans, index: int) -> dict[Unread, Total]:
    """How much of each kind there is in the whole text of chunk `index`, overlap included; kinds without any left out.

    What lies across the chunk's end counts with the characters and the tokens that start inside.
    """
    start, end = chunking.starts[index : index + 1], chunking.ends[index : index + 1]
    found = {
        Unread.UNKNOWN: _total(facts.tokens.unknown, start, end),
        Unread.BEYOND: Total(),
        Unread.LOST: _total(lost, start, end, made=False),
        Unread.SPECIAL: _total(facts.tokens.specials, start, end),
    }
    if limits.context is not None and int(chunking.input_tokens[index]) > limits.context:
        tail = unread_spans(facts, chunking, limits, index, index + 1)
        tokens = _tail_tokens(chunking, limits, np.array([index]))
        found[Unread.BEYOND] = Total(1, int(tokens[0]), int(tail[0, 1] - tail[0, 0]))
    return {kind: total for kind, total in found.items() if total.places}


def counts(spans: NDArray[np.signedinteger], starts: Offsets, ends: Offsets) -> tuple[Offsets, Offsets]:
    """For each of n stretches how many of the ascending `spans` start in it, and how many of its characters they hold.

    Both int64 (n,).
    """
    begins, lengths = spans[:, 0], np.r_[0, np.cumsum(spans[:, 1].astype(np.int64) - spans[:, 0])]
    first, last = (np.searchsorted(begins, x.astype(begins.dtype)) for x in (starts, ends))
    return (last - first).astype(np.int64), _held(spans, lengths, ends, last) - _held(spans, lengths, starts, first)


def _held(spans: NDArray[np.signedinteger], lengths: Offsets, offsets: Offsets, before: NDArray[np.intp]) -> Offsets:
    """How many characters before each offset are in one of the spans; `before` of them start before it."""
    held = lengths[before].copy()
    some = before > 0
    held[some] -= np.maximum(spans[before[some] - 1, 1] - offsets[some], 0)
    return held


def _total(spans: Spans, start: Offsets, end: Offsets, *, made: bool = True) -> Total:
    number, characters = (int(part[0]) for part in counts(spans, start, end))
    return Total(max(number, int(characters > 0)), number if made else 0, characters)


def _tail_tokens(chunking: Chunking, limits: ModelLimits, over: Offsets) -> Offsets:
    """The tokens that the context has no room for, of chunks that have some; never more than their text has."""
    beyond: Offsets = np.minimum(chunking.input_tokens[over] - (limits.context or 0), chunking.tokens[over])
    return beyond


def _places(kind: Unread, spans: NDArray[np.signedinteger], tokens: Offsets, chunks: Offsets | None = None) -> Places:
    starts, ends = (spans[:, side].astype(np.int64) for side in (0, 1))
    nobody = np.full(len(spans), NOBODY, np.int64)
    return Places(np.full(len(spans), kind, np.int8), starts, ends, tokens, nobody if chunks is None else chunks)


def _sorted(*parts: Places) -> Places:
    arrays = [
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("kinds", "starts", "ends", "tokens", "chunks")
    ]
    order = np.argsort(arrays[1], kind="stable")
    return Places(*(array[order] for array in arrays))
