"""Every place of a literal text in a document."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from inspector.core.errors import CancelledError

SLICE = 200_000
"""Characters that are looked through between two questions whether the work is still wanted."""


def find_all(
    text: str, wanted: str, *, case_sensitive: bool = False, cancelled: Callable[[], bool] = lambda: False
) -> NDArray[np.int64]:
    """The spans of `wanted` in `text`, int64 (m, 2) half-open, leftmost and not overlapping; none for an empty one.

    Raises CancelledError.
    """
    if not wanted:
        return np.zeros((0, 2), np.int64)
    pattern = re.compile(re.escape(wanted), 0 if case_sensitive else re.IGNORECASE)
    parts, start = [np.zeros(0, np.int64)], 0
    for end in (*range(SLICE, len(text), SLICE), len(text)):
        if cancelled():
            raise CancelledError("the search was cancelled")
        if start < end:  # a match may reach into the slices behind the one in which it starts
            found = [match.start() for match in pattern.finditer(text, start, end + len(wanted) - 1)]
            parts.append(np.array(found, np.int64))
            start = max(end, found[-1] + len(wanted)) if found else end
    starts = np.concatenate(parts)
    return np.stack([starts, starts + len(wanted)]).T  # so that each column lies in one piece, for bisection
