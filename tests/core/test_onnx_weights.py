"""Which files a model is made of, the digest over them, and what is said of those that are missing or not real."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.errors import CannotError
from inspector.core.minilm_runtime import checked_model
from inspector.core.onnx_weights import _names_in, file_digest, files_of, model_file
from tests.core.onnx_writer import onnx_model, tensor
from tests.core.tiny_models import TABLE, tiny_model

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"


def written(folder: Path, data: bytes) -> Path:
    (folder / "model.onnx").write_bytes(data)
    return folder / "model.onnx"


def test_a_model_may_be_one_file() -> None:
    path = checked_model().path
    assert files_of(path) == (path,)
    assert model_file(path).digest == file_digest(path)


def test_files_with_weights_are_found_beside_and_below(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for name in ("model.onnx_data", "below/weights of the hive"):
        (tmp_path / name).write_bytes(TABLE.tobytes())
        path = written(tmp_path, tiny_model(external=name))
        assert files_of(path) == (path, tmp_path / name)


names = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=90)


@given(st.lists(names, max_size=4))
def test_every_name_is_found_once_whatever_its_length(
    tmp_path_factory: pytest.TempPathFactory, wanted: list[str]
) -> None:
    weights = [tensor("table", np.zeros(3, np.float32), name) for name in wanted]
    path = written(tmp_path_factory.mktemp("named"), onnx_model([], weights * 2, [], []))
    with path.open("rb") as file:
        assert _names_in(file.fileno()) == list(dict.fromkeys(wanted))


def test_the_digest_covers_the_files_with_weights(tmp_path: Path) -> None:
    path = written(tmp_path, tiny_model(external="weights"))
    digests = []
    for weights in (TABLE, TABLE * 2):
        (tmp_path / "weights").write_bytes(weights.tobytes())
        digests.append(model_file(path).digest)
    assert len({*digests, file_digest(path)}) == 3


@pytest.mark.parametrize("name", ["model.onnx_data", "x" * 300, "../nowhere/weights"])
def test_a_missing_file_with_weights_is_named(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, tiny_model(external=name))
    with pytest.raises(CannotError, match=f"keeps its weights in {re.escape(name)} beside it, which is not there"):
        model_file(path)


def test_a_pointer_of_git_lfs_is_told_of_the_model_and_of_its_weights(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match=r"model.onnx is only a pointer of Git LFS"):
        files_of(written(tmp_path, POINTER))
    (tmp_path / "weights").write_bytes(POINTER)
    with pytest.raises(CannotError, match="weights is only a pointer of Git LFS"):
        files_of(written(tmp_path, tiny_model(external="weights")))


def test_a_file_that_cannot_be_read_is_an_error_with_the_systems_words(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match="cannot be read: No such file"):
        files_of(tmp_path / "model.onnx")
    with pytest.raises(CannotError, match="cannot be read: Is a directory"):
        files_of(tmp_path)


def test_an_empty_file_names_no_weights(tmp_path: Path) -> None:
    path = written(tmp_path, b"")
    assert files_of(path) == (path,)
