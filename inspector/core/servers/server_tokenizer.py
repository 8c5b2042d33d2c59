"""Counting by a server: its own tokens where it tells them, and whether a tokenizer here counts as it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from inspector.core.anchors import NoAnchors
from inspector.core.embedding import Cancelled, never
from inspector.core.errors import CannotError
from inspector.core.servers.dialect import Token
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.tokenizer import DEFAULT_TOKENIZER, SHIPPED, Tokenizer, load_tokenizer
from inspector.core.tokens import Piece, Tokens, no_spans

CHECKS = (
    "A short sentence of our own.",
    "Naïve façades cost £1,234.50 in Zürich — or did, until HTTPServer2 & snake_case_names met CamelCase!",
    "def f(x):\n\treturn  x ** 2  # 4 spaces\n\n日本語の文章。Ёлка, שלום, 👩‍👩‍👧 and e\u0301.",
)
"""Texts of our own in which tokenizers differ; these alone are sent to compare counts."""
_REMEMBERED = 65_536
_EDGE = 4_096
_TOGETHER = 32


@dataclass(frozen=True)
class TokenizerCheck:
    """Whether a tokenizer counts input tokens as the server does: `own` and `server` of the first text where not.

    Where they agree, both are the sum over all texts. `server` None: the server gives no counts to compare with.
    """

    tokenizer: str
    agrees: bool
    own: int
    server: int | None

    def line(self) -> str:
        """What to tell a person, with both numbers."""
        if self.server is None:
            return f"the server gives no counts: whether {self.tokenizer} counts as it does cannot be checked"
        if self.agrees:
            return f"{self.tokenizer} counts as the server does: {self.own} tokens in {len(CHECKS)} texts of our own"
        return (
            f"{self.tokenizer} counts {self.own} tokens where the server counts {self.server}: they are not its counts"
        )


def check_tokenizer(server: ServerEmbedder, tokenizer: Tokenizer, cancelled: Cancelled = never) -> TokenizerCheck:
    """Compare a tokenizer with the server's own figures on texts of ours, specials included; sends nothing else.

    Raises CancelledError and ServerError.
    """
    own_sum = server_sum = 0
    for text in CHECKS:
        own = tokenizer.count_input([text], "")[0]
        told = _count(server, text, cancelled)
        if told is None or told != own:
            return TokenizerCheck(tokenizer.name, False, own, told)
        own_sum, server_sum = own_sum + own, server_sum + told
    return TokenizerCheck(tokenizer.name, True, own_sum, server_sum)


def likely_tokenizer(server: ServerEmbedder) -> str | None:
    """The name of the tokenizer here that the server may count with, to be checked; None where there is none here.

    It is that of the model in our table, or bert-base-uncased, which most embedding models count with.
    """
    likely = server.known.tokenizer if server.known is not None else DEFAULT_TOKENIZER
    return likely if likely in SHIPPED else None


def best_tokenizer(
    server: ServerEmbedder, present: str, cancelled: Cancelled = never
) -> tuple[Tokenizer, TokenizerCheck]:
    """The likely tokenizer where it counts as the server does on every text of ours, else the present one.

    With it comes what the comparison gave; each of the two is compared once. Raises as `check_tokenizer` does.
    """
    likely = likely_tokenizer(server)
    if likely is not None and likely != present:
        tokenizer = load_tokenizer(likely)
        check = check_tokenizer(server, tokenizer, cancelled)
        if check.agrees:
            return tokenizer, check
    tokenizer = load_tokenizer(present)
    return tokenizer, check_tokenizer(server, tokenizer, cancelled)


class ServerTokenizer:
    """Exact counts by the server itself: every text that is counted is sent to it.

    Nothing is known of where its counts may be added, so every chunk is counted whole; it is slow for long documents.
    """

    notices: tuple[str, ...] = ("the server counts: which tokens are unknown to it is not told",)

    def __init__(self, server: ServerEmbedder) -> None:
        """Raises CannotError for a server that does not count exactly."""
        if server.capabilities.counts != "exact":
            raise CannotError(f"{server.address} cannot count a text without embedding it: choose a tokenizer here")
        self.name = f"{server.model} at {server.address}"
        self.anchors = NoAnchors()
        self._server = server
        self._one = lru_cache(maxsize=_REMEMBERED)(lambda text: len(self._tokens([text])[0]))
        self.special_tokens = len(self._tokens(["a"], special=True)[0]) - len(self._tokens(["a"])[0])

    def count(self, texts: Sequence[str]) -> list[int]:
        """The token count of each text alone, special tokens around it left out."""
        if len(texts) == 1 and len(texts[0]) <= _EDGE:
            return [self._one(texts[0])]
        return [len(found) for found in self._in_batches(list(texts), special=False)]

    def count_input(self, texts: Sequence[str], prefix: str) -> list[int]:
        """What the model receives for each text: prefix, text and special tokens, encoded together."""
        return [len(found) for found in self._in_batches([prefix + text for text in texts], special=True)]

    def pieces(self, texts: Sequence[str]) -> list[list[Piece]]:
        """The tokens of each text alone one by one; special tokens around it left out."""
        found = self._in_batches(list(texts), special=False)
        return [
            [
                Piece(a, b, token.number, token.spelling)
                for token, (a, b) in zip(tokens, _spans(tokens, text), strict=True)
            ]
            for tokens, text in zip(found, texts, strict=True)
        ]

    def encode(
        self,
        text: str,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Tokens:
        """All tokens of a document in one request, so that their number is exact.

        Where the server tells no places they are those of the pieces as far as they can be found in the text.
        """
        if not text:
            return Tokens(np.zeros(0, np.int32), no_spans(), no_spans())
        tokens = self._tokens([text], cancelled=cancelled or never)[0]
        starts = np.array([start for start, _ in _spans(tokens, text)], np.int32)
        if progress:
            progress(len(text), len(text))
        return Tokens(np.maximum.accumulate(starts) if len(starts) else starts, no_spans(), no_spans())

    def _in_batches(self, texts: list[str], special: bool) -> list[list[Token]]:
        found: list[list[Token]] = []
        for start in range(0, len(texts), _TOGETHER):
            found += self._tokens(texts[start : start + _TOGETHER], special=special)
        return found

    def _tokens(self, texts: list[str], special: bool = False, cancelled: Cancelled = never) -> list[list[Token]]:
        """The tokens of each text; an empty text has none of its own, and some servers refuse it."""
        asked = [text for text in texts if text or special]
        found = iter(self._server.tokenize(asked, special, cancelled))
        return [next(found) if text or special else [] for text in texts]


def _count(server: ServerEmbedder, text: str, cancelled: Cancelled) -> int | None:
    """The input tokens of a text as the server counts them."""
    if server.capabilities.counts == "exact":
        return len(server.tokenize([text], True, cancelled)[0])
    return None if server.capabilities.counts == "none" else server.usage(text, cancelled)


def _spans(tokens: Sequence[Token], text: str) -> list[tuple[int, int]]:
    """Where each token stands: as told, else where its spelling is found next, else where the one before ended."""
    spans, at, lower = [], 0, text.lower()
    for token in tokens:
        start, end = token.start, token.end
        if start is None or end is None:
            start = end = at
            spelled = token.spelling.replace("\u2581", " ").strip()
            found = lower.find(spelled.lower(), at, at + len(spelled) + 64) if spelled else -1
            if found >= 0:
                start, end = found, found + len(spelled)
        start = min(start, len(text))
        at = min(max(end, start), len(text))
        spans.append((start, at))
    return spans
