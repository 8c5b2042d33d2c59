"""Headings of a document, and the path of headings that each of its chunks stands under."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Path = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Headings:
    """n headings in document order: `offsets` of their lines (int32), `ranks` 1 to 6 (int8), and their plain titles."""

    offsets: NDArray[np.int32]
    ranks: NDArray[np.int8]
    titles: tuple[str, ...]

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """For each heading the titles from the outermost heading in force down to itself; empty titles are left out."""
        found: list[Path] = []
        open_ones: list[tuple[int, str]] = []
        for rank, title in zip(self.ranks.tolist(), self.titles, strict=True):
            while open_ones and open_ones[-1][0] >= rank:
                open_ones.pop()
            open_ones.append((rank, title))
            found.append(tuple(t for _, t in open_ones if t))
        return tuple(found)

    def paths_at(self, offsets: NDArray[np.int64]) -> list[Path]:
        """The path in force at each offset; a heading is in force from its own line on."""
        paths = self.paths
        found = np.searchsorted(self.offsets, offsets.astype(np.int32), side="right") - 1
        return [paths[k] if k >= 0 else () for k in found.tolist()]


def heading_prefix(path: Sequence[str]) -> str:
    """What is put before a chunk to say where it stands: the path in one line; nothing without headings."""
    return " > ".join(path) + "\n" if path else ""
