"""The vectors of a document's tokens, kept compactly, and the mean over any of its chunks.

Vectors are float16, and beside them lie the sums of all tokens before every 16th one, float64: a chunk's sum is the
difference of two sums, each with at most 8 single tokens added or taken away. Numbers of float16 have so few digits
that sums of a document's worth of them are exact in float64, so the means are those of the plain sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inspector.core.errors import CannotError
from inspector.core.row_store import RowStore, cache_folder

Floats = NDArray[np.float64]
Offsets = NDArray[np.int64] | NDArray[np.int32]
BLOCK = 16
MEBIBYTE = 2**20
_ROWS_AT_ONCE = 512
_LARGEST = float(np.finfo(np.float16).max)


@dataclass(frozen=True)
class StoreLimits:
    """How many bytes of token vectors may lie in memory, and how many at all; `folder` is for those on disk.

    Up to `memory` bytes stay in memory; above it they go into a temporary file, when they are not above `disk`.
    """

    memory: int = 512 * MEBIBYTE
    disk: int = 4096 * MEBIBYTE
    folder: Path | None = None


class TokenVectors:
    """The t tokens of a document: `starts` int32 (t,), `ids` int32 (t,), and `vectors` float16 (t, d).

    The first `known` vectors are final. One thread may append while others ask for means: what is known stays.
    """

    def __init__(
        self,
        ids: NDArray[np.int32],
        starts: NDArray[np.int32],
        dimension: int,
        made_of: tuple[str, ...] = (),
        limits: StoreLimits | None = None,
    ) -> None:
        """Room for all tokens; `made_of` says whose vectors they are. Raises CannotError above the limits."""
        self.limits = limits or StoreLimits()
        self.ids, self.starts, self.dimension, self.made_of = ids, starts, dimension, made_of
        self.known = 0
        self.bytes = bytes_for(len(starts), dimension)
        self.on_disk = self.bytes > self.limits.memory
        if self.on_disk and self.bytes > self.limits.disk:
            raise CannotError(
                f"the vectors of {len(starts):,} tokens need {_size(self.bytes)},"
                f" above the limit of {_size(max(self.limits.disk, self.limits.memory))}"
            )
        folder = (self.limits.folder or cache_folder()) if self.on_disk else None
        self._rows = RowStore(len(starts), dimension, np.float16, folder)
        self._sums = RowStore(len(starts) // BLOCK + 1, dimension, np.float64, folder)

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def vectors(self) -> NDArray[np.float16]:
        """The vectors (t, d), mapped from the disk when there are many; zeros from `known` on."""
        return self._rows.array

    @property
    def complete(self) -> bool:
        """Whether every token's vector is known."""
        return self.known == len(self.starts)

    def append(self, vectors: NDArray[np.float32]) -> None:
        """Make the next m tokens known: float32 (m, d), rounded to float16.

        Raises CannotError for numbers that are not finite or too large for it.
        """
        if not (np.abs(vectors) <= _LARGEST).all():
            raise CannotError("the model gives vectors that are not finite or too large to be kept")
        self._rows.write(self.known, vectors.astype(np.float16))
        known = self.known + len(vectors)
        first, last = self.known // BLOCK, known // BLOCK
        if last > first:
            full = self._rows.array[first * BLOCK : last * BLOCK].astype(np.float64)
            sums = full.reshape(-1, BLOCK, self.dimension).sum(axis=1)
            sums[0] += self._sums.array[first]
            self._sums.write(first + 1, np.cumsum(sums, axis=0, out=sums))
        self.known = known

    def means(self, starts: Offsets, ends: Offsets) -> Floats:
        """The mean vector of the tokens that start in each span of characters `starts:ends` (n,): float64 (n, d).

        A row of NaN where a span has no tokens or not all of them are known yet.
        """
        first, last = np.searchsorted(self.starts, starts), np.searchsorted(self.starts, ends)
        counts = last - first
        means = np.full((len(counts), self.dimension), np.nan)
        defined = np.flatnonzero((counts > 0) & (last <= self.known))
        for k in range(0, len(defined), _ROWS_AT_ONCE):
            rows = defined[k : k + _ROWS_AT_ONCE]
            edges, place = np.unique(np.concatenate((first[rows], last[rows])), return_inverse=True)
            sums, order = self._sums_before(edges)
            inside = sums[order[place[len(rows) :]]]
            inside -= sums[order[place[: len(rows)]]]
            means[rows] = np.divide(inside, counts[rows, None], out=inside)
        return means

    def close(self) -> None:
        """Give the memory or the files back; nothing is known afterwards."""
        self.known = 0
        self._rows.close()
        self._sums.close()

    def _sums_before(self, edges: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """The sums of all tokens before each of n known edges, in another order: (n, d), and the row of each edge (n,).

        The nearest kept sum, and the tokens between: edges are put in the order of how many these are, so that those
        with one more, or one less to take away, stand together.
        """
        near = np.minimum((edges + BLOCK // 2) // BLOCK, self.known // BLOCK)
        beyond = edges - near * BLOCK
        order = np.argsort(beyond, kind="stable")
        near, beyond = near[order], beyond[order]
        sums: Floats = self._sums.array[near]
        for step in range(max(0, int(beyond[-1]))):
            more = int(np.searchsorted(beyond, step, "right"))
            sums[more:] += self._rows.array[near[more:] * BLOCK + step]
        for step in range(1, 1 - int(beyond[0])):
            less = int(np.searchsorted(beyond, -step, "right"))
            sums[:less] -= self._rows.array[near[:less] * BLOCK - step]
        rows = np.empty_like(order)
        rows[order] = np.arange(len(order))
        return sums, rows


def bytes_for(tokens: int, dimension: int) -> int:
    """The bytes that the vectors of so many tokens take, with their sums, ids and starts."""
    return tokens * (dimension * 2 + 8) + (tokens // BLOCK + 1) * dimension * 8


def _size(count: int) -> str:
    return f"{count / MEBIBYTE:,.0f} MiB ({count:,} bytes)"
