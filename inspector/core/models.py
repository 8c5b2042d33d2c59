"""Common embedding models: what each reads, how it counts, and what is put before queries and documents."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any

from inspector.core.errors import RefusedError
from inspector.core.model_limits import ModelLimits
from inspector.core.paths import resource

UNVERIFIED = "unverified"
"""Stands as the source of a figure for which none was found."""
_MOST = 2**31 - 1
_LONGEST_PREFIX = 1000


@dataclass(frozen=True)
class EmbeddingModel:
    """One model. `tokenizer` is a name or path for `load_tokenizer`; None where its own tokenizer.json must be opened.

    `context` is the most input tokens it reads, None where it states none; `special_tokens` are those put around a
    text, None where the tokenizer's file tells it. `source` says where the figures come from; each `*_source` what was
    read there of one figure, `UNVERIFIED` where nothing was found, and empty in a user's own model.
    """

    name: str
    tokenizer: str | None = None
    context: int | None = None
    special_tokens: int | None = None
    query_prefix: str = ""
    document_prefix: str = ""
    source: str = ""
    note: str = ""
    tokenizer_source: str = ""
    context_source: str = ""
    prefix_source: str = ""

    @property
    def unchecked(self) -> tuple[str, ...]:
        """The figures that no source was found for, as a person reads them."""
        sources = {"tokenizer": self.tokenizer_source, "context": self.context_source, "prefixes": self.prefix_source}
        return tuple(figure for figure, source in sources.items() if source == UNVERIFIED)

    def limits(self) -> ModelLimits:
        """What it reads of a chunk: the context, with the prefix for documents."""
        return ModelLimits(context=self.context, prefix=self.document_prefix)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, without those that are not set: what `parse_model` reads again."""
        return {key: value for key, value in asdict(self).items() if value not in (None, "")}


@cache
def models() -> tuple[EmbeddingModel, ...]:
    """The models that the program knows, in the order of its table."""
    table = tomllib.loads(resource("models", "models.toml").read_text(encoding="utf-8"))
    return tuple(parse_model(entry) for entry in table["model"])


def model(name: str, own: tuple[EmbeddingModel, ...] = ()) -> EmbeddingModel:
    """The model of that name, one of the user's `own` before one of the table; RefusedError names the known ones."""
    known = (*own, *models())
    for one in known:
        if one.name == name:
            return one
    raise RefusedError(f"unknown model {name!r}: known are {', '.join(map(_listed, known))}")


def unchecked_words(one: EmbeddingModel) -> str:
    """That figures of the model were not checked against a source, and which; nothing when all were."""
    return f"not checked against a source: {', '.join(one.unchecked)}" if one.unchecked else ""


def of_embedder(name: str, context: int | None) -> EmbeddingModel:
    """The model that an embedder is: that of the table, else one of which nothing but its context is known."""
    return next((one for one in models() if one.name == name), EmbeddingModel(name, context=context))


def parse_model(entry: Mapping[str, object]) -> EmbeddingModel:
    """A model from plain values, as a table or the preferences hold them; RefusedError names what is wrong.

    Whether its tokenizer can be read is seen only when it is loaded.
    """
    known = [field.name for field in fields(EmbeddingModel)]
    strange = [str(key) for key in entry if key not in known]
    if strange:
        raise RefusedError(f"a model has no {', '.join(map(repr, strange))}: it may have {', '.join(known)}")
    name = _text(entry, "name")
    if not name.strip():
        raise RefusedError("a model needs a name")
    return EmbeddingModel(
        name=name,
        tokenizer=_text(entry, "tokenizer") or None,
        context=_number(entry, "context", 1),
        special_tokens=_number(entry, "special_tokens", 0),
        query_prefix=_prefix(entry, "query_prefix"),
        document_prefix=_prefix(entry, "document_prefix"),
        source=_text(entry, "source"),
        note=_text(entry, "note"),
        tokenizer_source=_text(entry, "tokenizer_source"),
        context_source=_text(entry, "context_source"),
        prefix_source=_text(entry, "prefix_source"),
    )


def _listed(one: EmbeddingModel) -> str:
    return f"{one.name} ({unchecked_words(one)})" if one.unchecked else one.name


def _text(entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise RefusedError(f"{key} is {value!r}: it must be text")
    if any(0xD800 <= ord(c) < 0xE000 for c in value):
        raise RefusedError(f"{key} is {value!r}: it holds a lone surrogate, which no tokenizer can read")
    return value


def _prefix(entry: Mapping[str, object], key: str) -> str:
    value = _text(entry, key)
    if len(value) > _LONGEST_PREFIX:
        raise RefusedError(f"{key} has {len(value):,} characters: it may have at most {_LONGEST_PREFIX:,}")
    return value


def _number(entry: Mapping[str, object], key: str, least: int) -> int | None:
    value = entry.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _MOST:
        raise RefusedError(f"{key} is {value!r}: it must be a whole number from {least} to {_MOST}, or left out")
    return value
