"""One request to a server and its answer: bounded in size and time, never followed elsewhere, the key scrubbed."""

from __future__ import annotations

import json
import math
import time
from collections import deque
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from inspector import __version__
from inspector.core.embedding import Cancelled, never
from inspector.core.keys import Key
from inspector.core.servers.address import Address
from inspector.core.servers.errors import BrokenAnswerError, ServerError, SlowError, StatusError, UnreachableError
from inspector.core.servers.patience import Patience, persist
from inspector.core.servers.words import code_of, words_of

if TYPE_CHECKING:
    from inspector.core.servers.transport import Transport

MEBIBYTE = 2**20


class Request(NamedTuple):
    """What goes out, and the most bytes that may come back."""

    method: str
    url: str
    body: bytes | None
    limit: int


class Client:
    """Calls to one server; threads may share it, each call then has a connection of its own."""

    def __init__(self, address: Address, key: Key | None = None, patience: Patience | None = None) -> None:
        self.address = address
        self.patience = patience or Patience()
        self._key = key
        self._idle: deque[Transport] = deque()

    def __repr__(self) -> str:
        return f"Client({self.address}, {'with a key' if self._key else 'without a key'})"

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        cancelled: Cancelled = never,
        limit: int = MEBIBYTE,
    ) -> Any:
        """The JSON of the answer to one call, tried again where that helps (see `persist`).

        Raises CancelledError while waiting, StatusError with the server's own words, UnreachableError, SlowError, and
        BrokenAnswerError for an answer that ends early, is no JSON, or has more than `limit` bytes.
        """
        return persist(lambda: self._once(method, path, body, cancelled, limit), self.patience, cancelled)

    def close(self) -> None:
        """Close the connections that are not in use; the next call opens another."""
        while (transport := self._waiting()) is not None:
            transport.close()

    def scrub(self, text: str) -> str:
        """`text` without the key."""
        return text if self._key is None else self._key.scrub(text)

    def _once(self, method: str, path: str, body: Mapping[str, Any] | None, cancelled: Cancelled, limit: int) -> Any:
        request = Request(method, f"{self.address}{path}", None if body is None else json.dumps(body).encode(), limit)
        transport = self._waiting() or _transport()
        try:
            status, headers, data = transport.exchange(request, self._headers(), self.patience, cancelled)
        except (UnreachableError, BrokenAnswerError, SlowError) as error:
            raise type(error)(self.scrub(f"{self.address} {error}")) from None
        finally:
            self._idle.append(transport)
        if status != 200:
            raise self._refusal(status, headers, data)
        return self._json(path, data)

    def _waiting(self) -> Transport | None:
        """A connection that no call uses now."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _headers(self) -> dict[str, str]:
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "Content-Type": "application/json",
            "User-Agent": f"chunk-inspector/{__version__}",
        }
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key.reveal()}"
        return headers

    def _refusal(self, status: int, headers: Mapping[str, str], data: bytes) -> ServerError:
        words = self.scrub(words_of(data))
        if 300 <= status < 400:
            where = self.scrub(headers.get("Location", "elsewhere"))
            return StatusError(
                f"{self.address} answered {status} and points to {where}: nothing is sent there, name that address"
                " yourself if it is right",
                status,
                words,
            )
        said = f": {words}" if words else ""
        return StatusError(
            f"{self.address} answered {status}{said}", status, words, _wait(headers.get("Retry-After")), code_of(data)
        )

    def _json(self, path: str, data: bytes) -> Any:
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            shown = words_of(data, 80)
            raise BrokenAnswerError(
                self.scrub(f"{self.address} answered {path} with what is no JSON ({error}): {shown}")
            ) from None


def _transport() -> Transport:
    from inspector.core.servers.transport import Transport  # noqa: PLC0415 - a tenth of a second that few need

    return Transport()


def _wait(value: str | None) -> float | None:
    """Seconds from a Retry-After header: a number, or a date."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        return _until(value)
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _until(value: str) -> float | None:
    """Seconds until a date."""
    try:
        return max(parsedate_to_datetime(value).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError):
        return None
