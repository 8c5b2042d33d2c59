"""A server's model as an embedder: batched, checked, patient; a text that fails is marked and the rest goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from inspector.core.embedding import Cancelled, Progress, Vectors, ignore_progress, is_blank, never
from inspector.core.models import EmbeddingModel
from inspector.core.servers.address import Address
from inspector.core.servers.capabilities import Capabilities
from inspector.core.servers.dialect import Call, Dialect, Token
from inspector.core.servers.errors import BrokenAnswerError, ChangedError, MismatchError
from inspector.core.servers.http import Client
from inspector.core.servers.sending import Sender
from inspector.core.servers.vectors import Row, checked_rows
from inspector.core.servers.words import limit_of, too_long

Count = Callable[[Sequence[str]], list[int]]
_REMEMBERED = 10_000
_SPECIALS = 2
"""Tokens by which two counts of the same text may differ: those that are put around it."""


@dataclass(frozen=True)
class SendPlan:
    """What would be sent where, to be seen before it is: `tokens` None where they cannot be counted without sending."""

    chunks: int
    characters: int
    tokens: int | None
    address: str

    def line(self) -> str:
        """ "12 chunks (9,310 characters, 2,104 tokens) to http://localhost:8080"."""
        tokens = "" if self.tokens is None else f", {self.tokens:,} tokens"
        chunks = f"{self.chunks:,} chunk{'' if self.chunks == 1 else 's'}"
        return f"{chunks} ({self.characters:,} characters{tokens}) to {self.address}"


@dataclass(frozen=True)
class ServerModel:
    """What makes an embedder of a server: found out by `connect`. `known`: the model of our table that it is."""

    address: Address
    model: str
    identity: str
    answers_as: str | None
    query_prefix: str
    document_prefix: str
    known: EmbeddingModel | None = None


class ServerEmbedder:
    """An embedder on a server, made by `connect`; several threads may use it.

    A text that the server refuses gets a row of NaN, and its words are in `failures` until `forget_failures`: it is not
    sent again before that.
    """

    def __init__(self, client: Client, dialect: Dialect, of: ServerModel, capabilities: Capabilities) -> None:
        self.capabilities = capabilities
        self.known = of.known
        self.model = of.model
        self.address = str(of.address)
        self.origin = of.address.origin
        self.name = f"{of.model} at {of.address.host}"
        self.identity = of.identity
        self.dimension = capabilities.dimension
        self.query_prefix = of.query_prefix
        self.document_prefix = of.document_prefix
        self.learned_context: int | None = None
        """Input tokens that one text may have, as a failure told; to be offered as the new context."""
        self._client = client
        self._dialect = dialect
        self._answers_as = of.answers_as
        self._sender = Sender(capabilities.batch_limit)
        self._failures: dict[str, str] = {}
        self._cut: dict[str, str] = {}
        self._count: Count | None = None
        self.counted_by = ""
        """The name of the tokenizer here that was seen to count as the server does; empty without one."""

    def __repr__(self) -> str:
        return f"ServerEmbedder({self.name})"

    @property
    def context(self) -> int | None:
        """Input tokens of one text: the least of what the server states and what a failure told; None: not known.

        Where the server states nothing it is that of the model in our table, if it is one of them.
        """
        stated = self.capabilities.context
        if stated is None and self.known is not None:
            stated = self.known.context
        return min((limit for limit in (stated, self.learned_context) if limit is not None), default=None)

    @property
    def failures(self) -> Mapping[str, str]:
        """The texts (as sent, with their prefix) that have no vector, with the server's own words."""
        return MappingProxyType(self._failures)

    @property
    def cut(self) -> Mapping[str, str]:
        """The texts of which the server read only the beginning: "the server saw 2,048 of 5,358 tokens".

        Seen only where `count_with` gave a way to count that agrees with the server's.
        """
        return MappingProxyType(self._cut)

    def forget_failures(self) -> None:
        """Let the texts that failed be sent again."""
        self._failures.clear()

    def count_with(self, count: Count | None, by: str = "") -> None:
        """Compare the server's usage with this count of input tokens, by a tokenizer that was checked to agree."""
        self._count, self.counted_by = count, by

    @property
    def counted(self) -> bool:
        """Whether there is a count here that agrees with the server's."""
        return self._count is not None

    def plan(self, texts: Sequence[str], tokens: int | None = None) -> SendPlan:
        """What `embed` would send of `texts`; `tokens` is their count where the caller has one. Sends nothing."""
        wanted = self._wanted(texts)
        return SendPlan(len(wanted), sum(map(len, wanted)), tokens, self.address)

    def embed(
        self, texts: Sequence[str], progress: Progress = ignore_progress, cancelled: Cancelled = never
    ) -> Vectors:
        """One unit vector for each text, float32 (n, dimension); rows of NaN for blank texts and those that failed.

        `progress` is told (done, total) texts after each request. Raises CancelledError between requests and in their
        waits, and CannotError when the server cannot be used any more or its model has changed.
        """
        vectors = np.full((len(texts), self.dimension), np.nan, dtype=np.float32)
        places: dict[str, list[int]] = {text: [] for text in self._wanted(texts)}
        for index, text in enumerate(texts):
            if text in places:
                places[text].append(index)
        done = len(texts) - sum(map(len, places.values()))
        for text, row in self._sender.send(list(places), lambda batch: self._ask(batch, cancelled), cancelled):
            if isinstance(row, str):
                self._fail(text, row)
            else:
                vectors[places[text]] = row
            done += len(places[text])
            progress(done, len(texts))
        return vectors

    def tokenize(self, texts: Sequence[str], special: bool, cancelled: Cancelled = never) -> list[list[Token]]:
        """The tokens of each text as the server counts them; only where `capabilities.counts` is "exact"."""
        return self._dialect.tokenize(self._call(cancelled), texts, special)

    def usage(self, text: str, cancelled: Cancelled = never) -> int | None:
        """The input tokens that the server says it read of one text, which it embeds; None: it does not say."""
        return self._dialect.embed(self._call(cancelled), [text]).used

    def close(self) -> None:
        """Close the connection to the server; the next call opens another."""
        self._client.close()

    def _call(self, cancelled: Cancelled) -> Call:
        return Call(self._client, self.model, cancelled)

    def _wanted(self, texts: Sequence[str]) -> list[str]:
        """The different texts that would be sent."""
        return [text for text in dict.fromkeys(texts) if not is_blank(text) and text not in self._failures]

    def _ask(self, batch: Sequence[str], cancelled: Cancelled) -> list[Row]:
        """The rows of one request; raises ServerError."""
        try:
            answer = self._dialect.embed(self._call(cancelled), batch)
            self._check_model(answer.model)
            rows = checked_rows(answer.raw, self.dimension)
        except (MismatchError, ChangedError) as error:
            raise type(error)(f"{self.address}: {error}") from None
        self._check_read(batch, answer.used)
        return rows

    def _check_model(self, named: str | None) -> None:
        if named is None or self._answers_as is None or named == self._answers_as:
            return
        raise ChangedError(
            f"the answer is of the model {named!r}, those before were of {self._answers_as!r}: they cannot be compared"
        )

    def _check_read(self, batch: Sequence[str], used: int | None) -> None:
        """Note a text of which the server read less than it has; a batch with one raises, so that it is found."""
        if used is None or self._count is None:
            return
        own = sum(self._count(batch))
        if used + _SPECIALS * len(batch) >= own:
            return
        words = f"the server saw {used:,} of {own:,} tokens"
        if len(batch) > 1:
            raise BrokenAnswerError(words)
        _remember(self._cut, batch[0], words)

    def _fail(self, text: str, words: str) -> None:
        _remember(self._failures, text, words)
        limit = limit_of(words) if too_long(words) else None
        if limit is not None:
            self.learned_context = limit if self.learned_context is None else min(limit, self.learned_context)


def _remember(told: dict[str, str], text: str, words: str) -> None:
    """Note what is told of a text; of many the oldest is forgotten, which another thread may have done already."""
    if len(told) >= _REMEMBERED:
        told.pop(next(iter(told)), None)
    told[text] = words
