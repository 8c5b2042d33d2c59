"""onnxruntime: a session that runs a model file on this machine's processor, quietly."""

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


@dataclass(frozen=True)
class ModelFile:
    """A model file and the sha256 of its content, with that of the files that hold its weights, in hexadecimal."""

    path: Path
    digest: str


def file_digest(path: Path) -> str:
    """The sha256 of a file in hexadecimal; raises CannotError when it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise CannotError(f"{path} cannot be read: {error.strerror or error}") from error


def open_session(path: Path) -> Any:
    """An onnxruntime session on the processor: threads no more than its cores, which sleep while they wait.

    Raises CannotError with the library's words when it cannot load the file.
    """
    runtime = _quiet_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = min(cores(), MAX_THREADS)
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    for pool in ("intra", "inter"):
        options.add_session_config_entry(f"session.{pool}_op.allow_spinning", "0")
    try:
        return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library's errors share no other base
        raise CannotError(f"{path} cannot be loaded by onnxruntime: {words_of(error)}") from error


def words_of(error: Exception) -> str:
    """What onnxruntime says, in one line of at most 300 characters."""
    line = " ".join(str(error).split())
    return line if len(line) <= 300 else f"{line[:300]}\N{HORIZONTAL ELLIPSIS}"


def cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def installed(module: str, needed_by: str) -> Any:
    """A module of another package; raises CannotError when it is not installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise CannotError(f"{needed_by} needs the package {module}, which is not installed") from error


def _quiet_runtime() -> Any:
    """onnxruntime without its telemetry, which would look up a server and write into the person's cache folder.

    The variable has to be there before the library is loaded; its own call comes too late (seen with 1.32).
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    runtime = installed("onnxruntime", "an embedding model on this machine")
    runtime.disable_telemetry_events()
    return runtime
