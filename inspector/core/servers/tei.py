"""text-embeddings-inference's own calls: `/info` for its limits, `/tokenize` for exact counts, `/embed`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.core.servers.capabilities import Kind, Stated
from inspector.core.servers.dialect import Answered, Call, Token, answer_limit, no_tokens, number, tokens_limit
from inspector.core.servers.errors import BrokenAnswerError
from inspector.core.servers.vectors import check_number


class TextEmbeddingsInference:
    """One model; long texts are refused, not cut: `truncate` is off in every request."""

    kind: Kind = "tei"

    def stated(self, call: Call) -> Stated | None:
        """What `/info` says."""
        info = call.get("/info")
        if not isinstance(info, dict) or "model_id" not in info or "max_input_length" not in info:
            return None
        context, batch = number(info["max_input_length"]), number(info.get("max_client_batch_size"))
        facts = {key: info.get(key) for key in ("model_id", "model_sha", "model_dtype", "model_type")}
        source = [f"/info: {key} {info[key]}" for key in ("model_id", "max_input_length", "max_client_batch_size")
                  if key in info]  # fmt: skip
        return Stated((str(info["model_id"]),), context, batch, True, facts, (*source, "/tokenize counts any text"))

    def embed(self, call: Call, texts: Sequence[str]) -> Answered:
        """One request to `/embed`."""
        body = {"inputs": list(texts), "normalize": True, "truncate": False}
        answer = call.post("/embed", body, answer_limit(len(texts)))
        if not isinstance(answer, list):
            raise BrokenAnswerError("the answer to /embed is no list of vectors")
        check_number(len(answer), len(texts))
        return Answered(answer)

    def tokenize(self, call: Call, texts: Sequence[str], special: bool) -> list[list[Token]]:
        """One request to `/tokenize`."""
        if not texts:
            return []
        body = {"inputs": list(texts), "add_special_tokens": special}
        answer = call.post("/tokenize", body, tokens_limit(texts))
        if not isinstance(answer, list) or len(answer) != len(texts):
            raise no_tokens()
        return [_tokens(one, text) for one, text in zip(answer, texts, strict=True)]


def _tokens(found: Any, text: str) -> list[Token]:
    if not isinstance(found, list) or not all(
        isinstance(one, dict) and isinstance(one.get("id"), int) for one in found
    ):
        raise no_tokens()
    tokens = [Token(one["id"], _place(one.get("start")), _place(one.get("stop")), str(one.get("text", "")))
              for one in found]  # fmt: skip
    return tokens if text.isascii() else _in_characters(tokens, text)


def _place(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _in_characters(tokens: list[Token], text: str) -> list[Token]:
    """The tokens with places in characters: those that end beyond the text or spell something else are in bytes."""
    told = [t for t in tokens if t.end is not None]
    furthest = max((t.end or 0 for t in told), default=0)
    if furthest <= len(text) and _spelled(told, text) >= _spelled(told, text.encode()):
        return tokens
    chars = _characters_of_bytes(text)
    last = len(chars) - 1
    return [
        t
        if t.start is None or t.end is None
        else t._replace(start=chars[min(t.start, last)], end=chars[min(t.end, last)])
        for t in tokens
    ]


def _spelled(tokens: list[Token], text: str | bytes) -> int:
    """How many tokens spell what stands at their places in `text`."""
    parts = ((text[t.start : t.end], t.spelling) for t in tokens)
    return sum(
        spelling == (part if isinstance(part, str) else part.decode("utf-8", "replace")) for part, spelling in parts
    )


def _characters_of_bytes(text: str) -> list[int]:
    """For each byte of `text` in UTF-8, and its end, the number of the character that it belongs to."""
    places = [index for index, sign in enumerate(text) for _ in sign.encode("utf-8", "surrogatepass")]
    return [*places, len(text)]
