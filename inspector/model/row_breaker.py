"""Breaks a long text into rows in the worker, and tells those known so far."""

from __future__ import annotations

import time

import numpy as np

from inspector.core.direction import has_right_to_left
from inspector.core.rows import NO_ROWS, BrokenRows, row_blocks
from inspector.model.worker import Job

TELL_SECONDS = 0.1
"""The rows known so far are told for the first time after so long, and each time after twice as long as before."""


def broken_rows(job: Job, text: str, columns: int) -> BrokenRows:
    """All rows of `text`; reports those from its start on that are known, now and then. Raises CancelledError."""
    parts, right_to_left, begin = [NO_ROWS.starts], False, 0
    tell, pause = time.monotonic() + TELL_SECONDS, TELL_SECONDS
    for starts, end in row_blocks(text, columns):
        job.check()
        parts.append(starts)
        right_to_left = right_to_left or has_right_to_left(text, begin, end)
        begin = end
        if time.monotonic() >= tell:
            parts = [np.concatenate(parts)]
            job.report(BrokenRows(parts[0], end, right_to_left))
            pause *= 2
            tell = time.monotonic() + pause
    return BrokenRows(np.concatenate(parts), len(text), right_to_left)
