"""MiniLM against the fp32 reference, its batches, its cut at the context, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.embedding import embed_all, embed_query
from inspector.core.errors import CancelledError, CannotError
from inspector.core.minilm import TOKEN_BUDGET, MiniLM, token_batches
from inspector.core.minilm_runtime import checked_file
from inspector.core.onnx_runtime import cores
from inspector.core.similarity import scores
from inspector.core.vector_cache import VectorCache

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "minilm_fp32.json").read_text(encoding="utf-8"))
SHARED = Path(__file__).parents[3] / "shared"
TEXTS = [entry["text"] for entry in GOLDEN["texts"]]
REFERENCE = np.array([entry["vector"] for entry in GOLDEN["texts"]])

BEES = (
    "A hive in summer is a busy town. Thousands of workers fly out at first light and come home with nectar and "
    "pollen. In good weather the queen lays up to two thousand eggs in a single day, one in each cell. Nurse bees "
    "feed the larvae and seal them in with wax. When autumn comes the drones are turned out and the colony draws "
    "together around its stores of honey to keep warm until spring."
)


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


def test_the_vectors_agree_with_the_fp32_reference(model: MiniLM) -> None:
    vectors = model.embed(TEXTS)
    assert (vectors.shape, vectors.dtype) == ((len(TEXTS), 384), np.float32)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert ((vectors * REFERENCE).sum(axis=1) >= 0.99).all()


def test_the_scores_between_the_reference_texts_agree(model: MiniLM) -> None:
    vectors = model.embed(TEXTS)
    np.testing.assert_allclose(vectors @ vectors.T, REFERENCE @ REFERENCE.T, atol=0.02)


@pytest.mark.skipif(not (SHARED / GOLDEN["document"]["file"]).exists(), reason="the evaluation texts lie elsewhere")
def test_the_scores_of_a_documents_chunks_agree(model: MiniLM) -> None:
    document = GOLDEN["document"]
    text = (SHARED / document["file"]).read_text(encoding="utf-8")[document["start"] : document["end"]]
    cache = VectorCache()
    chunks = embed_all(model, [text[start:end] for start, end in document["chunks"]], cache)
    for query in document["queries"]:
        result = scores(query["query"], embed_query(model, query["query"], cache), chunks)
        np.testing.assert_allclose(result.values, query["alone"], atol=0.02)


def test_the_window_that_holds_the_fact_about_the_queen_ranks_first(model: MiniLM) -> None:
    words = BEES.split()
    windows = [" ".join(words[start : start + 14]) for start in range(0, len(words) - 4, 10)]
    query = "how many eggs does the queen lay in a day"
    cache = VectorCache()
    vectors = embed_all(model, windows, cache)
    result = scores(query, embed_query(model, query, cache), vectors)
    assert "two thousand eggs" in windows[result.order[0]]
    assert result.values[result.order[0]] - result.values[result.order[1]] > 0.05


def test_a_vector_is_the_same_alone_and_in_any_batch(model: MiniLM) -> None:
    texts = [*TEXTS, BEES, BEES[:100], "word " * 300]
    together = model.embed(texts)
    alone = np.vstack([model.embed([text]) for text in texts])
    backwards = model.embed(texts[::-1])[::-1]
    np.testing.assert_allclose(together, alone, atol=1e-6)
    np.testing.assert_allclose(together, backwards, atol=1e-6)


def test_the_model_reads_the_first_254_tokens_of_a_long_text(model: MiniLM) -> None:
    read, longer, shorter = model.embed(["bee " * 254, "bee " * 254 + "hive " * 400, "bee " * 253])
    assert np.array_equal(read, longer)
    assert not np.array_equal(read, shorter)


def test_a_blank_text_gets_a_row_of_nan(model: MiniLM) -> None:
    vectors = model.embed(["bees", "", " \n\t"])
    assert np.isnan(vectors).all(axis=1).tolist() == [False, True, True]
    assert model.embed([]).shape == (0, 384)


def test_a_lone_surrogate_is_an_error_that_says_where(model: MiniLM) -> None:
    with pytest.raises(CannotError, match="lone surrogate at its character 2"):
        model.embed(["ab\ud800"])


def test_progress_reaches_the_number_of_texts(model: MiniLM) -> None:
    told: list[tuple[int, int]] = []
    model.embed(["bees", "", "honey " * 300, "wax " * 300], progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (4, 4)


def test_a_cancelled_run_stops_after_the_batch_it_is_at(model: MiniLM) -> None:
    told: list[int] = []
    with pytest.raises(CancelledError):
        model.embed(["honey " * 300] * 6, lambda done, _: told.append(done), lambda: bool(told))
    assert told == [2]


def test_the_identity_names_the_model_and_its_files_content(model: MiniLM) -> None:
    assert model.identity == "all-MiniLM-L6-v2@8199be6f699a395f"


def test_a_damaged_or_missing_model_file_is_an_error_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match="missing: install"):
        checked_file(tmp_path / "model.onnx", "00")
    (tmp_path / "model.onnx").write_bytes(b"half a model")
    with pytest.raises(CannotError, match="damaged: install"):
        checked_file(tmp_path / "model.onnx", "00")


def test_the_model_uses_no_more_threads_than_cores(model: MiniLM) -> None:
    model.embed(["bees"])
    options = model._session.get_session_options()
    assert 1 <= options.intra_op_num_threads <= cores()
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"


def test_one_long_row_does_not_pad_the_short_ones() -> None:
    lengths = [4] * 63 + [8_002]
    batches = list(token_batches(lengths))
    assert batches[-1] == [63]
    assert all(len(batch) * max(lengths[place] for place in batch) <= 2 * 8_002 for batch in batches)


@given(st.lists(st.integers(2, 700), max_size=80))
def test_batches_hold_every_row_once_within_the_token_budget(lengths: list[int]) -> None:
    batches = list(token_batches(lengths))
    assert sorted(place for batch in batches for place in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[place] for place in batch) <= TOKEN_BUDGET
