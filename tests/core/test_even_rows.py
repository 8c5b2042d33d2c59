"""The best start of each row: what is left out of a large table never held anything better."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.core.even_rows import best_columns
from inspector.core.measures import Ints

NEVER = 2**62


def every_pair(ends: Ints, begins: Ints, squares: Ints, limit: int) -> Ints:
    counts = ends[:, None] - begins[None, :]
    return np.where(counts <= limit, counts * counts + squares[None, :], NEVER)


@pytest.mark.parametrize("seed", range(20))
def test_each_row_gets_the_first_of_the_best_starts_of_the_whole_table(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = (int(n) for n in rng.integers(1, 500, 2))
    begins = np.sort(rng.integers(0, 600, columns))
    ends = np.sort(rng.integers(600, 1100, rows))
    squares = rng.integers(0, 200_000, columns)
    limit = int(ends[-1] - begins[-1] + rng.integers(0, 500))
    best, least = best_columns(ends, begins, squares, limit)
    table = every_pair(ends, begins, squares, limit)
    assert least.tolist() == table.min(axis=1).tolist()
    assert best.tolist() == table.argmin(axis=1).tolist()
