"""What the embedding model allows: how many input tokens it reads and what is put before each chunk."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.tokenizer import Tokenizer

DEFAULT_CONTEXT = 256
"""Input tokens that all-MiniLM-L6-v2 reads (`max_seq_length` of its model card)."""


@dataclass(frozen=True)
class ModelLimits:
    """`context` in input tokens, None when there is no limit; `prefix` is text that is encoded with each chunk."""

    context: int | None = DEFAULT_CONTEXT
    prefix: str = ""

    def room(self, tokenizer: Tokenizer) -> int | None:
        """How many tokens the context leaves for text; None when there is no limit."""
        if self.context is None:
            return None
        return self.context - tokenizer.count_input([""], self.prefix)[0]
