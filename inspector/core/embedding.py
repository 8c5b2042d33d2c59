"""Texts into vectors: what an embedder states about itself, and embedding many texts in batches with a cache."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from inspector.core.errors import CancelledError, CannotError
from inspector.core.vector_cache import VectorCache

Vectors = NDArray[np.float32]
Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]
Batch = tuple[NDArray[np.intp], Vectors]

WINDOW_TEXTS = 64
WINDOW_CHARACTERS = 8_192
"""How much goes to the embedder at a time: about a third of a second of work for a small model on two cores."""
LOOKED_UP = 500
"""So many texts are looked up in the cache at a time."""


class Embedder(Protocol):
    """A model that turns texts into vectors of unit length.

    `identity` changes whenever the same text could get another vector; `context` is in input tokens (None: reads
    everything). The prefixes belong before a query and before a document's text; `embed` does not add them.
    """

    @property
    def name(self) -> str:
        """What the window and the command line call it."""

    @property
    def identity(self) -> str:
        """The name with a mark of the weights."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    @property
    def context(self) -> int | None:
        """Input tokens that it reads."""

    @property
    def query_prefix(self) -> str:
        """Text before a query."""

    @property
    def document_prefix(self) -> str:
        """Text before a chunk."""

    def embed(self, texts: Sequence[str], progress: Progress = ..., cancelled: Cancelled = ...) -> Vectors:
        """One row for each text, float32 (n, dimension); a row never depends on the other texts.

        `progress` is told (done, total) texts. Raises CancelledError soon after `cancelled` says so.
        """


def ignore_progress(done: int, total: int) -> None:
    """Tell nobody how far the work is."""


def never() -> bool:
    """Say that the work is still wanted."""
    return False


def is_blank(text: str) -> bool:
    """Whether `text` has nothing to embed: it is empty or white space only."""
    return not text or text.isspace()


def embed_query(embedder: Embedder, query: str, cache: VectorCache, cancelled: Cancelled = never) -> Vectors | None:
    """The vector of `query` behind the embedder's query prefix, float32 (dimension,); None for a blank query.

    Raises CancelledError.
    """
    if is_blank(query):
        return None
    _check(cancelled)
    return np.asarray(_vectors(embedder, [embedder.query_prefix + query], cache, cancelled)[0])


def embed_batches(
    embedder: Embedder,
    texts: Sequence[str],
    cache: VectorCache,
    order: Sequence[int] | None = None,
    *,
    prefix: str | None = None,
    cancelled: Cancelled = never,
) -> Iterator[Batch]:
    """Embed `texts` piece by piece: (indices (m,) intp, vectors (m, dimension) float32), each index once.

    What the cache holds comes first and at once, the rest follows `order` (indices, all texts when None). Blank texts
    never come. `prefix` stands before every text (None: the embedder's own for documents). Raises CancelledError
    between batches, and CannotError when the embedder's answer does not have one row for each text.
    """
    before = embedder.document_prefix if prefix is None else prefix
    places = range(len(texts)) if order is None else dict.fromkeys(order)
    wanted = [index for index in places if not is_blank(texts[index])]
    unknown: list[int] = []
    for start in range(0, len(wanted), LOOKED_UP):
        _check(cancelled)
        some = {index: before + texts[index] for index in wanted[start : start + LOOKED_UP]}
        found = cache.get_many(embedder.identity, some.values(), embedder.dimension)
        known = [index for index, text in some.items() if text in found]
        unknown += [index for index, text in some.items() if text not in found]
        if known:
            yield np.array(known, dtype=np.intp), np.array([found[some[index]] for index in known], dtype=np.float32)
    for indices in _windows(unknown, texts):
        _check(cancelled)
        rows = _vectors(embedder, [before + texts[index] for index in indices], cache, cancelled)
        yield np.array(indices, dtype=np.intp), rows


def embed_all(
    embedder: Embedder,
    texts: Sequence[str],
    cache: VectorCache,
    *,
    progress: Progress = ignore_progress,
    cancelled: Cancelled = never,
    prefix: str | None = None,
) -> Vectors:
    """Every text's vector, float32 (n, dimension), with rows of NaN for blank texts; see `embed_batches`."""
    vectors = np.full((len(texts), embedder.dimension), np.nan, dtype=np.float32)
    total = sum(not is_blank(text) for text in texts)
    done = 0
    for indices, rows in embed_batches(embedder, texts, cache, prefix=prefix, cancelled=cancelled):
        vectors[indices] = rows
        done += len(indices)
        progress(done, total)
    return vectors


def _check(cancelled: Cancelled) -> None:
    if cancelled():
        raise CancelledError("embedding was cancelled")


def _windows(indices: Sequence[int], texts: Sequence[str]) -> Iterator[list[int]]:
    """`indices` in their order, in runs of few texts and characters (one text at least)."""
    window: list[int] = []
    characters = 0
    for index in indices:
        if window and (len(window) == WINDOW_TEXTS or characters + len(texts[index]) > WINDOW_CHARACTERS):
            yield window
            window, characters = [], 0
        window.append(index)
        characters += len(texts[index])
    if window:
        yield window


def _cut(embedder: Embedder) -> Container[str]:
    """The texts that a server read only the beginning of: kept, their vectors would pass for those of whole texts."""
    found: Container[str] = getattr(embedder, "cut", ())
    return found


def _vectors(embedder: Embedder, texts: Sequence[str], cache: VectorCache, cancelled: Cancelled) -> Vectors:
    """The vectors of `texts` (n, dimension), from the cache where it has them; each different text is embedded once."""
    found = cache.get_many(embedder.identity, texts, embedder.dimension)
    missing = [text for text in dict.fromkeys(texts) if text not in found]
    if missing:
        fresh = embedder.embed(missing, cancelled=cancelled)
        if fresh.shape != (len(missing), embedder.dimension):
            raise CannotError(
                f"{embedder.name} was asked for {len(missing)} vectors of dimension {embedder.dimension}"
                f" and gave an array of shape {fresh.shape}"
            )
        made = dict(zip(missing, fresh, strict=True))
        cut = _cut(embedder)
        cache.put_many(embedder.identity, {text: row for text, row in made.items() if text not in cut})
        found |= made
    return np.array([found[text] for text in texts], dtype=np.float32)
