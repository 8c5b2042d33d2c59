"""What the embedding model allows: how many input tokens it reads and what is put before each chunk."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.core.errors import RefusedError
from inspector.core.parameters import MAX_SIZE, whole_number
from inspector.core.tokenizer import Tokenizer

DEFAULT_CONTEXT = 256
"""Input tokens that all-MiniLM-L6-v2 reads (`max_seq_length` of its model card)."""
MAX_CONTEXT = MAX_SIZE
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class ModelLimits:
    """`context` in input tokens, None when there is no limit; `prefix` is text that is encoded with each chunk.

    With `headings` the path of Markdown headings that a chunk stands under is put between the prefix and the chunk.
    """

    context: int | None = DEFAULT_CONTEXT
    prefix: str = ""
    headings: bool = False

    def room(self, tokenizer: Tokenizer) -> int | None:
        """How many tokens the context leaves for text; None when there is no limit."""
        if self.context is None:
            return None
        return self.context - tokenizer.count_input([""], self.prefix)[0]


def lone_surrogate(text: str) -> str | None:
    """The first lone surrogate in `text`, which is no character and which no tokenizer can read; None without one."""
    found = _SURROGATE.search(text)
    return None if found is None else found[0]


def readable_text(text: str) -> str:
    """`text` with U+FFFD for every lone surrogate."""
    return _SURROGATE.sub("\ufffd", text)


def context_of(value: object) -> int | None:
    """The context from what a person typed: a whole number from 1, or "none" or None for no limit.

    Raises RefusedError naming the value.
    """
    if value is None or value == "none":
        return None
    context = whole_number("context", value)
    if context < 1:
        raise RefusedError(f"context is {context}: it must be at least 1, or none")
    if context > MAX_CONTEXT:
        raise RefusedError(f"context is {context}: it must be at most {MAX_CONTEXT}, or none")
    return context


def check_limits(limits: ModelLimits, tokenizer: Tokenizer | None) -> int | None:
    """How many tokens of text the limits leave; None when there is no limit, or no tokenizer yet to count with.

    Raises RefusedError naming the values for a context out of range, a prefix that no tokenizer can read, and where
    the prefix and the special tokens leave no room for text.
    """
    context_of(limits.context)
    if (sign := lone_surrogate(limits.prefix)) is not None:
        raise RefusedError(
            f"prefix is {_short(limits.prefix)}: {sign!r} in it is half a character, which nothing can read"
        )
    room = None if tokenizer is None else limits.room(tokenizer)
    if tokenizer is None or room is None or room > 0:
        return room
    taken, prefix = (limits.context or 0) - room, " and the prefix" if limits.prefix else ""
    raise RefusedError(
        f"context is {limits.context}: the special tokens of {tokenizer.name}{prefix} take {taken},"
        " which leaves no room for text"
    )


def _short(text: str, most: int = 40) -> str:
    return repr(text if len(text) <= most else f"{text[:most]}\N{HORIZONTAL ELLIPSIS}")
