"""Waiting that ends as soon as the work is no longer wanted, and trying again where that helps."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from inspector.core.embedding import Cancelled
from inspector.core.errors import CancelledError
from inspector.core.servers.errors import BrokenAnswerError, StatusError, UnreachableError

T = TypeVar("T")

STEP = 0.05
"""Seconds between two looks at whether the work is still wanted."""
_HELPS = frozenset({429, 502, 503, 504})
_HOPELESS = frozenset({"insufficient_quota", "billing_hard_limit_reached"})


@dataclass(frozen=True)
class Patience:
    """How often and how long to wait: `delays` seconds before each further try, no single wait above `longest`.

    `timeout`: seconds that one request may take in all; `connect`: seconds until somebody must have answered the call.
    """

    delays: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0)
    longest: float = 60.0
    timeout: float = 120.0
    connect: float = 5.0


def pause(seconds: float, cancelled: Cancelled) -> None:
    """Wait; raises CancelledError within STEP seconds of `cancelled` saying so."""
    end = time.monotonic() + seconds
    while True:
        check_wanted(cancelled)
        left = end - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, STEP))


def check_wanted(cancelled: Cancelled) -> None:
    """Raise CancelledError when the work is no longer wanted."""
    if cancelled():
        raise CancelledError("embedding was cancelled")


def persist(attempt: Callable[[], T], patience: Patience, cancelled: Cancelled) -> T:
    """What `attempt` gives, tried again after a wait where that helps: too many requests, a model still loading.

    The wait is the one that the server asks for, else the next of `delays`. A connection that was closed or refused is
    tried once more. Raises the last error when there are no tries left, or when the server asks for too long a wait.
    """
    lost = False
    for delay in patience.delays:
        check_wanted(cancelled)
        try:
            return attempt()
        except StatusError as error:
            wait = delay if error.wait is None else error.wait
            if error.status not in _HELPS or error.code in _HOPELESS or wait > patience.longest:
                raise
        except (BrokenAnswerError, UnreachableError):
            if lost:
                raise
            lost, wait = True, delay
        pause(wait, cancelled)
    check_wanted(cancelled)
    return attempt()
