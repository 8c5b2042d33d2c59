"""Embedding models of a few kilobytes, written here as ONNX: every kind of input and output that people bring."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inspector.core.model_spec import ModelSpec
from inspector.core.paths import resource

TOKENIZER = resource("tokenizers", "bert-base-uncased", "tokenizer.json")
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
WIDTH = 8
_VOCABULARY = 97
_KINDS = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7, "float16": 10}
_RANDOM = np.random.default_rng(7)
TABLE = _RANDOM.standard_normal((_VOCABULARY, WIDTH)).astype(np.float32)
MIX = _RANDOM.standard_normal((WIDTH, WIDTH)).astype(np.float32)


def expected_states(ids: Sequence[int]) -> NDArray[np.float64]:
    """What the tiny model gives for one row: each id's vector, and a mix of the mean of all."""
    own = TABLE[np.array(ids) % _VOCABULARY].astype(np.float64)
    return own + own.mean(axis=0) @ MIX


def tiny_model(
    inputs: Sequence[str] = INPUTS,
    outputs: Mapping[str, str] = {"last_hidden_state": "tokens"},
    *,
    kind: str = "float32",
    input_kind: str = "int64",
    shape: Sequence[object] = ("batch", "sequence"),
    quantised: bool = False,
    external: str = "",
) -> bytes:
    """A model file: `outputs` says which are "tokens" and which "pooled"; `quantised`: activations are, per batch.

    `external` names the file that is to hold TABLE.
    """
    weights = [_tensor("table", TABLE, external), _tensor("mix", MIX), _tensor("many", np.array([_VOCABULARY]))]
    weights += [_tensor("inner", np.array([1])), _tensor("last", np.array([2]))]
    nodes = [
        _node("Cast", ["input_ids"], ["wide"], to=7),
        _node("Mod", ["wide", "many"], ["small"]),
        _node("Gather", ["table", "small"], ["own"]),
        _node("Cast", ["attention_mask" if "attention_mask" in inputs else "input_ids"], ["mask"], to=1),
        _node("Unsqueeze", ["mask", "last"], ["column"]),
        _node("Mul", ["own", "column"], ["masked"]),
        _node("ReduceSum", ["masked", "inner"], ["sum"]),
        _node("ReduceSum", ["column", "inner"], ["count"]),
        _node("Div", ["sum", "count"], ["mean"]),
        _node("MatMul", ["mean", "mix"], ["mixed"]),
        _node("Add", ["own", "mixed"], ["plain"]),
        *(_quantise("plain", "hidden", weights) if quantised else [_node("Identity", ["plain"], ["hidden"])]),
        _node("Mul", ["hidden", "column"], ["read"]),
        _node("ReduceSum", ["read", "inner"], ["total"], keepdims=0),
        _node("ReduceSum", ["column", "inner"], ["length"], keepdims=0),
        _node("Div", ["total", "length"], ["means"]),
    ]
    if "position_ids" in inputs:
        nodes += [_node("Cast", ["position_ids"], ["place"], to=1), _node("Unsqueeze", ["place", "last"], ["places"])]
        nodes.append(_node("Add", ["hidden", "places"], ["placed"]))
    tokens = "placed" if "position_ids" in inputs else "hidden"
    ports = []
    for name, what in outputs.items():
        nodes.append(_node("Cast", [tokens if what == "tokens" else "means"], [name], to=_KINDS[kind]))
        ports.append(_port(name, kind, [*shape, WIDTH] if what == "tokens" else [shape[0], WIDTH]))
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _field(2, "tiny"),
            *(_field(5, tensor) for tensor in weights),
            *(_field(11, _port(name, input_kind, shape)) for name in inputs),
            *(_field(12, port) for port in ports),
        ]
    )
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))


def write_folder(folder: Path, model: bytes | None = None, name: str = "model.onnx", **files: object) -> Path:
    """A folder with a model, its tokenizer, and JSON files: `a__b` is `a/b.json`."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(tiny_model() if model is None else model)
    shutil.copy(TOKENIZER, folder / "tokenizer.json")
    for key, content in files.items():
        path = folder / (key.replace("__", "/") + ".json")
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    return folder


def spec_of(folder: Path, model: bytes | None = None, **changes: object) -> ModelSpec:
    """A model written into `folder`: mean pooling, length 1, a context of 64, unless `changes` say otherwise."""
    write_folder(folder, model)
    usual = {"pooling": "mean", "normalise": True, "context": 64, "tokenizer": folder / "tokenizer.json"}
    return ModelSpec("tiny", folder / "model.onnx", **(usual | changes))


def _quantise(source: str, target: str, weights: list[bytes]) -> list[bytes]:
    """The step of dynamic quantisation: one scale for all rows of a batch."""
    weights += [_tensor("whole", np.eye(WIDTH, dtype=np.int8) * 64), _tensor("part", np.float32(1 / 64))]
    return [
        _node("DynamicQuantizeLinear", [source], ["q", "q_scale", "q_zero"]),
        _node("MatMulInteger", ["q", "whole", "q_zero"], ["sums"]),
        _node("Cast", ["sums"], ["sums_float"], to=1),
        _node("Mul", ["q_scale", "part"], ["scale"]),
        _node("Mul", ["sums_float", "scale"], [target]),
    ]


def _tensor(name: str, array: NDArray | np.float32, external: str = "") -> bytes:
    array = np.asarray(array)
    head = b"".join(_field(1, length) for length in array.shape) + _field(2, _KINDS[array.dtype.name]) + _field(8, name)
    if external:
        return head + _field(13, _field(1, "location") + _field(2, external)) + _field(14, 1)
    return head + _field(9, array.tobytes())


def _port(name: str, kind: str, shape: Sequence[object]) -> bytes:
    dims = b"".join(_field(1, _field(1 if isinstance(d, int) else 2, d)) for d in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, _KINDS[kind]) + _field(2, dims)))


def _node(operator: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: int) -> bytes:
    node = b"".join(_field(1, name) for name in inputs) + b"".join(_field(2, name) for name in outputs)
    settings = (_field(1, key) + _field(3, value) + _field(20, 2) for key, value in attributes.items())
    return node + _field(4, operator) + b"".join(_field(5, setting) for setting in settings)


def _field(number: int, value: object) -> bytes:
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
