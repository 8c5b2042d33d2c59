"""Getting to know a server: its kind, its limits, its models, and what is sent for that."""

from __future__ import annotations

import keyring
import pytest
from keyring.backends.fail import Keyring as NoRing

from inspector.core.errors import CancelledError, RefusedError
from inspector.core.keys import Key, keep_key
from inspector.core.servers.connect import PROBE, connect, known_model
from inspector.core.servers.errors import (
    BrokenAnswerError,
    ServerError,
    StatusError,
    UnknownModelError,
    UnreachableError,
)
from inspector.core.servers.patience import Patience
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import QUICK, Serve
from tests.core.servers.fake_server import SHAPES, Answer, Asked, Reply


@pytest.mark.parametrize("kind", SHAPES)
def test_the_kind_of_a_server_is_found_out_and_nothing_but_our_own_text_is_sent(serve: Serve, kind: str) -> None:
    server = serve(SHAPES[kind])
    found = connect(server.address, patience=QUICK)
    assert found.capabilities.kind == kind
    assert found.dimension == found.capabilities.dimension == fake.DIMENSION
    assert server.texts() == [PROBE]
    assert {one.body.get("content", PROBE) for one in server.sent("/tokenize")} <= {PROBE}


def test_the_limits_that_a_server_states_are_shown_with_their_sources(serve: Serve) -> None:
    found = {kind: connect(serve(answer).address, patience=QUICK).capabilities for kind, answer in SHAPES.items()}
    assert {kind: one.counts for kind, one in found.items()} == {
        "openai": "usage only", "ollama": "usage only", "tei": "exact", "llamacpp": "exact",
    }  # fmt: skip
    assert {kind: one.context for kind, one in found.items()} == {
        "openai": None, "ollama": 512, "tei": 512, "llamacpp": 512,
    }  # fmt: skip
    assert {kind: one.batch_limit for kind, one in found.items()} == {
        "openai": None, "ollama": None, "tei": 4, "llamacpp": None,
    }  # fmt: skip
    assert "/info: max_input_length 512" in found["tei"].source
    assert any("num_ctx 512" in words for words in found["ollama"].source)
    assert any("n_ctx 512 for each of 4 slots" in words for words in found["llamacpp"].source)
    assert found["tei"].line() == (
        "text-embeddings-inference, dimension 8, context 512, 4 texts a request, counts: exact"
    )


def test_vllm_states_its_context_and_counts_exactly(serve: Serve) -> None:
    shape = fake.openai(owned_by="vllm", max_model_len=8192, created=1)
    tokens = lambda asked: Reply(body={"count": 3, "max_model_len": 8192, "tokens": [1, 2, 3]})  # noqa: E731
    found = connect(serve(fake.instead("/tokenize", tokens, shape)).address, patience=QUICK)
    assert (found.capabilities.counts, found.context) == ("exact", 8192)
    assert [t.number for t in found.tokenize(["abc"], True)[0]] == [1, 2, 3]


def test_a_server_without_usage_gives_no_counts(serve: Serve) -> None:
    def bare(asked: Asked) -> Reply:
        body = fake.openai_body(asked)
        del body["usage"]
        return Reply(body=body)

    found = connect(serve(fake.instead("/v1/embeddings", bare, fake.openai())).address, patience=QUICK)
    assert found.capabilities.counts == "none"


def test_a_server_of_several_models_asks_for_one_and_names_them(serve: Serve) -> None:
    server = serve(fake.ollama(models=("one:latest", "two:latest")))
    with pytest.raises(UnknownModelError, match="2 models") as asked:
        connect(server.address, patience=QUICK)
    assert asked.value.models == ("one:latest", "two:latest")
    assert server.texts() == []
    assert connect(server.address, "two", patience=QUICK).model == "two"
    assert connect(f"{server.address}#two", patience=QUICK).model == "two"
    assert server.sent("/api/embed")[-1].body["model"] == "two"


def test_the_one_model_of_text_embeddings_inference_cannot_be_exchanged(serve: Serve) -> None:
    with pytest.raises(UnknownModelError, match="not other"):
        connect(serve(fake.tei()).address, "other", patience=QUICK)


def test_a_server_without_a_list_of_models_is_taken_with_a_named_one(serve: Serve) -> None:
    unlisted = fake.instead("/v1/models", lambda asked: Reply(404, raw=b"not here"), fake.openai())
    server = serve(unlisted)
    with pytest.raises(ServerError, match="no server that is known here"):
        connect(server.address, patience=QUICK)
    assert connect(server.address, "any", patience=QUICK).capabilities.kind == "openai"


def test_a_web_page_is_no_embedding_server(serve: Serve) -> None:
    server = serve(lambda asked: Reply(raw=b"<html>hello</html>"))
    with pytest.raises(ServerError, match="no server that is known here"):
        connect(server.address, patience=QUICK)
    with pytest.raises(BrokenAnswerError, match="no JSON"):
        connect(server.address, "model", patience=QUICK)


def test_a_kind_that_was_named_must_be_the_right_one(serve: Serve) -> None:
    server = serve(fake.ollama())
    with pytest.raises(ServerError, match="does not answer as text-embeddings-inference does"):
        connect(server.address, kind="tei", patience=QUICK)
    with pytest.raises(RefusedError, match="unknown kind of server"):
        connect(server.address, kind="cohere", patience=QUICK)


def test_nobody_at_the_address_is_told_in_one_line(serve: Serve) -> None:
    server = serve(fake.openai())
    server.stop()
    with pytest.raises(UnreachableError, match="Connection refused"):
        connect(server.address, patience=QUICK)


def test_a_server_that_still_loads_its_model_is_waited_for(serve: Serve) -> None:
    left = [3]

    def loading(asked: Asked) -> Reply:
        if left[0]:
            left[0] -= 1
            words = {"code": 503, "message": "Loading model", "type": "unavailable_error"}
            return Reply(503, {"error": words}, headers={"Retry-After": "0"})
        return fake.llamacpp()(asked)

    patient = Patience(delays=(0.01,) * 4, longest=1)
    assert connect(serve(loading).address, patience=patient).capabilities.kind == "llamacpp"
    left[0] = 100
    with pytest.raises(StatusError, match="503: Loading model"):
        connect(serve(loading).address, patience=QUICK)


def test_waiting_for_a_server_can_be_cancelled(serve: Serve) -> None:
    server = serve(lambda asked: Reply(slow=30))
    with pytest.raises(CancelledError):
        connect(server.address, patience=QUICK, cancelled=fake.soon(0.1))


# Keys -----------------------------------------------------------------------------------------------------------------


def locked(key: str, otherwise: Answer) -> Answer:
    def answer(asked: Asked) -> Reply:
        sent = asked.headers.get("Authorization", "")
        if sent == f"Bearer {key}":
            return otherwise(asked)
        return Reply(401, {"error": {"message": f"Incorrect API key provided: {sent}", "code": "invalid_api_key"}})

    return answer


def test_a_server_that_wants_a_key_says_how_to_give_one(serve: Serve) -> None:
    server = serve(locked("sk-secret", fake.openai()))
    keyring.set_keyring(NoRing())
    with pytest.raises(StatusError, match="INSPECTOR_API_KEY_127_0_0_1_") as wanted:
        connect(server.address, patience=QUICK)
    assert "the key ring cannot be asked" in str(wanted.value)


def test_the_key_of_the_key_ring_goes_to_its_own_server_only(serve: Serve) -> None:
    server, other = serve(locked("sk-secret", fake.openai())), serve(fake.openai())
    keep_key(server.address, Key("sk-secret"))
    found = connect(server.address, patience=QUICK)
    assert any("the key ring" in words for words in found.capabilities.notices)
    connect(other.address, patience=QUICK)
    assert not any("Authorization" in one.headers for one in other.asked)


def test_a_wrong_key_is_not_repeated_in_the_error(serve: Serve) -> None:
    server = serve(locked("sk-secret", fake.openai()))
    with pytest.raises(StatusError) as refused:
        connect(server.address, key=Key("sk-wrong"), patience=QUICK)
    assert "sk-wrong" not in str(refused.value) + refused.value.words
    assert "was not taken" in str(refused.value)


def test_the_embedder_and_what_it_is_made_of_do_not_show_the_key(serve: Serve) -> None:
    found = connect(serve(fake.openai()).address, key=Key("sk-secret"), patience=QUICK)
    shown = [found, found.capabilities, found.identity, found._client, vars(found._client), vars(found)]
    assert "sk-secret" not in repr(shown)


def test_a_redirect_is_told_and_not_followed(serve: Serve) -> None:
    other = serve(fake.openai())
    server = serve(lambda asked: Reply(307, headers={"Location": f"{other.address}{asked.path}"}))
    with pytest.raises(StatusError, match=f"points to {other.address}"):
        connect(server.address, key=Key("sk-secret"), patience=QUICK)
    assert other.asked == []


# Identity -------------------------------------------------------------------------------------------------------------


def test_the_identity_is_the_same_again_and_another_for_another_model_behind_the_same_name(serve: Serve) -> None:
    def identity(answer: Answer) -> str:
        server.answer = answer
        return connect(server.address, patience=QUICK).identity

    server = serve(fake.tei())
    first = identity(fake.tei())
    assert identity(fake.tei()) == first
    assert identity(fake.tei(sha="2")) != first
    other = lambda asked: Reply(body=[fake.vector(f"other {text}") for text in asked.texts])  # noqa: E731
    assert identity(fake.instead("/embed", other, fake.tei())) != first
    noisy = lambda asked: Reply(body=[[x * 1.0001 for x in fake.vector(text)] for text in asked.texts])  # noqa: E731
    assert identity(fake.instead("/embed", noisy, fake.tei())) == first


def test_the_identity_names_model_address_and_dimension(serve: Serve) -> None:
    server = serve(fake.openai(model="some-model"))
    assert connect(server.address, patience=QUICK).identity.startswith(f"some-model@{server.address}#8-")


def test_a_model_of_our_table_brings_its_prefixes(serve: Serve) -> None:
    found = connect(serve(fake.openai(model="intfloat/e5-small-v2")).address, patience=QUICK)
    assert (found.query_prefix, found.document_prefix, found.context) == ("query: ", "passage: ", 512)
    given = connect(serve(fake.openai(model="e5-small-v2")).address, query_prefix="q: ", patience=QUICK)
    assert (given.query_prefix, given.document_prefix) == ("q: ", "passage: ")
    assert known_model("nomic-embed-text:latest").name == "nomic-embed-text-v1.5"
    assert known_model("all-MiniLM-L6-v2.gguf").name == "all-MiniLM-L6-v2"
    assert known_model("multilingual-e5-small-q4") is None
