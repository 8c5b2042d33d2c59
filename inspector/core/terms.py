"""The words of a document as a keyword search sees them: runs of letters and digits, and each Han or Kana sign."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

from inspector.core.errors import CancelledError

TERM = r"[\p{Han}\p{Hiragana}\p{Katakana}]|[\w--[\p{Han}\p{Hiragana}\p{Katakana}]]+"
"""One term, as a pattern of `regex` version 1."""
_TERM = regex.compile(TERM, regex.V1)
_CHECK_EVERY = 50_000


@dataclass(frozen=True, eq=False)
class Terms:
    """t terms of a document: `starts` int32 (t,) are the characters at which they start, growing.

    `vocabulary` has the number of each of v folded spellings, and `grouped` int32 (t,) the starts of those of number 0,
    then of 1 and so on: number k has `bounds[k] : bounds[k + 1]` of them; `bounds` intp (v + 1,). Terms compare without
    regard to case.
    """

    starts: NDArray[np.int32]
    grouped: NDArray[np.int32]
    bounds: NDArray[np.intp]
    vocabulary: dict[str, int]

    @classmethod
    def build(cls, text: str, cancelled: Callable[[], bool] = lambda: False) -> Terms:
        """Find all terms of `text`. Raises CancelledError soon after `cancelled` says so."""
        starts: list[int] = []
        numbers: list[int] = []
        vocabulary: dict[str, int] = {}
        for match in _TERM.finditer(text):
            starts.append(match.start())
            numbers.append(vocabulary.setdefault(match[0].casefold(), len(vocabulary)))
            if len(starts) % _CHECK_EVERY == 0 and cancelled():
                raise CancelledError("finding the words was cancelled")
        places, own = np.array(starts, np.int32), np.array(numbers, np.int32)
        grouped = places[np.argsort(own, kind="stable")]
        bounds = np.concatenate([[0], np.cumsum(np.bincount(own, minlength=len(vocabulary)))])
        return cls(places, grouped, bounds, vocabulary)

    def places(self, term: str) -> NDArray[np.int32]:
        """Where `term` (folded) starts in the document, int32 (m,), growing."""
        number = self.vocabulary.get(term)
        return self.starts[:0] if number is None else self.grouped[self.bounds[number] : self.bounds[number + 1]]


def terms_of(text: str) -> list[str]:
    """The terms of a short text in order, folded."""
    return [match[0].casefold() for match in _TERM.finditer(text)]
