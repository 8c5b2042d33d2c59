"""Many chunk vectors folded back into one vector for the document, in the ways the field uses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from inspector.core.errors import CannotError, RefusedError
from inspector.core.parameters import check_choice

DEFAULT_FOLD = "length_weighted_mean"
FOLDS = (DEFAULT_FOLD, "mean", "first_only")

Matrix = NDArray[np.float32] | NDArray[np.float64]
Vectors = Matrix | Sequence[Matrix] | Sequence[Sequence[float]]
Weights = NDArray[np.int64] | NDArray[np.float64] | Sequence[float]


def as_matrix(vectors: Vectors) -> Matrix:
    """Rows of equal dimension as one float array (n, d); (0, 0) for none.

    Raises CannotError that names the first chunk (from 1) of another dimension than chunk 1, with both dimensions.
    """
    if isinstance(vectors, np.ndarray) and vectors.ndim == 2 and vectors.dtype.kind == "f":
        return vectors
    rows = [np.asarray(row, dtype=np.float64) for row in vectors]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise CannotError(f"the vector of chunk #{number} has dimension {len(row)}, that of #1 has {len(rows[0])}")
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(rows[0]) if rows else 0)


def fold(vectors: Vectors, weights: Weights | None = None, strategy: str | None = None) -> NDArray[np.float64] | None:
    """One vector (d,) float64 for n chunk vectors (n, d), not normalised, or None when there is none to give.

    `strategy` is one of FOLDS, None the default; `weights` (n,) count in `length_weighted_mean` only and are the
    lengths of the bodies (None: all equal). One vector is returned as it is; no vectors or zero total weight give None.
    Raises RefusedError for an unknown strategy or weights that do not fit, CannotError for unequal dimensions.
    """
    name = DEFAULT_FOLD if strategy is None else strategy
    check_choice("fold", name, FOLDS)
    matrix = as_matrix(vectors)
    checked = None if weights is None else _checked_weights(weights, len(matrix))
    if len(matrix) == 0:
        return None
    if len(matrix) == 1 or name == "first_only":
        return np.array(matrix[0], dtype=np.float64)
    if name == "mean" or checked is None:
        return np.asarray(matrix.mean(axis=0, dtype=np.float64))
    total = float(checked.sum())
    return _weighted_sum(checked, matrix) / total if total > 0 else None


def _checked_weights(weights: Weights, expected: int) -> NDArray[np.float64]:
    checked = np.asarray(weights, dtype=np.float64)
    if checked.shape != (expected,):
        raise RefusedError(f"there are {len(checked)} weights for {expected} chunk vectors")
    wrong = np.flatnonzero(~(np.isfinite(checked) & (checked >= 0)))
    if len(wrong):
        raise RefusedError(f"the weight of chunk #{wrong[0] + 1} is {checked[wrong[0]]}: it must be at least 0")
    return checked


def _weighted_sum(weights: NDArray[np.float64], matrix: Matrix) -> NDArray[np.float64]:
    return np.asarray(np.einsum("i,ij->j", weights, matrix, dtype=np.float64))
