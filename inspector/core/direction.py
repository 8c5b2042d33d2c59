"""Which texts hold characters that are written from right to left."""

from __future__ import annotations

import re

_MIRRORED = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def has_right_to_left(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether any character of `text[start:end]` is written from right to left."""
    if text.isascii():
        return False
    return _MIRRORED.search(text, start, len(text) if end is None else end) is not None
