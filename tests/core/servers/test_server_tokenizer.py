"""Counting by a server, and whether a tokenizer here counts as it does."""

from __future__ import annotations

import pytest

from inspector.core.chunker import checked, chunk
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.servers.connect import connect
from inspector.core.servers.server_tokenizer import CHECKS, ServerTokenizer, best_tokenizer, check_tokenizer
from inspector.core.tokenizer import load_tokenizer
from tests.core.servers import fake_server as fake
from tests.core.servers.conftest import QUICK, Serve
from tests.core.servers.fake_server import Answer, Reply

EXACT = {"tei": fake.tei(), "llamacpp": fake.llamacpp()}
TEXT = "Naïve cafés cost £3. Two sentences in one line – and a third!\n\nThen unbelievably long words. 日本語 too.\n"


@pytest.mark.parametrize("kind", EXACT)
def test_a_server_s_counts_are_those_of_its_own_tokenizer(serve: Serve, kind: str) -> None:
    counting = ServerTokenizer(connect(serve(EXACT[kind]).address, patience=QUICK))
    own = load_tokenizer()
    texts = ["one", "", "two words", TEXT]
    assert counting.count(texts) == own.count(texts)
    assert counting.count([TEXT]) == own.count([TEXT])
    assert counting.count_input(texts, "query: ") == own.count_input(texts, "query: ")
    assert counting.special_tokens == 2
    assert len(counting.encode(TEXT)) == own.count([TEXT])[0]
    assert len(counting.encode("")) == 0


def test_tokens_stand_where_text_embeddings_inference_says_in_characters_or_bytes(serve: Serve) -> None:
    def in_bytes(asked: fake.Asked) -> Reply:
        reply = fake.tei()(asked)
        for found, text in zip(reply.body, asked.texts, strict=True):
            for token in found:
                for place in ("start", "stop"):
                    if token[place] is not None:
                        token[place] = len(text[: token[place]].encode())
        return reply

    expected = load_tokenizer().encode(TEXT).starts.tolist()
    for answer in (fake.tei(), fake.instead("/tokenize", in_bytes, fake.tei())):
        counting = ServerTokenizer(connect(serve(answer).address, patience=QUICK))
        assert counting.encode(TEXT).starts.tolist() == expected
        assert [p.start for p in counting.pieces([TEXT])[0]] == expected


def test_pieces_without_places_are_found_in_the_text(serve: Serve) -> None:
    counting = ServerTokenizer(connect(serve(fake.llamacpp()).address, patience=QUICK))
    text = "The cat sat. The cat slept."
    assert counting.encode(text).starts.tolist() == load_tokenizer().encode(text).starts.tolist()


@pytest.mark.parametrize("kind", EXACT)
@pytest.mark.parametrize("strategy", ["recursive", "sliding-tokens"])
def test_chunks_counted_by_a_server_are_exact(serve: Serve, kind: str, strategy: str) -> None:
    counting = ServerTokenizer(connect(serve(EXACT[kind]).address, patience=QUICK))
    text = TEXT * 3
    found = chunk(Facts.build(text, counting), checked(strategy, 12, "tokens", 3))
    texts = [text[a:b] for a, b in zip(found.starts, found.ends, strict=True)]
    assert found.tokens.tolist() == load_tokenizer().count(texts)
    assert max(found.tokens) <= 12


def test_a_server_that_counts_by_usage_only_is_no_tokenizer(serve: Serve) -> None:
    with pytest.raises(CannotError, match="choose a tokenizer here"):
        ServerTokenizer(connect(serve(fake.ollama()).address, patience=QUICK))


@pytest.mark.parametrize("answer", [fake.openai(), fake.ollama(), fake.tei(), fake.llamacpp()])
def test_a_tokenizer_is_checked_once_against_the_server_s_own_figure(serve: Serve, answer: Answer) -> None:
    server = serve(answer)
    found = connect(server.address, patience=QUICK)
    before = len(server.asked)
    right = check_tokenizer(found, load_tokenizer())
    assert right.agrees
    assert right.own == right.server == sum(load_tokenizer().count_input(list(CHECKS), ""))
    assert "counts as the server does" in right.line()
    assert len(server.asked) - before == len(CHECKS)
    wrong = check_tokenizer(found, load_tokenizer("cl100k_base"))
    assert not wrong.agrees
    assert str(wrong.own) in wrong.line()
    assert str(wrong.server) in wrong.line()


def test_without_counts_nothing_can_be_checked_and_that_is_said(serve: Serve) -> None:
    def bare(asked: fake.Asked) -> Reply:
        return Reply(body={"data": fake.openai_body(asked)["data"]})

    found = connect(serve(fake.instead("/v1/embeddings", bare, fake.openai())).address, patience=QUICK)
    unknown = check_tokenizer(found, load_tokenizer())
    assert (unknown.agrees, unknown.server) == (False, None)
    assert "cannot be checked" in unknown.line()
    assert best_tokenizer(found, "cl100k_base")[0].name == "cl100k_base"


def test_the_likely_tokenizer_is_found_where_it_counts_as_the_server(serve: Serve) -> None:
    def found(model: str) -> tuple[str, bool]:
        server = connect(serve(fake.openai(model=model)).address, patience=QUICK)
        tokenizer, check = best_tokenizer(server, "characters")
        return tokenizer.name, check.agrees

    assert found("all-MiniLM-L6-v2") == found("never-heard-of") == ("bert-base-uncased", True)
    # counts with cl100k_base, and this server does not; then one whose tokenizer is not here
    assert found("text-embedding-3-small") == found("bge-m3") == ("characters", False)
