"""One pass of a model over a document: overlapping windows, and each token's vector from where it is read best.

That is late chunking (Guenther et al., arXiv 2409.04701): a chunk's vector is then the mean over its tokens, for any
chunking. A token keeps its vector from the window where it lies farthest from an edge; where the document itself begins
or ends is no edge, and of two windows that are as good the first is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray

from inspector.core.embedding import Cancelled, Embedder, Progress, ignore_progress, never
from inspector.core.errors import CannotError, RefusedError
from inspector.core.model_inputs import DocumentTokens, TokenStates
from inspector.core.token_vectors import StoreLimits, TokenVectors

LONGEST_WINDOW = 2_048
"""Input tokens of a window at most, whatever the context: work and memory grow with the square of its length."""
Report = Callable[[TokenVectors], None]


class TokenEmbedder(Protocol):
    """What the pass needs of an embedder; see `OnnxEmbedder`."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def identity(self) -> str: ...  # noqa: D102

    @property
    def dimension(self) -> int: ...  # noqa: D102

    @property
    def context(self) -> int | None: ...  # noqa: D102

    @property
    def document_prefix(self) -> str: ...  # noqa: D102

    @property
    def batch_tokens(self) -> int: ...  # noqa: D102

    @property
    def why_no_token_vectors(self) -> str: ...  # noqa: D102

    @property
    def specials(self) -> tuple[tuple[int, ...], tuple[int, ...]]: ...  # noqa: D102

    def prefix_ids(self, prefix: str) -> tuple[int, ...]: ...  # noqa: D102

    def encode_document(self, text: str, progress: Progress = ..., cancelled: Cancelled = ...) -> DocumentTokens: ...  # noqa: D102

    def window_states(self, rows: Sequence[NDArray[np.int64]]) -> list[NDArray[np.float32]]: ...  # noqa: D102

    def token_states(self, text: str) -> TokenStates: ...  # noqa: D102


class Window(NamedTuple):
    """Tokens `start:end` of a document read at once, of which `keep:keep_end` take their vectors from it."""

    start: int
    end: int
    keep: int
    keep_end: int


def windows(tokens: int, room: int) -> list[Window]:
    """The windows over a document of so many tokens: `room` tokens each, stepping by three quarters of it.

    What they keep partitions the tokens. The last window is shorter, unless it fits.
    """
    step = max(1, room * 3 // 4)
    count = 0 if tokens == 0 else 1 + max(0, -((room - tokens) // step))
    starts = [k * step for k in range(count)]
    ends = [min(start + room, tokens) for start in starts]
    # behind a border, tokens lie farther from the second window's start than from the first one's end
    borders = [0, *((end + start + 1) // 2 for end, start in zip(ends, starts[1:], strict=False)), tokens]
    return [Window(s, e, *borders[k : k + 2]) for k, (s, e) in enumerate(zip(starts, ends, strict=True))]


def token_pass(
    embedder: TokenEmbedder,
    text: str,
    vectors: TokenVectors | None = None,
    progress: Progress = ignore_progress,
    cancelled: Cancelled = never,
    report: Report | None = None,
    *,
    prefix: str | None = None,
    limits: StoreLimits | None = None,
) -> TokenVectors:
    """The vectors of all tokens of `text`; those given are continued where they stop.

    `prefix` stands before every window (None: the embedder's own for documents). `progress` is told (done, total)
    tokens after each batch of windows, `report` the vectors themselves, first before the first batch. When `cancelled`
    says so, what is known by then is returned: ask `complete`. Continued, it gives the same vectors to the bit.

    Raises CancelledError when cancelled before there are vectors at all; CannotError when the model has no token
    vectors, fails, the text holds a lone surrogate, the vectors do not fit their limits, or those given are of another
    model, prefix or text; RefusedError when the context leaves no room for text.
    """
    before = embedder.document_prefix if prefix is None else prefix
    if vectors is None:
        vectors = prepare(embedder, text, before, cancelled, limits)
    elif vectors.made_of != _made_of(embedder, text, before):
        raise CannotError(f"the token vectors given are not those of {embedder.name} for this text: begin anew")
    if report:
        report(vectors)
    head, tail, room = _frame(embedder, before)
    every = windows(len(vectors), room)
    at_once = max(1, embedder.batch_tokens // (len(head) + room + len(tail)))
    for k in range(0, len(every), at_once):
        batch = every[k : k + at_once]
        if batch[-1].keep_end <= vectors.known:
            continue
        if cancelled():
            break
        rows = [np.concatenate((head, vectors.ids[w.start : w.end], tail), dtype=np.int64) for w in batch]
        for window, states in zip(batch, embedder.window_states(rows), strict=True):
            if window.keep >= vectors.known:  # else the pass stopped within this batch, for want of room
                shift = len(head) - window.start
                vectors.append(states[window.keep + shift : window.keep_end + shift])
        progress(vectors.known, len(vectors))
        if report:
            report(vectors)
    return vectors


def prepare(
    embedder: TokenEmbedder,
    text: str,
    prefix: str,
    cancelled: Cancelled = never,
    limits: StoreLimits | None = None,
) -> TokenVectors:
    """The tokens of a document with room for their vectors, none of them known; raises as `token_pass` does."""
    if embedder.why_no_token_vectors:
        raise CannotError(embedder.why_no_token_vectors)
    _frame(embedder, prefix)
    tokens = embedder.encode_document(text, cancelled=cancelled)
    return TokenVectors(tokens.ids, tokens.starts, embedder.dimension, _made_of(embedder, text, prefix), limits)


def _made_of(embedder: TokenEmbedder, text: str, prefix: str) -> tuple[str, ...]:
    return embedder.identity, prefix, f"{len(text)} {hash(text)}"


def _frame(embedder: TokenEmbedder, prefix: str) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The ids before and after the tokens of every window, and how many tokens it has room for."""
    before, after = embedder.specials
    head = np.array([*before, *embedder.prefix_ids(prefix)], np.int64)
    tail = np.array(after, np.int64)
    longest = LONGEST_WINDOW if embedder.context is None else min(embedder.context, LONGEST_WINDOW)
    room = longest - len(head) - len(tail)
    if room < 1:
        raise RefusedError(
            f"{embedder.name} reads {longest} tokens, of which the special tokens and the prefix take"
            f" {len(head) + len(tail)}: there is no room for text"
        )
    return head, tail, room


def reads_tokens(embedder: object) -> TypeGuard[TokenEmbedder]:
    """Whether `embedder` is of a kind that may have token vectors; `why_no_token_vectors` of such a one says more."""
    return hasattr(type(embedder), "why_no_token_vectors")


def why_no_token_vectors(embedder: Embedder) -> str:
    """Why there are no token vectors to pool, empty when there are; asking may read the model's file."""
    if reads_tokens(embedder):
        return embedder.why_no_token_vectors
    return f"{embedder.name} gives one vector for a text and none for its tokens"
