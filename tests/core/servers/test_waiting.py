"""Waiting for a server: busy or slow ones are asked again, and a wait ends when the work is no longer wanted."""

from __future__ import annotations

import time

import numpy as np
import pytest

from inspector.core.errors import CancelledError
from inspector.core.servers.errors import SlowError, StatusError
from inspector.core.servers.patience import Patience
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import TEXTS
from tests.core.servers.fake_server import Asked, Reply, embeddings


@pytest.mark.parametrize(
    ("status", "words"), [(429, "Model is overloaded"), (503, "Loading model"), (502, "bad gateway")]
)
def test_a_busy_server_is_asked_again_after_a_wait(joined, status: int, words: str) -> None:
    left = [2]

    def busy(asked: Asked) -> Reply:
        left[0] -= 1
        return Reply(status, {"error": words}, headers={"Retry-After": "0"}) if left[0] >= 0 else fake.openai()(asked)

    server, found = joined(embeddings(busy))
    assert not np.isnan(found.embed(TEXTS)).any()
    assert len(server.asked) == 3
    left[0] = 100
    with pytest.raises(StatusError, match=f"{status}: {words}"):
        found.embed(["another"])
    assert len(server.asked) == 6


def test_the_wait_that_the_server_asks_for_is_kept_but_not_a_very_long_one(joined) -> None:
    replies = [Reply(429, {"error": "slow down"}, headers={"Retry-After": "0.15"})]
    server, found = joined(embeddings(lambda asked: replies.pop() if replies else fake.openai()(asked)))
    begin = time.monotonic()
    found.embed(["a"])
    assert time.monotonic() - begin >= 0.15
    replies += [Reply(429, {"error": "slow down"}, headers={"Retry-After": "3600"})]
    server.asked.clear()
    with pytest.raises(StatusError, match="slow down") as refused:
        found.embed(["b"])
    assert refused.value.wait == 3600
    assert len(server.asked) == 1


@pytest.mark.parametrize("wait", ["nan", "inf", "-1", "soon", "", "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_a_wait_that_is_none_does_not_hang(joined, wait: str) -> None:
    replies = [Reply(429, {"error": "slow down"}, headers={"Retry-After": wait})]
    _, found = joined(embeddings(lambda asked: replies.pop() if replies else fake.openai()(asked)))
    assert not np.isnan(found.embed(["a"])).any()


def test_an_empty_account_is_not_asked_again(joined) -> None:
    reply = Reply(429, {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}})
    server, found = joined(embeddings(lambda asked: reply))
    with pytest.raises(StatusError, match="quota"):
        found.embed(TEXTS)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "reply", [Reply(slow=30), Reply(429, {"error": "wait"}, headers={"Retry-After": "30"})], ids=["answer", "retry"]
)
def test_a_wait_ends_soon_after_the_work_is_no_longer_wanted(joined, reply: Reply) -> None:
    _, found = joined(embeddings(lambda asked: reply), patience=Patience())
    begin = time.monotonic()
    with pytest.raises(CancelledError):
        found.embed(TEXTS, cancelled=fake.soon(0.1))
    assert time.monotonic() - begin < 5


def test_work_is_cancelled_between_two_requests(joined) -> None:
    server, found = joined(fake.openai())
    with pytest.raises(CancelledError):
        found.embed([f"{n} {'x' * 40_000}" for n in range(4)], cancelled=lambda: len(server.asked) >= 2)
    assert len(server.asked) == 2


def test_a_slow_server_is_given_fewer_texts_and_then_given_up(joined) -> None:
    slow = lambda asked: Reply(slow=30)  # noqa: E731
    server, found = joined(embeddings(slow, lambda asked: len(asked.texts) > 2), patience=Patience(timeout=0.3))
    assert not np.isnan(found.embed(TEXTS[:4])).any()
    server.answer = embeddings(slow)
    with pytest.raises(SlowError, match=r"no whole answer within 0\.3 s"):
        found.embed(["another"])
