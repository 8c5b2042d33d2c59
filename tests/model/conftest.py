"""A real session without a document, on an embedder that counts letters; short texts are cut at once on any machine."""

import pytest

from inspector.model import stages
from inspector.model.session import Session
from tests.model.opened import FakeEmbedder


@pytest.fixture(autouse=True)
def _cut_at_once(monkeypatch):
    """A machine that is busy with something else must not make a short cut a long one."""
    monkeypatch.setattr(stages, "SHORT_SECONDS", 10)


@pytest.fixture
def embedder():
    return FakeEmbedder()


@pytest.fixture
def session(qapp, embedder):
    session = Session(embedder=embedder)
    yield session
    assert session.close()
