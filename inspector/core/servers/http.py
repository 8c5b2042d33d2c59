"""One request to a server and its answer: bounded in size and time, never followed elsewhere, the key scrubbed."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import urllib3
from urllib3.exceptions import HTTPError, NewConnectionError, SSLError

from inspector import __version__
from inspector.core.embedding import Cancelled, never
from inspector.core.keys import Key
from inspector.core.servers.address import Address
from inspector.core.servers.errors import BrokenAnswerError, ServerError, SlowError, StatusError, UnreachableError
from inspector.core.servers.patience import Patience, persist
from inspector.core.servers.sockets import Watch, watched_pools
from inspector.core.servers.words import code_of, words_of

MEBIBYTE = 2**20
_PIECE = 2**16


class Client:
    """Calls to one server, in order, by one thread at a time."""

    def __init__(self, address: Address, key: Key | None = None, patience: Patience | None = None) -> None:
        self.address = address
        self.patience = patience or Patience()
        self._key = key
        self._watch = Watch()
        self._pools = urllib3.PoolManager(num_pools=1, maxsize=1, block=False)
        self._pools.pool_classes_by_scheme = watched_pools(self._watch)

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
        """Close the connection."""
        self._pools.clear()

    def scrub(self, text: str) -> str:
        """`text` without the key."""
        return text if self._key is None else self._key.scrub(text)

    def _once(self, method: str, path: str, body: Mapping[str, Any] | None, cancelled: Cancelled, limit: int) -> Any:
        self._watch.begin(self.patience.timeout, cancelled)
        try:
            status, headers, data = self._exchange(method, path, body, limit)
        except (NewConnectionError, urllib3.exceptions.ConnectTimeoutError) as error:
            raise UnreachableError(f"{self.address} cannot be reached: {self._reason(error)}") from None
        except SSLError as error:
            raise UnreachableError(f"{self.address} has no connection that is safe: {self._reason(error)}") from None
        except (TimeoutError, urllib3.exceptions.TimeoutError):
            raise SlowError(f"{self.address} gave no whole answer within {self.patience.timeout:g} s") from None
        except (HTTPError, OSError) as error:
            raise BrokenAnswerError(
                f"{self.address} closed the connection before it had answered: {self._reason(error)}"
            ) from None
        if status != 200:
            raise self._refusal(status, headers, data)
        return self._json(path, data)

    def _exchange(
        self, method: str, path: str, body: Mapping[str, Any] | None, limit: int
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body of the answer; BrokenAnswerError for one that is too large or packed."""
        answer = self._pools.request(
            method,
            f"{self.address}{path}",
            body=None if body is None else json.dumps(body).encode(),
            headers=self._headers(),
            redirect=False,
            retries=False,
            preload_content=False,
            decode_content=False,
            timeout=urllib3.Timeout(connect=self.patience.connect, read=self.patience.timeout),
        )
        whole = False
        try:
            if answer.headers.get("Content-Encoding", "identity") != "identity":
                raise BrokenAnswerError(f"{self.address} packed its answer, which was not asked for")
            data = bytearray()
            while piece := answer.read(_PIECE):
                data += piece
                if len(data) > limit:
                    raise BrokenAnswerError(
                        f"{self.address} answers with more than {limit:,} bytes: that was not asked for"
                    )
            whole = True
            return answer.status, answer.headers, bytes(data)
        finally:
            if whole:
                answer.release_conn()
            else:
                answer.close()

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

    def _reason(self, error: BaseException) -> str:
        """The last cause in the system's own words."""
        reason: BaseException = error
        while isinstance(cause := (reason.__cause__ or reason.__context__), OSError | HTTPError):
            reason = cause
        text = getattr(reason, "strerror", None) or str(reason)
        return self.scrub(text.rpartition(": ")[2] if isinstance(reason, HTTPError) else text)


def _wait(value: str | None) -> float | None:
    """Seconds from a Retry-After header: a number, or a date."""
    if value is None:
        return None
    try:
        return max(float(value), 0.0)
    except ValueError:
        pass
    try:
        return max(parsedate_to_datetime(value).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError):
        return None
