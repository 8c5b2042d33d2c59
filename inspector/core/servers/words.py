"""A server's own words, found in the shapes that errors come in, and the limit that they tell."""

from __future__ import annotations

import json
import re
from typing import Any

LONGEST = 300
_LIMITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"maximum (?:context|input|sequence) length (?:is|of) ([\d,]+)",
        r"current batch size: ([\d,]+)",
        r"must have less than ([\d,]+) tokens",
        r"available context size \(([\d,]+)",
        r"(?:context (?:length|size|window)|n_ctx|max_?(?:model_len|seq(?:uence)?_length|input_length))"
        r"(?: (?:is|of))?[ :=(\"]+([\d,]+)",
        r"(?:maximum|max|limit)(?: of| is|:)? ([\d,]+) (?:input )?tokens",
        r"tokens? (?:is |are )?(?:>|exceeds?|(?:larg|long)er than) (?:the )?(?:maximum|limit|context)\D{0,40}?([\d,]+)",
    )
)
_TOO_LONG = re.compile(
    r"too (?:large|long)|exceed|maximum context|context (?:length|size|window)|less than [\d,]+ tokens|"
    r"cannot decode batches with this context",
    re.IGNORECASE,
)
_BATCH = re.compile(r"maximum allowed batch size ([\d,]+)|batch size (?:must be|limit).{0,20}?([\d,]+)", re.IGNORECASE)


def words_of(data: bytes, longest: int = LONGEST) -> str:
    """What an error's body says, in one line: its message where it has one in a known shape, else its beginning."""
    text = data[: 64 * longest].decode("utf-8", "replace")
    line = " ".join(_message(text).split())
    return line if len(line) <= longest else f"{line[:longest]}\N{HORIZONTAL ELLIPSIS}"


def code_of(data: bytes) -> str:
    """The short code or type of an error in the shape of OpenAI or text-embeddings-inference; "" without one."""
    error = _parsed(data.decode("utf-8", "replace"))
    inner = error.get("error") if isinstance(error, dict) else None
    for place in (inner, error):
        if isinstance(place, dict):
            for name in ("code", "type", "error_type"):
                if isinstance(place.get(name), str):
                    return str(place[name])
    return ""


def limit_of(words: str) -> int | None:
    """The most input tokens of one text that an error tells: 512 in "maximum context length is 512 tokens"."""
    for pattern in _LIMITS:
        found = pattern.search(words)
        if found:
            return int(found[1].replace(",", "")) or None
    return None


def too_long(words: str) -> bool:
    """Whether an error is about a text that is too long for the server."""
    return bool(_TOO_LONG.search(words)) and batch_limit_of(words) is None


def batch_limit_of(words: str) -> int | None:
    """The most texts of one request that an error tells."""
    found = _BATCH.search(words)
    return int((found[1] or found[2]).replace(",", "")) or None if found else None


def _message(text: str) -> str:
    """The message inside; Ollama puts another server's whole answer into its own error as a string."""
    parsed = _parsed(text)
    if isinstance(parsed, list) and parsed:
        parsed = parsed[0]
    if not isinstance(parsed, dict):
        return text
    for name in ("error", "message", "detail", "msg"):
        value = parsed.get(name)
        if isinstance(value, dict | list) and value:
            return _message(json.dumps(value, ensure_ascii=False))
        if isinstance(value, str) and value:
            return _message(value) if value.lstrip().startswith("{") else value
    return text


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
