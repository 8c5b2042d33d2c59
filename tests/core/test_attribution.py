"""Attribution: shares of tokens add up to the cosine, shares of words to the same."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from inspector.core.attribution import attribute, token_shares, words
from inspector.core.similarity import EXACT

NUMBERS = st.floats(-10, 10, width=32)


@given(
    arrays(np.float32, st.tuples(st.integers(1, 12), st.just(4)), elements=NUMBERS),
    arrays(np.float32, 4, elements=NUMBERS),
)
def test_the_shares_of_tokens_add_up_to_the_cosine_of_query_and_mean(vectors: np.ndarray, query: np.ndarray) -> None:
    mean = vectors.astype(np.float64).mean(axis=0)
    length = np.linalg.norm(mean) * np.linalg.norm(query.astype(np.float64))
    shares = token_shares(query, vectors)
    if length > 1e-6:
        assert shares.sum() == pytest.approx(float(mean @ query.astype(np.float64)) / length, abs=1e-6)
    else:
        assert np.isfinite(shares).all()


def test_no_direction_gives_shares_of_zero() -> None:
    assert token_shares(np.zeros(3), np.ones((2, 3))).tolist() == [0, 0]
    assert token_shares(np.ones(3), np.zeros((2, 3))).tolist() == [0, 0]
    assert len(token_shares(np.ones(3), np.zeros((0, 3)))) == 0


def test_the_shares_of_very_many_tokens_need_little_memory() -> None:
    vectors = np.ones((40_000, 32), np.float16)
    tracemalloc.start()
    shares = token_shares(np.ones(32), vectors)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert shares.sum() == pytest.approx(1)
    assert peak < 2 * vectors.nbytes


def test_tokens_of_one_word_are_added_and_stand_at_their_place_in_the_document() -> None:
    found = attribute("q", EXACT, " un-believable bees", 100, np.array([0, 1, 3, 4, 8, 15]), np.arange(1.0, 7.0), 0.5)
    assert list(zip(found.starts.tolist(), found.ends.tolist(), found.shares.tolist(), strict=True)) == [
        (101, 103, 2.0),
        (103, 104, 3.0),
        (104, 114, 9.0),
        (115, 119, 6.0),
    ]
    assert found.rest == 1.5
    assert found.score == pytest.approx(21.5)


@given(st.text(), st.data())
def test_the_shares_of_words_and_the_rest_are_the_score(text: str, data: st.DataObject) -> None:
    starts = np.array(sorted(data.draw(st.lists(st.integers(0, max(len(text) - 1, 0)), max_size=9))), np.int64)
    shares = data.draw(arrays(np.float64, len(starts), elements=st.floats(-1, 1)))
    found = attribute("q", EXACT, text, 7, starts, shares, 0.25)
    assert found.shares.sum() + found.rest == pytest.approx(shares.sum() + 0.25)
    assert found.score == pytest.approx(shares.sum() + 0.25)


def test_signs_without_spaces_between_them_are_words_of_their_own() -> None:
    starts, ends = words("蜂の巣 2x")
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == [(0, 1), (1, 2), (2, 3), (4, 6)]
