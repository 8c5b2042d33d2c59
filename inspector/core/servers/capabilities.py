"""What a server said or showed of itself: how it counts, what it takes, which models it has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["openai", "ollama", "tei", "llamacpp"]
KINDS: tuple[Kind, ...] = ("ollama", "tei", "llamacpp", "openai")
"""In the order in which they are looked for: the last is the shape that the others speak too."""
KIND_NAMES = {
    "openai": "OpenAI shape",
    "ollama": "Ollama",
    "tei": "text-embeddings-inference",
    "llamacpp": "llama.cpp",
}
Counts = Literal["exact", "usage only", "none"]


@dataclass(frozen=True)
class Stated:
    """What a server says of itself before any text is sent; `facts` are those by which a changed model is noticed."""

    models: tuple[str, ...] = ()
    context: int | None = None
    batch_limit: int | None = None
    exact: bool = False
    facts: dict[str, Any] = field(default_factory=dict)
    source: tuple[str, ...] = ()


@dataclass(frozen=True)
class Capabilities:
    """Found out by `connect`.

    `counts`: "exact" when any text can be counted without embedding it, "usage only" when an answer with vectors says
    how many tokens all of its texts had together, else "none". `batch_limit`: texts of one request, as stated (None:
    not stated). `context`: input tokens of one text, as stated. `source` says which call told what, `notices` what a
    person should know before sending anything.
    """

    kind: Kind
    counts: Counts
    batch_limit: int | None
    context: int | None
    dimension: int
    models: tuple[str, ...]
    source: tuple[str, ...]
    notices: tuple[str, ...] = ()

    def line(self) -> str:
        """ "Ollama, dimension 768, context 2,048, counts: usage only"."""
        context = "not stated" if self.context is None else f"{self.context:,}"
        batch = "" if self.batch_limit is None else f", {self.batch_limit} texts a request"
        return f"{KIND_NAMES[self.kind]}, dimension {self.dimension}, context {context}{batch}, counts: {self.counts}"
