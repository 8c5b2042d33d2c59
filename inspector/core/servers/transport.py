"""One exchange over HTTP by the library urllib3, which is loaded when a server was named and not before."""

from __future__ import annotations

from collections.abc import Mapping

import urllib3
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError, SSLError

from inspector.core.embedding import Cancelled
from inspector.core.servers.errors import BrokenAnswerError, SlowError, UnreachableError
from inspector.core.servers.http import Request
from inspector.core.servers.patience import Patience
from inspector.core.servers.sockets import Watch, watched_pools

_PIECE = 2**16


class Transport:
    """Keeps one connection; for one thread at a time. Redirects are not followed."""

    def __init__(self) -> None:
        self._watch = Watch()
        self._pools = urllib3.PoolManager(num_pools=1, maxsize=1, block=False)
        self._pools.pool_classes_by_scheme = watched_pools(self._watch)

    def exchange(
        self, request: Request, headers: Mapping[str, str], patience: Patience, cancelled: Cancelled
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body of the answer.

        Raises CancelledError, UnreachableError, SlowError, and BrokenAnswerError for an answer that is not whole, too
        large or packed; their words are to follow the server's address.
        """
        self._watch.begin(patience.timeout, cancelled)
        try:
            return self._exchange(request, headers, patience)
        except (NewConnectionError, ConnectTimeoutError) as error:
            raise UnreachableError(f"cannot be reached: {_reason(error)}") from None
        except SSLError as error:
            raise UnreachableError(f"has no connection that is safe: {_reason(error)}") from None
        except (TimeoutError, urllib3.exceptions.TimeoutError):
            raise SlowError(f"gave no whole answer within {patience.timeout:g} s") from None
        except (HTTPError, OSError) as error:
            raise BrokenAnswerError(f"closed the connection before it had answered: {_reason(error)}") from None

    def close(self) -> None:
        """Close the connection; the next exchange opens another."""
        self._pools.clear()

    def _exchange(
        self, request: Request, headers: Mapping[str, str], patience: Patience
    ) -> tuple[int, Mapping[str, str], bytes]:
        answer = self._pools.request(
            request.method,
            request.url,
            body=request.body,
            headers=headers,
            redirect=False,
            retries=False,
            preload_content=False,
            decode_content=False,
            timeout=urllib3.Timeout(connect=patience.connect, read=patience.timeout),
        )
        whole = False
        try:
            if answer.headers.get("Content-Encoding", "identity") != "identity":
                raise BrokenAnswerError("packed its answer, which was not asked for")
            data = bytearray()
            while piece := answer.read(_PIECE):
                data += piece
                if len(data) > request.limit:
                    raise BrokenAnswerError(f"answers with more than {request.limit:,} bytes: that was not asked for")
            whole = True
            return answer.status, answer.headers, bytes(data)
        finally:
            if whole:
                answer.release_conn()
            else:
                answer.close()


def _reason(error: BaseException) -> str:
    """The last cause in the system's own words."""
    reason: BaseException = error
    while isinstance(cause := (reason.__cause__ or reason.__context__), OSError | HTTPError):
        reason = cause
    text = getattr(reason, "strerror", None) or str(reason)
    return text.rpartition(": ")[2] if isinstance(reason, HTTPError) else str(text)
