"""Models of every kind: pooling, inputs, outputs, batches, token states, and what cannot be run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core.embedding import Vectors
from inspector.core.errors import CannotError
from inspector.core.minilm import MiniLM
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.paths import resource
from inspector.core.similarity import scores
from tests.core.texts import texts
from tests.core.tiny_models import INPUTS, TABLE, WIDTH, expected_states, spec_of, tiny_model
from tests.core.tiny_tokenizers import file_of

TEXTS = ["bees", "honey in the comb, wax in the wall", "x " * 100, "[SEP] 汉字 👍🏽"]
BOTH = {"token_embeddings": "tokens", "sentence_embedding": "pooled"}


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM()


@pytest.fixture(scope="module")
def quantised(tmp_path_factory: pytest.TempPathFactory) -> OnnxEmbedder:
    return OnnxEmbedder(spec_of(tmp_path_factory.mktemp("quantised"), tiny_model(quantised=True)))


def units(vectors: Vectors) -> Vectors:
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def rows_of(embedder: OnnxEmbedder, context: int = 64) -> list[list[int]]:
    rows = embedder._tokenizer.input_ids(TEXTS)
    return [row if len(row) <= context else [*row[: context - 1], row[-1]] for row in rows]


@pytest.mark.parametrize("pooling", ["mean", "cls", "last"])
@pytest.mark.parametrize("normalise", [True, False])
def test_each_pooling_is_that_of_the_tokens_that_are_read(tmp_path: Path, pooling: str, normalise: bool) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path, pooling=pooling, normalise=normalise))
    states = [expected_states(row) for row in rows_of(embedder)]
    of = {"mean": lambda s: s.mean(axis=0), "cls": lambda s: s[0], "last": lambda s: s[-1]}[pooling]
    expected = np.array([of(s) for s in states])
    vectors = embedder.embed(TEXTS)
    assert (vectors.dtype, vectors.shape, embedder.dimension) == (np.float32, (4, WIDTH), WIDTH)
    np.testing.assert_allclose(vectors, units(expected) if normalise else expected, atol=1e-5)


def test_a_score_does_not_depend_on_whether_vectors_have_length_1(tmp_path: Path) -> None:
    by = []
    for normalise in (True, False):
        embedder = OnnxEmbedder(spec_of(tmp_path, normalise=normalise))
        by.append(scores("bees", embedder.embed(["bees"])[0], embedder.embed(TEXTS)).values)
    np.testing.assert_allclose(by[0], by[1], atol=1e-6)


@pytest.mark.parametrize(
    ("options", "tolerance"),
    [
        ({"kind": "float16"}, 2e-3),
        ({"inputs": INPUTS[:2]}, 1e-6),
        ({"input_kind": "int32"}, 1e-6),
        ({"outputs": BOTH}, 1e-6),
        ({"outputs": {"sentence_embedding": "pooled"}}, 1e-6),
        ({"outputs": {"anything": "pooled"}}, 1e-6),
        ({"outputs": {"anything": "tokens", "pooler_output": "pooled"}}, 1e-6),
        ({"shape": (1, "sequence")}, 1e-6),
    ],
)
def test_inputs_and_outputs_of_other_kinds_give_the_same_vectors(
    tmp_path: Path, options: dict, tolerance: float
) -> None:
    usual = OnnxEmbedder(spec_of(tmp_path / "usual")).embed(TEXTS)
    embedder = OnnxEmbedder(spec_of(tmp_path / "other", tiny_model(**options)))
    np.testing.assert_allclose(embedder.embed(TEXTS), usual, atol=tolerance)
    assert embedder.dimension == WIDTH


def test_positions_are_given_when_asked_for(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(
        spec_of(tmp_path, tiny_model(inputs=(*INPUTS, "position_ids")), pooling="last", normalise=False)
    )
    expected = [expected_states(row)[-1] + len(row) - 1 for row in rows_of(embedder)]
    np.testing.assert_allclose(embedder.embed(TEXTS), expected, atol=1e-4)


def test_without_a_mask_each_text_goes_alone_and_no_padding_is_read(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path, tiny_model(inputs=("input_ids",))))
    assert embedder.one_at_a_time == "tiny takes one text at a time"
    assert np.array_equal(embedder.embed(TEXTS), np.vstack([embedder.embed([text]) for text in TEXTS]))


def test_the_models_own_pooling_is_taken_where_that_is_asked(tmp_path: Path) -> None:
    data = tiny_model(outputs=BOTH)
    embedder = OnnxEmbedder(spec_of(tmp_path, data, pooling="model"))
    np.testing.assert_allclose(embedder.embed(TEXTS), OnnxEmbedder(spec_of(tmp_path, data)).embed(TEXTS), atol=1e-6)
    assert embedder.why_no_token_vectors == "tiny changes the vector after pooling its tokens"


some = st.lists(st.one_of(texts(most=12), st.sampled_from(TEXTS)), min_size=1, max_size=6)
relaxed = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def same_alone_and_in_any_order(embedder: OnnxEmbedder, chosen: list[str], order: list[int]) -> None:
    together = embedder.embed(chosen)
    alone = np.vstack([embedder.embed([text]) for text in chosen])
    shuffled = embedder.embed([chosen[k] for k in order])
    np.testing.assert_allclose(together, alone, atol=1e-6)
    np.testing.assert_allclose(shuffled, together[order], atol=1e-6)


@relaxed
@given(some, st.data())
def test_a_vector_of_minilm_is_the_same_alone_in_any_batch_and_in_any_order(
    minilm: MiniLM, chosen: list[str], data: st.DataObject
) -> None:
    same_alone_and_in_any_order(minilm, chosen, data.draw(st.permutations(range(len(chosen)))))


@relaxed
@given(some, st.data())
def test_a_vector_is_the_same_although_the_model_quantises_whole_batches(
    quantised: OnnxEmbedder, chosen: list[str], data: st.DataObject
) -> None:
    same_alone_and_in_any_order(quantised, chosen, data.draw(st.permutations(range(len(chosen)))))


def test_a_model_whose_vectors_depend_on_the_batch_is_found_out_and_says_so(quantised: OnnxEmbedder) -> None:
    rows = quantised._inputs.rows(TEXTS, lambda: False)
    together = np.vstack([quantised._run([row]) for row in rows])
    assert np.abs(quantised._run(rows) - together).max() > 1e-4
    assert "gives a text another vector beside other texts" in quantised.one_at_a_time
    assert quantised.one_at_a_time in quantised.notices


def test_the_embedded_model_does_not_depend_on_the_batch(minilm: MiniLM) -> None:
    assert OnnxEmbedder.one_at_a_time.func(minilm) == ""  # what MiniLM states without a probe


def test_what_minilm_states_of_itself_is_so_and_needs_no_model(minilm: MiniLM) -> None:
    assert OnnxEmbedder.dimension.func(minilm) == minilm.dimension
    assert OnnxEmbedder.why_no_token_vectors.func(minilm) == minilm.why_no_token_vectors
    fresh = MiniLM()
    assert (fresh.token_vectors, fresh.dimension, fresh.one_at_a_time) == (True, 384, "")
    assert not {"_model", "_session", "_graph", "_tokenizer"} & set(vars(fresh))


def test_tokens_of_a_text_average_to_its_vector_and_know_their_characters(minilm: MiniLM) -> None:
    for text in (*TEXTS, "bee " * 400):
        states = minilm.token_states(text)
        mean = states.states.mean(axis=0, dtype=np.float64)
        np.testing.assert_allclose(mean / np.linalg.norm(mean), minilm.embed([text])[0], atol=1e-6)
        assert states.special.tolist() == [True, *([False] * (len(states.special) - 2)), True]
        assert len(states.starts) == len(states.ends) == len(states.states) <= 256
    states = minilm.token_states("Bees, honeycombs")
    words = ["Bees, honeycombs"[a:b] for a, b in zip(states.starts, states.ends, strict=True)]
    assert words == ["", "Bees", ",", "honey", "comb", "s", ""]


def test_a_document_has_the_ids_of_one_encoding(minilm: MiniLM) -> None:
    text = "Bees [SEP] 汉字, honeycombs.\n\n" * 900
    tokens = minilm.encode_document(text)
    assert tokens.ids.tolist() == minilm._tokenizer._inner.encode(text, add_special_tokens=False).ids
    assert np.array_equal(tokens.starts, minilm._tokenizer.encode(text).starts)
    assert (tokens.ids.dtype, tokens.starts.dtype) == (np.int32, np.int32)


def test_special_tokens_and_prefixes_have_their_ids(minilm: MiniLM) -> None:
    assert minilm.specials == ((101,), (102,))
    assert minilm.prefix_ids("") == ()
    assert minilm.prefix_ids("passage: ") == (6019, 1024)


@pytest.mark.parametrize("kind", ["like xlm-roberta", "like llama 2", "like gpt-2", "like t5", "cl100k_base"])
def test_the_ids_of_a_prefix_are_those_before_any_text(tmp_path: Path, kind: str) -> None:
    path = file_of(kind) if kind.startswith("like") else resource("tokenizers", kind, "tokenizer.json.xz")
    embedder = OnnxEmbedder(spec_of(tmp_path, tokenizer=path))
    found = list(embedder.prefix_ids("passage: "))
    assert found
    for text in ("word", "sentence."):
        whole = embedder._tokenizer.encode_ids("passage: " + text)[0].tolist()
        assert whole[: len(found)] == found


def test_window_states_are_the_hidden_states_of_the_ids_as_given(tmp_path: Path) -> None:
    for data in (tiny_model(), tiny_model(shape=(1, "sequence"))):
        embedder = OnnxEmbedder(spec_of(tmp_path, data))
        rows = [np.array([101, 5, 6, 102]), np.array([101, 9, 102])]
        for row, states in zip(rows, embedder.window_states(rows), strict=True):
            np.testing.assert_allclose(states, expected_states(row), atol=1e-5)


def test_the_context_cuts_between_the_special_tokens_and_none_cuts_nothing(tmp_path: Path) -> None:
    read, longer = OnnxEmbedder(spec_of(tmp_path, context=10)).embed(["bee " * 8, "bee " * 8 + "hive " * 90])
    assert np.array_equal(read, longer)
    whole, longer = OnnxEmbedder(spec_of(tmp_path, context=None)).embed(["bee " * 8, "bee " * 8 + "hive " * 90])
    assert np.abs(whole - read).max() < 1e-6
    assert np.abs(longer - whole).max() > 1e-3


def test_blank_texts_have_rows_of_nan_and_no_texts_no_rows(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path))
    assert np.isnan(embedder.embed(["", "bees", " \n"])).all(axis=1).tolist() == [True, False, True]
    assert embedder.embed([]).shape == (0, WIDTH)
    assert np.isnan(embedder.embed([" "])).all()


def test_the_identity_changes_with_whatever_changes_a_vector(tmp_path: Path) -> None:
    usual = spec_of(tmp_path / "a")
    different = [
        usual,
        spec_of(tmp_path / "b", tiny_model(quantised=True)),
        spec_of(tmp_path / "c", pooling="cls"),
        spec_of(tmp_path / "d", normalise=False),
        spec_of(tmp_path / "e", context=65),
        spec_of(tmp_path / "f", tokenizer=file_of("like gpt-2")),
    ]
    assert len({OnnxEmbedder(spec).identity for spec in different}) == len(different)
    assert OnnxEmbedder(spec_of(tmp_path / "g")).identity == OnnxEmbedder(usual).identity
    assert OnnxEmbedder(usual).identity.startswith("tiny@")


def test_no_file_is_read_before_it_is_needed(tmp_path: Path) -> None:
    spec = spec_of(tmp_path)
    (tmp_path / "model.onnx").unlink()
    embedder = OnnxEmbedder(spec)
    assert (embedder.name, embedder.context, embedder.tokenizer_path) == ("tiny", 64, tmp_path / "tokenizer.json")
    with pytest.raises(CannotError, match=r"model.onnx cannot be read"):
        embedder.embed(["bees"])


def test_a_truncated_file_with_weights_is_an_error_with_the_librarys_words(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path, tiny_model(external="model.onnx_data")))
    (tmp_path / "model.onnx_data").write_bytes(TABLE.tobytes()[:100])
    with pytest.raises(CannotError, match=r"model.onnx cannot be loaded by onnxruntime: .*file_length"):
        embedder.embed(["bees"])


def test_weights_in_a_file_beside_the_model_are_found_also_through_links(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path / "snapshot", tiny_model(external="model.onnx_data")))
    (tmp_path / "blob").write_bytes(TABLE.tobytes())
    (tmp_path / "snapshot" / "model.onnx").rename(tmp_path / "other blob")
    (tmp_path / "snapshot" / "model.onnx").symlink_to(tmp_path / "other blob")
    (tmp_path / "snapshot" / "model.onnx_data").symlink_to(tmp_path / "blob")
    np.testing.assert_allclose(embedder.embed(TEXTS), OnnxEmbedder(spec_of(tmp_path / "usual")).embed(TEXTS), atol=1e-6)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"inputs": (*INPUTS, "pixel_values")}, "asks for the input pixel_values, which a text does not give"),
        ({"inputs": ("attention_mask",)}, "does not read input_ids"),
        ({"input_kind": "uint8"}, "asks for input_ids as uint8, which is not known here"),
        ({"shape": (4, 128)}, r"takes input_ids of the fixed shape \(4, 128\) only"),
        ({"shape": (1, 128)}, r"takes input_ids of the fixed shape \(1, 128\) only"),
        ({"outputs": {"logits": "tokens", "pooler_output": "pooled"}}, "its outputs are: logits, pooler_output"),
    ],
)
def test_a_model_that_cannot_be_run_says_why(tmp_path: Path, options: dict, words: str) -> None:
    with pytest.raises(CannotError, match=words):
        OnnxEmbedder(spec_of(tmp_path, tiny_model(**options))).embed(["bees"])


def test_a_model_that_fails_says_so_in_the_librarys_words(tmp_path: Path, minilm: MiniLM) -> None:
    data = tiny_model().replace(b"MatMul", b"MatPul")
    with pytest.raises(CannotError, match=r"cannot be loaded by onnxruntime: .*MatPul"):
        OnnxEmbedder(spec_of(tmp_path, data)).embed(["bees"])
    with pytest.raises(CannotError, match=r"fails on 600 input tokens: .*ONNXRuntimeError"):  # it has 512 positions
        minilm.window_states([np.full(600, 2000)])


def test_a_lone_surrogate_is_an_error_that_says_where(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path))
    for ask in (lambda t: embedder.embed([t]), embedder.encode_document, embedder.token_states, embedder.prefix_ids):
        with pytest.raises(CannotError, match="lone surrogate at its character 2"):
            ask("ab\ud800")


@pytest.mark.parametrize(
    ("options", "changes", "words"),
    [
        ({"outputs": {"sentence_embedding": "pooled"}}, {}, "gives one vector for a text and none for its tokens"),
        ({}, {"pooling": "last"}, "takes the vector of its last token"),
    ],
)
def test_a_model_without_token_vectors_says_why(tmp_path: Path, options: dict, changes: dict, words: str) -> None:
    embedder = OnnxEmbedder(spec_of(tmp_path, tiny_model(**options), **changes))
    assert not embedder.token_vectors
    assert words in embedder.why_no_token_vectors
    for ask in (lambda: embedder.token_states("bees"), lambda: embedder.window_states([np.array([1, 2])])):
        with pytest.raises(CannotError, match=words):
            ask()
