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
from tests.core.onnx_writer import KINDS, node, onnx_model, port, tensor

TOKENIZER = resource("tokenizers", "bert-base-uncased", "tokenizer.json")
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
WIDTH = 8
_VOCABULARY = 97
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
    weights = [tensor("table", TABLE, external), tensor("mix", MIX), tensor("many", np.array([_VOCABULARY]))]
    weights += [tensor("inner", np.array([1])), tensor("last", np.array([2]))]
    nodes = [
        node("Cast", ["input_ids" if "input_ids" in inputs else inputs[0]], ["wide"], to=7),
        node("Mod", ["wide", "many"], ["small"]),
        node("Gather", ["table", "small"], ["own"]),
        node("Cast", ["attention_mask" if "attention_mask" in inputs else "input_ids"], ["mask"], to=1),
        node("Unsqueeze", ["mask", "last"], ["column"]),
        node("Mul", ["own", "column"], ["masked"]),
        node("ReduceSum", ["masked", "inner"], ["sum"]),
        node("ReduceSum", ["column", "inner"], ["count"]),
        node("Div", ["sum", "count"], ["mean"]),
        node("MatMul", ["mean", "mix"], ["mixed"]),
        node("Add", ["own", "mixed"], ["plain"]),
        *(_quantise("plain", "hidden", weights) if quantised else [node("Identity", ["plain"], ["hidden"])]),
        node("Mul", ["hidden", "column"], ["read"]),
        node("ReduceSum", ["read", "inner"], ["total"], keepdims=0),
        node("ReduceSum", ["column", "inner"], ["length"], keepdims=0),
        node("Div", ["total", "length"], ["means"]),
    ]
    if "position_ids" in inputs:
        nodes += [node("Cast", ["position_ids"], ["place"], to=1), node("Unsqueeze", ["place", "last"], ["places"])]
        nodes.append(node("Add", ["hidden", "places"], ["placed"]))
    tokens = "placed" if "position_ids" in inputs else "hidden"
    ports = []
    for name, what in outputs.items():
        nodes.append(node("Cast", [tokens if what == "tokens" else "means"], [name], to=KINDS[kind]))
        ports.append(port(name, kind, [*shape, WIDTH] if what == "tokens" else [shape[0], WIDTH]))
    return onnx_model(nodes, weights, [port(name, input_kind, shape) for name in inputs], ports)


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
    weights += [tensor("whole", np.eye(WIDTH, dtype=np.int8) * 64), tensor("part", np.float32(1 / 64))]
    return [
        node("DynamicQuantizeLinear", [source], ["q", "q_scale", "q_zero"]),
        node("MatMulInteger", ["q", "whole", "q_zero"], ["sums"]),
        node("Cast", ["sums"], ["sums_float"], to=1),
        node("Mul", ["q_scale", "part"], ["scale"]),
        node("Mul", ["sums_float", "scale"], [target]),
    ]
