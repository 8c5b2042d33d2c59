"""Whether a model on this machine reads a query to its end, in words for the person who asks."""

from __future__ import annotations

from inspector.core.embedding import Embedder
from inspector.core.onnx_model import OnnxEmbedder


def unread_query(embedder: Embedder, query: str) -> str:
    """ "Only the beginning of the query is read: …" where it is longer than the embedder's context, else empty.

    A server is not asked: what it refuses or cuts it tells itself.
    """
    context = embedder.context
    if context is None or not isinstance(embedder, OnnxEmbedder):
        return ""
    tokens = embedder.input_tokens(embedder.query_prefix + query)
    if tokens <= context:
        return ""
    return f"Only the beginning of the query is read: it takes {tokens:,} input tokens of {context:,}."
