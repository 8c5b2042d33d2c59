"""The vector cache: what it keeps, for whom, and how much."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.vector_cache import VectorCache
from inspector.core.vector_store import VectorStore

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


def test_a_vector_that_is_not_finite_is_not_kept() -> None:
    cache = VectorCache()
    cache.put_many("m", {"failed": ONE * np.nan, "whole": ONE})
    assert list(cache.get_many("m", ["failed", "whole"])) == ["whole"]


def test_a_vector_of_another_dimension_than_asked_for_is_not_found() -> None:
    cache = VectorCache()
    cache.put("m", "a", ONE)
    assert cache.get_many("m", ["a"], 3) == {}
    assert list(cache.get_many("m", ["a"], 4)) == ["a"]


def test_what_memory_let_go_comes_from_the_store_and_is_then_in_memory(tmp_path: Path) -> None:
    store = VectorStore(tmp_path / "vectors.sqlite")
    VectorCache(store=store).put_many("m", {"a": ONE, "b": 2 * ONE})
    cache = VectorCache(store=store)
    assert ("m", "a") not in cache
    found = cache.get_many("m", ["a", "b", "c"], 4)
    assert {text: row.tolist() for text, row in found.items()} == {"a": [1] * 4, "b": [2] * 4}
    assert ("m", "a") in cache
    with pytest.raises(ValueError, match="read-only"):
        found["a"][0] = 7
    cache.close()


def test_the_store_is_asked_once_for_all_that_memory_does_not_have(tmp_path: Path) -> None:
    asked: list[list[str]] = []

    class Watched(VectorStore):
        def get_many(self, identity, texts, dimension=None):
            asked.append(list(texts))
            return {}

    cache = VectorCache(store=Watched(tmp_path / "vectors.sqlite"))
    cache._keep("m", "known", ONE)
    cache.get_many("m", ["known", "a", "b", "a"])
    cache.get_many("m", ["known"])
    assert asked == [["a", "b"]]


def test_more_vectors_than_memory_holds_come_back_from_the_store_all_the_same(tmp_path: Path) -> None:
    cache = VectorCache(1_000, VectorStore(tmp_path / "vectors.sqlite"))
    cache.put_many("m", {str(n): n * ONE for n in range(50)})
    assert len(cache) < 3
    assert len(cache.get_many("m", map(str, range(50)))) == 50
    assert cache.bytes <= 1_000
    cache.close()


def test_emptying_the_cache_empties_the_store_and_both_tell_their_size(tmp_path: Path) -> None:
    cache = VectorCache(store=VectorStore(tmp_path / "vectors.sqlite"))
    cache.put_many("m", {"a": ONE, "b": ONE})
    assert cache.disk_count == 2
    full = cache.disk_bytes
    cache.clear()
    assert (len(cache), cache.disk_count) == (0, 0)
    assert 0 < cache.disk_bytes <= full
    assert cache.get("m", "a") is None
    assert cache.notices == ()
    cache.close()


def test_a_cache_without_a_store_has_nothing_on_disk() -> None:
    cache = VectorCache()
    cache.close()
    assert (cache.disk_bytes, cache.disk_count, cache.notices) == (0, 0, ())


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
