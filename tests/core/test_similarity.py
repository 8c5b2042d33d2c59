"""Scores: the fault cases about vectors without direction, the ranking, the whole document, and properties."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from inspector.core.errors import CannotError
from inspector.core.similarity import EXACT, NOTHING, POOLED, Scores, scores

NAN, INF = float("nan"), float("inf")


def values(result: Scores) -> list[float | None]:
    return [None if (value := result.value(index)) is None else round(value, 6) for index in range(len(result.values))]


def test_a_vector_that_is_not_finite_has_no_score_and_no_rank() -> None:
    result = scores("q", [1, 1], [[NAN, 1], [1, 1], [INF, 1], [1, -1]])
    assert values(result) == [None, 1.0, None, 0.0]
    assert result.order.tolist() == [1, 3]
    assert [result.rank_of(index) for index in range(4)] == [None, 1, None, 2]


def test_a_zero_vector_is_undefined_and_not_a_false_zero() -> None:
    result = scores("q", [1, 0], [[1, 0], [0, 0], [0.6, 0.8]])
    assert values(result) == [1.0, None, 0.6]
    assert result.order.tolist() == [0, 2]


@pytest.mark.parametrize("query", [[0, 0, 0], [NAN, 0, 1], [INF, 1, 1]])
def test_a_query_without_direction_ranks_nothing_and_says_so(query: list[float]) -> None:
    result = scores("q", query, [[1, 2, 3], [0, 0, 0]])
    assert values(result) == [None, None]
    assert result.order.tolist() == []
    assert result.notice == "the query has no direction"
    assert set(result.whole.values()) == {None}


def test_a_blank_query_has_no_scores() -> None:
    result = scores("   ", None, np.ones((2, 3), dtype=np.float32))
    assert values(result) == [None, None]
    assert result.notice == "no query"
    assert (result.embedded, result.total) == (2, 2)


def test_vectors_without_dimension_are_an_error() -> None:
    with pytest.raises(CannotError, match="dimension 0"):
        scores("q", [], [[]])


def test_chunks_of_unequal_dimension_are_an_error_that_names_them() -> None:
    with pytest.raises(CannotError, match="chunk #2 has dimension 3, that of #1 has 2"):
        scores("q", [1, 0], [[1, 0], [1, 0, 0]])


def test_a_query_of_another_dimension_is_an_error_that_names_both() -> None:
    with pytest.raises(CannotError, match="chunks have dimension 2, that of the query 3"):
        scores("q", [1, 0, 0], [[1, 0], [0, 1]])


def test_vectors_of_two_models_are_not_compared_although_their_dimensions_agree() -> None:
    with pytest.raises(CannotError, match="query was embedded by b and the chunks by a"):
        scores("q", [1, 0, 0], [[0, 1, 0]], query_identity="b", chunk_identity="a")


def test_equal_scores_are_ranked_by_chunk_number() -> None:
    result = scores("q", [1, 0], [[2, 0], [1, 0], [3, 0]])
    assert values(result) == [1.0, 1.0, 1.0]
    assert result.order.tolist() == [0, 1, 2]


def test_equal_vectors_score_equal_to_the_last_bit_wherever_they_stand() -> None:
    row = np.random.default_rng(1).normal(size=384).astype(np.float32)
    query = np.random.default_rng(2).normal(size=384).astype(np.float32)
    result = scores("q", query, np.tile(row, (4_099, 1)))
    assert len(set(result.values.tolist())) == 1
    assert result.order.tolist() == list(range(4_099))


def test_very_large_and_very_small_vectors_keep_their_direction() -> None:
    result = scores("q", [1e200, 0], [[1e-200, 0], [5e-324, 0], [-1e300, 0], [1e300, 1e300]])
    assert values(result) == [1.0, 1.0, -1.0, 0.707107]


def test_a_blank_chunk_is_neither_ranked_nor_counted_nor_part_of_the_whole() -> None:
    blank = np.array([True, False, False])
    result = scores("q", [1, 0], [[1, 0], [0, 1], [0, 1]], blank=blank)
    assert result.order.tolist() == [1, 2]
    assert (result.embedded, result.total) == (2, 2)
    assert result.whole == {"length_weighted_mean": 0.0, "mean": 0.0, "first_only": 0.0}


def test_a_missing_vector_is_counted_as_missing_and_the_others_are_scored() -> None:
    result = scores("q", [1, 0], [[NAN, NAN], [1, 0]])
    assert (result.embedded, result.total) == (1, 2)
    assert values(result) == [None, 1.0]
    assert result.whole == {"length_weighted_mean": 1.0, "mean": 1.0, "first_only": None}


def test_the_whole_document_is_scored_for_every_fold() -> None:
    whole = scores("q", [1, 0], [[1, 0], [0, 1]], [3, 1]).whole
    assert whole["length_weighted_mean"] == pytest.approx(0.948683, abs=1e-6)
    assert whole["mean"] == pytest.approx(0.707107, abs=1e-6)
    assert whole["first_only"] == 1.0


def test_chunks_that_cancel_out_leave_the_whole_undefined() -> None:
    whole = scores("q", [1, 0], [[1, 0], [-1, 0]], [1, 1]).whole
    assert (whole["length_weighted_mean"], whole["mean"], whole["first_only"]) == (None, None, 1.0)


def test_a_document_without_chunks_has_no_scores() -> None:
    result = scores("q", [1, 0], np.empty((0, 2), dtype=np.float32))
    assert (len(result.values), result.embedded, result.total) == (0, 0, 0)
    assert set(result.whole.values()) == {None}


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("width", [1, 3, 7, 384])
def test_rows_that_need_care_change_no_score_of_the_others(kind: type, width: int) -> None:
    random = np.random.default_rng(4)
    rows, query = random.normal(size=(600, width)).astype(kind), random.normal(size=width)
    plain = scores("q", query, rows).values
    odd = {0: NAN, 100: INF, 255: 0.0, 256: np.finfo(kind).max, 599: np.finfo(kind).smallest_subnormal}
    for place, number in odd.items():
        rows[place] = number
    found = scores("q", query, rows).values
    others = np.setdiff1d(np.arange(600), list(odd))
    assert np.array_equal(found[others], plain[others])
    assert np.isnan(found[[0, 100, 255]]).all()
    along = query.sum() / (np.linalg.norm(query) * np.sqrt(width))
    np.testing.assert_allclose(found[[256, 599]], along, atol=1e-12)


def test_scores_are_the_cosines_of_the_definition() -> None:
    random = np.random.default_rng(5)
    rows, query = random.normal(size=(700, 50)) * 10.0 ** random.integers(-150, 150, (700, 1)), random.normal(size=50)
    scaled = rows / np.abs(rows).max(axis=1, keepdims=True)
    expected = [math.fsum(row * query) / math.sqrt(math.fsum(row**2) * math.fsum(query**2)) for row in scaled]
    np.testing.assert_allclose(scores("q", query, rows).values, expected, atol=1e-14)


anything = st.floats(width=32, allow_nan=True, allow_infinity=True)


@given(arrays(np.float32, (7, 3), elements=anything), arrays(np.float32, 3, elements=anything))
def test_scores_lie_within_one_and_the_ranking_is_a_permutation_of_the_defined_ones(
    chunks: np.ndarray, query: np.ndarray
) -> None:
    result = scores("q", query, chunks)
    defined = np.flatnonzero(~np.isnan(result.values))
    assert (np.abs(result.values[defined]) <= 1).all()
    assert sorted(result.order.tolist()) == defined.tolist()
    ranked = result.values[result.order]
    assert (np.diff(ranked) <= 0).all()
    assert all(
        first < second
        for first, second in zip(result.order, result.order[1:], strict=False)
        if result.values[first] == result.values[second]
    )
    assert all(whole is None or -1 <= whole <= 1 for whole in result.whole.values())


@given(arrays(np.float32, (5, 4), elements=st.floats(-100, 100, width=32)), st.permutations(range(5)))
def test_a_chunks_score_does_not_depend_on_where_it_stands(chunks: np.ndarray, places: list[int]) -> None:
    query = np.array([1, -2, 3, 0.5])
    plain, moved = scores("q", query, chunks).values, scores("q", query, chunks[places]).values
    assert np.array_equal(plain[places], moved, equal_nan=True)


def test_every_score_says_what_it_comes_from() -> None:
    plain = scores("q", [1, 0], [[1, 0], [0, 0], [NAN, NAN]])
    assert plain.kinds.tolist() == [EXACT, NOTHING, NOTHING]
    mixed = scores("q", [1, 0], [[1, 0], [1, 1], [NAN, NAN]], kinds=np.array([POOLED, EXACT, EXACT], np.int8))
    assert [mixed.kind(index) for index in range(3)] == [POOLED, EXACT, NOTHING]
    assert (mixed.many(POOLED), mixed.many(EXACT)) == (1, 1)
