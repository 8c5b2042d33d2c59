"""ONNX files written by hand: the few messages of protobuf that a model needs."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

KINDS = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7, "float16": 10}


def onnx_model(
    nodes: Iterable[bytes],
    weights: Iterable[bytes],
    inputs: Iterable[bytes],
    outputs: Iterable[bytes],
    operators: int = 13,
) -> bytes:
    """A model file of these parts, for a version of the operators."""
    parts = {1: nodes, 5: weights, 11: inputs, 12: outputs}
    graph = field(2, "tiny") + b"".join(field(number, part) for number, those in parts.items() for part in those)
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, operators))


def tensor(name: str, array: NDArray | np.float32, external: str = "") -> bytes:
    """A weight; `external` names the file that holds it instead."""
    array = np.asarray(array)
    head = b"".join(field(1, length) for length in array.shape) + field(2, KINDS[array.dtype.name]) + field(8, name)
    if external:
        return head + field(13, field(1, "location") + field(2, external)) + field(14, 1)
    return head + field(9, array.tobytes())


def port(name: str, kind: str, shape: Sequence[object]) -> bytes:
    """An input or output; lengths that are not fixed have names in `shape`."""
    dims = b"".join(field(1, field(1 if isinstance(d, int) else 2, d)) for d in shape)
    return field(1, name) + field(2, field(1, field(1, KINDS[kind]) + field(2, dims)))


def node(operator: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: int | float | list[int]) -> bytes:
    """One operation."""
    node = b"".join(field(1, name) for name in inputs) + b"".join(field(2, name) for name in outputs)
    node += field(4, operator)
    for key, value in attributes.items():
        match value:
            case int():
                setting = field(3, value) + field(20, 2)
            case float():
                setting = _varint(2 << 3 | 5) + struct.pack("<f", value) + field(20, 1)
            case _:
                setting = b"".join(field(8, number) for number in value) + field(20, 7)
        node += field(5, field(1, key) + setting)
    return node


def field(number: int, value: object) -> bytes:
    """A number, text or message in a message."""
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    data = value.encode() if isinstance(value, str) else bytes(value)
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])
