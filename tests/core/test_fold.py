"""Folding chunk vectors into one: the golden results, the refusals, and two properties."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.errors import CannotError, RefusedError
from inspector.core.fold import FOLDS, fold

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "combine_vectors.json").read_text(encoding="utf-8"))
numbers = st.floats(-1e6, 1e6)


@pytest.mark.parametrize("case", GOLDEN)
def test_a_fold_gives_the_golden_result(case: dict) -> None:
    result = fold(case["vectors"], case["weights"], case["strategy"])
    if case["result"] is None:
        assert result is None
    else:
        assert result is not None
        np.testing.assert_allclose(result, case["result"], rtol=0, atol=1e-12)


def test_the_weighted_mean_of_the_fault_case() -> None:
    result = fold([[1, 0], [0, 1]], [3, 1])
    assert result is not None
    assert result.tolist() == [0.75, 0.25]


def test_an_unknown_fold_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RefusedError, match=r"'lenght_weighted_mean': known are length_weighted_mean, mean, first_only"):
        fold([[1, 0], [0, 1]], [0, 0], "lenght_weighted_mean")


@pytest.mark.parametrize("name", FOLDS)
def test_no_vectors_fold_to_none(name: str) -> None:
    assert fold([], [], name) is None


def test_zero_total_weight_folds_to_none() -> None:
    assert fold([[1, 0], [0, 1]], [0, 0]) is None


@pytest.mark.parametrize("name", FOLDS)
def test_unequal_dimensions_name_the_chunk_and_both_dimensions(name: str) -> None:
    with pytest.raises(CannotError, match=r"chunk #3 has dimension 3, that of #1 has 2"):
        fold([[1, 0], [0, 1], [1, 2, 3]], None, name)


def test_a_missing_weight_is_refused_with_both_numbers() -> None:
    with pytest.raises(RefusedError, match="1 weights for 2 chunk vectors"):
        fold([[1, 0], [0, 1]], [3])


@pytest.mark.parametrize("weight", [-1, float("nan"), float("inf")])
def test_a_weight_that_is_no_length_is_refused_by_chunk_and_value(weight: float) -> None:
    with pytest.raises(RefusedError, match=f"chunk #2 is {float(weight)}"):
        fold([[1, 0], [0, 1]], [3, weight])


@given(
    st.lists(numbers, min_size=1, max_size=5),
    st.lists(st.integers(1, 10_000), min_size=1, max_size=9),
    st.sampled_from(FOLDS),
)
def test_equal_vectors_fold_to_that_vector(vector: list[float], weights: list[int], name: str) -> None:
    result = fold([vector] * len(weights), weights, name)
    np.testing.assert_allclose(result, vector, rtol=1e-9, atol=1e-9)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=9), st.sampled_from(FOLDS))
def test_a_fold_lies_within_the_vectors(vectors: list[tuple[float, float]], name: str) -> None:
    result = fold(vectors, None, name)
    assert result is not None
    assert (result >= np.min(vectors, axis=0) - 1e-6).all()
    assert (result <= np.max(vectors, axis=0) + 1e-6).all()
