"""Words and characters as tokenizers: for models that are told about in words, and to teach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from inspector.core.anchors import Anchors
from inspector.core.anchors_pairs import PairAnchors, Rule, members
from inspector.core.codepoints import codes, runs, spaces
from inspector.core.tokens import Piece, Tokens, no_spans

_ANY = ~members(())
_BLANK = members(chr(c) for c in range(0x10000) if chr(c).isspace())


class PlainTokenizer:
    """A tokenizer without a vocabulary: nothing is unknown to it, and it puts nothing around a text."""

    special_tokens = 0
    notices: tuple[str, ...] = ()

    def __init__(
        self,
        name: str,
        rules: Sequence[Rule],
        count: Callable[[str], int],
        starts: Callable[[str], NDArray[np.int32]],
    ) -> None:
        """`count` counts one text; `starts` gives where its tokens start (int32)."""
        self.name = name
        self.anchors: Anchors = PairAnchors(rules)
        self._count, self._starts = count, starts

    def count(self, texts: Sequence[str]) -> list[int]:
        """The count of each text."""
        return [self._count(text) for text in texts]

    def count_input(self, texts: Sequence[str], prefix: str) -> list[int]:
        """The count of each text with the prefix before it."""
        return [self._count(prefix + text) for text in texts]

    def pieces(self, texts: Sequence[str]) -> list[list[Piece]]:
        """The words or characters of each text one by one; they have no numbers."""
        return [self._pieces(text) for text in texts]

    def _pieces(self, text: str) -> list[Piece]:
        starts = [*self._starts(text).tolist(), len(text)]
        names = [(text[a:b].split() or [text[a:b]])[0] for a, b in pairwise(starts)]
        return [Piece(start, start + len(name), None, name) for start, name in zip(starts, names, strict=False)]

    def encode(
        self,
        text: str,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,  # noqa: ARG002 - too quick to be cancelled
    ) -> Tokens:
        """Where the words or characters of a document start."""
        tokens = Tokens(self._starts(text), no_spans(), no_spans())
        if progress and text:
            progress(len(text), len(text))
        return tokens


def words() -> PlainTokenizer:
    """Words as `str.split` sees them; counts add up wherever no word is cut."""
    return PlainTokenizer("words", [(_BLANK, _ANY), (_ANY, _BLANK)], lambda text: len(text.split()), _word_starts)


def characters() -> PlainTokenizer:
    """Code points; counts add up everywhere."""
    return PlainTokenizer("characters", [(_ANY, _ANY)], len, lambda text: np.arange(len(text), dtype=np.int32))


def _word_starts(text: str) -> NDArray[np.int32]:
    return runs(~spaces(codes(text)))[0]
