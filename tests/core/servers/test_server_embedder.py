"""Embedding by a server: batches, failing texts, limits that are learned, waits, and answers that cannot be right."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from inspector.core.embedding import embed_all
from inspector.core.errors import CancelledError, CannotError
from inspector.core.keys import Key
from inspector.core.servers import server_embedder
from inspector.core.servers.connect import connect
from inspector.core.servers.errors import (
    BrokenAnswerError,
    ChangedError,
    MismatchError,
    ServerError,
    SlowError,
    StatusError,
    UnreachableError,
)
from inspector.core.servers.openai import OpenAI
from inspector.core.servers.patience import Patience
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.vector_cache import VectorCache
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import QUICK
from tests.core.servers.fake_server import Answer, Asked, FakeServer, Reply

Serve = Callable[[Answer], FakeServer]
SHAPES = {"openai": fake.openai(), "ollama": fake.ollama(), "tei": fake.tei(), "llamacpp": fake.llamacpp()}
TEXTS = [f"text number {n}" for n in range(10)]


@pytest.fixture
def joined(serve: Serve) -> Callable[..., tuple[FakeServer, ServerEmbedder]]:
    """A server that was got to know while it was well, and then answers as told."""

    def join(then: Answer, shape: Answer | None = None, patience: Patience = QUICK, **options: Any) -> Any:
        server = serve(fake.openai() if shape is None else shape)
        found = connect(server.address, patience=patience, **options)
        server.asked.clear()
        server.answer = then
        return server, found

    return join


def embeddings(reply: Answer, when: Callable[[Asked], bool] = lambda _: True) -> Answer:
    return fake.instead("/v1/embeddings", reply, fake.openai(), when)


def refusing(words: str, status: int, *bad: str) -> Answer:
    """Refuses every request that holds one of these texts."""
    reply = Reply(status, {"error": {"message": words, "type": "server_error"}})
    return embeddings(lambda asked: reply, lambda asked: bool(set(bad) & set(asked.texts)))


# Vectors --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SHAPES)
def test_each_text_gets_its_own_unit_vector_in_every_shape(serve: Serve, kind: str) -> None:
    found = connect(serve(SHAPES[kind]).address, patience=QUICK)
    seen: list[tuple[int, int]] = []
    vectors = found.embed([*TEXTS, " ", TEXTS[0]], progress=lambda *at: seen.append(at))
    assert vectors.dtype == np.float32
    assert np.allclose(vectors[:10], [fake.unit(text) for text in TEXTS], atol=1e-6)
    assert np.isnan(vectors[10]).all()
    assert (vectors[11] == vectors[0]).all()
    assert seen[-1] == (12, 12)


def test_a_text_is_sent_once_and_a_blank_one_never(joined) -> None:
    server, found = joined(fake.openai())
    found.embed(["a", "", "b", "a", "\n"])
    assert server.texts() == ["a", "b"]


def test_requests_stay_within_what_the_server_takes(joined) -> None:
    server, found = joined(fake.tei(batch=4), fake.tei(batch=4))
    found.embed(TEXTS)
    assert [len(one.texts) for one in server.sent("/embed")] == [4, 4, 2]
    server, found = joined(fake.openai())
    found.embed([letter * 30_000 for letter in "abcde"])
    assert [len(one.texts) for one in server.sent("/v1/embeddings")] == [2, 2, 1]


def test_ollama_and_text_embeddings_inference_are_told_never_to_cut(joined) -> None:
    server, found = joined(fake.ollama(), fake.ollama())
    found.embed(TEXTS)
    assert {one.body["truncate"] for one in server.sent("/api/embed")} == {False}
    server, found = joined(fake.tei(), fake.tei())
    found.embed(TEXTS)
    assert {one.body["truncate"] for one in server.sent("/embed")} == {False}


def test_vectors_packed_in_base64_are_read_too(joined) -> None:
    server, found = joined(fake.openai())
    found._dialect = OpenAI("base64")
    assert np.allclose(found.embed(TEXTS), [fake.unit(text) for text in TEXTS], atol=1e-6)
    assert server.sent("/v1/embeddings")[0].body["encoding_format"] == "base64"


def test_vectors_are_put_in_the_order_of_their_index(joined) -> None:
    def mixed(asked: Asked) -> Reply:
        body = fake.openai_body(asked)
        body["data"].reverse()
        return Reply(body=body)

    _, found = joined(embeddings(mixed))
    assert np.allclose(found.embed(TEXTS), [fake.unit(text) for text in TEXTS], atol=1e-6)


@pytest.mark.parametrize("index", [0, -1, 9, 1.0, "1", None, True])
def test_an_index_that_is_no_place_of_a_text_ends_the_work(joined, index: Any) -> None:
    def wrong(asked: Asked) -> Reply:
        body = fake.openai_body(asked)
        body["data"][1]["index"] = index
        return Reply(body=body)

    _, found = joined(embeddings(wrong))
    with pytest.raises(MismatchError, match="cannot be told apart"):
        found.embed(TEXTS)


@pytest.mark.parametrize("kind", SHAPES)
def test_too_few_vectors_end_the_work_with_both_numbers(joined, kind: str) -> None:
    shape = SHAPES[kind]

    def fewer(asked: Asked) -> Reply:
        reply = shape(asked)
        found = reply.body if isinstance(reply.body, list) else reply.body.get("data", reply.body.get("embeddings"))
        found.pop()
        return reply

    path = {"ollama": "/api/embed", "tei": "/embed"}.get(kind, "/v1/embeddings")
    server, found = joined(fake.instead(path, fewer, shape), shape)
    with pytest.raises(MismatchError, match="2 vectors for 3 texts") as wrong:
        found.embed(TEXTS[:3])
    assert server.address in str(wrong.value)


def test_another_dimension_than_before_is_noticed_with_both(joined) -> None:
    short = lambda asked: Reply(body=[fake.vector(text, 4) for text in asked.texts])  # noqa: E731
    _, found = joined(fake.instead("/embed", short, fake.tei()), fake.tei())
    with pytest.raises(ChangedError, match="dimension 4, the others have 8"):
        found.embed(TEXTS)


def test_another_model_in_the_answers_is_noticed_with_both_names(joined) -> None:
    _, found = joined(fake.openai(model="other"))
    with pytest.raises(ChangedError, match=f"'other', those before were of '{fake.MODEL}'"):
        found.embed(TEXTS)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ("[0.1, null, 0.3, 0, 0, 0, 0, 0]", "its number 1 is None"),
        ("[0.1, NaN, 0.3, 0, 0, 0, 0, 0]", "its number 1 is nan"),
        ("[0.1, Infinity, 0.3, 0, 0, 0, 0, 0]", "its number 1 is inf"),
        ("[1e300, 0, 0, 0, 0, 0, 0, 0]", "its number 0 is"),
        ("[true, 0, 0, 0, 0, 0, 0, 0]", "its number 0 is True"),
        ('["1", 0, 0, 0, 0, 0, 0, 0]', "its number 0 is '1'"),
        ("[0, 0, 0, 0, 0, 0, 0, 0]", "all of its numbers are 0"),
        ("[]", "no list of numbers"),
        ("null", "no list of numbers"),
        ('"AAA"', "no base64"),
    ],
)
def test_a_vector_that_is_none_is_marked_with_the_reason_and_the_rest_goes_on(joined, numbers: str, words: str) -> None:
    def bad(asked: Asked) -> Reply:
        vectors = [numbers if text == TEXTS[1] else json.dumps(fake.vector(text)) for text in asked.texts]
        return Reply(raw=f"[{', '.join(vectors)}]".encode())

    _, found = joined(fake.instead("/embed", bad, fake.tei()), fake.tei())
    vectors = found.embed(TEXTS[:3])
    assert np.isnan(vectors).any(axis=1).tolist() == [False, True, False]
    assert list(found.failures) == [TEXTS[1]]
    assert words in found.failures[TEXTS[1]]


# Failing texts --------------------------------------------------------------------------------------------------------


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


# Waiting --------------------------------------------------------------------------------------------------------------


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


# Answers that break ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw", [b'{"data": [', b"", b"\xff\xfe", b"[" * 100_000, b'{"error": "Unexpected endpoint"}', b"[]", b"null", b"7"]
)
def test_an_answer_that_is_none_is_told_and_the_rest_goes_on(joined, raw: bytes) -> None:
    _, found = joined(embeddings(lambda asked: Reply(raw=raw), lambda asked: TEXTS[3] in asked.texts))
    vectors = found.embed(TEXTS)
    assert np.flatnonzero(np.isnan(vectors).all(axis=1)).tolist() == [3]
    assert list(found.failures) == [TEXTS[3]]


@pytest.mark.parametrize("close", [0, 20])
def test_a_connection_that_is_closed_before_the_end_is_tried_again(joined, close: int) -> None:
    broken = [True]

    def once(asked: Asked) -> Reply:
        reply = fake.openai()(asked)
        reply.close = close if broken else None
        broken.clear()
        return reply

    _, found = joined(embeddings(once))
    assert not np.isnan(found.embed(TEXTS)).any()


def test_a_text_at_which_the_connection_is_always_closed_is_marked(joined) -> None:
    _, found = joined(embeddings(lambda asked: None, lambda asked: TEXTS[3] in asked.texts))
    vectors = found.embed(TEXTS)
    assert np.flatnonzero(np.isnan(vectors).all(axis=1)).tolist() == [3]
    assert "closed the connection" in found.failures[TEXTS[3]]


def test_a_server_that_dies_on_the_way_ends_the_work_and_what_was_done_is_kept(joined) -> None:
    server, found = joined(fake.openai())
    cache = VectorCache()
    texts = [f"{n} {'x' * 5_000}" for n in range(4)]

    def stop_after_two(done: int, total: int) -> None:
        if done == 2:
            server.stop()

    with pytest.raises(UnreachableError, match="cannot be reached"):
        embed_all(found, texts, cache, prefix="", progress=stop_after_two)
    assert [(found.identity, text) in cache for text in texts] == [True, True, False, False]


def test_an_answer_without_end_is_not_read_to_its_end(joined) -> None:
    huge = Reply(raw=b'{"data": "' + b"x" * 3_000_000)
    _, found = joined(embeddings(lambda asked: huge))
    found.embed(["one"])
    assert "more than 1,448,576 bytes" in found.failures["one"]


def test_a_packed_answer_is_not_unpacked(joined) -> None:
    packed = Reply(raw=b"\x1f\x8b", headers={"Content-Encoding": "gzip"})
    _, found = joined(embeddings(lambda asked: packed))
    found.embed(["one"])
    assert "packed its answer" in found.failures["one"]


def test_a_key_that_the_server_repeats_is_not_in_any_words(joined) -> None:
    reply = Reply(400, {"error": {"message": "the key sk-secret may not use this text"}})
    _, found = joined(embeddings(lambda asked: reply), key=Key("sk-secret"))
    found.embed(["one"])
    assert found.failures["one"] == "the key ••• may not use this text"
    broken = Reply(raw=b"sk-secret is no JSON")
    _, found = joined(embeddings(lambda asked: broken), key=Key("sk-secret"))
    found.embed(["one"])
    assert "sk-secret" not in found.failures["one"]


# Before and after -----------------------------------------------------------------------------------------------------


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
