"""The keys of servers: from an environment variable or the system's key ring, and never anywhere else.

A key is kept in a `Key`, which shows itself nowhere: not in a repr, a pickle, a message or an export.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from inspector.core.errors import CannotError, RefusedError

VARIABLE = "INSPECTOR_API_KEY"
"""The environment variable with the key for any server; one with the server's name after it goes first."""
SERVICE = "chunk-inspector"
"""What the key ring files our keys under."""
HIDDEN = "\u2022\u2022\u2022"
_PRINTABLE = re.compile(r"[\x21-\x7e]+")


class Key:
    """A secret that must be asked for by name: every other way to look at it shows dots."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        """RefusedError for what no header can carry; the refusal does not repeat it."""
        stripped = secret.strip()
        if not _PRINTABLE.fullmatch(stripped):
            raise RefusedError("the key is empty or holds white space or signs that no request can carry")
        self._secret = stripped

    def reveal(self) -> str:
        """The secret itself, to be put into a request."""
        return self._secret

    def scrub(self, text: str) -> str:
        """`text` with dots wherever it repeats the secret, as some servers do in their errors."""
        return text.replace(self._secret, HIDDEN)

    def __repr__(self) -> str:
        return f"Key({HIDDEN})"

    __str__ = __repr__

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is not written anywhere")


@dataclass(frozen=True)
class FoundKey:
    """What was found for a server: its key and where it came from, or None and why the key ring could not be asked."""

    key: Key | None
    source: str = ""
    problem: str = ""


def variable_for(origin: str) -> str:
    """The environment variable for one server: `INSPECTOR_API_KEY_API_OPENAI_COM` for https://api.openai.com."""
    place = origin.partition("://")[2] or origin
    return f"{VARIABLE}_{re.sub('[^A-Z0-9]+', '_', place.upper()).strip('_')}"


def find_key(origin: str, environment: Mapping[str, str] | None = None) -> FoundKey:
    """The key for the server at `origin` (scheme://host[:port]): its own variable, the key ring, the general variable.

    The key ring is asked only here and in `keep_key` and `forget_key`. Raises RefusedError naming the variable whose
    value is no key.
    """
    values = os.environ if environment is None else environment
    own = variable_for(origin)
    if values.get(own):
        return FoundKey(_from_variable(own, values[own]), own)
    kept, problem = _from_ring(origin)
    if kept is not None:
        return FoundKey(kept, "the key ring")
    if values.get(VARIABLE):
        return FoundKey(_from_variable(VARIABLE, values[VARIABLE]), VARIABLE)
    return FoundKey(None, "", problem)


def keep_key(origin: str, key: Key) -> None:
    """Put a key into the system's key ring; CannotError names the variable to use where there is none."""
    import keyring  # noqa: PLC0415 - looks for the system's services when it is loaded

    try:
        keyring.set_password(SERVICE, origin, key.reveal())
    except Exception as error:  # noqa: BLE001 - back ends raise what their systems do
        raise _no_ring(origin, key.scrub(_words(error))) from None


def forget_key(origin: str) -> None:
    """Take the key of a server out of the key ring; nothing happens when there is none there."""
    import keyring  # noqa: PLC0415
    from keyring.errors import PasswordDeleteError  # noqa: PLC0415

    try:
        keyring.delete_password(SERVICE, origin)
    except PasswordDeleteError:
        return
    except Exception as error:  # noqa: BLE001
        raise _no_ring(origin, _words(error)) from None


def remedy(origin: str) -> str:
    """How to give a key without a key ring."""
    return f"set the environment variable {variable_for(origin)} (or {VARIABLE}) to the key"


def _no_ring(origin: str, words: str) -> CannotError:
    return CannotError(f"the system's key ring cannot be used ({words}): {remedy(origin)}")


def _from_variable(name: str, value: str) -> Key:
    try:
        return Key(value)
    except RefusedError as refusal:
        raise RefusedError(f"{name}: {refusal}") from None


def _from_ring(origin: str) -> tuple[Key | None, str]:
    """The key that the key ring has, and why it could not be asked."""
    try:
        import keyring  # noqa: PLC0415

        secret = keyring.get_password(SERVICE, origin)
    except Exception as error:  # noqa: BLE001 - back ends raise what their systems do; it is told when a key is missing
        return None, _words(error)
    try:
        return (Key(secret) if secret else None), ""
    except RefusedError as refusal:
        return None, str(refusal)


def _words(error: Exception) -> str:
    first = str(error).strip().partition("\n")[0]
    return first or type(error).__name__
