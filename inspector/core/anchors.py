"""Anchors: offsets at which a tokenizer splits every text that contains them, so counts may be added across them.

With anchors, the count of any span is a difference of prefix counts plus two short edges that are encoded anew.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import regex
from numpy.typing import NDArray

from inspector.core.codepoints import Codes, Mask, codes_at


class Anchors(Protocol):
    """Knows where one kind of tokenizer splits whatever stands around."""

    def at(self, text: str, offset: int) -> bool:
        """Whether `offset` of `text` is known to be an anchor."""
        ...

    def at_all(self, text: str, offsets: NDArray[Any]) -> Mask:
        """The same for many offsets, shape (n,)."""
        ...

    def every(self, points: Codes) -> Mask:
        """The same for all offsets of a text of n code points, shape (n + 1,)."""
        ...

    def next(self, text: str, start: int, stop: int) -> int | None:
        """The first anchor in `start..stop`, both included; None when there is none."""
        ...

    def last(self, text: str, start: int, stop: int) -> int | None:
        """The last anchor in `start..stop`, both included; None when there is none."""
        ...


class NoAnchors:
    """For a tokenizer about which nothing was proved: only the ends of the text are anchors."""

    def at(self, text: str, offset: int) -> bool:
        """True at the two ends of the text."""
        return offset in (0, len(text))

    def at_all(self, text: str, offsets: NDArray[Any]) -> Mask:
        """True at the two ends of the text."""
        ends: Mask = (offsets <= 0) | (offsets >= len(text))
        return ends

    def every(self, points: Codes) -> Mask:
        """True at the two ends of the text."""
        ends = np.zeros(len(points) + 1, np.bool_)
        ends[[0, -1]] = True
        return ends

    def next(self, text: str, start: int, stop: int) -> int | None:
        """An end of the text, where the stretch holds one."""
        return 0 if start == 0 else len(text) if stop == len(text) else None

    def last(self, text: str, start: int, stop: int) -> int | None:
        """An end of the text, where the stretch holds one."""
        return len(text) if stop == len(text) else 0 if start == 0 else None


# White space that the BERT normaliser keeps, ASCII punctuation, long-established other punctuation and ideographs.
# Left out on purpose: VT, FF, FS to US and NEL, which it deletes, so that what stands around them becomes one word.
_BERT = "\\t\\n\\r \u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000" + (
    "!-/:-@\\[-`{-~\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u2010-\u2027\u2030-\u2043\u2045-\u2051"
    "\u3001-\u3003\u3008-\u3011\u3014-\u301f\u4e00-\u9fa5\uff01-\uff03\uff05-\uff0a\uff0c-\uff0f\uff1a\uff1b\uff1f"
)
_TABLE_SIZE = 0x10000


class BertAnchors:
    """Both sides of white space, punctuation and ideographs: there BERT's pre-tokenizer always splits.

    Source: J. Devlin et al., "BERT", 2019 (the basic tokenizer of its code), as `tokenizers` implements it; checked
    against the library by a test. The class is smaller than what the library splits at, never larger.
    """

    def __init__(self, without: str = "") -> None:
        """`without`: characters beside which no anchor is wanted."""
        every = "".join(chr(c) for c in range(_TABLE_SIZE) if not 0xD800 <= c < 0xE000)
        self._members = frozenset(regex.findall(f"[{_BERT}]", every)) - frozenset(without)
        self._table = np.zeros(_TABLE_SIZE, np.bool_)
        self._table[[ord(c) for c in self._members]] = True
        excluded = "".join(f"\\u{ord(c):04x}" for c in without if ord(c) < _TABLE_SIZE)
        delimiter = f"(?![{excluded}])[{_BERT}]" if excluded else f"[{_BERT}]"
        self._delimiter = regex.compile(delimiter)
        self._delimiter_backwards = regex.compile(f"(?r){delimiter}")

    def at(self, text: str, offset: int) -> bool:
        """True at the ends and beside a delimiter."""
        if offset in (0, len(text)):
            return True
        return text[offset - 1] in self._members or text[offset] in self._members

    def at_all(self, text: str, offsets: NDArray[Any]) -> Mask:
        """True at the ends and beside a delimiter."""
        ends: Mask = (offsets <= 0) | (offsets >= len(text))
        inner = offsets[~ends]
        ends[~ends] = self._is_delimiter(codes_at(text, inner - 1)) | self._is_delimiter(codes_at(text, inner))
        return ends

    def every(self, points: Codes) -> Mask:
        """True at the ends and beside a delimiter."""
        found = self._is_delimiter(points)
        result = np.ones(len(points) + 1, np.bool_)
        result[1:-1] = found[1:] | found[:-1]
        return result

    def next(self, text: str, start: int, stop: int) -> int | None:
        """The first offset from `start` on that is beside a delimiter."""
        if self.at(text, start):
            return start
        found = self._delimiter.search(text, start, stop)
        return found.start() if found else stop if self.at(text, stop) else None

    def last(self, text: str, start: int, stop: int) -> int | None:
        """The last offset up to `stop` that is beside a delimiter."""
        if self.at(text, stop):
            return stop
        found = self._delimiter_backwards.search(text, start, stop)
        return found.end() if found else start if self.at(text, start) else None

    def _is_delimiter(self, points: Codes) -> Mask:
        if points.dtype == np.uint8:
            return self._table[:256][points]
        inside: NDArray[Any] = np.minimum(points, _TABLE_SIZE - 1)
        found: Mask = self._table[inside] & (points < _TABLE_SIZE)
        return found
