"""How many columns of a fixed-pitch font a character takes: none, one, two, or a tabulator's."""

from __future__ import annotations

import unicodedata

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import Codes

TAB = 4
"""Columns between two tab stops, and so the most that a tabulator takes."""
ONE_COLUMN = (
    "\x00-\x08\x0e-\x84\x86-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u05c0\u05d0-\u05f4\u0620-\u064a\u0660-\u066f"
    "\u1e00-\u1fff\u2010-\u2017\u2020-\u2027\u2030-\u205e\u2070-\u208e\u20a0-\u20bf\u2100-\u22ff\u2500-\u257f"
)
"""Ranges (for a character class) of characters that take one column and join with none of these; not all there are."""

_UNKNOWN = 255
_table = np.full(0x110000, _UNKNOWN, np.uint8)
_NO_COLUMN = frozenset(("Mn", "Me", "Cf"))
_BREAKS = frozenset("\n\r\x0b\x0c\x85\u2028\u2029")


def columns_of(points: Codes) -> NDArray[np.uint8]:
    """The columns that each code point takes, uint8 (n,); a line break takes none."""
    result = _table[points]
    new = points[result == _UNKNOWN]
    if not len(new):
        return result
    present = np.zeros(len(_table), np.bool_)
    present[new] = True
    for point in np.flatnonzero(present).tolist():
        _table[point] = _columns(chr(point))
    return _table[points]


def _columns(character: str) -> int:
    if character == "\t":
        return TAB
    category = unicodedata.category(character)
    if character in _BREAKS or category in _NO_COLUMN:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" and category != "Cn" else 1
