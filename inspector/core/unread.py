"""What the model cannot read: characters in unknown tokens, and the tail of a chunk beyond the model's context."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from inspector.core.chunking import Chunking
    from inspector.core.facts import Facts
    from inspector.core.model_limits import ModelLimits

Spans = NDArray[np.int64]


def unread_spans(
    facts: Facts, chunking: Chunking, limits: ModelLimits, first: int = 0, last: int | None = None
) -> Spans:
    """The tails that the model drops, int64 (m, 2) half-open offsets, of the chunks `first` to before `last` (all).

    A chunk has one when its input tokens are above the context: it begins where the first token lies that the context
    leaves no room for. Where a chunk's own tokens differ from the document's (it is cut inside a word), it is encoded.
    """
    last = len(chunking) if last is None else last
    if limits.context is None:
        return np.zeros((0, 2), np.int64)
    over = first + np.flatnonzero(chunking.input_tokens[first:last] > limits.context)
    if not len(over):
        return np.zeros((0, 2), np.int64)
    begins = [_tail_start(facts, chunking, limits.context, int(index)) for index in over]
    return np.column_stack([np.array(begins, np.int64), chunking.ends[over]]).astype(np.int64)


def unknown_spans(facts: Facts, start: int, end: int) -> Spans:
    """The stretches of unknown tokens that touch `start:end`, int64 (m, 2) half-open; those that touch are one."""
    spans = facts.tokens.unknown
    low = int(np.searchsorted(spans[:, 1], np.int32(start), side="right"))
    high = int(np.searchsorted(spans[:, 0], np.int32(end), side="left"))
    return joined(spans[low:high])


def joined(spans: NDArray[np.signedinteger]) -> Spans:
    """Ascending spans with those that touch made one, int64 (m, 2)."""
    spans = spans.astype(np.int64)
    if not len(spans):
        return spans
    apart = np.flatnonzero(spans[1:, 0] > spans[:-1, 1])
    return np.column_stack([spans[np.r_[0, apart + 1], 0], spans[np.r_[apart, len(spans) - 1], 1]])


def _tail_start(facts: Facts, chunking: Chunking, context: int, index: int) -> int:
    """The offset of the first character of chunk `index` that the model does not read."""
    start, end = int(chunking.starts[index]), int(chunking.ends[index])
    tokens = int(chunking.tokens[index])
    room = max(context - (int(chunking.input_tokens[index]) - tokens), 0)
    first, after = facts.tokens.before(start), facts.tokens.before(end)
    if after - first == tokens:
        return facts.tokens.start(first + room) if room < tokens else end
    own = facts.tokenizer.encode(facts.text[start:end], None, None)
    return start + own.start(room) if room < len(own) else end
