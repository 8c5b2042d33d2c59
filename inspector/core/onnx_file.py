"""What an ONNX file says of itself, read without loading it: inputs, outputs, and the files that hold its weights.

ONNX is a protobuf message. Of its fields only those needed are read, everything else is stepped over by its length, so
a file of any size takes milliseconds.
"""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.core.errors import CannotError
from inspector.core.onnx_runtime import ModelFile, file_digest

Span = tuple[int, int]
Bytes = mmap.mmap | bytes
ELEMENT_TYPES = {1: "float32", 6: "int32", 7: "int64", 10: "float16", 11: "float64", 16: "bfloat16"}
_GRAPH = 7
_INITIALIZER, _INPUT, _OUTPUT = 5, 11, 12
_TENSOR_NAME, _TENSOR_EXTERNAL = 8, 13
_POINTER = b"version https://git-lfs"


@dataclass(frozen=True)
class Port:
    """An input or output: its name, the type of its numbers, and its shape (None: any length); None: nothing said."""

    name: str
    kind: str
    shape: tuple[int | None, ...] | None


@dataclass(frozen=True)
class Signature:
    """The inputs and outputs of a model, and the names of files beside it with weights (often none)."""

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    external: tuple[str, ...]


def read_signature(path: Path) -> Signature:
    """The signature of an ONNX file; raises CannotError when it is none, is cut short, or lacks a file with weights."""
    try:
        with path.open("rb") as file:
            head = file.read(len(_POINTER))
            if head.startswith(_POINTER):
                raise CannotError(f"{path} is only a pointer of Git LFS to the model: was the download completed?")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                signature = _signature(data)
    except OSError as error:
        raise CannotError(f"{path} cannot be read: {error.strerror or error}") from error
    except (ValueError, IndexError) as error:
        raise CannotError(f"{path} is no ONNX model, or only a part of one") from error
    missing = [name for name in signature.external if not (path.parent / name).is_file()]
    if missing:
        raise CannotError(f"{path} keeps its weights in {', '.join(missing)} beside it, which is not there")
    return signature


def model_file(path: Path, signature: Signature) -> ModelFile:
    """The file with a digest that also covers the files with its weights."""
    digests = [file_digest(path), *(file_digest(path.parent / name) for name in signature.external)]
    if len(digests) == 1:
        return ModelFile(path, digests[0])
    return ModelFile(path, hashlib.sha256("".join(digests).encode()).hexdigest())


def _signature(data: Bytes) -> Signature:
    graph = [span for number, span in _fields(data, (0, len(data))) if number == _GRAPH and isinstance(span, tuple)]
    if not graph:
        raise ValueError("no graph")
    inputs, outputs, weights, external = [], [], set(), dict[str, None]()
    for number, span in _fields(data, graph[-1]):
        if not isinstance(span, tuple):
            continue
        if number == _INITIALIZER:
            name, files = _tensor(data, span)
            weights.add(name)
            external |= dict.fromkeys(files)
        elif number == _INPUT:
            inputs.append(_port(data, span))
        elif number == _OUTPUT:
            outputs.append(_port(data, span))
    asked = tuple(port for port in inputs if port.name not in weights)  # old files list their weights as inputs
    if not outputs:
        raise ValueError("no outputs")
    return Signature(asked, tuple(outputs), tuple(external))


def _tensor(data: Bytes, span: Span) -> tuple[str, list[str]]:
    """A tensor's name, and the files that hold it."""
    name, files = "", []
    for number, value in _fields(data, span):
        if number == _TENSOR_NAME:
            name = _text(data, value)
        elif number == _TENSOR_EXTERNAL and isinstance(value, tuple):
            entry = {n: _text(data, v) for n, v in _fields(data, value)}
            if entry.get(1) == "location":
                files.append(entry.get(2, ""))
    return name, files


def _port(data: Bytes, span: Span) -> Port:
    name, kind, shape = "", "", None
    for number, value in _fields(data, span):
        if number == 1:
            name = _text(data, value)
        elif number == 2 and isinstance(value, tuple):
            for _, tensor in (f for f in _fields(data, value) if f[0] == 1 and isinstance(f[1], tuple)):
                kind, shape = _tensor_type(data, tensor)
    return Port(name, kind, shape)


def _tensor_type(data: Bytes, span: int | Span) -> tuple[str, tuple[int | None, ...] | None]:
    kind, shape = "", None
    for number, value in _fields(data, span):
        if number == 1 and isinstance(value, int):
            kind = ELEMENT_TYPES.get(value, f"type {value}")
        elif number == 2:
            shape = tuple(_length(data, dim) for n, dim in _fields(data, value) if n == 1)
    return kind, shape


def _length(data: Bytes, span: int | Span) -> int | None:
    """A dimension's fixed length, None where it has a name or nothing."""
    fixed = [value for number, value in _fields(data, span) if number == 1 and isinstance(value, int)]
    return fixed[-1] if fixed and 0 < fixed[-1] < 2**31 else None


def _text(data: Bytes, span: int | Span) -> str:
    if not isinstance(span, tuple):
        raise ValueError("a number where text should be")  # noqa: TRY004 - what a broken file raises
    return data[span[0] : span[1]].decode("utf-8")


def _fields(data: Bytes, span: int | Span) -> Iterator[tuple[int, int | Span]]:
    """The fields of a message: (number, value), where a value is a number or the span of its bytes."""
    if not isinstance(span, tuple):
        raise ValueError("a number where a message should be")  # noqa: TRY004
    place, end = span
    while place < end:
        key, place = _varint(data, place)
        value: int | Span
        match key & 7:
            case 0:
                value, place = _varint(data, place)
            case 1 | 5 as wire:
                value = (place, place + (8 if wire == 1 else 4))
                place = value[1]
            case 2:
                length, place = _varint(data, place)
                value = (place, place + length)
                place = value[1]
            case _:
                raise ValueError("no field of protobuf")
        if place > end:
            raise ValueError("cut short")
        yield key >> 3, value


def _varint(data: Bytes, place: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[place]
        place += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, place
        shift += 7
        if shift > 63:
            raise ValueError("no number of protobuf")
