"""Texts to a server in batches: smaller ones where a batch fails, until it is known which texts fail and why."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from inspector.core.embedding import Cancelled
from inspector.core.servers.errors import BrokenAnswerError, ServerError, SlowError, StatusError
from inspector.core.servers.patience import check_wanted
from inspector.core.servers.vectors import Row
from inspector.core.servers.words import batch_limit_of

BATCH_TEXTS = 32
BATCH_CHARACTERS = 64_000
"""How much goes into one request where the server states no less."""
SAME_FAILURES = 16
"""So many texts in a row end the work, that fail with nothing but failures before, or that get no whole answer: it is
not the texts then."""
_ABOUT_TEXTS = frozenset({400, 413, 422, 424, 500, 501, 507, 520})
"""Errors that may be about single texts; all others are about the request, the key or the server."""

Ask = Callable[[Sequence[str]], list[Row]]
"""Sends one request; one vector, or what is wrong with it, for each text."""


class Sender:
    """Sends texts within the server's limits, which it also learns from failures; remembers whether anything worked."""

    def __init__(self, batch_limit: int | None) -> None:
        self.batch_limit = BATCH_TEXTS if batch_limit is None else min(batch_limit, BATCH_TEXTS)
        self._worked = False
        self._failed = 0
        self._unanswered = 0

    def send(self, texts: Sequence[str], ask: Ask, cancelled: Cancelled) -> Iterator[tuple[str, Row]]:
        """Each text with its vector, or the server's words on why it has none; a failing batch is halved.

        Raises CancelledError before the next request, and what no smaller batch helps against.
        """
        waiting = deque(self._batches(texts))
        while waiting:
            check_wanted(cancelled)
            batch = waiting.popleft()
            if len(batch) > self.batch_limit:
                waiting.extendleft(reversed([batch[: self.batch_limit], batch[self.batch_limit :]]))
                continue
            try:
                rows = ask(batch)
            except ServerError as error:
                if len(batch) > 1 and self._smaller_helps(error, len(batch)):
                    half = (len(batch) + 1) // 2
                    waiting.extendleft((batch[half:], batch[:half]))
                    continue
                rows = [self._words(error)]
            yield from zip(batch, rows, strict=True)
            self._look(rows)

    def _batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        """Runs of texts within the limits, one text at least."""
        batch: list[str] = []
        characters = 0
        for text in texts:
            if batch and (len(batch) >= self.batch_limit or characters + len(text) > BATCH_CHARACTERS):
                yield batch
                batch, characters = [], 0
            batch.append(text)
            characters += len(text)
        if batch:
            yield batch

    def _smaller_helps(self, error: ServerError, size: int) -> bool:
        """Whether fewer texts at a time may help; raises the error when not."""
        if isinstance(error, StatusError):
            if error.status not in _ABOUT_TEXTS:
                raise error
            limit = batch_limit_of(error.words)
            if limit is not None:
                self.batch_limit = max(min(limit, size - 1), 1)
        elif isinstance(error, SlowError):
            self.batch_limit = max(size // 2, 1)
        elif not isinstance(error, BrokenAnswerError):
            raise error
        return True

    def _words(self, error: ServerError) -> str:
        """What is said of the one text that failed; raises the error when it is not about the text."""
        if isinstance(error, StatusError) and error.status in _ABOUT_TEXTS:
            return error.words or str(error)
        if isinstance(error, BrokenAnswerError):
            self._unanswered += 1
            return str(error)
        raise error

    def _look(self, rows: Sequence[Row]) -> None:
        """Raise ServerError when too many texts in a row got no whole answer, or failed and nothing ever worked."""
        failures = [row for row in rows if isinstance(row, str)]
        if len(failures) < len(rows):
            self._worked = True
            self._unanswered = 0
        self._failed = self._failed + len(failures) if not self._worked else 0
        if self._failed >= SAME_FAILURES:
            raise ServerError(
                f"the first {self._failed} texts all failed; the last words of the server: {failures[-1]}"
            )
        if self._unanswered >= SAME_FAILURES:
            raise ServerError(
                f"{self._unanswered} texts in a row got no whole answer; the last words of the server: {failures[-1]}"
            )
