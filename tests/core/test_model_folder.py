"""Folders with models: as sentence-transformers, fastembed and the cache write them; what is asked; what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inspector.core.errors import CannotError, RefusedError
from inspector.core.model_folder import read_folder
from inspector.core.model_spec import UnansweredError
from inspector.core.onnx_model import OnnxEmbedder
from tests.core.tiny_models import tiny_model, write_folder
from tests.core.tiny_tokenizers import file_of

MODULES = [
    {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
    {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
]
DENSE = {"idx": 2, "name": "2", "path": "2_Dense", "type": "sentence_transformers.models.Dense"}
MEAN = {"word_embedding_dimension": 8, "pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}
USUAL: dict[str, Any] = {
    "modules": MODULES,
    "1_Pooling__config": MEAN,
    "sentence_bert_config": {"max_seq_length": 256, "do_lower_case": False},
    "config": {"model_type": "bert", "max_position_embeddings": 512},
    "tokenizer_config": {"model_max_length": 512},
}
BOTH = {"token_embeddings": "tokens", "sentence_embedding": "pooled"}


def folder(path: Path, model: bytes | None = None, name: str = "onnx/model.onnx", **changes: object) -> Path:
    """A folder as sentence-transformers writes it; a change to None leaves a file out."""
    files = {key: value for key, value in (USUAL | changes).items() if value is not None}
    return write_folder(path, model, name, **files)


def asked(path: Path, **answers: object) -> dict[str, tuple[str, ...]]:
    with pytest.raises(UnansweredError) as caught:
        read_folder(path, **answers)
    return {question.name: question.choices for question in caught.value.questions}


def test_a_folder_of_sentence_transformers_tells_everything_and_where(tmp_path: Path) -> None:
    spec = read_folder(folder(tmp_path / "bees"))
    assert (spec.name, spec.pooling, spec.normalise, spec.context) == ("bees", "mean", True, 256)
    assert (spec.query_prefix, spec.document_prefix) == ("", "")
    assert (spec.model, spec.tokenizer) == (
        tmp_path / "bees" / "onnx" / "model.onnx",
        tmp_path / "bees" / "tokenizer.json",
    )
    assert spec.source == (
        "pooling mean: 1_Pooling/config.json",
        "context 256: sentence_bert_config.json, max_seq_length",
        "normalise true: modules.json",
        "query prefix '': no file names a prompt",
        "document prefix '': no file names a prompt",
    )
    embedder = OnnxEmbedder(spec)
    assert np.linalg.norm(embedder.embed(["bees"])[0]) == pytest.approx(1, abs=1e-6)
    assert embedder.token_vectors


@pytest.mark.parametrize(
    ("config", "pooling"),
    [
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_lasttoken": True, "include_prompt": True}, "last"),
        ({"pooling_mode": "mean"}, "mean"),
        ({"pooling_mode": "cls"}, "cls"),
        ({"pooling_mode": ["lasttoken"], "embedding_dimension": 8}, "last"),
    ],
)
def test_pooling_is_read_in_the_old_and_the_new_way_of_writing_it(tmp_path: Path, config: dict, pooling: str) -> None:
    assert read_folder(folder(tmp_path, **{"1_Pooling__config": config})).pooling == pooling


def test_modules_may_have_other_folders_and_longer_types(tmp_path: Path) -> None:
    modules = [
        {"path": "0_Transformer", "type": "sentence_transformers.base.modules.transformer.Transformer"},
        {"path": "how", "type": "sentence_transformers.sentence_transformer.modules.pooling.Pooling"},
    ]
    changes = {"modules": modules, "1_Pooling__config": None, "how__config": {"pooling_mode": "cls"}}
    changes |= {"sentence_bert_config": None, "0_Transformer__sentence_bert_config": {"max_seq_length": 99}}
    spec = read_folder(folder(tmp_path, **changes))
    assert (spec.pooling, spec.normalise, spec.context) == ("cls", False, 99)


@pytest.mark.parametrize("told", [{"pooling_mode_max_tokens": True}, {"pooling_mode": ["mean", "cls"]}])
def test_a_pooling_that_is_not_done_here_needs_the_models_own_output(tmp_path: Path, told: dict) -> None:
    with pytest.raises(CannotError, match=r"asks for the pooling (max|mean\+cls), which is not done here"):
        read_folder(folder(tmp_path, **{"1_Pooling__config": told}))
    spec = read_folder(folder(tmp_path, tiny_model(outputs=BOTH), **{"1_Pooling__config": told}))
    assert spec.pooling == "model"
    assert "so model.onnx's own output sentence_embedding is taken" in spec.source[0]


def test_what_changes_the_vector_after_pooling_is_left_to_the_model(tmp_path: Path) -> None:
    changes = {"modules": [*MODULES[:2], DENSE]}
    with pytest.raises(CannotError, match=r"modules.json has Dense after the pooling, which is not done here"):
        read_folder(folder(tmp_path, **changes))
    spec = read_folder(folder(tmp_path, tiny_model(outputs=BOTH), **changes))
    assert (spec.pooling, spec.normalise) == ("model", False)
    assert not OnnxEmbedder(spec).token_vectors


def test_a_model_that_only_gives_pooled_vectors_needs_no_pooling(tmp_path: Path) -> None:
    data = tiny_model(outputs={"sentence_embedding": "pooled"})
    spec = read_folder(folder(tmp_path, data, modules=None, **{"1_Pooling__config": None}))
    assert spec.pooling == "model"
    assert spec.source[0] == "pooling model: model.onnx gives pooled vectors only"


@pytest.mark.parametrize(
    ("changes", "context", "source"),
    [
        ({"sentence_bert_config": {"max_seq_length": None}}, 512, "config.json, max_position_embeddings"),
        ({"sentence_bert_config": {"max_seq_length": 8192}}, 512, "config.json, max_position_embeddings"),
        (
            {"sentence_bert_config": None, "tokenizer_config": {"model_max_length": 128}},
            128,
            "tokenizer_config.json, model_max_length",
        ),
        (
            {"sentence_bert_config": None, "tokenizer_config": {"model_max_length": 512, "max_length": 100}},
            100,
            "tokenizer_config.json, max_length",
        ),
        (
            {
                "sentence_bert_config": None,
                "tokenizer_config": {"model_max_length": 10**30},
                "config": {"model_type": "xlm-roberta", "max_position_embeddings": 514},
            },
            512,
            "config.json, max_position_embeddings, less 2 that this kind of model does not use",
        ),
        (
            {"sentence_bert_config": None, "sentence_roberta_config": {"max_seq_length": 77}},
            77,
            "sentence_roberta_config.json, max_seq_length",
        ),
    ],
)
def test_the_context_is_the_least_that_is_stated(tmp_path: Path, changes: dict, context: int, source: str) -> None:
    spec = read_folder(folder(tmp_path, **changes))
    assert spec.context == context
    assert f"context {context}: {source}" in spec.source


@pytest.mark.parametrize(
    ("config", "query", "document"),
    [
        ({"prompts": {"query": "query: ", "passage": "passage: "}}, "query: ", "passage: "),
        ({"prompts": {"query": "q ", "document": "d "}, "default_prompt_name": "query"}, "q ", "d "),
        ({"prompts": {"query": "q ", "other": "o "}, "default_prompt_name": "other"}, "q ", "o "),
        ({"prompts": {"query": "", "document": ""}, "default_prompt_name": None}, "", ""),
        ({"prompts": {"sts": "s "}}, "", ""),
        ({}, "", ""),
    ],
)
def test_prefixes_are_the_prompts_for_queries_and_documents(
    tmp_path: Path, config: dict, query: str, document: str
) -> None:
    spec = read_folder(folder(tmp_path, config_sentence_transformers=config))
    assert (spec.query_prefix, spec.document_prefix) == (query, document)


def test_a_prompt_that_is_not_to_be_pooled_is_refused(tmp_path: Path) -> None:
    changes = {"1_Pooling__config": MEAN | {"include_prompt": False}}
    assert read_folder(folder(tmp_path, **changes)).pooling == "mean"
    prompts = {"prompts": {"query": "q: "}}
    with pytest.raises(CannotError, match="leaves the prompt out of the pooling"):
        read_folder(folder(tmp_path, config_sentence_transformers=prompts, **changes))


def test_a_folder_of_fastembed_does_not_tell_the_pooling_and_it_is_asked(tmp_path: Path) -> None:
    path = write_folder(tmp_path / "fast-bees", name="model_optimized.onnx", tokenizer_config={"model_max_length": 512})
    assert asked(path) == {"pooling": ("mean", "cls", "last")}
    spec = read_folder(path, pooling="cls")
    assert (spec.pooling, spec.context, spec.normalise) == ("cls", 512, True)
    assert spec.source[0] == "pooling cls: as you said"


def test_all_that_is_not_told_is_asked_at_once(tmp_path: Path) -> None:
    path = write_folder(tmp_path, tiny_model(outputs=BOTH))
    assert asked(path) == {"pooling": ("mean", "cls", "last", "model"), "context": ()}
    assert asked(path, pooling="mean") == {"context": ()}
    with pytest.raises(UnansweredError, match=r"how many input tokens does the model read.*\[context\]"):
        read_folder(path)
    for answer, context in (("none", None), (None, None), ("128", 128), (128, 128)):
        assert read_folder(path, pooling="mean", context=answer).context == context


def test_answers_go_before_what_the_files_say(tmp_path: Path) -> None:
    answers = {"pooling": "last", "context": 9, "normalise": False, "query_prefix": "q", "document_prefix": "d"}
    spec = read_folder(folder(tmp_path), **answers)
    assert (spec.pooling, spec.context, spec.normalise, spec.query_prefix, spec.document_prefix) == tuple(
        answers.values()
    )
    assert all(line.endswith(": as you said") for line in spec.source)


def test_of_several_models_the_plain_one_is_taken_else_it_is_asked(tmp_path: Path) -> None:
    path = folder(tmp_path)
    write_folder(tmp_path, name="onnx/model_quantized.onnx")
    assert read_folder(path).model == path / "onnx" / "model.onnx"
    assert read_folder(path, model="onnx/model_quantized.onnx").model == path / "onnx" / "model_quantized.onnx"
    assert read_folder(path / "onnx" / "model_quantized.onnx").model == path / "onnx" / "model_quantized.onnx"
    assert read_folder(path / "onnx" / "model_quantized.onnx").pooling == "mean"
    (path / "onnx" / "model.onnx").rename(path / "onnx" / "model_fp16.onnx")
    assert asked(path) == {"model": ("onnx/model_fp16.onnx", "onnx/model_quantized.onnx")}
    write_folder(tmp_path, name="onnx/model.onnx")
    write_folder(tmp_path, name="model.onnx")
    assert set(asked(path)) == {"model"}
    with pytest.raises(RefusedError, match=r"holds no 'other.onnx': there is model.onnx, onnx/model.onnx"):
        read_folder(path, model="other.onnx")


def test_the_cache_of_hugging_face_is_read_at_its_main_revision(tmp_path: Path) -> None:
    cache = tmp_path / "models--keeper--tiny-bees"
    for revision, context in (("aaa", 100), ("bbb", 200)):
        folder(cache / "snapshots" / revision, sentence_bert_config={"max_seq_length": context})
    assert read_folder(cache / "snapshots" / "aaa").name == "keeper/tiny-bees"
    (cache / "refs").mkdir()
    (cache / "refs" / "main").write_text("aaa\n", encoding="utf-8")
    spec = read_folder(cache)
    assert (spec.name, spec.context) == ("keeper/tiny-bees", 100)


def test_the_tokenizer_beside_the_model_goes_first(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (path / "tokenizer.json").rename(path / "onnx" / "tokenizer.json")
    assert read_folder(path).tokenizer == path / "onnx" / "tokenizer.json"


def test_lower_case_that_only_the_library_would_do_is_refused(tmp_path: Path) -> None:
    config = {"max_seq_length": 256, "do_lower_case": True}
    path = folder(tmp_path, sentence_bert_config=config)
    assert read_folder(path).context == 256  # this tokenizer lowers them itself
    (path / "tokenizer.json").write_bytes(file_of("like gpt-2").read_bytes())
    with pytest.raises(CannotError, match=r"sentence_bert_config.json puts texts in lower case before the tokenizer"):
        read_folder(path)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"pooling": "max"}, "unknown pooling 'max': known are mean, cls, last, model"),
        ({"pooling": "model"}, r"pooling is 'model': .* gives token vectors only"),
        ({"pooling": 3}, "pooling is 3: it must be text"),
        ({"context": "many"}, "context is 'many'"),
        ({"context": 0}, "context is 0: it must be at least 1"),
        ({"normalise": "yes"}, "normalise is 'yes': it must be true or false"),
        ({"colour": "red"}, "has no 'colour' to answer"),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(tmp_path: Path, answers: dict, words: str) -> None:
    with pytest.raises(RefusedError, match=words):
        read_folder(folder(tmp_path), **answers)


def test_what_only_gives_pooled_vectors_cannot_be_pooled_otherwise(tmp_path: Path) -> None:
    data = tiny_model(outputs={"sentence_embedding": "pooled"})
    with pytest.raises(RefusedError, match="gives pooled vectors only"):
        read_folder(folder(tmp_path, data), pooling="mean")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"modules": {"a": 1}}, "modules.json is no list of modules"),
        ({"1_Pooling__config": [1]}, "1_Pooling/config.json is no table of settings"),
        ({"1_Pooling__config": {}}, "1_Pooling/config.json names no pooling"),
        ({"1_Pooling__config": {"pooling_mode": 3}}, "1_Pooling/config.json names no pooling"),
        ({"sentence_bert_config": {"max_seq_length": "long"}}, "max_seq_length 'long', which is no number of tokens"),
        ({"sentence_bert_config": {"max_seq_length": 0}}, "max_seq_length 0, which is no number of tokens"),
        ({"config_sentence_transformers": {"prompts": {"query": 1}}}, "has prompts that are no texts"),
    ],
)
def test_settings_that_make_no_sense_are_errors_that_name_the_file(tmp_path: Path, changes: dict, words: str) -> None:
    with pytest.raises(CannotError, match=words):
        read_folder(folder(tmp_path, **changes))


def test_a_broken_settings_file_is_named(tmp_path: Path) -> None:
    path = folder(tmp_path)
    for data in (b"{", b"\xff\xfe", b"[" * 100_000):
        (path / "modules.json").write_bytes(data)
        with pytest.raises(CannotError, match=r"modules.json cannot be read as JSON"):
            read_folder(path)


def test_a_folder_without_a_model_or_tokenizer_says_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match=r"holds no model: there is no .onnx file, but nothing"):
        read_folder(tmp_path)
    (tmp_path / "model.safetensors").touch()
    with pytest.raises(CannotError, match=r"there is no .onnx file, but model.safetensors"):
        read_folder(tmp_path)
    with pytest.raises(CannotError, match=r"model.safetensors is no model: its name does not end in .onnx"):
        read_folder(tmp_path / "model.safetensors")
    with pytest.raises(CannotError, match="holds no model"):
        read_folder(tmp_path / "nowhere")
    (tmp_path / "model.onnx").write_bytes(b"half")
    with pytest.raises(CannotError, match=r"holds no tokenizer.json"):
        read_folder(tmp_path)
    path = write_folder(tmp_path, b"half")
    with pytest.raises(CannotError, match="is no ONNX model, or only a part of one"):
        read_folder(path)
