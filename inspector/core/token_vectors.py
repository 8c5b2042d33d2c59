"""The vectors of a document's tokens, kept compactly, and the mean over any of its chunks.

Vectors are float16, and beside them lie the sums of all tokens before every 16th one, float64: a chunk's sum is the
difference of two sums, each with at most 8 single tokens added or taken away. Numbers of float16 have so few digits
that sums of a document's worth of them are exact in float64, so the means are those of the plain sums.

While a person drags, most edges of chunks are those of a moment before, so the sums at these are remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inspector.core.document import free_memory
from inspector.core.errors import CannotError
from inspector.core.row_store import RowStore, cache_folder

Floats = NDArray[np.float64]
Offsets = NDArray[np.int64] | NDArray[np.int32]
BLOCK = 16
MEBIBYTE = 2**20
_ROWS_AT_ONCE = 256
_REMEMBERED = 48 * MEBIBYTE
"""So many bytes of sums are remembered at most; where there are more, some rows are made after the others."""
_LARGEST = float(np.finfo(np.float16).max)


@dataclass(frozen=True)
class StoreLimits:
    """How many bytes of token vectors may lie in memory, and how many at all; `folder` is for those on disk.

    Up to `memory` bytes, and half of what is free there, stay in memory; above it they go into a temporary file, when
    they are not above `disk`.
    """

    memory: int = 512 * MEBIBYTE
    disk: int = 2048 * MEBIBYTE
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
        self._asked = self._nothing_asked()
        self.bytes = bytes_for(len(starts), dimension)
        self.on_disk = self.bytes > min(self.limits.memory, free_memory() // 2)
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
        kind = self.starts.dtype  # or all of them would be converted to search among them
        first, last = (np.searchsorted(self.starts, edge.astype(kind, copy=False)) for edge in (starts, ends))
        defined = (last > first) & (last <= self.known)
        means = np.empty((len(defined), self.dimension))
        fits = 2 * means.nbytes <= _REMEMBERED  # each row may have two edges of its own
        at_once = max(1, len(defined)) if fits else _ROWS_AT_ONCE
        for k in range(0, len(defined), at_once):
            part, there = slice(k, k + at_once), defined[k : k + at_once]
            if there.all():
                self._put_means(first[part], last[part], means[part])
            else:
                known = np.empty((np.count_nonzero(there), self.dimension))
                self._put_means(first[part][there], last[part][there], known)
                means[part][~there] = np.nan
                means[part][there] = known
        return means

    def close(self) -> None:
        """Give the memory or the files back; nothing is known afterwards."""
        self.known = 0
        self._asked = self._nothing_asked()
        self._rows.close()
        self._sums.close()

    def _nothing_asked(self) -> tuple[NDArray[np.intp], Floats]:
        return np.array([-1]), np.zeros((1, self.dimension))

    def _put_means(self, first: NDArray[np.intp], last: NDArray[np.intp], out: Floats) -> None:
        """Write the means of the known tokens `first:last` (n,), none of them empty, into `out` (n, d)."""
        if not len(out):
            return
        edges = np.unique(np.concatenate((first, last)))
        sums = self._sums_before(edges)
        begins, ends = np.searchsorted(edges, first), np.searchsorted(edges, last)
        for k in range(0, len(out), _ROWS_AT_ONCE):
            part = slice(k, k + _ROWS_AT_ONCE)
            np.take(sums, ends[part], axis=0, out=out[part], mode="clip")  # any mode but "raise" writes at once
            out[part] -= sums[begins[part]]
            out[part] /= (last - first)[part, None]

    def _sums_before(self, edges: NDArray[np.intp]) -> Floats:
        """The sums of all tokens before each of n known edges, which grow: (n, d)."""
        asked, kept = self._asked
        near = np.minimum(np.searchsorted(asked, edges), len(asked) - 1)
        others = np.flatnonzero(asked[near] != edges)
        sums = kept[near] if len(others) < len(edges) else np.empty((len(edges), self.dimension))
        for k in range(0, len(others), _ROWS_AT_ONCE):
            some = others[k : k + _ROWS_AT_ONCE]
            made, order = self._made_sums(edges[some])
            sums[some[order]] = made
        self._asked = edges, sums
        return sums

    def _made_sums(self, edges: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """The sums of all tokens before each of n known edges, in another order: (n, d), and the edge of each row (n,).

        The nearest kept sum, and the tokens between: edges are put in the order of how many these are, so that those
        with one more, or one less to take away, stand together.
        """
        near = np.minimum((edges + BLOCK // 2) // BLOCK, self.known // BLOCK)
        beyond = edges - near * BLOCK
        order = np.argsort(beyond, kind="stable")
        near, beyond = near[order], beyond[order]
        sums: Floats = self._sums.array[near]
        near *= BLOCK
        for step in range(max(0, int(beyond[-1]))):
            more = int(np.searchsorted(beyond, step, "right"))
            sums[more:] += self._rows.array[near[more:] + step]
        for step in range(1, 1 - int(beyond[0])):
            less = int(np.searchsorted(beyond, -step, "right"))
            sums[:less] -= self._rows.array[near[:less] - step]
        return sums, order


def bytes_for(tokens: int, dimension: int) -> int:
    """The bytes that the vectors of so many tokens take, with their sums, ids and starts."""
    return tokens * (dimension * 2 + 8) + (tokens // BLOCK + 1) * dimension * 8


def _size(count: int) -> str:
    return f"{count / MEBIBYTE:,.0f} MiB ({count:,} bytes)"
