"""Regular expressions as separators: compiled, and matched within a time, or refused; never hung."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import islice

import numpy as np
import regex
from numpy.typing import NDArray

from inspector.core.errors import RefusedError

_LARGEST = 1_000_000
"""A pattern whose characters, times all of its least repeats, are more would take seconds to compile."""
_REPEATS = regex.compile(r"\{\s*(\d[\d\s]*)(?:,[\d\s]*)?\}")
_PROBES = ("", "a", "A1_", " ", "\n\n", "Some words. And more!\n\n- 1, 2; x\t(y)\r\n", "。字\u00a0é")
_PROBE_SECONDS = 0.25
_PART = 65_536


@lru_cache(maxsize=256)
def compiled(pattern: str) -> regex.Pattern[str]:
    """The regular expression; raises RefusedError with the library's words where it is none, or is no separator."""
    repeats = math.prod(int("".join(count.split())) for count in _REPEATS.findall(pattern))
    if len(pattern) * repeats > _LARGEST:
        raise RefusedError(f"it is too large: its parts are repeated up to {repeats:,} times")
    try:
        made = regex.compile(pattern)
    except (regex.error, ValueError, OverflowError) as error:
        raise RefusedError(f"it is no regular expression: {error}") from error
    except RecursionError as error:
        raise RefusedError("it is nested too deeply") from error
    if made.flags & regex.REVERSE:
        raise RefusedError("it searches backwards, by the flag r: separators are found from the start")
    for text in _PROBES:
        if empty_match(spans(made, text, _PROBE_SECONDS)) is not None:
            raise RefusedError("it can match nothing: a separator must match something, and the cut stands after it")
    return made


def spans(pattern: regex.Pattern[str], text: str, seconds: float) -> NDArray[np.int32]:
    """The start and end of every match, shape (n, 2).

    Raises RefusedError when that takes longer than so many seconds of the processor, or too much memory.
    """
    found, parts = pattern.finditer(text, timeout=seconds), [np.zeros((0, 2), np.int32)]
    try:
        while part := [match.span() for match in islice(found, _PART)]:
            parts.append(np.array(part, np.int32))
    except TimeoutError as error:
        raise RefusedError(f"it takes too long: more than {seconds:.3g} s on {len(text):,} characters") from error
    except MemoryError as error:
        raise RefusedError(f"it takes too much memory on {len(text):,} characters") from error
    return np.concatenate(parts)


def empty_match(found: NDArray[np.int32]) -> int | None:
    """Where the first of some matches is that match nothing."""
    empty = np.flatnonzero(found[:, 0] == found[:, 1])
    return int(found[empty[0], 0]) if len(empty) else None
