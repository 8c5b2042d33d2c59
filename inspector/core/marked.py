"""The tokens of one encoding as arrays: where they start, which are unknown, and which special ones a text spells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

import numpy as np
import tokenizers
from numpy.typing import NDArray

from inspector.core.anchors_pairs import Members, places
from inspector.core.codepoints import codes
from inspector.core.pieces import Rows
from inspector.core.tokens import Spans, no_spans

Ids = NDArray[np.int32]
ReadSlice = Callable[..., tuple[Rows, ...]]
"""`read(encoding, text, base, early=0)`: see `Marked.part` and `Marked.ids`."""


@dataclass(frozen=True)
class Marked:
    """The ids to look out for: the unknown token's, and the special tokens with what they are spelled like.

    `literal`: a special token stands only where the text spells it so, character by character.
    `marks`: white space that a token holds before its word although counts add up after it; it starts at the word then.
    `takes`: added tokens that take the white space before them, also such as the tokenizer itself puts there.
    """

    unknown: int | None
    specials: dict[int, str]
    literal: bool = True
    marks: Members | None = None
    takes: tuple[str, ...] = ()

    @property
    def by_pieces(self) -> bool:
        """Whether a piece between two anchors tells by itself what its tokens hold."""
        return self.marks is None and (self.literal or not self.takes)

    def part(self, encoding: tokenizers.Encoding, text: str, base: int, early: int = 0) -> tuple[Rows, ...]:
        """The rows of one slice of a document that stands at `base`, int32: starts (t, 1), unknown and special spans.

        The tokens of its first `early` characters are left out.
        """
        flat = np.fromiter(chain.from_iterable(encoding.offsets), np.int32, 2 * len(encoding)).reshape(-1, 2)
        watched = self._watched(text)
        if not watched:
            return self._starts(flat, text, early)[:, None] + np.int32(base), no_spans(), no_spans()
        ids = np.fromiter(encoding.ids, np.int32, len(encoding))
        found = np.flatnonzero(np.isin(ids, watched))
        found = found[flat[found, 0] >= early]
        special = self._are_special(ids[found], flat[found], text)
        spans = flat[found] + np.int32(base)
        return self._starts(flat, text, early)[:, None] + np.int32(base), spans[~special], spans[special]

    def ids(self, encoding: tokenizers.Encoding, text: str, base: int, early: int = 0) -> tuple[Rows, ...]:
        """The rows of one slice, int32 (t, 2): where its tokens start, as `part` has them, and their numbers."""
        flat = np.fromiter(chain.from_iterable(encoding.offsets), np.int32, 2 * len(encoding)).reshape(-1, 2)
        numbers = np.fromiter(encoding.ids, np.int32, len(encoding))
        starts = self._starts(flat, text, early) + np.int32(base)
        return (np.column_stack([starts, numbers[flat[:, 0] >= early]]),)

    def _are_special(self, ids: Ids, spans: Spans, text: str) -> NDArray[np.bool_]:
        """Which of the tokens found are special tokens: the unknown one only where the text spells it."""
        special: NDArray[np.bool_] = np.isin(ids, list(self.specials))
        spelled = self.specials.get(self.unknown) if self.unknown is not None else None
        if spelled is not None:
            unknown = np.flatnonzero(ids == self.unknown)
            special[unknown] = False
            long = unknown[spans[unknown, 1] - spans[unknown, 0] >= len(spelled)]
            special[long] = [text[a:b].strip() == spelled for a, b in spans[long].tolist()]
        return special

    def _starts(self, flat: Spans, text: str, early: int) -> Ids:
        starts = flat[:, 0] if self.marks is None else _after(flat[:, 0], text, self.marks)
        return starts[flat[:, 0] >= early]

    def _watched(self, text: str) -> list[int]:
        spelled = not self.literal or any(content in text for content in self.specials.values())
        watched = list(self.specials) if spelled else []
        return watched if self.unknown is None or self.unknown in watched else [*watched, self.unknown]


def _after(starts: NDArray[np.int32], text: str, marks: Members) -> NDArray[np.int32]:
    """The starts of tokens, after the characters in `marks` where something else follows."""
    others = np.flatnonzero(~marks[places(codes(text))]).astype(np.int32)
    if not len(others):
        return starts
    index = np.searchsorted(others, starts)
    moved: NDArray[np.int32] = np.where(index < len(others), others[np.minimum(index, len(others) - 1)], starts)
    return moved
