"""Every place of a literal text in a document."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray


def find_all(text: str, wanted: str, *, case_sensitive: bool = False) -> NDArray[np.int64]:
    """The spans of `wanted` in `text`, int64 (m, 2) half-open, leftmost and not overlapping; none for an empty one."""
    if not wanted:
        return np.zeros((0, 2), np.int64)
    pattern = re.compile(re.escape(wanted), 0 if case_sensitive else re.IGNORECASE)
    starts = np.array([match.start() for match in pattern.finditer(text)], np.int64)
    return np.column_stack([starts, starts + len(wanted)]).reshape(-1, 2)
