"""An embedder by a server before and after its work: plans, texts that were cut, memory, threads, errors."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.core.errors import CannotError
from inspector.core.servers import server_embedder
from inspector.core.servers.connect import connect
from inspector.core.servers.errors import (
    BrokenAnswerError,
    ChangedError,
    MismatchError,
    SlowError,
    StatusError,
    UnreachableError,
)
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import QUICK, TEXTS, Serve
from tests.core.servers.fake_server import Asked, Reply, embeddings, refusing


def test_a_plan_says_what_would_be_sent_and_sends_nothing(joined) -> None:
    server, found = joined(refusing("no", 500, "failed"))
    found.embed(["failed"])
    server.asked.clear()
    plan = found.plan(["one", "two", "one", " ", "failed"], 12)
    assert (plan.chunks, plan.characters, plan.tokens, plan.address) == (2, 6, 12, server.address)
    assert plan.line() == f"2 chunks (6 characters, 12 tokens) to {server.address}"
    assert server.asked == []


def test_a_text_of_which_the_server_read_only_the_beginning_is_found_by_its_count(joined) -> None:
    long = "word " * 300
    shape = fake.ollama(context=64)

    def cuts(asked: Asked) -> Reply:
        asked.body["truncate"] = True  # as old versions do, whatever they are told
        return shape(asked)

    _, found = joined(cuts, fake.ollama(context=64))
    found.embed([*TEXTS, long])
    assert found.cut == {}
    found.count_with(lambda texts: [fake.tokens_of(text) for text in texts])
    assert not np.isnan(found.embed([*TEXTS, long])).any()
    assert dict(found.cut) == {long: "the server saw 64 of 302 tokens"}


def test_of_texts_that_failed_or_were_cut_only_the_latest_are_remembered(
    joined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_embedder, "_REMEMBERED", 3)
    words = "too long: the maximum context length is 12 tokens"
    _, found = joined(refusing(words, 400, *TEXTS[:5]))
    found.count_with(lambda texts: [100 for _ in texts])
    found.embed(TEXTS)
    assert list(found.failures) == TEXTS[2:5]
    assert list(found.cut) == TEXTS[7:10]


def test_two_embedders_of_the_same_server_do_not_disturb_each_other(serve: Serve) -> None:
    server = serve(fake.openai())
    first, second = connect(server.address, patience=QUICK), connect(server.address, patience=QUICK)
    assert (first.embed(TEXTS) == second.embed(TEXTS)).all()
    first.close()
    assert (first.embed(TEXTS) == second.embed(TEXTS)).all()


def test_several_threads_may_use_one_embedder(joined) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def slowly(asked: Asked) -> Reply:
        return Reply(body=fake.openai_body(asked), slow=0.02)

    _, found = joined(embeddings(slowly))
    texts = [[f"text {n} of {k}" for n in range(5)] for k in range(12)]
    with ThreadPoolExecutor(4) as pool:
        every = list(pool.map(found.embed, texts))
    for own, vectors in zip(texts, every, strict=True):
        assert np.allclose(vectors, [fake.unit(text) for text in own], atol=1e-6)


def test_what_cannot_be_written_as_json_is_no_crash(joined) -> None:
    _, found = joined(fake.openai())
    assert found.embed(["lone \ud800 surrogate"]).shape == (1, 8)


def test_every_error_of_a_server_is_one_that_a_front_end_tells() -> None:
    kinds = (BrokenAnswerError, ChangedError, MismatchError, SlowError, StatusError, UnreachableError)
    assert all(issubclass(kind, CannotError) and kind.exit_status == 1 for kind in kinds)
