"""The calls that every kind of server has in its own shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from inspector.core.embedding import Cancelled
from inspector.core.servers.capabilities import Kind, Stated
from inspector.core.servers.errors import BrokenAnswerError
from inspector.core.servers.http import MEBIBYTE, Client

_BYTES_A_VECTOR = 400_000
"""The most that one vector may take in an answer: 16,000 numbers of 25 signs."""


class Token(NamedTuple):
    """A token that a server told: its number, the characters `start:end` (None: not told), its spelling."""

    number: int
    start: int | None
    end: int | None
    spelling: str


@dataclass(frozen=True)
class Answered:
    """An answer with one embedding for each text, unchecked; `used` tokens in all, and the model's name, where told."""

    raw: list[Any]
    used: int | None = None
    model: str | None = None


@dataclass(frozen=True)
class Call:
    """One piece of work with a server: over which client, for which model ("" while none is chosen), until when."""

    client: Client
    model: str
    cancelled: Cancelled

    def get(self, path: str) -> Any:
        """The JSON that the server answers to GET."""
        return self.client.call("GET", path, None, self.cancelled, MEBIBYTE)

    def post(self, path: str, body: Mapping[str, Any], limit: int = MEBIBYTE) -> Any:
        """The JSON that the server answers to POST, of at most `limit` bytes."""
        return self.client.call("POST", path, body, self.cancelled, limit)


class Dialect(Protocol):
    """How one kind of server is spoken to."""

    @property
    def kind(self) -> Kind:
        """Its name."""

    def stated(self, call: Call) -> Stated | None:
        """What the server says of itself; None when it is of another kind."""

    def embed(self, call: Call, texts: Sequence[str]) -> Answered:
        """The embeddings of `texts`."""

    def tokenize(self, call: Call, texts: Sequence[str], special: bool) -> list[list[Token]]:
        """The tokens of each text, with those that the model puts around it when `special`."""


def answer_limit(texts: int) -> int:
    """The most bytes that an answer with so many vectors may have."""
    return MEBIBYTE + texts * _BYTES_A_VECTOR


def tokens_limit(texts: Sequence[str]) -> int:
    """The most bytes that an answer with the tokens of these texts may have."""
    return MEBIBYTE + 400 * sum(map(len, texts))


def no_tokens() -> BrokenAnswerError:
    """What is raised for an answer to /tokenize that holds none."""
    return BrokenAnswerError("the answer to /tokenize holds no tokens")


def number(value: Any) -> int | None:
    """A whole number from 1 out of an answer, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def names(value: Any, key: str) -> tuple[str, ...]:
    """The names under `key` in a list of objects."""
    if not isinstance(value, list):
        return ()
    return tuple(one[key] for one in value if isinstance(one, dict) and isinstance(one.get(key), str))
