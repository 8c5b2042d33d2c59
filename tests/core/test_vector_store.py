"""The vectors on disk: what comes back, for whom, how much is kept, and what a file tells about the texts."""

from __future__ import annotations

import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.errors import RefusedError
from inspector.core.vector_cache import VectorCache
from inspector.core.vector_database import LEAST_BYTES
from inspector.core.vector_store import VectorStore, default_path

ONE = np.ones(4, dtype=np.float32)
PUTS = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(1, 2_000), st.integers(1, 120), st.integers(0, 300)), max_size=12
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[VectorStore]:
    store = VectorStore(tmp_path / "cache" / "vectors.sqlite", LEAST_BYTES)
    yield store
    store.close()


def rows(*texts: str, dimension: int = 4) -> dict[str, np.ndarray]:
    """A vector for each text that nothing but the text decides."""
    return {text: np.random.default_rng(list(text.encode())).random(dimension, np.float32) for text in texts}


def test_a_vector_comes_back_bit_by_bit_also_from_a_file_opened_again(store: VectorStore) -> None:
    store.put_many("m", rows("one", "two"))
    for _ in range(2):
        found = store.get_many("m", ["two", "one", "three"])
        assert sorted(found) == ["one", "two"]
        assert all(np.array_equal(found[text], row) for text, row in rows("one", "two").items())
        assert found["one"].dtype == np.float32
        store.close()


def test_vectors_of_another_model_or_another_dimension_are_not_taken(store: VectorStore) -> None:
    store.put_many("m", {"text": ONE})
    assert store.get_many("n", ["text"]) == {}
    assert store.get_many("m", ["text"], dimension=5) == {}
    assert list(store.get_many("m", ["text"], dimension=4)) == ["text"]


def test_identity_and_text_are_not_run_together(store: VectorStore) -> None:
    store.put_many("ab", {"c": ONE})
    assert store.get_many("a", ["bc"]) == {}


def test_a_later_vector_of_a_text_takes_the_place_of_the_one_before(store: VectorStore) -> None:
    store.put_many("m", {"a": ONE, "b": ONE})
    store.put_many("m", {"a": 2 * ONE[:3]})
    assert store.count == 2
    assert store.get_many("m", ["a"])["a"].tolist() == [2, 2, 2]


def test_a_vector_that_is_not_finite_is_never_stored(store: VectorStore) -> None:
    store.put_many("m", {"failed": ONE * np.nan, "huge": ONE * np.inf, "whole": ONE})
    assert list(store.get_many("m", ["failed", "huge", "whole"])) == ["whole"]


def test_no_file_is_made_before_there_is_something_to_keep(store: VectorStore) -> None:
    assert store.get_many("m", ["a"]) == {}
    assert (store.count, store.bytes) == (0, 0)
    store.clear()
    store.put_many("m", {"a": ONE * np.nan})
    assert not store.path.parent.exists()
    store.put_many("m", {"a": ONE})
    assert store.bytes > 0


def test_neither_text_nor_model_is_in_the_file_and_only_the_owner_reads_it(store: VectorStore) -> None:
    store.put_many("https://server.example/model", rows("a secret sentence"))
    kept = b"".join(file.read_bytes() for file in store.path.parent.iterdir())
    assert b"secret" not in kept
    assert b"server" not in kept
    if sys.platform != "win32":
        assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in store.path.parent.iterdir())


def test_texts_with_halves_of_surrogates_have_vectors_too(store: VectorStore) -> None:
    store.put_many("m", {"\ud800": ONE, "": 2 * ONE})
    assert len(store.get_many("m", ["\ud800", ""])) == 2


def test_more_texts_than_a_query_takes_are_looked_up(store: VectorStore) -> None:
    store = VectorStore(store.path, 2**20)
    texts = [str(n) for n in range(1_201)]
    store.put_many("m", rows(*texts))
    assert len(store.get_many("m", texts)) == 1_201
    store.close()


def test_the_least_recently_used_vectors_go_first(store: VectorStore) -> None:
    store.put_many("m", rows("old", "used", dimension=384))
    for n in range(0, 100, 5):
        store.put_many("m", rows(*map(str, range(n, n + 5)), dimension=384))
        assert "used" in store.get_many("m", ["used"])
    assert store.get_many("m", ["old"]) == {}
    assert "99" in store.get_many("m", ["99"])


def test_what_was_used_is_known_when_the_file_is_opened_again(store: VectorStore) -> None:
    store.put_many("m", rows("used", dimension=384))
    store.put_many("m", rows(*map(str, range(20)), dimension=384))
    store.get_many("m", ["used"])
    store.close()
    store.put_many("m", rows(*map(str, range(20, 70)), dimension=384))
    assert store.get_many("m", ["0"]) == {}
    assert "used" in store.get_many("m", ["used"])


def test_emptying_gives_the_space_back_and_the_store_goes_on(store: VectorStore) -> None:
    store.put_many("m", rows("a", dimension=1))
    store.clear()
    empty = store.bytes
    store.put_many("m", rows(*map(str, range(60)), dimension=384))
    assert store.bytes > empty + 60 * 384 * 4
    store.clear()
    assert (store.count, store.bytes) == (0, empty)
    assert store.get_many("m", ["1"]) == {}
    store.put_many("m", {"a": ONE})
    assert store.count == 1


def test_a_lower_limit_shrinks_the_file_with_the_next_vector(store: VectorStore) -> None:
    large = VectorStore(store.path, 16 * LEAST_BYTES)
    large.put_many("m", rows(*map(str, range(1_000)), dimension=384))
    assert large.bytes > 4 * LEAST_BYTES
    large.close()
    store.put_many("m", rows("new", dimension=384))
    assert store.bytes <= LEAST_BYTES
    assert "new" in store.get_many("m", ["new"])


def test_another_limit_holds_from_the_next_vector_on_and_one_too_small_is_refused(store: VectorStore) -> None:
    store.set_limit(16 * LEAST_BYTES)
    store.put_many("m", rows(*map(str, range(1_000)), dimension=384))
    assert store.bytes > 4 * LEAST_BYTES
    with pytest.raises(RefusedError, match="at least"):
        store.set_limit(LEAST_BYTES - 1)
    store.set_limit(LEAST_BYTES)
    assert "999" in store.get_many("m", ["999"])
    store.put_many("m", rows("new", dimension=384))
    assert store.bytes <= LEAST_BYTES
    assert "new" in store.get_many("m", ["new"])


def test_a_vector_too_large_for_the_store_is_left_out_and_the_others_are_kept(store: VectorStore) -> None:
    store.put_many("m", {"huge": np.ones(LEAST_BYTES // 4, np.float32), "small": ONE})
    assert list(store.get_many("m", ["huge", "small"])) == ["small"]


def test_a_limit_in_which_nothing_has_room_is_refused_with_both_numbers(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="at least 262,144 bytes, not 1,000"):
        VectorStore(tmp_path / "x", 1_000)


@settings(max_examples=15, deadline=None)
@given(PUTS, st.integers(LEAST_BYTES, 4 * LEAST_BYTES))
def test_after_every_put_the_files_are_within_the_limit_and_every_vector_is_whole(
    puts: list[tuple[str, int, int, int]], limit: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = VectorStore(Path(folder) / "vectors.sqlite", limit)
        last: dict[tuple[str, str], tuple[int, float]] = {}
        for turn, (identity, dimension, count, first) in enumerate(puts):
            texts = [str(n) for n in range(first, first + count)]
            store.put_many(identity, {text: np.full(dimension, turn, np.float32) for text in texts})
            last |= {(identity, text): (dimension, turn) for text in texts}
            assert sum(file.stat().st_size for file in Path(folder).iterdir()) == store.bytes <= limit
            assert texts[-1] in store.get_many(identity, texts)
        for identity in "ab":
            for text, row in store.get_many(identity, map(str, range(500))).items():
                dimension, turn = last[identity, text]
                assert np.array_equal(row, np.full(dimension, turn, np.float32))
        assert store.notices == ()
        store.close()


def test_three_threads_read_and_write_one_cache_at_once(store: VectorStore) -> None:
    cache = VectorCache(20_000, store, threading.RLock())
    wrong: list[object] = []

    def work(start: int) -> None:
        for n in range(start, start + 60):
            texts = [str(text) for text in range(n, n + 10)]
            cache.put_many("m", rows(*texts))
            found = cache.get_many("m", texts, 4)
            wrong.extend(text for text in texts if not np.array_equal(found.get(text), rows(text)[text]))

    threads = [threading.Thread(target=work, args=(start,)) for start in (0, 20, 40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert store.notices == ()


def test_the_programs_own_file_lies_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path().name == "vectors.sqlite"
    if sys.platform.startswith("linux"):
        assert default_path().is_relative_to(tmp_path)
