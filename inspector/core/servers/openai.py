"""The shape of OpenAI's `/v1/embeddings`, which vLLM, LM Studio and many others speak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.core.servers.capabilities import Kind, Stated
from inspector.core.servers.dialect import Answered, Call, Token, answer_limit, names, no_tokens, number, tokens_limit
from inspector.core.servers.errors import BrokenAnswerError
from inspector.core.servers.vectors import by_index

MOST_TEXTS = 2048
"""What OpenAI itself takes in one request."""


class OpenAI:
    """`/v1/embeddings` and `/v1/models`; for vLLM its `/tokenize` and the length that it states too."""

    kind: Kind = "openai"

    def __init__(self, encoding_format: str = "float") -> None:
        """`encoding_format`: "float", or "base64" for answers of a third of the size where the server knows it."""
        self._encoding_format = encoding_format

    def stated(self, call: Call) -> Stated | None:
        """The models of `/v1/models`, and what it says of the one that is wanted."""
        answer = call.get("/v1/models")
        found = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(found, list):
            return None
        models = names(found, "id")
        wanted = call.model or (models[0] if len(models) == 1 else None)
        entry = next((one for one in found if isinstance(one, dict) and one.get("id") == wanted), {})
        context = number(entry.get("max_model_len"))
        source = [f"/v1/models: {len(models)} model{'' if len(models) == 1 else 's'}"]
        if context is not None:
            source.append(f"/v1/models: max_model_len {context:,}")
        exact = entry.get("owned_by") == "vllm"
        if exact:
            source.append("/tokenize counts any text (vLLM)")
        facts = {key: entry[key] for key in ("created", "root", "parent", "owned_by", "max_model_len") if key in entry}
        if exact:
            facts.pop("created", None)  # vLLM gives the time of the request
        return Stated(models, context, None, exact, facts, tuple(source))

    def embed(self, call: Call, texts: Sequence[str]) -> Answered:
        """One request to `/v1/embeddings`."""
        body = {"model": call.model, "input": list(texts), "encoding_format": self._encoding_format}
        return read_openai(call.post("/v1/embeddings", body, answer_limit(len(texts))), len(texts))

    def tokenize(self, call: Call, texts: Sequence[str], special: bool) -> list[list[Token]]:
        """vLLM's `/tokenize`, one text a request; it tells no places."""
        return [self._tokens(call, text, special) for text in texts]

    def _tokens(self, call: Call, text: str, special: bool) -> list[Token]:
        body = {"model": call.model, "prompt": text, "add_special_tokens": special}
        answer = call.post("/tokenize", body, tokens_limit([text]))
        found = answer.get("tokens") if isinstance(answer, dict) else None
        if not isinstance(found, list) or not all(isinstance(one, int) for one in found):
            raise no_tokens()
        return [Token(one, None, None, "") for one in found]


def read_openai(answer: Any, asked: int) -> Answered:
    """The embeddings of an answer in the shape of OpenAI, in the order of the texts."""
    if not isinstance(answer, dict) or "data" not in answer:
        raise BrokenAnswerError("the answer has no data with embeddings")
    usage = answer.get("usage")
    used = number(usage.get("prompt_tokens")) if isinstance(usage, dict) else None
    model = answer.get("model")
    return Answered(by_index(answer["data"], asked), used, model if isinstance(model, str) else None)
