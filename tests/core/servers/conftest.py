"""What the tests of servers share: short waits, no key ring of this machine, and servers that are stopped again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

from inspector.core.servers.connect import connect
from inspector.core.servers.patience import Patience
from inspector.core.servers.server_embedder import ServerEmbedder
from tests.core.servers.fake_server import Answer, FakeServer, openai

QUICK = Patience(delays=(0.01, 0.01), longest=0.2, timeout=5.0, connect=2.0)
TEXTS = [f"text number {n}" for n in range(10)]

Serve = Callable[[Answer], FakeServer]


class MemoryRing(KeyringBackend):
    """A key ring that forgets everything at the end of the test."""

    priority = 1

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("none there")


@pytest.fixture(autouse=True)
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryRing]:
    """The only key ring there is; no key in the environment."""
    before = keyring.get_keyring()
    monkeypatch.delenv("INSPECTOR_API_KEY", raising=False)
    made = MemoryRing()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers that are stopped after the test."""
    started: list[FakeServer] = []

    def start(answer: Answer) -> FakeServer:
        started.append(FakeServer(answer))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def joined(serve: Serve) -> Callable[..., tuple[FakeServer, ServerEmbedder]]:
    """A server that was got to know while it was well, and then answers as told."""

    def join(then: Answer, shape: Answer | None = None, patience: Patience = QUICK, **options: Any) -> Any:
        server = serve(openai() if shape is None else shape)
        found = connect(server.address, patience=patience, **options)
        server.asked.clear()
        server.answer = then
        return server, found

    return join
