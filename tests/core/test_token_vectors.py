"""Token vectors: means equal a slow reference exactly, in memory and on disk, at any point of the pass."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from inspector.core import token_vectors
from inspector.core.errors import CannotError
from inspector.core.token_vectors import BLOCK, StoreLimits, TokenVectors, bytes_for

WIDTH = 5


def filled(
    starts: NDArray[np.int32], parts: list[int], seed: int = 0, limits: StoreLimits | None = None
) -> tuple[TokenVectors, NDArray[np.float32]]:
    """Vectors for tokens at `starts`, appended in parts of those lengths until there are no more."""
    rows = np.random.default_rng(seed).normal(0, 3, (len(starts), WIDTH)).astype(np.float32)
    vectors = TokenVectors(np.zeros(len(starts), np.int32), starts, WIDTH, limits=limits)
    for part in parts:
        vectors.append(rows[vectors.known : vectors.known + part])
    return vectors, rows


def slow_mean(vectors: TokenVectors, rows: NDArray[np.float32], start: int, end: int) -> NDArray[np.float64]:
    """The mean as its definition says it, over what float16 keeps."""
    inside = [k for k, at in enumerate(vectors.starts.tolist()) if start <= at < end]
    if not inside or inside[-1] >= vectors.known:
        return np.full(WIDTH, np.nan)
    return rows[inside].astype(np.float16).astype(np.float64).sum(axis=0) / len(inside)


@st.composite
def documents(draw: st.DrawFn) -> tuple[NDArray[np.int32], list[int], list[tuple[int, int]]]:
    """Where tokens start (several may at one character), in which parts they come, and spans to ask for."""
    steps = draw(st.lists(st.integers(0, 6), max_size=200))
    starts = np.cumsum(steps, dtype=np.int32)
    parts = draw(st.lists(st.integers(0, 90), max_size=8))
    size = int(starts[-1]) + 5 if steps else 5
    spans = draw(st.lists(st.tuples(st.integers(0, size), st.integers(0, size)).map(sorted).map(tuple), max_size=12))
    return starts, parts, spans


@settings(deadline=None)
@given(documents(), st.integers(0, 99))
def test_means_are_exactly_those_of_the_slow_reference(case: tuple, seed: int) -> None:
    starts, parts, spans = case
    vectors, rows = filled(starts, parts, seed)
    table = np.array(spans, np.int64).reshape(-1, 2)
    means = vectors.means(table[:, 0], table[:, 1])
    assert (means.shape, means.dtype) == ((len(spans), WIDTH), np.float64)
    for mean, (start, end) in zip(means, spans, strict=True):
        assert np.array_equal(mean, slow_mean(vectors, rows, start, end), equal_nan=True)


@settings(deadline=None)
@given(documents(), st.lists(st.lists(st.tuples(st.integers(0, 90), st.integers(0, 90)), max_size=9), max_size=5))
def test_what_was_asked_before_changes_no_mean(case: tuple, more: list[list[tuple[int, int]]]) -> None:
    starts, parts, spans = case
    vectors, rows = filled(starts, [])
    for part, asked in zip([*parts, *parts], [spans, *more, spans], strict=False):
        vectors.append(rows[vectors.known : vectors.known + part])
        table = np.array(asked, np.int64).reshape(-1, 2)
        expected = [slow_mean(vectors, rows, start, end) for start, end in asked]
        means = vectors.means(table[:, 0], table[:, 1])
        assert np.array_equal(means, np.reshape(expected, (-1, WIDTH)), equal_nan=True)


def test_as_many_means_as_are_not_remembered_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, _ = filled(np.arange(3_000, dtype=np.int32), [2_900])
    spans = np.arange(2_980), np.arange(20, 3_000)
    remembered = [vectors.means(*spans), vectors.means(*spans)]
    monkeypatch.setattr(token_vectors, "_REMEMBERED", 0)
    assert all(np.array_equal(vectors.means(*spans), means, equal_nan=True) for means in remembered)


def test_however_the_vectors_come_the_means_are_the_same() -> None:
    starts = np.arange(0, 3 * 300, 3, dtype=np.int32)
    spans = np.arange(0, 800, 7), np.arange(60, 860, 7)
    whole = filled(starts, [300])[0].means(*spans)
    for parts in ([1] * 300, [BLOCK] * 19, [BLOCK - 1] * 20, [190, 64, 46]):
        assert np.array_equal(filled(starts, parts)[0].means(*spans), whole, equal_nan=True)


def test_a_span_without_tokens_has_no_mean() -> None:
    vectors, _ = filled(np.array([0, 50], np.int32), [2])
    means = vectors.means(np.array([0, 10, 50, 60]), np.array([10, 50, 60, 70]))
    assert np.isnan(means).all(axis=1).tolist() == [False, True, False, True]


def test_on_disk_they_are_the_same_and_the_file_goes_at_close(tmp_path: Path) -> None:
    starts = np.arange(500, dtype=np.int32)
    limits = StoreLimits(memory=100, folder=tmp_path)
    here, _ = filled(starts, [190, 64, 246])
    there, _ = filled(starts, [190, 64, 246], limits=limits)
    assert (here.on_disk, there.on_disk) == (False, True)
    assert isinstance(there.vectors, np.memmap)
    assert len(list(tmp_path.iterdir())) == 2
    spans = np.arange(0, 400), np.arange(90, 490)
    assert np.array_equal(here.means(*spans), there.means(*spans))
    there.close()
    assert list(tmp_path.iterdir()) == []
    assert np.isnan(there.means(*spans)).all()


def test_vectors_that_would_take_more_than_half_of_the_free_memory_lie_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = np.arange(500, dtype=np.int32)
    for free, on_disk in ((3 * bytes_for(500, WIDTH), False), (bytes_for(500, WIDTH), True)):
        monkeypatch.setattr(token_vectors, "free_memory", lambda free=free: free)
        vectors = TokenVectors(starts, starts, WIDTH, limits=StoreLimits(folder=tmp_path))
        assert vectors.on_disk == on_disk
        vectors.close()


def test_no_file_is_left_when_the_vectors_are_forgotten(tmp_path: Path) -> None:
    vectors, _ = filled(np.arange(500, dtype=np.int32), [100], limits=StoreLimits(memory=100, folder=tmp_path))
    del vectors
    assert list(tmp_path.iterdir()) == []


def test_the_bytes_are_stated_and_above_the_limit_both_figures_are_named() -> None:
    starts = np.arange(100_000, dtype=np.int32)
    needed = bytes_for(len(starts), WIDTH)
    vectors = TokenVectors(starts, starts, WIDTH)
    kept = vectors._rows.bytes + vectors._sums.bytes + vectors.ids.nbytes + vectors.starts.nbytes
    assert kept == vectors.bytes == needed
    with pytest.raises(CannotError, match=rf"100,000 tokens need 2 MiB \({needed:,} bytes\), above .* 1 MiB"):
        TokenVectors(starts, starts, WIDTH, limits=StoreLimits(memory=1_000, disk=2**20))


@pytest.mark.parametrize("odd", [np.nan, np.inf, 70_000])
def test_numbers_that_cannot_be_kept_are_an_error_and_nothing_is_lost(odd: float) -> None:
    vectors, _ = filled(np.arange(10, dtype=np.int32), [4])
    with pytest.raises(CannotError, match="not finite or too large"):
        vectors.append(np.full((2, WIDTH), odd, np.float32))
    assert vectors.known == 4


def test_what_was_asked_for_too_early_is_given_once_it_is_known() -> None:
    starts = np.arange(40, dtype=np.int32)
    vectors, _ = filled(starts, [])
    spans = np.array([0, 20]), np.array([20, 40])
    for _ in range(2):
        assert np.isnan(vectors.means(*spans)).all()
    vectors.append(np.ones((40, WIDTH), np.float32))
    assert np.array_equal(vectors.means(*spans), np.ones((2, WIDTH)))
