"""Texts at which a server fails: found, marked, not kept, and what a failure tells of the limit."""

from __future__ import annotations

import json

import numpy as np
import pytest

from inspector.core.embedding import embed_all
from inspector.core.servers.errors import ServerError, StatusError
from inspector.core.vector_cache import VectorCache
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import TEXTS
from tests.core.servers.fake_server import Asked, Reply, embeddings, refusing


@pytest.mark.parametrize("status", [400, 413, 422, 424, 500])
def test_a_failing_text_is_found_and_marked_and_the_rest_goes_on(joined, status: int) -> None:
    server, found = joined(refusing("json: unsupported value: NaN", status, TEXTS[3], TEXTS[7]))
    vectors = found.embed(TEXTS)
    assert np.flatnonzero(np.isnan(vectors).all(axis=1)).tolist() == [3, 7]
    assert dict(found.failures) == dict.fromkeys([TEXTS[3], TEXTS[7]], "json: unsupported value: NaN")
    assert len(server.asked) <= 13


def test_a_text_that_failed_is_not_sent_again_until_it_is_asked_for(joined) -> None:
    server, found = joined(refusing("no", 500, TEXTS[3]))
    found.embed(TEXTS)
    server.asked.clear()
    assert np.isnan(found.embed([TEXTS[3]])).all()
    assert server.asked == []
    server.answer = fake.openai()
    found.forget_failures()
    assert not np.isnan(found.embed([TEXTS[3]])).any()


def test_a_failure_is_not_kept_in_the_cache_of_vectors(joined) -> None:
    server, found = joined(refusing("no", 500, TEXTS[3]))
    cache = VectorCache()
    assert np.isnan(embed_all(found, TEXTS, cache, prefix="")[3]).all()
    assert (found.identity, TEXTS[3]) not in cache
    assert (found.identity, TEXTS[4]) in cache
    found.forget_failures()
    server.answer = fake.openai()
    assert not np.isnan(embed_all(found, TEXTS, cache, prefix="")).any()


def test_the_vector_of_a_text_that_was_cut_is_not_kept_for_then_nobody_would_know(joined) -> None:
    def cuts(asked: Asked) -> Reply:
        reply = fake.openai()(asked)
        if TEXTS[3] in asked.texts:
            reply.body["usage"] = {"prompt_tokens": 1, "total_tokens": 1}
        return reply

    _, found = joined(cuts)
    cache = VectorCache()
    found.count_with(lambda texts: [fake.tokens_of(text) for text in texts])
    assert not np.isnan(embed_all(found, TEXTS, cache, prefix="")).any()
    assert list(found.cut) == [TEXTS[3]]
    assert (found.identity, TEXTS[3]) not in cache
    assert (found.identity, TEXTS[4]) in cache


@pytest.mark.parametrize(
    "words",
    [
        "input (992 tokens) is too large to process. increase the physical batch size (current batch size: 512)",
        "This model's maximum context length is 512 tokens. However, you requested 600 tokens.",
        "`inputs` must have less than 512 tokens. Given: 600",
        "request (2622 tokens) exceeds the available context size (512 tokens), try increasing it",
        "input length exceeds maximum context length of 512",
    ],
)
def test_the_limit_that_a_failure_tells_is_learned(joined, words: str) -> None:
    _, found = joined(refusing(words, 400, TEXTS[3]))
    assert found.learned_context is None
    found.embed(TEXTS)
    assert found.learned_context == 512
    assert found.failures[TEXTS[3]] == words


def test_ollama_s_error_within_an_error_is_unpacked(joined) -> None:
    inner = {"error": {"code": 400, "message": "request (2622 tokens) exceeds the available context size (512 tokens)"}}
    reply = Reply(400, {"error": json.dumps(inner)})
    _, found = joined(fake.instead("/api/embed", lambda asked: reply, fake.ollama()), fake.ollama(context=2048))
    found.embed(TEXTS[:1])
    assert found.failures[TEXTS[0]].startswith("request (2622 tokens)")
    assert (found.learned_context, found.context) == (512, 512)


def test_an_error_about_something_else_teaches_no_limit(joined) -> None:
    _, found = joined(refusing("GPU 512 ran out of memory for 1024 tokens", 500, TEXTS[3]))
    found.embed(TEXTS)
    assert found.learned_context is None


def test_a_server_that_takes_fewer_texts_than_it_states_is_given_fewer(joined) -> None:
    server, found = joined(fake.tei(batch=2), fake.tei(batch=8))
    assert not np.isnan(found.embed(TEXTS)).any()
    assert found.failures == {}
    assert [len(one.texts) for one in server.sent("/embed")] == [8, 2, 2, 2, 2, 2]


def test_what_is_no_fault_of_a_text_ends_the_work_with_the_server_s_words(joined) -> None:
    for status in (401, 403, 404, 405):
        reply = Reply(status, {"error": {"message": "model 'x' not found, try pulling it first"}})
        server, found = joined(embeddings(lambda asked, reply=reply: reply))
        with pytest.raises(StatusError, match=f"{status}: model 'x' not found"):
            found.embed(TEXTS)
        assert len(server.asked) == 1
        assert found.failures == {}


def test_a_server_that_fails_at_every_text_is_given_up_soon(joined) -> None:
    server, found = joined(embeddings(lambda asked: Reply(500, {"error": "out of memory"})))
    with pytest.raises(ServerError, match=r"the first 16 texts all failed.*out of memory"):
        found.embed([f"text {n}" for n in range(1000)])
    assert len(server.asked) < 40


def test_a_server_that_dies_in_the_midst_is_given_up_soon_though_it_worked_before(joined) -> None:
    left = [2]

    def dying(asked: Asked) -> Reply | None:
        left[0] -= 1
        return fake.openai()(asked) if left[0] >= 0 else None

    server, found = joined(embeddings(dying))
    with pytest.raises(ServerError, match=r"16 texts in a row got no whole answer.*closed the connection"):
        found.embed([f"text {n}" for n in range(1000)])
    assert len(server.asked) < 80
    left[0] = 1
    assert not np.isnan(found.embed(["it came back"])).any()
