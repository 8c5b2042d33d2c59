"""What onnxruntime tells of a model's inputs and outputs, and what is said of a file that is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.core.errors import CannotError
from inspector.core.minilm_runtime import checked_model
from inspector.core.onnx_runtime import Port, open_session, read_signature, signature_of
from tests.core.onnx_writer import KINDS, field, node, onnx_model
from tests.core.tiny_models import TABLE, tiny_model


def written(folder: Path, data: bytes) -> Path:
    (folder / "model.onnx").write_bytes(data)
    return folder / "model.onnx"


def test_inputs_and_outputs_have_their_names_types_and_shapes() -> None:
    signature = read_signature(checked_model().path)
    ids = [Port(name, "int64", (None, None)) for name in ("input_ids", "attention_mask", "token_type_ids")]
    assert signature.inputs == tuple(ids)
    assert signature.outputs == (Port("last_hidden_state", "float32", (None, None, 384)),)


@pytest.mark.parametrize("external", ["", "weights"])
@pytest.mark.parametrize("kind", ["float32", "float16"])
def test_the_signature_is_that_of_the_model_that_runs(tmp_path: Path, external: str, kind: str) -> None:
    (tmp_path / "weights").write_bytes(TABLE.tobytes())
    outputs = {"a": "tokens", "b": "pooled"}
    path = written(tmp_path, tiny_model(outputs=outputs, external=external, kind=kind))
    assert read_signature(path) == signature_of(open_session(path))


def test_fixed_lengths_and_other_types_are_told(tmp_path: Path) -> None:
    signature = read_signature(written(tmp_path, tiny_model(shape=(1, 128), kind="float16", input_kind="int32")))
    assert signature.inputs[0] == Port("input_ids", "int32", (1, 128))
    assert signature.outputs[0] == Port("last_hidden_state", "float16", (1, 128, 8))


def test_a_shape_of_which_nothing_is_said_is_none(tmp_path: Path) -> None:
    unsaid = [
        field(1, name) + field(2, field(1, field(1, KINDS[kind])))
        for name, kind in (("input_ids", "int64"), ("o", "float32"))
    ]
    data = onnx_model([node("Cast", ["input_ids"], ["o"], to=1)], [], unsaid[:1], unsaid[1:])
    signature = read_signature(written(tmp_path, data))
    assert (*signature.inputs, *signature.outputs) == (Port("input_ids", "int64", None), Port("o", "float32", None))


@pytest.mark.parametrize("load", [read_signature, open_session])
@pytest.mark.parametrize("data", [b"", b"{}", b"not a model at all", b"\xff" * 200, b"\x0a\xff\xff"])
def test_a_file_that_is_no_model_is_an_error(tmp_path: Path, load, data: bytes) -> None:
    with pytest.raises(CannotError, match=r"model.onnx is no ONNX model, or only a part of one"):
        load(written(tmp_path, data))


def test_a_file_cut_short_anywhere_is_an_error(tmp_path: Path) -> None:
    data = tiny_model()
    for size in range(1, len(data), 97):
        with pytest.raises(CannotError, match="only a part of one"):
            read_signature(written(tmp_path, data[:size]))


def test_what_the_library_does_not_load_is_told_in_its_words(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match=r"cannot be loaded by onnxruntime: .*escapes model directory"):
        read_signature(written(tmp_path, tiny_model(external="../weights")))
