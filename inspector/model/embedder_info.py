"""What is known of an embedder, as rows of a table and as sentences that a person should read."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.embedders import EMBEDDERS
from inspector.core.embedding import Embedder
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.servers.capabilities import KIND_NAMES, Capabilities
from inspector.core.servers.server_embedder import ServerEmbedder

Fact = tuple[str, str]
COUNTS = {
    "exact": "exact: the server counts any text without embedding it",
    "usage only": "usage only: how many tokens it read is told with the vectors",
    "none": "none: the server tells no counts",
}


@dataclass(frozen=True)
class EmbedderInfo:
    """`facts` are (name, value) for a table, a value may have several lines; `notices` what a person should know.

    `models` are those that a server has, `model` the one of them that embeds.
    """

    spec: str
    facts: tuple[Fact, ...] = ()
    notices: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    model: str = ""

    def value(self, name: str) -> str:
        """The value of a fact; empty when there is none of that name."""
        return dict(self.facts).get(name, "")


def describe(embedder: Embedder) -> EmbedderInfo:
    """What an embedder states about itself; reads no model and asks no server."""
    if isinstance(embedder, ServerEmbedder):
        found = embedder.capabilities
        return EmbedderInfo(embedder.address, tuple(_server(embedder)), found.notices, found.models, embedder.model)
    if isinstance(embedder, OnnxEmbedder):
        known = embedder.name in EMBEDDERS
        spec = embedder.name if known else str(embedder.spec.tokenizer.parent)
        return EmbedderInfo(spec, tuple(_folder(embedder)))
    return EmbedderInfo(embedder.name)


def context_words(context: int | None) -> str:
    """ "512 input tokens"."""
    return "no limit" if context is None else f"{context:,} input token{'' if context == 1 else 's'}"


def _server(embedder: ServerEmbedder) -> list[Fact]:
    found = embedder.capabilities
    rows = [
        ("Server", f"{KIND_NAMES[found.kind]} at {embedder.address}"),
        ("Model", embedder.model),
        ("Counts", COUNTS[found.counts]),
        ("Context", _stated_context(embedder, found)),
        ("Texts a request", "not stated" if found.batch_limit is None else f"at most {found.batch_limit:,}, as stated"),
        ("Dimension", f"{found.dimension:,}"),
        *_prefixes(embedder),
        ("Told by", "\n".join(found.source)),
    ]
    return [row for row in rows if row[1]]


def _stated_context(embedder: ServerEmbedder, found: Capabilities) -> str:
    if found.context is not None:
        return f"{context_words(found.context)}, as the server states"
    if embedder.known is not None and embedder.known.context is not None:
        return f"not stated by the server; {context_words(embedder.known.context)} by the table of models"
    return "not stated by the server"


def _folder(embedder: OnnxEmbedder) -> list[Fact]:
    spec = embedder.spec
    rows = [
        ("Folder", "" if embedder.name in EMBEDDERS else str(spec.tokenizer.parent)),
        ("Pooling", spec.pooling),
        ("Context", context_words(spec.context)),
        *_prefixes(embedder),
        ("Told by", "\n".join(spec.source)),
    ]
    return [row for row in rows if row[1]]


def _prefixes(embedder: Embedder) -> list[Fact]:
    found = [("Before a query", embedder.query_prefix), ("Before a chunk", embedder.document_prefix)]
    return [(name, f"“{prefix}”" if prefix else "nothing") for name, prefix in found]
