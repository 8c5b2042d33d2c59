"""llama.cpp's `llama-server`: the shape of OpenAI for vectors, its own `/tokenize` for exact counts and `/props`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.core.servers.capabilities import Kind, Stated
from inspector.core.servers.dialect import Answered, Call, Token, answer_limit, names, no_tokens, number, tokens_limit
from inspector.core.servers.errors import StatusError
from inspector.core.servers.openai import read_openai


class LlamaCpp:
    """One model. A text must fit one physical batch, which no call tells: that limit is learned from a failure."""

    kind: Kind = "llamacpp"

    def stated(self, call: Call) -> Stated | None:
        """What `/props` says, once `/health` no longer says that the model is loading."""
        props = call.get("/props")
        if not isinstance(props, dict) or "default_generation_settings" not in props:
            return None
        call.get("/health")
        settings = props["default_generation_settings"]
        context = number(settings.get("n_ctx")) if isinstance(settings, dict) else None
        context = number(props.get("n_ctx")) if context is None else context
        source = ["/tokenize counts any text", "the physical batch is not told: a text above it fails and tells it"]
        if context is not None:
            source.insert(0, f"/props: n_ctx {context:,} for each of {number(props.get('total_slots')) or 1} slots")
        models, facts = self._models(call)
        path = props.get("model_path")
        if not models and isinstance(path, str):
            models = (path.replace("\\", "/").rpartition("/")[2],)
        return Stated(models, context, None, True, {**facts, "model_path": path}, tuple(source))

    def embed(self, call: Call, texts: Sequence[str]) -> Answered:
        """One request to `/v1/embeddings`."""
        body = {"model": call.model, "input": list(texts), "encoding_format": "float"}
        return read_openai(call.post("/v1/embeddings", body, answer_limit(len(texts))), len(texts))

    def tokenize(self, call: Call, texts: Sequence[str], special: bool) -> list[list[Token]]:
        """One request to `/tokenize` for each text; what is spelled like a special token is read as plain text."""
        return [self._tokens(call, text, special) for text in texts]

    def _tokens(self, call: Call, text: str, special: bool) -> list[Token]:
        body = {"content": text, "add_special": special, "parse_special": False, "with_pieces": True}
        answer = call.post("/tokenize", body, tokens_limit([text]))
        found = answer.get("tokens") if isinstance(answer, dict) else None
        if not isinstance(found, list):
            raise no_tokens()
        return [_token(one) for one in found]

    def _models(self, call: Call) -> tuple[tuple[str, ...], dict[str, Any]]:
        """The model's name and what is told of it (size, parameters, vocabulary)."""
        try:
            answer = call.get("/v1/models")
        except StatusError:
            return (), {}
        found = answer.get("data") if isinstance(answer, dict) else None
        first = found[0] if isinstance(found, list) and found and isinstance(found[0], dict) else {}
        return names(found, "id"), {"meta": first.get("meta")}


def _token(one: Any) -> Token:
    if isinstance(one, int) and not isinstance(one, bool):
        return Token(one, None, None, "")
    if not isinstance(one, dict) or not isinstance(one.get("id"), int):
        raise no_tokens()
    piece = one.get("piece")  # a list of bytes where it is no whole character
    return Token(one["id"], None, None, piece if isinstance(piece, str) else "")
