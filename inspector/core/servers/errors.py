"""What can go wrong with a server, told apart by what helps: waiting, fewer texts at a time, or nothing."""

from __future__ import annotations

from inspector.core.errors import CannotError, RefusedError


class ServerError(CannotError):
    """The server could not be used; the message names it and repeats its own words."""


class UnreachableError(ServerError):
    """Nobody answers at the address."""


class BrokenAnswerError(ServerError):
    """The connection was closed before the answer was whole, or the answer is not what was asked for."""


class SlowError(ServerError):
    """No whole answer came in the time that it may take."""


class MismatchError(ServerError):
    """It cannot be told which vector of an answer belongs to which text: nothing of it may be used."""


class ChangedError(ServerError):
    """The server gives vectors of another dimension or model than before under the same name."""


class StatusError(ServerError):
    """The server answered with an error: `status`, its own `words`, and how long it asks to wait in seconds."""

    def __init__(self, message: str, status: int, words: str, wait: float | None = None, code: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.words = words
        self.wait = wait
        self.code = code


class UnknownModelError(RefusedError):
    """The server has several models and none was named; `models` are those that it has."""

    def __init__(self, message: str, models: tuple[str, ...]) -> None:
        super().__init__(message)
        self.models = models
