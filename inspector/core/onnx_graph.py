"""The inputs that a model asks for and the outputs that it gives, chosen by name and rank, and one run of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.errors import CannotError
from inspector.core.onnx_runtime import Port, Signature, words_of

Ids = NDArray[np.int64]
INPUTS = ("input_ids", "attention_mask", "token_type_ids", "position_ids")
TOKEN_OUTPUTS = ("last_hidden_state", "token_embeddings")
POOLED_OUTPUTS = ("sentence_embedding", "sentence_embeddings", "text_embeds", "embeddings", "embedding")
_NO_EMBEDDING = ("logits", "pooler_output")
_NUMBERS = ("int64", "int32", "float32", "float16")


class OnnxGraph:
    """How a model is called: `tokens` is its output with a vector for each token, `pooled` that with one for a text."""

    def __init__(self, path: Path, signature: Signature) -> None:
        """Raises CannotError for a model that asks for something a text does not give, or gives no vectors."""
        self.path = path
        self._inputs = _checked_inputs(path, signature.inputs)
        self.tokens = _chosen(signature.outputs, TOKEN_OUTPUTS, 3)
        self.pooled = _chosen(signature.outputs, POOLED_OUTPUTS, 2)
        if self.tokens is None and self.pooled is None:
            names = ", ".join(port.name for port in signature.outputs)
            raise CannotError(f"{path} gives no vectors for tokens or texts; its outputs are: {names}")
        self.one_row = "attention_mask" not in {port.name for port in self._inputs}
        """Whether rows must come alone: the model could not tell padding from text, or takes one only."""
        self.one_row |= any(port.shape is not None and port.shape[0] == 1 for port in self._inputs)

    def run(self, session: Any, rows: Sequence[Ids], output: Port) -> NDArray[np.float32]:
        """The output for some rows of input ids, padded at the end: float32 (rows, longest row, d), or (rows, d).

        Raises CannotError with the library's words when the model fails, or when its answer has another shape.
        """
        try:
            answer = session.run([output.name], self._arrays(rows))[0]
        except Exception as error:  # the library's errors share no other base
            raise CannotError(f"{self.path} fails on {max(map(len, rows))} input tokens: {words_of(error)}") from error
        expected = (len(rows), max(map(len, rows))) if output is self.tokens else (len(rows),)
        if answer.ndim != len(expected) + 1 or answer.shape[:-1] != expected:
            raise CannotError(f"{self.path} gives {output.name} of shape {answer.shape}, not {(*expected, 'd')}")
        return np.asarray(answer, dtype=np.float32)

    def _arrays(self, rows: Sequence[Ids]) -> dict[str, NDArray[Any]]:
        longest = max(map(len, rows))
        mask = np.arange(longest) < np.array([len(row) for row in rows])[:, None]
        ids = np.zeros(mask.shape, np.int64)
        ids[mask] = np.concatenate(rows)
        given = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
            "position_ids": np.broadcast_to(np.arange(longest), ids.shape),
        }
        return {port.name: np.ascontiguousarray(given[port.name].astype(port.kind)) for port in self._inputs}


def _checked_inputs(path: Path, inputs: Sequence[Port]) -> tuple[Port, ...]:
    for port in inputs:
        if port.name not in INPUTS:
            raise CannotError(f"{path} asks for the input {port.name}, which a text does not give")
        if port.kind not in _NUMBERS:
            raise CannotError(f"{path} asks for {port.name} as {port.kind}, which is not known here")
        if port.shape is not None and len(port.shape) != 2:
            raise CannotError(f"{path} asks for {port.name} of shape {port.shape}: rows of ids have two dimensions")
        if port.shape is not None and (port.shape[1] is not None or port.shape[0] not in (None, 1)):
            raise CannotError(
                f"{path} takes {port.name} of the fixed shape {port.shape} only: export it for rows of any length"
            )
    if "input_ids" not in {port.name for port in inputs}:
        raise CannotError(f"{path} does not read input_ids: it is no model for text")
    return tuple(inputs)


def _chosen(outputs: Sequence[Port], names: Sequence[str], rank: int) -> Port | None:
    """The output of that rank: the first one known by name, else the only one that may be it."""
    fitting = [p for p in outputs if p.shape is None or len(p.shape) == rank]
    for name in names:
        for port in fitting:
            if port.name == name:
                return port
    others = [p for p in fitting if p.shape is not None and p.name not in _NO_EMBEDDING]
    return others[0] if len(others) == 1 else None
