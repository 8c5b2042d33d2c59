"""The address of a server as a person types it, checked and brought into one form."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from inspector.core.errors import RefusedError

SCHEMES = ("http", "https")
_ENDINGS = re.compile(r"/(v1/embeddings|v1/models|v1|api/embed|api|embed|embeddings)/?$")
_SIGNS = re.compile(r"[\x00-\x20\x7f-\U0010ffff]")


@dataclass(frozen=True)
class Address:
    """Where a server is: `origin` (scheme://host[:port]), the `path` that its calls are below, and a model if named.

    It never holds a key or a password, so it may be shown, kept and exported.
    """

    origin: str
    path: str = ""
    model: str | None = None

    def __str__(self) -> str:
        return self.origin + self.path

    @property
    def host(self) -> str:
        """Host and port, to be shown beside a model's name."""
        return self.origin.partition("://")[2]

    @property
    def plain(self) -> bool:
        """Whether what is sent can be read on its way: no TLS, and another machine."""
        return self.origin.startswith("http://") and not _is_here(urlsplit(self.origin).hostname or "")


def is_address(text: str) -> bool:
    """Whether `text` is meant as the address of a server rather than as a name or a path."""
    return text.lower().startswith(("http://", "https://"))


def parse_address(text: str) -> Address:
    """The address in `http://host:port/v1#model`; the ends of well-known calls (`/v1`, `/api/embed`) are left out.

    Raises RefusedError for what is no such address, and for one with a password or a query in it, which is not
    repeated.
    """
    typed = text.strip()
    try:
        parts = urlsplit(typed)
        port = parts.port
    except ValueError as error:
        raise RefusedError(f"the address of the server cannot be read: {error}") from None
    if parts.username is not None or parts.password is not None:
        raise RefusedError("the address of the server holds a user or a password: give a key apart from it")
    if parts.query:
        raise RefusedError(
            "the address of the server holds a query (?\N{HORIZONTAL ELLIPSIS}): give a key apart from it"
        )
    if parts.scheme.lower() not in SCHEMES or not parts.hostname or _SIGNS.search(typed.partition("#")[0]):
        raise RefusedError(f"{typed!r} is no address of a server: it must be like http://localhost:8080")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    origin = f"{parts.scheme.lower()}://{host}" + ("" if port is None else f":{port}")
    return Address(origin, _ENDINGS.sub("", parts.path.rstrip("/")).rstrip("/"), parts.fragment.strip() or None)


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
