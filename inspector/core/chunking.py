"""A chunking: consecutive bodies that partition the document, each with the overlap put before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.levels import Level
from inspector.core.parameters import Parameters
from inspector.core.remark import Remark

Offsets = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Chunking:
    """n chunks of one document as arrays; chunk i is `text[starts[i]:ends[i]]`, its body begins at `body_starts[i]`.

    Shapes are (n,); offsets are int64 code points, half-open. `levels` (int8) are those of the cuts at `ends`, the
    last one END. `counts` (int64) are in `parameters.unit`, `tokens` in tokens of the text alone, `input_tokens` what
    the model receives (prefix + chunk + special tokens), `overlaps` the repeated text's count in the unit, `words` as
    `str.split` sees them. `blank` (bool) marks chunks of white space only: shown, never embedded or ranked.
    """

    parameters: Parameters
    starts: Offsets
    body_starts: Offsets
    ends: Offsets
    levels: NDArray[np.int8]
    counts: NDArray[np.int64]
    tokens: NDArray[np.int64]
    input_tokens: NDArray[np.int64]
    overlaps: NDArray[np.int64]
    words: NDArray[np.int64]
    blank: NDArray[np.bool_]
    prefixes: tuple[str, ...] | None = None
    """What the model gets before each chunk where that differs, as with heading paths; None: the same for all."""
    remarks: tuple[Remark, ...] = ()
    """What a person should know of how the bodies were found."""

    def __len__(self) -> int:
        return len(self.ends)

    def text(self, document_text: str, index: int) -> str:
        """The text of chunk `index`, overlap included."""
        return document_text[int(self.starts[index]) : int(self.ends[index])]

    def prefix(self, index: int, common: str) -> str:
        """What the model gets before chunk `index`; `common` where all chunks get the same."""
        return common if self.prefixes is None else self.prefixes[index]

    def body_at(self, offset: int) -> int:
        """The index of the chunk whose body holds the character at `offset` (the last one at the very end)."""
        return min(int(np.searchsorted(self.ends, offset, side="right")), len(self) - 1)

    def level(self, index: int) -> Level:
        """The level of the cut that ends chunk `index`."""
        return Level(int(self.levels[index]))

    def cuts_of(self, level: Level) -> NDArray[np.intp]:
        """The indices of the chunks that a cut of `level` ends, in document order."""
        return np.flatnonzero(self.levels == level)
