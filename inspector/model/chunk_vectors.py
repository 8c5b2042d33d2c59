"""The vectors of the chunks on screen: those embedded so far, one by one, and those pooled from the document's pass."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.document import free_memory
from inspector.core.embedding import Vectors
from inspector.core.errors import CannotError
from inspector.core.fold import Matrix
from inspector.core.similarity import Scores
from inspector.core.token_vectors import TokenVectors


class ChunkTexts(Sequence[str]):
    """The texts of all chunks, each made when it is asked for: with much overlap they are many times the document."""

    def __init__(self, text: str, chunking: Chunking) -> None:
        self._text = text
        self._chunking = chunking

    def __len__(self) -> int:
        return len(self._chunking)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        text = self._chunking.text(self._text, index)
        return text if self._chunking.prefixes is None else self._chunking.prefixes[index] + text


class ChunkVectors:
    """n chunks of a text behind the model's prefix. `exact` float32 (n, d) holds those rows that `embedded` (n,) marks.

    Rows are written in the worker and marked in the GUI thread once they are whole. Blank chunks count as embedded,
    with a row of NaN: there is nothing to wait for.
    """

    def __init__(self, text: str, chunking: Chunking, prefix: str) -> None:
        self.text, self.chunking, self.prefix = text, chunking, prefix
        self.exact: Vectors | None = None
        self.embedded: NDArray[np.bool_] = chunking.blank.copy()
        self._pooled: tuple[weakref.ref[TokenVectors], int, Matrix] | None = None

    @property
    def texts(self) -> ChunkTexts:
        """What is embedded of each chunk, without the prefix that all have in common."""
        return ChunkTexts(self.text, self.chunking)

    @property
    def common_prefix(self) -> str:
        """What stands before every text."""
        return self.prefix if self.chunking.prefixes is None else ""

    @property
    def done(self) -> tuple[int, int]:
        """How many chunks are embedded, of how many that are not blank."""
        blank = int(self.chunking.blank.sum())
        return int(self.embedded.sum()) - blank, len(self.chunking) - blank

    @property
    def some(self) -> bool:
        """Whether any chunk that is not blank is embedded."""
        return self.done[0] > 0

    @property
    def failed(self) -> NDArray[np.intp]:
        """The chunks that were embedded and yet have no vector, (m,)."""
        if self.exact is None:
            return np.zeros(0, np.intp)
        return np.flatnonzero(self.embedded & ~self.chunking.blank & ~np.isfinite(self.exact[:, 0]))

    def sent(self, index: int) -> str:
        """What the model is given of chunk `index`."""
        return self.common_prefix + self.texts[index]

    def make_room(self, dimension: int) -> Vectors:
        """The rows to be filled, NaN at first; CannotError when they would take more than half of the free memory."""
        if self.exact is None:
            self._check_memory(4 * dimension)
            self.exact = np.full((len(self.chunking), dimension), np.nan, np.float32)
        return self.exact

    def pooled(self, vectors: TokenVectors) -> Matrix:
        """The mean of the token vectors of each chunk, float64 (n, d), NaN rows where tokens are not known yet."""
        kept, known = self._pooled, vectors.known
        if kept is not None and kept[0]() is vectors and kept[1] == known:
            return kept[2]
        self._check_memory(8 * vectors.dimension)
        means = vectors.means(self.chunking.starts, self.chunking.ends)
        self._pooled = (weakref.ref(vectors), known, means)
        return means

    def order(self, visible: tuple[int, int], scores: Scores | None) -> list[int]:
        """The chunks that are to be embedded: those in the visible part of the text, the best ranks, the rest."""
        chunking, (begin, end) = self.chunking, visible
        seen = np.flatnonzero((chunking.ends > begin) & (chunking.starts < end))
        ranked = scores.order if scores is not None and len(scores.values) == len(chunking) else seen[:0]
        wanted = np.concatenate([seen, ranked, np.arange(len(chunking))])
        return [index for index in dict.fromkeys(wanted.tolist()) if not self.embedded[index]]

    def _check_memory(self, row_bytes: int) -> None:
        needed, free = row_bytes * len(self.chunking), free_memory()
        if needed > free // 2:
            raise CannotError(
                f"{len(self.chunking):,} vectors need {needed:,} bytes and half of the free memory is {free // 2:,}: "
                "take a larger size or less overlap"
            )
