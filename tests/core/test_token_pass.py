"""The pass over a document: every token once, from its best window; cancelled and continued to the bit; golden."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from inspector.core.embedding import Cancelled, Progress, ignore_progress, never
from inspector.core.errors import CancelledError, CannotError, RefusedError
from inspector.core.minilm import MiniLM
from inspector.core.model_inputs import DocumentTokens
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.token_pass import LONGEST_WINDOW, token_pass, windows
from inspector.core.token_vectors import StoreLimits, TokenVectors
from tests.core.tiny_models import expected_states, spec_of, tiny_model

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "minilm_fp32.json").read_text(encoding="utf-8"))
SHARED = Path(__file__).parents[3] / "shared"
FAR = 10_000


class Seer:
    """An embedder whose tokens are characters: a token's state is its number, and its place in the window."""

    name = identity = "seer"
    dimension = 3
    document_prefix = ""
    why_no_token_vectors = ""

    def __init__(self, context: int | None = 10, before: int = 1, after: int = 1, rows: int = 3) -> None:
        self.context = context
        self.specials = ((FAR,) * before, (FAR,) * after)
        self.batch_tokens = rows * (context or LONGEST_WINDOW)
        self.batches: list[list[int]] = []

    def prefix_ids(self, prefix: str) -> tuple[int, ...]:
        return (FAR,) * len(prefix)

    def encode_document(
        self, text: str, progress: Progress = ignore_progress, cancelled: Cancelled = never
    ) -> DocumentTokens:
        numbers = np.arange(len(text), dtype=np.int32)
        return DocumentTokens(numbers, numbers)

    def window_states(self, rows: Sequence[NDArray[np.int64]]) -> list[NDArray[np.float32]]:
        self.batches.append([len(row) for row in rows])
        answers = []
        for row in rows:
            inside = np.flatnonzero(row != FAR)
            places = np.arange(len(row))
            answers.append(np.column_stack((row, places - inside[0], inside[-1] - places)).astype(np.float32))
        return answers


def farthest(token: int, every: list[tuple[int, int]], tokens: int) -> tuple[int, int]:
    """The slow reference: the window in which a token lies farthest from an edge that is none of the document's."""

    def distance(window: tuple[int, int]) -> int:
        start, end = window
        return min(FAR if start == 0 else token - start, FAR if end == tokens else end - 1 - token)

    return max((w for w in every if w[0] <= token < w[1]), key=distance)  # the first of equals


@given(st.integers(0, 400), st.integers(1, 40))
def test_windows_keep_every_token_once_where_it_lies_farthest_from_an_edge(tokens: int, room: int) -> None:
    found = windows(tokens, room)
    every = [(w.start, w.end) for w in found]
    kept = [token for w in found for token in range(w.keep, w.keep_end)]
    assert kept == list(range(tokens))
    for window in found:
        assert window.end - window.start == room or window is found[-1]
        assert 0 < window.end - window.start <= room
        for token in range(window.keep, window.keep_end):
            assert (window.start, window.end) == farthest(token, every, tokens)


@settings(deadline=None)
@given(st.integers(0, 120), st.integers(4, 14), st.integers(1, 4), st.integers(0, 2))
def test_each_token_keeps_its_state_from_its_window(tokens: int, context: int, rows: int, before: int) -> None:
    embedder = Seer(context, before, 1, rows)
    vectors = token_pass(embedder, "x" * tokens)
    assert vectors.complete
    assert vectors.vectors[:, 0].tolist() == list(range(tokens))
    every = [(w.start, w.end) for w in windows(tokens, context - before - 1)]
    for token, (_, left, right) in enumerate(vectors.vectors.tolist()):
        start, end = farthest(token, every, tokens)
        assert (left, right) == (token - start, end - 1 - token)


def test_a_document_shorter_than_a_window_is_one_window() -> None:
    embedder = Seer()
    assert token_pass(embedder, "xyz").complete
    assert embedder.batches == [[5]]


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_blank_document_has_no_tokens_and_needs_no_window(text: str) -> None:
    vectors = token_pass(MiniLM(), text)
    assert (len(vectors), vectors.complete, vectors.known) == (0, True, 0)
    assert np.isnan(vectors.means(np.array([0]), np.array([len(text)]))).all()


def test_the_prefix_stands_in_every_window_and_takes_room() -> None:
    embedder = Seer(context=10, rows=1)
    assert token_pass(embedder, "x" * 30, prefix="abc").complete
    assert max(max(batch) for batch in embedder.batches) == 10
    assert len(embedder.batches) == len(windows(30, 5))


def test_a_prefix_that_leaves_no_room_is_refused_with_the_figures() -> None:
    with pytest.raises(RefusedError, match="reads 10 tokens, of which the special tokens and the prefix take 10"):
        token_pass(Seer(), "x" * 30, prefix="8 tokens")


def test_without_a_context_windows_are_of_a_bounded_length() -> None:
    embedder = Seer(context=None, rows=1)
    token_pass(embedder, "x" * 3_000)
    assert max(max(batch) for batch in embedder.batches) == LONGEST_WINDOW


@settings(deadline=None)
@given(st.integers(1, 150), st.integers(0, 30), st.integers(1, 3))
def test_cancelled_anywhere_and_continued_it_gives_the_same_bits(tokens: int, after: int, rows: int) -> None:
    whole = token_pass(Seer(rows=rows), "x" * tokens)
    embedder = Seer(rows=rows)
    partly = token_pass(embedder, "x" * tokens, cancelled=lambda: len(embedder.batches) >= after)
    known = partly.known
    assert len(embedder.batches) <= after
    assert np.array_equal(partly.vectors[:known], whole.vectors[:known])
    continued = token_pass(embedder, "x" * tokens, partly)
    assert continued is partly
    assert continued.complete
    assert np.array_equal(continued.vectors, whole.vectors)
    assert len(embedder.batches) == -(-len(windows(tokens, 8)) // rows)
    spans = np.arange(tokens), np.arange(tokens) + 1
    assert np.array_equal(continued.means(*spans), whole.means(*spans))


def test_what_is_known_when_cancelled_has_means_and_the_rest_has_none() -> None:
    embedder = Seer(rows=1)
    vectors = token_pass(embedder, "x" * 60, cancelled=lambda: len(embedder.batches) == 2)
    assert not vectors.complete
    means = vectors.means(np.array([0, vectors.known - 1, 50]), np.array([vectors.known, vectors.known + 1, 60]))
    assert np.isnan(means).all(axis=1).tolist() == [False, True, True]


def test_cancelled_before_there_are_vectors_it_says_so() -> None:
    with pytest.raises(CancelledError):
        token_pass(MiniLM(), "bees", cancelled=lambda: True)


def test_progress_is_told_in_tokens_and_the_vectors_are_reported_as_they_grow() -> None:
    told: list[tuple[int, int]] = []
    reported: list[int] = []
    token_pass(
        Seer(rows=2),
        "x" * 60,
        progress=lambda done, total: told.append((done, total)),
        report=lambda vectors: reported.append(vectors.known),
    )
    assert told == sorted(told)
    assert told[-1] == (60, 60)
    assert reported == [0, *(done for done, _ in told)]


def test_a_failing_window_leaves_what_was_known_and_can_be_tried_again() -> None:
    class Failing(Seer):
        fail = True

        def window_states(self, rows: Sequence[NDArray[np.int64]]) -> list[NDArray[np.float32]]:
            if self.fail and len(self.batches) == 2:
                raise CannotError("out of order")
            return super().window_states(rows)

    embedder = Failing()
    kept: list[TokenVectors] = []
    with pytest.raises(CannotError, match="out of order"):
        token_pass(embedder, "x" * 100, report=kept.append)
    embedder.fail = False
    assert np.array_equal(token_pass(embedder, "x" * 100, kept[-1]).vectors, token_pass(Seer(), "x" * 100).vectors)


def test_vectors_of_another_text_prefix_or_model_are_not_continued() -> None:
    vectors = token_pass(Seer(), "x" * 20)
    for text, prefix in (("x" * 21, ""), ("x" * 20, "a"), ("y" * 20, "")):
        with pytest.raises(CannotError, match="begin anew"):
            token_pass(Seer(), text, vectors, prefix=prefix)


def test_a_model_without_token_vectors_says_why(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path, pooling="cls"))
    with pytest.raises(CannotError, match="takes the vector of its first token, not the mean of all"):
        token_pass(embedder, "bees")


def test_a_document_above_the_limit_is_refused_before_any_window() -> None:
    embedder = Seer()
    with pytest.raises(CannotError, match=r"need 0 MiB \([0-9,]+ bytes\), above the limit of 0 MiB \(1,000 bytes\)"):
        token_pass(embedder, "x" * 500, limits=StoreLimits(memory=10, disk=1_000))
    assert embedder.batches == []


@pytest.mark.parametrize("quantised", [False, True])
def test_a_models_states_are_those_of_its_windows(tmp_path: Path, quantised: bool) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path, tiny_model(quantised=quantised), context=12))
    text = "the bees of the hive bring honey home before the rain " * 6
    vectors = token_pass(embedder, text)
    for window in windows(len(vectors), 10):
        states = expected_states([101, *vectors.ids[window.start : window.end], 102])[1:-1]
        kept = states[window.keep - window.start : window.keep_end - window.start]
        np.testing.assert_allclose(
            vectors.vectors[window.keep : window.keep_end], kept, atol=0.1 if quantised else 0.02
        )


@cache
def state_of_the_union() -> str:
    document = GOLDEN["document"]
    return (SHARED / document["file"]).read_text(encoding="utf-8")[document["start"] : document["end"]]


@pytest.mark.skipif(not (SHARED / GOLDEN["document"]["file"]).exists(), reason="the evaluation texts lie elsewhere")
def test_pooled_scores_agree_with_the_golden_ones() -> None:
    model = MiniLM()
    vectors = token_pass(model, state_of_the_union())
    starts, ends = np.array(GOLDEN["document"]["chunks"]).T
    means = vectors.means(starts, ends)
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    for query in GOLDEN["document"]["queries"]:
        np.testing.assert_allclose(means @ model.embed([query["query"]])[0], query["pooled"], atol=0.02)


def test_a_short_text_scores_pooled_nearly_as_it_does_exactly_when_it_has_some_tokens() -> None:
    """The mean leaves out the special tokens, which weigh much beside few others: .3 for a single token."""
    model = MiniLM()
    texts = [entry["text"] for entry in GOLDEN["texts"]]
    reference = np.array([entry["vector"] for entry in GOLDEN["texts"]])
    for text, vector in zip(texts, reference, strict=True):
        vectors = token_pass(model, text)
        mean = vectors.means(np.array([0]), np.array([len(text)]))[0]
        apart = np.abs((mean / np.linalg.norm(mean) - vector) @ reference.T).max()
        assert apart < (0.025 if len(vectors) >= 10 else 0.075 if len(vectors) >= 5 else 0.35)
