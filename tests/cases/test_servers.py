"""The public fault cases of servers: each answer of a case, given by a server on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from inspector.core.errors import CannotError
from inspector.core.servers.connect import connect
from inspector.core.servers.errors import MismatchError
from inspector.core.servers.patience import Patience
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.similarity import scores
from tests.cases.checks import Case, all_cases
from tests.core.servers import fake_server as fake
from tests.core.servers.fake_server import Answer, Asked, FakeServer, Reply

CASES = {case["id"]: case for case in all_cases() if case["kind"] in {"server error", "dimension mismatch"}}
TEXTS = ["the first text", "the second text", "the third text"]
QUICK = Patience(delays=(0.01,), timeout=5)


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.core.keys._from_ring", lambda origin: (None, ""))


def reply_of(case: Case) -> Reply:
    given = case["input"]["server"]
    raw = given.get("raw_body")
    return Reply(given["status"], given.get("body"), raw.encode() if raw else None)


@contextmanager
def answering(
    reply: Answer, shape: Answer, path: str = "/v1/embeddings", when: Callable[[Asked], bool] = lambda _: True
) -> Iterator[tuple[FakeServer, ServerEmbedder]]:
    """An embedder that was got to know while the server was well, which then answers as the case says."""
    with fake.serving(shape) as server:
        found = connect(server.address, patience=QUICK)
        server.answer = fake.instead(path, reply, shape, when)
        server.asked.clear()
        yield server, found


def of_dimension(size: int) -> Answer:
    """The OpenAI shape with vectors of so many numbers."""

    def embed(asked: Asked) -> Reply:
        vectors = [fake.vector(text, size) for text in asked.texts]
        return Reply(body={"data": [{"index": i, "embedding": v} for i, v in enumerate(vectors)]})

    return fake.instead("/v1/embeddings", embed, fake.openai())


def test_every_case_of_a_server_is_here() -> None:
    assert set(CASES) == {"DI-03", "DI-04", "DI-05", "SV-01", "SV-03", "SV-04", "SV-05", "SV-07"}


def test_di_03_fewer_vectors_than_texts_are_an_error_with_both_numbers() -> None:
    case = CASES["DI-03"]
    with (
        answering(lambda asked: reply_of(case), of_dimension(2)) as (_, found),
        pytest.raises(MismatchError) as wrong,
    ):
        found.embed(TEXTS[: case["input"]["server"]["request_texts"]])
    assert all(part in str(wrong.value) for part in case["expect"]["error_contains"])


def test_di_04_vectors_are_taken_by_their_index() -> None:
    case = CASES["DI-04"]
    with answering(lambda asked: reply_of(case), of_dimension(3)) as (_, found):
        assert found.embed(TEXTS).tolist() == case["expect"]["vectors"]


@pytest.mark.parametrize("index", [1, None, -1, "2", 2.5])
def test_di_04_an_index_that_is_there_twice_missing_or_no_number_is_an_error(index: Any) -> None:
    body = json.loads(json.dumps(CASES["DI-04"]["input"]["server"]["body"]))
    body["data"][0]["index"] = index
    with answering(lambda asked: Reply(body=body), of_dimension(3)) as (_, found), pytest.raises(MismatchError):
        found.embed(TEXTS)


def test_di_05_vectors_of_two_models_are_not_compared() -> None:
    case = CASES["DI-05"]
    given = case["input"]["vectors"]
    with pytest.raises(CannotError) as wrong:
        scores(
            "a question", given["query"], np.array(given["chunks"], dtype=float),
            query_identity=given["query_model"], chunk_identity=given["chunk_model"],
        )  # fmt: skip
    assert all(part in str(wrong.value) for part in case["expect"]["error_contains"])


def test_sv_01_a_text_above_the_physical_batch_is_marked_and_teaches_the_limit() -> None:
    case = CASES["SV-01"]
    long = "word " * 990
    with answering(
        lambda asked: reply_of(case), fake.llamacpp(context=8192, slots=1), when=lambda asked: long in asked.texts
    ) as (server, found):
        assert found.context == 8192
        vectors = found.embed([TEXTS[0], long, TEXTS[1]])
        assert np.isnan(vectors).any(axis=1).tolist() == [False, True, False]
        assert "992 tokens" in found.failures[long]
        assert "512" in found.failures[long]
        assert (found.learned_context, found.context) == (512, 512)
        asked = len(server.asked)
        found.embed([TEXTS[0], long, TEXTS[1]])
        assert sum(long in one.texts for one in server.asked[asked:]) == 0
        assert asked <= 5


def test_sv_03_a_text_that_was_cut_without_a_word_is_noticed() -> None:
    case = CASES["SV-03"]
    counts = case["input"]["server"]
    reply = reply_of(case)
    reply.body["embeddings"][0] = [*reply.body["embeddings"][0], *[0.0] * (fake.DIMENSION - 2)]
    with answering(lambda asked: reply, fake.ollama(), "/api/embed") as (_, found):
        found.count_with(lambda texts: [counts["own_count"]] * len(texts))
        found.embed(TEXTS[:1])
        assert found.cut[TEXTS[0]] == "the server saw 2,048 of 5,358 tokens"


def test_sv_04_one_bad_text_does_not_stop_the_others() -> None:
    case = CASES["SV-04"]
    with answering(lambda asked: reply_of(case), fake.openai(), when=lambda asked: TEXTS[1] in asked.texts) as (
        _,
        found,
    ):
        assert np.isnan(found.embed(TEXTS)).any(axis=1).tolist() == [False, True, False]
        assert dict(found.failures) == {TEXTS[1]: case["input"]["server"]["body"]["error"]}


def test_sv_05_null_and_nan_in_a_vector_are_found_at_the_border() -> None:
    case = CASES["SV-05"]
    with answering(lambda asked: reply_of(case), of_dimension(3)) as (_, found):
        assert np.isnan(found.embed(TEXTS[:1])).all()
        assert found.failures[TEXTS[0]] == "invalid vector: its number 1 is None"


def test_sv_07_the_limit_of_one_slot_counts_not_that_of_the_model() -> None:
    case = CASES["SV-07"]
    with answering(
        lambda asked: reply_of(case), fake.llamacpp(context=8192, slots=32), when=lambda asked: TEXTS[2] in asked.texts
    ) as (_, found):
        assert found.context == 256
        found.embed(TEXTS)
        assert found.failures == {TEXTS[2]: "decode: cannot decode batches with this context"}
