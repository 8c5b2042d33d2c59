"""What is read of an ONNX file without loading it, and what is said of one that is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.core.errors import CannotError
from inspector.core.minilm_runtime import checked_model
from inspector.core.onnx_file import Port, model_file, read_signature
from inspector.core.onnx_runtime import file_digest
from tests.core.tiny_models import TABLE, tiny_model


def written(folder: Path, data: bytes) -> Path:
    (folder / "model.onnx").write_bytes(data)
    return folder / "model.onnx"


def test_inputs_and_outputs_have_their_names_types_and_shapes() -> None:
    signature = read_signature(checked_model().path)
    ids = [Port(name, "int64", (None, None)) for name in ("input_ids", "attention_mask", "token_type_ids")]
    assert signature.inputs == tuple(ids)
    assert signature.outputs == (Port("last_hidden_state", "float32", (None, None, 384)),)
    assert signature.external == ()


def test_fixed_lengths_and_other_types_are_read(tmp_path: Path) -> None:
    signature = read_signature(written(tmp_path, tiny_model(shape=(1, 128), kind="float16", input_kind="int32")))
    assert signature.inputs[0] == Port("input_ids", "int32", (1, 128))
    assert signature.outputs[0] == Port("last_hidden_state", "float16", (1, 128, 8))


@pytest.mark.parametrize("data", [b"", b"{}", b"not a model at all", b"\xff" * 200, b"\x0a\xff\xff"])
def test_a_file_that_is_no_model_is_an_error(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(CannotError, match=r"model.onnx is no ONNX model, or only a part of one"):
        read_signature(written(tmp_path, data))


def test_a_file_cut_short_anywhere_is_an_error(tmp_path: Path) -> None:
    data = tiny_model()
    for size in range(1, len(data), 97):
        with pytest.raises(CannotError, match="only a part of one"):
            read_signature(written(tmp_path, data[:size]))


def test_a_pointer_of_git_lfs_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match="only a pointer of Git LFS"):
        read_signature(written(tmp_path, b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"))


def test_a_missing_file_is_an_error_with_the_systems_words(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match="cannot be read: No such file"):
        read_signature(tmp_path / "model.onnx")


def test_a_missing_file_with_weights_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, tiny_model(external="model.onnx_data"))
    with pytest.raises(CannotError, match=r"keeps its weights in model.onnx_data beside it, which is not there"):
        read_signature(path)


def test_the_digest_covers_the_files_with_weights(tmp_path: Path) -> None:
    path = written(tmp_path, tiny_model())
    assert model_file(path, read_signature(path)).digest == file_digest(path)
    path = written(tmp_path, tiny_model(external="weights"))
    digests = []
    for weights in (TABLE, TABLE * 2):
        (tmp_path / "weights").write_bytes(weights.tobytes())
        digests.append(model_file(path, read_signature(path)).digest)
    assert len({*digests, file_digest(path)}) == 3
