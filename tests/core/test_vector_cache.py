"""The vector cache: what it keeps, for whom, and how much."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.vector_cache import VectorCache

ONE = np.ones(4, dtype=np.float32)


def test_a_vector_is_found_by_model_and_text() -> None:
    cache = VectorCache()
    cache.put("model@1", "text", ONE)
    assert np.array_equal(cache.get("model@1", "text"), ONE)
    assert cache.get("model@2", "text") is None
    assert cache.get("model@1", "text ") is None


def test_the_least_recently_used_vector_goes_first() -> None:
    cache = VectorCache()
    cache.put("m", "a", ONE)
    small = VectorCache(limit=2 * cache.bytes)
    small.put("m", "a", ONE)
    small.put("m", "b", ONE)
    small.get("m", "a")
    small.put("m", "c", ONE)
    assert [("m", text) in small for text in "abc"] == [True, False, True]


def test_a_long_text_counts_with_its_own_length() -> None:
    cache = VectorCache(limit=2_000)
    cache.put("m", "x" * 5_000, ONE)
    assert len(cache) == cache.bytes == 0


def test_a_kept_vector_cannot_be_changed_from_outside() -> None:
    cache = VectorCache()
    given_vector = ONE.copy()
    cache.put("m", "a", given_vector)
    given_vector[0] = 7
    kept = cache.get("m", "a")
    assert kept is not None
    assert kept[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        kept[0] = 7


def test_clear_forgets_everything() -> None:
    cache = VectorCache()
    cache.put("m", "a", ONE)
    cache.clear()
    assert len(cache) == cache.bytes == 0


@given(st.lists(st.tuples(st.sampled_from("ab"), st.text(max_size=40))), st.integers(0, 3_000))
def test_the_bound_always_holds_and_the_bytes_are_those_of_the_entries(puts: list[tuple[str, str]], limit: int) -> None:
    cache = VectorCache(limit)
    for identity, text in puts:
        cache.put(identity, text, ONE)
        assert cache.bytes <= limit
    again = VectorCache()
    for identity, text in set(puts):
        if (identity, text) in cache:
            again.put(identity, text, ONE)
    assert again.bytes == cache.bytes
