"""Vectors of a server: each text gets its own, in every shape of answer, and what cannot be right is noticed."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from inspector.core.servers.connect import connect
from inspector.core.servers.errors import ChangedError, MismatchError
from inspector.core.servers.openai import OpenAI
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import QUICK, TEXTS, Serve
from tests.core.servers.fake_server import SHAPES, Asked, Reply, embeddings


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
