"""Two sources of scores: which vector is shown where, and that each score says what it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.chunker import checked, chunk
from inspector.core.errors import RefusedError
from inspector.core.facts import Facts
from inspector.core.late import EXACT_FIRST, EXACT_ONLY, POOLED_ONLY, mix, score_queries
from inspector.core.similarity import EXACT, NOTHING, POOLED
from inspector.core.tokenizer import load_tokenizer

NAN = float("nan")
FLAGS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=6)


@given(FLAGS)
def test_exact_vectors_take_over_row_by_row(flags: list[tuple[bool, bool]]) -> None:
    known = np.array([pooled for pooled, _ in flags])
    embedded = np.array([exact for _, exact in flags])
    pooled = np.where(known[:, None], 1.0, NAN) * np.ones((len(flags), 2))
    exact = np.where(embedded[:, None], 2.0, NAN) * np.ones((len(flags), 2))
    shown = mix(pooled, exact, embedded, EXACT_FIRST)
    for row, kind, (is_known, is_embedded) in zip(shown.matrix, shown.kinds, flags, strict=True):
        wanted = (2.0, EXACT) if is_embedded else (1.0, POOLED) if is_known else (NAN, NOTHING)
        assert (np.isnan(row[0]) and np.isnan(wanted[0])) or row[0] == wanted[0]
        assert kind == wanted[1]


def test_either_can_be_shown_alone() -> None:
    pooled, exact, embedded = np.ones((2, 2)), np.array([[2.0, 2.0], [NAN, NAN]]), np.array([True, False])
    assert mix(pooled, exact, embedded, POOLED_ONLY).kinds.tolist() == [POOLED, POOLED]
    assert mix(pooled, exact, embedded, EXACT_ONLY).kinds.tolist() == [EXACT, NOTHING]


def test_a_chunk_that_was_embedded_without_a_vector_is_not_hidden_by_a_pooled_one() -> None:
    shown = mix(np.ones((2, 2)), np.full((2, 2), NAN), np.array([True, False]), EXACT_FIRST)
    assert shown.kinds.tolist() == [NOTHING, POOLED]
    assert np.isnan(shown.matrix[0]).all()


def test_nothing_to_show_and_an_unknown_mode_are_refused() -> None:
    with pytest.raises(RefusedError, match="neither"):
        mix(None, None, None, EXACT_FIRST)
    with pytest.raises(RefusedError, match="scores"):
        mix(np.ones((1, 2)), None, None, "both")


def test_every_query_is_scored_against_the_same_vectors() -> None:
    text = "one two three four"
    chunking = chunk(Facts.build(text, load_tokenizer("words")), checked(size=2))
    shown = mix(np.array([[1.0, 0.0], [0.0, 1.0]]), None, None, POOLED_ONLY)
    right, down = np.array([1, 0], np.float32), np.array([0, 1], np.float32)
    first, second, blank = score_queries(["a", "b", " "], [right, down, None], shown, chunking)
    assert first.order.tolist() == [0, 1]
    assert second.order.tolist() == [1, 0]
    assert first.kinds.tolist() == [POOLED, POOLED]
    assert blank.notice == "no query"
