"""What a server said of the chunks on screen: which have no vector, of which it read only the beginning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.embedding import Embedder
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.model.chunk_vectors import ChunkVectors


@dataclass(frozen=True, eq=False)
class Troubles:
    """Of chunks and the embedder that they were given to; a model on this machine has none."""

    chunks: ChunkVectors | None
    embedder: Embedder

    @property
    def learned_context(self) -> int | None:
        """Input tokens that a failure told to be the most of one text; None where none told it."""
        return self.embedder.learned_context if isinstance(self.embedder, ServerEmbedder) else None

    def failure(self, index: int) -> str:
        """The server's own words on why chunk `index` has no vector; empty when it said nothing."""
        chunks, embedder = self.chunks, self.embedder
        if chunks is None or not isinstance(embedder, ServerEmbedder) or not embedder.failures:
            return ""
        return embedder.failures.get(chunks.sent(index), "")

    def question(self, query: str) -> str:
        """The server's own words on why a query has no vector; empty when it said nothing."""
        embedder = self.embedder
        return embedder.failures.get(embedder.query_prefix + query, "") if isinstance(embedder, ServerEmbedder) else ""

    def cut_short(self, index: int) -> str:
        """That the server read only the beginning of chunk `index`, with both counts; empty when it read all."""
        chunks, embedder = self.chunks, self.embedder
        if chunks is None or not isinstance(embedder, ServerEmbedder) or not embedder.cut:
            return ""
        return embedder.cut.get(chunks.sent(index), "")

    def places(self) -> NDArray[np.intp]:
        """The chunks of which one of both is told, (m,), ascending."""
        chunks, embedder = self.chunks, self.embedder
        if chunks is None or not isinstance(embedder, ServerEmbedder) or not (embedder.failures or embedder.cut):
            return np.zeros(0, np.intp)
        tried = np.flatnonzero(chunks.embedded & ~chunks.chunking.blank) if embedder.cut else chunks.failed
        told = embedder.failures.keys() | embedder.cut.keys()
        return np.array([index for index in tried.tolist() if chunks.sent(index) in told], np.intp)

    def forget(self) -> None:
        """Let what failed be sent again."""
        if isinstance(self.embedder, ServerEmbedder):
            self.embedder.forget_failures()
        if self.chunks is not None:
            self.chunks.embedded[self.chunks.failed] = False
