"""An embedding model in an ONNX file: texts into vectors, and the vectors of a document's tokens."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.embedding import Cancelled, Progress, Vectors, ignore_progress, is_blank, never
from inspector.core.errors import CannotError
from inspector.core.model_inputs import TOKEN_BUDGET, DocumentTokens, ModelInputs, TokenStates, check, token_batches
from inspector.core.model_spec import ModelSpec, Pooling
from inspector.core.onnx_graph import Ids, OnnxGraph
from inspector.core.onnx_runtime import Port, open_session, signature_of
from inspector.core.onnx_weights import ModelFile, file_digest, model_file
from inspector.core.tokenizer_file import FileTokenizer

SAME = 1e-6
"""Two vectors of length 1 are the same when no number of theirs differs by more."""
_PROBES = ("a", "The quick brown fox!", "WATER 1,024 " * 12, "in the year 2024 the keeper wrote it down; then " * 5)


class OnnxEmbedder:
    """The model that a ModelSpec describes; its files are read when first needed, not before.

    A vector has length 1 where the spec says normalise, else the length that the model gives it. Used from one thread
    at a time, or from several: nothing changes after loading.
    """

    def __init__(self, spec: ModelSpec) -> None:
        self.spec = spec

    @property
    def name(self) -> str:
        """What the window and the command line call it."""
        return self.spec.name

    @property
    def context(self) -> int | None:
        """Input tokens that it reads."""
        return self.spec.context

    @property
    def query_prefix(self) -> str:
        """Text before a query."""
        return self.spec.query_prefix

    @property
    def document_prefix(self) -> str:
        """Text before a chunk."""
        return self.spec.document_prefix

    @property
    def tokenizer_path(self) -> Path:
        """The tokenizer.json that it counts with."""
        return self.spec.tokenizer

    @cached_property
    def identity(self) -> str:
        """The name and 16 digits of a sha256 over model, weights, tokenizer and whatever else makes the vectors.

        Raises CannotError when a file cannot be read.
        """
        spec = self.spec
        made = (self._model.digest, file_digest(spec.tokenizer), spec.pooling, spec.normalise, spec.context)
        return f"{self.name}@{hashlib.sha256(repr(made).encode()).hexdigest()[:16]}"

    @cached_property
    def dimension(self) -> int:
        """Numbers in a vector, as the file states it, else as a first run shows."""
        stated = self._output.shape
        return (stated[-1] if stated else None) or int(self._run(self._inputs.rows(["a"], never)).shape[1])

    @property
    def token_vectors(self) -> bool:
        """Whether a text's vector is the mean of its tokens' vectors, so that these can be pooled for any chunk."""
        return not self.why_no_token_vectors

    @cached_property
    def why_no_token_vectors(self) -> str:
        """Why there are no token vectors to pool; empty when there are."""
        if self._graph.tokens is None:
            return f"{self.name} gives one vector for a text and none for its tokens"
        if self.spec.pooling == "model":
            return f"{self.name} changes the vector after pooling its tokens"
        if self.spec.pooling != "mean":
            return f"{self.name} takes the vector of its {_TAKEN[self.spec.pooling]} token, not the mean of all"
        if not self._inputs.surrounds:
            return f"the tokenizer of {self.name} does not just put special tokens around a text"
        return ""

    @cached_property
    def one_at_a_time(self) -> str:
        """Why texts are embedded one by one; empty when texts may share a batch, since no vector changes by it.

        Found out once with a few short texts, together and alone.
        """
        if self._graph.one_row:
            return f"{self.name} takes one text at a time"
        rows = self._inputs.rows(_PROBES, never)
        alone = np.vstack([self._run([row]) for row in rows])
        apart = float(np.abs(_units(self._run(rows)) - _units(alone)).max())
        if apart <= SAME:
            return ""
        return f"{self.name} gives a text another vector beside other texts (by {apart:.1g}), so each is embedded alone"

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person should know of how it is run."""
        return (*self._tokenizer.notices, *filter(None, (self.one_at_a_time,)))

    def input_tokens(self, text: str) -> int:
        """The input tokens that `text` takes, special tokens included, however many the model reads."""
        return self._tokenizer.count_input([text], "")[0]

    def embed(
        self, texts: Sequence[str], progress: Progress = ignore_progress, cancelled: Cancelled = never
    ) -> Vectors:
        """One vector for each text, float32 (n, dimension), a row of NaN for a blank one; the same in any company.

        Of a text above the context the model reads what fits between the special tokens. `progress` is told (done,
        total) texts after each batch. Raises CancelledError between batches, and CannotError when a file is missing or
        damaged, the model fails, or a text holds a lone surrogate.
        """
        vectors = np.full((len(texts), self.dimension), np.nan, dtype=np.float32)
        filled = [index for index, text in enumerate(texts) if not is_blank(text)]
        rows = self._inputs.rows([texts[index] for index in filled], cancelled)
        done = len(texts) - len(filled)
        for batch in token_batches([len(row) for row in rows], self.batch_tokens if filled else 1):
            check(cancelled)
            vectors[[filled[place] for place in batch]] = self._run([rows[place] for place in batch])
            done += len(batch)
            progress(done, len(texts))
        return vectors

    @property
    def batch_tokens(self) -> int:
        """The most input tokens, padding included, that go to the model at once; a longer text goes alone."""
        return 1 if self.one_at_a_time else TOKEN_BUDGET

    @property
    def specials(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The ids that the tokenizer puts before a text, and after it."""
        return self._inputs.specials

    def prefix_ids(self, prefix: str) -> tuple[int, ...]:
        """The ids that `prefix` has before a text, whatever follows."""
        return self._inputs.prefix_ids(prefix)

    def encode_document(
        self, text: str, progress: Progress = ignore_progress, cancelled: Cancelled = never
    ) -> DocumentTokens:
        """The tokens of a whole document, those of one encoding; `progress` in characters.

        Raises CancelledError, and CannotError for a lone surrogate.
        """
        return self._inputs.document(text, progress, cancelled)

    def window_states(self, rows: Sequence[Ids]) -> list[NDArray[np.float32]]:
        """The last hidden state of each input token: for each row of ids (special tokens included) float32 (len, d).

        All rows are one batch, unless the model takes texts one by one. Raises CannotError where there are no token
        vectors or the model fails.
        """
        self._must_have_tokens()
        if self.one_at_a_time:
            return [self._hidden([row])[0] for row in rows]
        hidden = self._hidden(rows)
        return [hidden[place, : len(row)] for place, row in enumerate(rows)]

    def token_states(self, text: str) -> TokenStates:
        """One text as `embed` reads it, token by token; a prefix is part of the text.

        Raises CannotError where there are no token vectors, the model fails, or the text holds a lone surrogate.
        """
        self._must_have_tokens()
        row = self._inputs.rows([text], never)[0]
        spans, special = self._inputs.spans(text, row)
        return TokenStates(spans[:, 0], spans[:, 1], self._hidden([row])[0], special)

    @cached_property
    def _inputs(self) -> ModelInputs:
        return ModelInputs(self._tokenizer, self.context)

    @cached_property
    def _tokenizer(self) -> FileTokenizer:
        return FileTokenizer(self.spec.tokenizer, str(self.spec.tokenizer))

    @cached_property
    def _model(self) -> ModelFile:
        if self.spec.model is None:
            raise CannotError(f"{self.name} has no model file")
        return model_file(self.spec.model)

    @cached_property
    def _graph(self) -> OnnxGraph:
        path = self._model.path
        graph = OnnxGraph(path, signature_of(self._session))
        if self.spec.pooling == "model" and graph.pooled is None:
            raise CannotError(f"{path} gives no pooled vectors, and its pooling is not known")
        return graph

    @property
    def _output(self) -> Port:
        """The output that the vectors are made of."""
        port = self._graph.pooled if self._pooling == "model" else self._graph.tokens
        assert port is not None
        return port

    @property
    def _pooling(self) -> Pooling:
        return self.spec.pooling if self._graph.tokens is not None else "model"

    @cached_property
    def _session(self) -> Any:
        return open_session(self._model.path)

    def _must_have_tokens(self) -> None:
        if self.why_no_token_vectors:
            raise CannotError(self.why_no_token_vectors)

    def _hidden(self, rows: Sequence[Ids]) -> NDArray[np.float32]:
        assert self._graph.tokens is not None
        return self._graph.run(self._session, rows, self._graph.tokens)

    def _run(self, rows: Sequence[Ids]) -> Vectors:
        """The vector of each row, all in one batch."""
        output = self._graph.run(self._session, rows, self._output)
        pooled = output.astype(np.float64) if self._pooling == "model" else _pool(output, rows, self._pooling)
        return np.asarray(_units(pooled) if self.spec.normalise else pooled, dtype=np.float32)


_TAKEN = {"cls": "first", "last": "last"}


def _pool(hidden: NDArray[np.float32], rows: Sequence[Ids], pooling: Pooling) -> NDArray[np.float64]:
    """One vector of each row's own tokens, float64 (rows, d)."""
    if pooling == "cls":
        return hidden[:, 0].astype(np.float64)
    if pooling == "last":
        return hidden[np.arange(len(rows)), [len(row) - 1 for row in rows]].astype(np.float64)
    return np.array([hidden[place, : len(row)].mean(axis=0, dtype=np.float64) for place, row in enumerate(rows)])


def _units(vectors: NDArray[np.float64] | Vectors) -> NDArray[np.float64]:
    """The vectors at length 1; a zero vector stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float64)
