"""For each body end the start that gives the least sum of squared counts, out of a whole table of pairs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inspector.core.measures import Ints

_NEVER = 2**62
_SMALL = 10_000
"""Tables of so many pairs are simply filled."""

Columns = NDArray[np.intp]


def best_columns(ends: Ints, begins: Ints, squares: Ints, limit: int) -> tuple[Columns, Ints]:
    """For each end (growing, shape (r,)) the first of the best starts (growing, shape (c,)), and the sum there.

    The sum is that up to the start (`squares`, int64, shape (c,)) and the squared count from there; a count above
    `limit` is never taken. A later end never has an earlier best start, so of a large table only some rows are filled,
    and of the rows between two of these only what lies between their best starts.
    """
    rows, columns = len(ends), len(begins)
    if rows * columns <= _SMALL or rows < 4:
        sums = _sums(ends[:, None], begins, squares, limit)
        best = sums.argmin(axis=1)
        return best, sums[np.arange(rows), best]
    step = int(rows**0.5)
    some = np.arange(0, rows, step)
    low, _ = best_columns(ends[some], begins, squares, limit)
    high = np.append(low[1:], columns - 1)
    return _between(ends, begins, squares, limit, low, int((high - low).max()) + 1, step)


def _between(
    ends: Ints, begins: Ints, squares: Ints, limit: int, low: Columns, width: int, step: int
) -> tuple[Columns, Ints]:
    """The same for `step` rows together, with `width` starts from the best one of their first row."""
    rows, columns = len(ends), len(begins)
    row = np.minimum(np.arange(len(low) * step), rows - 1).reshape(-1, step)
    column = np.minimum(low[:, None] + np.arange(width), columns - 1)
    sums = _sums(ends[row][:, :, None], begins[column][:, None, :], squares[column][:, None, :], limit)
    best = sums.argmin(axis=2)
    least: Ints = np.take_along_axis(sums, best[:, :, None], 2)
    return (best + low[:, None]).ravel()[:rows], least.ravel()[:rows]


def _sums(ends: Ints, begins: Ints, squares: Ints, limit: int) -> Ints:
    counts = ends - begins
    above = counts > limit
    sums: Ints = np.multiply(counts, counts, out=counts)
    sums += squares
    np.putmask(sums, above, _NEVER)
    return sums
