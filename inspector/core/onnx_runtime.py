"""onnxruntime: a session that runs a model file on this machine's processor, quietly; inputs and outputs of a model."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.core.errors import CannotError

MAX_THREADS = 8
"""More threads than this only wait for each other at batches of a few hundred tokens."""


_KINDS = {"float": "float32", "double": "float64"}
_NO_MODEL = ("Protobuf parsing failed.", "No graph was found in the protobuf.")
"""How the library ends its words about a file that is something else, or cut short."""


@dataclass(frozen=True)
class Port:
    """An input or output: its name, the type of its numbers, and its shape (None: any length); None: nothing said."""

    name: str
    kind: str
    shape: tuple[int | None, ...] | None


@dataclass(frozen=True)
class Signature:
    """The inputs and outputs of a model."""

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]


def open_session(path: Path) -> Any:
    """An onnxruntime session on the processor: threads no more than its cores, which sleep while they wait.

    Raises CannotError for a file that is no model, and with the library's words when it cannot load it.
    """
    options = _quiet_runtime().SessionOptions()
    options.intra_op_num_threads = min(cores(), MAX_THREADS)
    for pool in ("intra", "inter"):
        options.add_session_config_entry(f"session.{pool}_op.allow_spinning", "0")
    return _opened(path, options)


def read_signature(path: Path) -> Signature:
    """The signature of a model that is not kept: it is loaded as it stands, with nothing made ready to run it.

    That takes about as long as a digest of its files. Raises as `open_session` does.
    """
    runtime = _quiet_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.add_session_config_entry("session.disable_prepacking", "1")
    return signature_of(_opened(path, options))


def signature_of(session: Any) -> Signature:
    """The inputs and outputs of an open model."""
    return Signature(tuple(map(_port, session.get_inputs())), tuple(map(_port, session.get_outputs())))


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


def _opened(path: Path, options: Any) -> Any:
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    runtime = _quiet_runtime()
    try:
        return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library's errors share no other base
        words = words_of(error)
        if any(words.endswith(end) for end in _NO_MODEL):
            raise CannotError(f"{path} is no ONNX model, or only a part of one") from error
        raise CannotError(f"{path} cannot be loaded by onnxruntime: {words}") from error


def _port(told: Any) -> Port:
    """What the library tells of an input or output: "tensor(float)", and names or None for lengths that vary."""
    kind = told.type.removeprefix("tensor(").removesuffix(")")
    shape = tuple(length if isinstance(length, int) and length > 0 else None for length in told.shape)
    return Port(told.name, _KINDS.get(kind, kind), shape or None)


def _quiet_runtime() -> Any:
    """onnxruntime without its telemetry, which would look up a server and write into the person's cache folder.

    The variable has to be there before the library is loaded; its own call comes too late (seen with 1.32).
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    runtime = installed("onnxruntime", "an embedding model on this machine")
    runtime.disable_telemetry_events()
    return runtime
