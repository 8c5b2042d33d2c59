"""Where the input tokens of a chunk go: text, prefix, special tokens; encoded together, so parts are differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.core.chunking import Chunking
    from inspector.core.facts import Facts
    from inspector.core.model_limits import ModelLimits

MINUS = "\u2212"


@dataclass(frozen=True)
class InputParts:
    """Tokens of one chunk that always add up to what the model receives: `text + prefix + special`.

    `text` is the count of the chunk alone, `special` what the tokenizer puts around any text, and `prefix` what the
    prefix adds: not always `prefix_alone`, its own count, since where prefix and text meet other tokens can come of
    both; it may even be below 0. `context` is what the model reads, None for no limit.
    """

    text: int
    prefix: int
    special: int
    prefix_alone: int
    context: int | None

    @property
    def received(self) -> int:
        """What the model receives."""
        return self.text + self.prefix + self.special

    @property
    def beyond(self) -> int:
        """Input tokens that the context has no room for."""
        return 0 if self.context is None else max(self.received - self.context, 0)

    def sum(self) -> str:
        """ "241 text + 4 prefix + 2 special"; what is nothing is left out, but not a prefix."""
        words = f"{self.text:,} text"
        if self.prefix or self.prefix_alone:
            words += f" {'+' if self.prefix >= 0 else MINUS} {abs(self.prefix):,} prefix"
        return words + (f" + {self.special:,} special" if self.special else "")

    def line(self) -> str:
        """ "241 text + 4 prefix + 2 special of 256", or "... tokens" where there is no limit."""
        return self.sum() + (" tokens" if self.context is None else f" of {self.context:,}")


def input_parts(facts: Facts, chunking: Chunking, limits: ModelLimits, index: int) -> InputParts:
    """Where the input tokens of chunk `index` go."""
    text, received = int(chunking.tokens[index]), int(chunking.input_tokens[index])
    prefix = chunking.prefix(index, limits.prefix)
    if not prefix:
        return InputParts(text, 0, received - text, 0, limits.context)
    special = facts.tokenizer.special_tokens
    alone = facts.tokenizer.count([prefix])[0]
    return InputParts(text, received - text - special, special, alone, limits.context)
