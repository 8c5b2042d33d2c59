"""Ollama's own calls: `/api/embed`, always with `truncate: false`, or it would cut long texts without a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.core.servers.capabilities import Kind, Stated
from inspector.core.servers.dialect import Answered, Call, Token, answer_limit, names, number
from inspector.core.servers.errors import BrokenAnswerError, StatusError
from inspector.core.servers.vectors import check_number


class Ollama:
    """`/api/tags` for the models, `/api/show` for one's context, `/api/embed` for vectors; it counts by usage only."""

    kind: Kind = "ollama"

    def stated(self, call: Call) -> Stated | None:
        """The models that are there and what one says of itself."""
        answer = call.get("/api/tags")
        found = answer.get("models") if isinstance(answer, dict) else None
        if not isinstance(found, list):
            return None
        models = names(found, "name")
        source = [f"/api/tags: {len(models)} model{'' if len(models) == 1 else 's'}"]
        wanted = call.model or (models[0] if len(models) == 1 else None)
        if wanted is None:
            return Stated(models, source=tuple(source))
        entry = next((one for one in found if isinstance(one, dict) and _same(one.get("name"), wanted)), {})
        context, told = self._context(call, wanted)
        return Stated(models, context, None, False, {"digest": entry.get("digest", "")}, (*source, *told))

    def embed(self, call: Call, texts: Sequence[str]) -> Answered:
        """One request to `/api/embed`."""
        body = {"model": call.model, "input": list(texts), "truncate": False}
        answer = call.post("/api/embed", body, answer_limit(len(texts)))
        raw = answer.get("embeddings") if isinstance(answer, dict) else None
        if not isinstance(raw, list):
            raise BrokenAnswerError("the answer to /api/embed has no embeddings")
        check_number(len(raw), len(texts))
        named = answer.get("model")
        return Answered(raw, number(answer.get("prompt_eval_count")), named if isinstance(named, str) else None)

    def tokenize(self, call: Call, texts: Sequence[str], special: bool) -> list[list[Token]]:  # noqa: ARG002
        """Ollama has no such call."""
        raise BrokenAnswerError(f"{call.client.address} is Ollama, which cannot count a text without embedding it")

    def _context(self, call: Call, model: str) -> tuple[int | None, list[str]]:
        """What a text may have: the model's own length, or less where its file sets num_ctx."""
        try:
            shown = call.post("/api/show", {"model": model})
        except StatusError as error:
            if error.status == 404:
                return None, [f"/api/show: {error.words}"]
            raise
        if not isinstance(shown, dict):
            return None, []
        limits = [*_lengths(shown.get("model_info")), *_set_lengths(shown.get("parameters"))]
        least = min((length for length, _ in limits), default=None)
        return least, [f"/api/show: {words} {length:,}" for length, words in limits]


def _lengths(info: Any) -> list[tuple[int, str]]:
    if not isinstance(info, dict):
        return []
    found = [(number(value), key) for key, value in info.items() if key.endswith(".context_length")]
    return [(length, key) for length, key in found if length is not None]


def _set_lengths(parameters: Any) -> list[tuple[int, str]]:
    if not isinstance(parameters, str):
        return []
    lines = (line.split() for line in parameters.splitlines())
    return [
        (int(line[1]), "num_ctx") for line in lines if len(line) == 2 and line[0] == "num_ctx" and line[1].isdigit()
    ]


def _same(name: Any, wanted: str) -> bool:
    return isinstance(name, str) and name.removesuffix(":latest") == wanted.removesuffix(":latest")
