"""Embedding many texts: order, cache, blanks, cancel, and an embedder that answers wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from inspector.core.embedders import EMBEDDERS, load_embedder
from inspector.core.embedding import (
    LOOKED_UP,
    WINDOW_CHARACTERS,
    Cancelled,
    Progress,
    Vectors,
    embed_all,
    embed_batches,
    embed_query,
    ignore_progress,
    never,
)
from inspector.core.errors import CancelledError, CannotError, RefusedError
from inspector.core.vector_cache import VectorCache
from inspector.core.vector_store import VectorStore


class Letters:
    """An embedder of two dimensions that remembers what it was asked."""

    name = "letters"
    dimension = 2
    context = None
    query_prefix = "q: "
    document_prefix = "d: "

    def __init__(self, identity: str = "letters@1", lost: int = 0) -> None:
        self.identity = identity
        self.asked: list[str] = []
        self._lost = lost

    def embed(
        self,
        texts: Sequence[str],
        progress: Progress = ignore_progress,
        cancelled: Cancelled = never,
    ) -> Vectors:
        self.asked += texts
        rows = [[len(text), text.count("a")] for text in texts[: len(texts) - self._lost]]
        return np.array(rows, dtype=np.float32)


def test_every_text_gets_its_own_row_and_a_blank_one_gets_nan_and_is_never_sent() -> None:
    embedder = Letters()
    vectors = embed_all(embedder, ["aa", " \n", "b", ""], VectorCache())
    assert embedder.asked == ["d: aa", "d: b"]
    assert vectors[[0, 2]].tolist() == [[5, 2], [4, 0]]
    assert np.isnan(vectors[[1, 3]]).all()


def test_equal_texts_are_embedded_once_and_the_cache_answers_the_second_time() -> None:
    embedder, cache = Letters(), VectorCache()
    first = embed_all(embedder, ["a", "b", "a"], cache)
    again = embed_all(embedder, ["a", "b", "a"], cache)
    assert embedder.asked == ["d: a", "d: b"]
    assert np.array_equal(first, again)


def test_vectors_of_another_model_are_not_taken_from_the_cache() -> None:
    cache = VectorCache()
    embed_all(Letters("a"), ["text"], cache)
    other = Letters("b")
    embed_all(other, ["text"], cache)
    assert other.asked == ["d: text"]


def test_batches_follow_the_asked_order_and_known_vectors_come_first() -> None:
    long = "x" * WINDOW_CHARACTERS
    texts, cache = [long + "0", long + "1", long + "2", long + "3"], VectorCache()
    embed_all(Letters(), [texts[0]], cache)
    batches = [indices.tolist() for indices, _ in embed_batches(Letters(), texts, cache, order=[3, 0, 1, 3])]
    assert batches == [[0], [3], [1]]


def test_the_cache_is_asked_for_many_texts_at_a_time_and_not_for_each() -> None:
    asked: list[int] = []

    class Watched(VectorCache):
        def get_many(self, identity, texts, dimension=None):
            texts = list(texts)
            asked.append(len(texts))
            return super().get_many(identity, texts, dimension)

    texts, cache = [str(n) for n in range(2 * LOOKED_UP + 10)], Watched()
    embed_all(Letters(), texts, cache)
    asked.clear()
    embed_all(Letters(), texts, cache)
    assert asked == [LOOKED_UP, LOOKED_UP, 10]


def test_vectors_of_another_dimension_under_the_same_name_are_made_anew() -> None:
    embedder, cache = Letters(), VectorCache()
    cache.put(embedder.identity, "d: a", np.ones(3, np.float32))
    assert embed_all(embedder, ["a"], cache).tolist() == [[4, 1]]
    assert embedder.asked == ["d: a"]


def test_known_vectors_come_also_when_memory_lets_them_go_at_once(tmp_path: Path) -> None:
    texts, embedder = [f"{n} a" for n in range(20)], Letters()
    cache = VectorCache(1_000, VectorStore(tmp_path / "vectors.sqlite"))
    first = embed_all(embedder, texts, cache)
    assert np.array_equal(embed_all(embedder, texts, cache), first)
    assert len(embedder.asked) == 20
    cache.close()


def test_the_asked_prefix_replaces_the_models_own() -> None:
    embedder = Letters()
    embed_all(embedder, ["a", " "], VectorCache(), prefix="")
    assert embedder.asked == ["a"]


def test_progress_counts_the_texts_that_are_not_blank() -> None:
    told: list[tuple[int, int]] = []
    embed_all(Letters(), ["a", "", "b"], VectorCache(), progress=lambda done, total: told.append((done, total)))
    assert told == [(2, 2)]


def test_a_cancelled_run_stops_between_batches_and_keeps_what_is_done() -> None:
    texts = ["x" * WINDOW_CHARACTERS, "y" * WINDOW_CHARACTERS]
    embedder, cache = Letters(), VectorCache()
    with pytest.raises(CancelledError):
        embed_all(embedder, texts, cache, cancelled=lambda: bool(embedder.asked))
    assert len(embedder.asked) == len(cache) == 1


def test_a_query_gets_the_query_prefix() -> None:
    embedder = Letters()
    assert embed_query(embedder, "aa", VectorCache()) is not None
    assert embedder.asked == ["q: aa"]


def test_a_blank_query_is_not_sent() -> None:
    embedder = Letters()
    assert embed_query(embedder, "   ", VectorCache()) is None
    assert embedder.asked == []


def test_fewer_vectors_than_texts_are_an_error_that_names_both_numbers() -> None:
    with pytest.raises(CannotError, match=r"asked for 3 vectors.*\(2, 2\)"):
        embed_all(Letters(lost=1), ["a", "b", "c"], VectorCache())


def test_an_unknown_embedder_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RefusedError, match="'minilm': known are all-MiniLM-L6-v2"):
        load_embedder("minilm")


def test_the_default_embedder_is_minilm() -> None:
    assert load_embedder().name == EMBEDDERS[0] == "all-MiniLM-L6-v2"
