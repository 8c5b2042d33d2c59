"""`--embedder`: a folder or a server instead of the embedder on this machine, and what is said of it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from inspector.core.servers import http
from inspector.core.tokenizer import load_tokenizer
from tests.commands.written import Run, write
from tests.core import tiny_models
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import QUICK, Serve, ring  # noqa: F401 - ring is a fixture
from tests.core.servers.fake_server import Asked, Reply

QUERY = "how high was the river"


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "Patience", lambda: QUICK)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a tiny model whose pooling no file tells."""
    made = tmp_path / "tiny"
    made.mkdir()
    (made / "model.onnx").write_bytes(tiny_models.tiny_model())
    (made / "tokenizer.json").write_bytes(tiny_models.TOKENIZER.read_bytes())
    (made / "config.json").write_text(json.dumps({"max_position_embeddings": 64}), encoding="utf-8")
    return made


def said(done: object, words: str) -> str:
    """The one line that holds these words."""
    lines = [line for line in done.said if words in line]
    assert len(lines) == 1, done.said
    return lines[0]


# Servers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["openai", "ollama", "tei", "llamacpp"])
def test_chunks_are_ranked_by_a_server_and_it_is_said_what_it_is_sent(
    run: Run, serve: Serve, rain: str, kind: str
) -> None:
    server = serve({"openai": fake.openai, "ollama": fake.ollama, "tei": fake.tei, "llamacpp": fake.llamacpp}[kind]())
    done = run("rank", rain, "--size", 16, "--query", QUERY, "--embedder", server.address)
    assert done.status == 0
    own = {record["text"]: record["score"] for record in done.records}
    query = fake.unit(QUERY)
    assert own == pytest.approx({text: float(fake.unit(text) @ query) for text in own}, abs=1e-6)
    assert [r["score"] for r in done.records] == sorted(own.values(), reverse=True)
    tokens = sum(load_tokenizer().count_input(list(own), ""))
    characters = sum(map(len, own))
    plan = said(done, "sending")
    assert f"{len(own)} chunks ({characters} characters, {tokens} tokens) to {server.address}, and the query" in plan
    assert "bert-base-uncased counts as the server does" in said(done, "counts as")


def test_the_context_and_the_prefixes_of_the_server_s_model_are_taken(run: Run, serve: Serve, rain: str) -> None:
    server = serve(fake.ollama(models=("e5-small-v2:latest",), context=64))
    done = run("rank", rain, "--query", QUERY, "--embedder", server.address)
    assert max(r["input_tokens"] for r in done.records) <= 64
    sent = server.texts()[-len(done.records) - 1 :]
    assert sent[0] == f"query: {QUERY}"
    assert {text[:9] for text in sent[1:]} == {"passage: "}
    assert "prefix is 'passage: '" in said(done, "prefix is")


def test_what_is_typed_wins_over_the_server(run: Run, serve: Serve, rain: str) -> None:
    server = serve(fake.ollama(models=("e5-small-v2:latest",), context=64))
    done = run(
        "rank", rain, "--query", QUERY, "--embedder", server.address, "--prefix", "", "--query-prefix", "q: ",
        "--context", 32,
    )  # fmt: skip
    assert max(r["input_tokens"] for r in done.records) <= 32
    assert server.texts()[-len(done.records) - 1 :][0] == f"q: {QUERY}"
    assert not any(text.startswith("passage") for text in server.texts())


def test_a_server_that_states_no_context_sets_none_and_that_is_said(run: Run, serve: Serve, rain: str) -> None:
    done = run("chunk", rain, "--embedder", serve(fake.openai(model="own")).address)
    assert all(record["fits_context"] for record in done.records)
    assert "states no context" in said(done, "states no context")


def test_one_of_several_models_is_chosen_with_an_option(run: Run, serve: Serve, rain: str) -> None:
    server = serve(fake.ollama(models=("one", "two")))
    done = run("rank", rain, "--query", QUERY, "--embedder", server.address)
    assert (done.status, done.records) == (2, [])
    assert "2 models, choose one: one, two" in done.said[0]
    assert run("rank", rain, "--query", QUERY, "--embedder", server.address, "--embedder-model", "two").status == 0


def test_a_chunk_that_fails_has_no_score_and_is_named_with_the_server_s_words(
    run: Run, serve: Serve, rain: str
) -> None:
    server = serve(fake.llamacpp(batch=30))
    done = run("rank", rain, "--size", 40, "--query", QUERY, "--embedder", server.address)
    assert done.status == 0
    failed = [record for record in done.records if record["score"] is None]
    assert 0 < len(failed) < len(done.records)
    for record in failed:
        line = said(done, f"chunk {record['index']} ({record['input_tokens']} input tokens)")
        assert f"input ({record['input_tokens']} tokens) is too large to process" in line
    assert "--context 30" in said(done, "--context")


def test_a_server_that_embeds_no_chunk_ends_with_its_words(run: Run, serve: Serve, rain: str) -> None:
    server = serve(fake.llamacpp(batch=12))
    done = run("rank", rain, "--size", 40, "--query", QUERY, "--embedder", server.address)
    assert (done.status, done.records) == (1, [])
    assert "embedded none of" in done.said[-1]
    assert "too large to process" in done.said[-1]


def test_a_query_that_cannot_be_embedded_ends_with_the_server_s_words(run: Run, serve: Serve, rain: str) -> None:
    def no_query(asked: Asked) -> Reply:
        return Reply(500, {"error": "no such query"}) if QUERY in asked.texts else fake.openai()(asked)

    done = run(
        "rank",
        rain,
        "--query",
        QUERY,
        "--embedder",
        serve(fake.instead("/v1/embeddings", no_query, fake.openai())).address,
    )
    assert done.status == 1
    assert "the query has no vector: no such query" in done.said[-1]


def test_nobody_at_the_address_is_one_line_and_exit_status_1(run: Run, serve: Serve, rain: str) -> None:
    server = serve(fake.openai())
    server.stop()
    done = run("rank", rain, "--query", QUERY, "--embedder", server.address)
    assert (done.status, done.records) == (1, [])
    assert done.said == [f"inspector: {server.address} cannot be reached: Connection refused"]


def test_a_server_that_wants_a_key_gets_it_from_the_environment_and_it_is_never_said(
    run: Run, serve: Serve, rain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(asked: Asked) -> Reply:
        sent = asked.headers.get("Authorization")
        return fake.openai()(asked) if sent == "Bearer sk-secret" else Reply(401, {"error": f"wrong key: {sent}"})

    server = serve(locked)
    done = run("rank", rain, "--query", QUERY, "--embedder", server.address)
    assert done.status == 1
    assert "set the environment variable INSPECTOR_API_KEY_127_0_0_1_" in done.said[0]
    monkeypatch.setenv("INSPECTOR_API_KEY", "sk-secret")
    done = run("rank", rain, "--query", QUERY, "--embedder", server.address)
    assert done.status == 0
    assert "sk-secret" not in done.out + "".join(done.said)
    monkeypatch.setenv("INSPECTOR_API_KEY", "sk-wrong")
    done = run("rank", rain, "--query", QUERY, "--embedder", server.address)
    assert done.status == 1
    assert "sk-wrong" not in "".join(done.said)


def test_a_tokenizer_that_counts_otherwise_than_the_server_is_told_with_both_numbers(
    run: Run, serve: Serve, rain: str
) -> None:
    server = serve(fake.openai())
    done = run("chunk", rain, "--embedder", server.address, "--tokenizer", "cl100k_base")
    assert done.status == 0
    assert "where the server counts" in said(done, "cl100k_base counts")
    assert "--tokenizer" in said(done, "cl100k_base counts")


def test_a_server_can_count_and_it_is_said_that_it_gets_the_text(run: Run, serve: Serve, rain: str) -> None:
    server = serve(fake.tei())
    ours = run("chunk", rain, "--size", 16, "--overlap", 4)
    done = run("chunk", rain, "--size", 16, "--overlap", 4, "--embedder", server.address, "--tokenizer", "server")
    assert done.status == 0
    assert "is sent the text to count it" in said(done, "is sent the text")
    cuts = [(r["start"], r["end"], r["tokens"], r["input_tokens"]) for r in done.records]
    assert cuts == [(r["start"], r["end"], r["tokens"], r["input_tokens"]) for r in ours.records]
    assert run("chunk", rain, "--tokenizer", "server").status == 2
    refused = run("chunk", rain, "--embedder", serve(fake.ollama()).address, "--tokenizer", "server")
    assert refused.status == 1
    assert "choose a tokenizer here" in refused.said[-1]


def test_what_a_server_decides_itself_is_refused(run: Run, serve: Serve, rain: str) -> None:
    server = serve(fake.openai())
    done = run("rank", rain, "--query", QUERY, "--embedder", server.address, "--pooling", "cls")
    assert done.status == 2
    assert "pooling is 'cls'" in done.said[0]
    assert server.asked == []


def test_pooled_scores_need_an_embedder_with_token_vectors(run: Run, serve: Serve, rain: str) -> None:
    done = run("rank", rain, "--query", QUERY, "--embedder", serve(fake.openai()).address, "--scores", "pooled")
    assert done.status == 1
    assert "gives no vectors of tokens" in done.said[-1]


# Folders --------------------------------------------------------------------------------------------------------------


def test_a_folder_embeds_with_its_own_tokenizer_and_context(run: Run, folder: Path, rain: str) -> None:
    done = run("rank", rain, "--query", QUERY, "--embedder", folder, "--pooling", "mean")
    assert done.status == 0
    assert max(r["input_tokens"] for r in done.records) <= 64
    query, *chunks = (vector(text) for text in [QUERY, *(r["text"] for r in done.records)])
    assert [r["score"] for r in done.records] == pytest.approx([float(v @ query) for v in chunks], abs=1e-5)


def vector(text: str) -> np.ndarray:
    ids = load_tokenizer().input_ids([text])[0]
    mean = tiny_models.expected_states(ids).mean(axis=0)
    return mean / np.linalg.norm(mean)


def test_what_a_folder_does_not_tell_is_asked_by_the_option_s_name(run: Run, folder: Path, rain: str) -> None:
    done = run("rank", rain, "--query", QUERY, "--embedder", folder)
    assert (done.status, done.records) == (2, [])
    assert len(done.said) == 1
    assert "give --pooling" in done.said[0]


def test_a_folder_without_a_model_is_told(run: Run, tmp_path: Path, rain: str) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    done = run("rank", rain, "--query", QUERY, "--embedder", empty)
    assert done.status == 1
    assert str(empty) in done.said[0]


def test_what_is_no_name_path_or_address_is_refused_with_what_could_be(run: Run, rain: str) -> None:
    done = run("rank", rain, "--query", QUERY, "--embedder", "no/such/place")
    assert (done.status, len(done.said)) == (2, 1)
    assert "all-MiniLM-L6-v2" in done.said[0]
    assert "address of a server" in done.said[0]
    assert run("rank", rain, "--query", QUERY, "--pooling", "cls").status == 2


# Pooled scores --------------------------------------------------------------------------------------------------------


def test_scores_pooled_from_one_pass_are_said_to_be_other_numbers(run: Run, rain: str) -> None:
    exact = run("rank", rain, "--size", 16, "--query", QUERY, "--scores", "exact")
    pooled = run("rank", rain, "--size", 16, "--query", QUERY, "--scores", "pooled")
    assert pooled.status == 0
    assert exact.records == run("rank", rain, "--size", 16, "--query", QUERY).records
    assert "pooled from one pass" in said(pooled, "pooled")
    scores = [{r["index"]: r["score"] for r in done.records} for done in (exact, pooled)]
    assert scores[0].keys() == scores[1].keys()
    assert scores[0] != scores[1]
    assert list(scores[0].values()) == pytest.approx([scores[1][index] for index in scores[0]], abs=0.4)


def test_pooled_and_exact_are_the_same_where_a_document_is_one_chunk(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "one.txt", "A single short sentence.")
    by_kind = [
        run("rank", path, "--query", QUERY, "--scores", kind).records[0]["score"] for kind in ("exact", "pooled")
    ]
    assert by_kind[0] == pytest.approx(by_kind[1], abs=0.1)


def test_an_unknown_kind_of_score_is_refused(run: Run, rain: str) -> None:
    done = run("rank", rain, "--query", QUERY, "--scores", "late")
    assert done.status == 2
    assert "unknown scores 'late': known are exact, pooled" in done.said[0]
