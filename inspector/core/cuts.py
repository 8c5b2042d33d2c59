"""The candidate cuts of a text: where it may be cut, what ends there, and how strong each such place is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import codes_at, spaces
from inspector.core.headings import Headings
from inspector.core.levels import Level

RANKS = 16
"""Strengths within one level: a strength is `level * RANKS + rank`, rank 0 to RANKS - 1."""


@dataclass(frozen=True, eq=False)
class Cuts:
    """The candidate cuts of a text: `positions` (int32, growing, inside the text) and their `levels` (int8)."""

    positions: NDArray[np.int32]
    levels: NDArray[np.int8]
    white_space_is_word: bool
    """Whether a cut beside white space that is no candidate counts as a word cut (else it is hard)."""
    ranked: NDArray[np.int8] | None = None
    """Strengths (int8, shape of `positions`) where they are finer than the levels, as in a document with headings."""
    headings: Headings | None = None
    """The document's headings, where the separators know them."""

    @property
    def strengths(self) -> NDArray[np.int8]:
        """How strong each cut is, int8: a piece that is too large is split at the strongest inside it."""
        return self.levels * np.int8(RANKS) if self.ranked is None else self.ranked

    def levels_at(self, text: str, offsets: NDArray[Any]) -> NDArray[np.int8]:
        """The level (int8) of a cut at each offset inside the text, shape (n,): it depends on nothing else."""
        result = np.full(len(offsets), Level.HARD, np.int8)
        known = np.zeros(len(offsets), np.bool_)
        if len(self.positions):
            k = np.minimum(np.searchsorted(self.positions, offsets.astype(np.int32)), len(self.positions) - 1)
            known = self.positions[k] == offsets
            result[known] = self.levels[k[known]]
        others = np.flatnonzero(~known)
        if self.white_space_is_word and len(others):
            at = offsets[others]
            beside = spaces(codes_at(text, at)) | spaces(codes_at(text, at - 1))
            result[others[beside]] = Level.WORD
        return result
