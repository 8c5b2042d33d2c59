"""Answers of a server that break off, have no end, are packed or are none: told, and the rest goes on."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.core.embedding import embed_all
from inspector.core.keys import Key
from inspector.core.servers.errors import UnreachableError
from inspector.core.vector_cache import VectorCache
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import TEXTS
from tests.core.servers.fake_server import Asked, Reply, embeddings


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
