"""The tokens of a document as arrays of offsets, from one encoding of the whole text."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Spans = NDArray[np.int32]


class Piece(NamedTuple):
    """One token of a text: the characters `start:end` that it is made of, its number in the vocabulary, its spelling.

    A tokenizer without a vocabulary has no numbers. One character may be several tokens, and then it is in each.
    """

    start: int
    end: int
    number: int | None
    spelling: str


@dataclass(frozen=True, eq=False)
class Tokens:
    """t tokens; token k begins at the character `starts[k]` (int32, non-decreasing). Where one ends is not kept.

    `unknown` and `specials` (int32, shape (m, 2)) are the spans that became an unknown token and those where the
    document spells a special token such as `[SEP]`, which the tokenizer reads as one.
    """

    starts: NDArray[np.int32]
    unknown: Spans
    specials: Spans
    _view: memoryview = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_view", np.ascontiguousarray(self.starts).data)

    def __len__(self) -> int:
        return len(self.starts)

    def before(self, offset: int) -> int:
        """How many tokens start before `offset`."""
        return bisect_left(self._view, offset)

    def start(self, index: int) -> int:
        """Where token `index` starts."""
        return self._view[index]


def no_spans() -> Spans:
    """No spans: int32, shape (0, 2)."""
    return np.zeros((0, 2), np.int32)
