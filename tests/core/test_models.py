"""The table of embedding models, and models of the user's own."""

from __future__ import annotations

import pytest

from inspector.core.errors import RefusedError
from inspector.core.model_limits import ModelLimits
from inspector.core.models import UNVERIFIED, EmbeddingModel, model, models, parse_model, unchecked_words
from inspector.core.tokenizer import SHIPPED, load_tokenizer


def test_every_model_of_the_table_has_a_name_of_its_own_and_a_source() -> None:
    names = [one.name for one in models()]
    assert len(set(names)) == len(names) >= 25
    assert all(one.source.startswith("https://") for one in models())


@pytest.mark.parametrize("one", models(), ids=lambda one: one.name)
def test_every_figure_of_the_table_has_a_source_or_is_marked_unverified(one: EmbeddingModel) -> None:
    assert bool(one.tokenizer_source) == (one.tokenizer is not None)
    assert one.context_source
    assert one.prefix_source
    for source in (one.tokenizer_source, one.context_source, one.prefix_source):
        assert source == UNVERIFIED or (UNVERIFIED not in source and source == source.strip())


def test_figures_without_a_source_are_named_where_the_model_is_listed() -> None:
    doubtful = EmbeddingModel("a", "words", 9, context_source=UNVERIFIED, prefix_source=UNVERIFIED)
    assert unchecked_words(doubtful) == "not checked against a source: context, prefixes"
    assert unchecked_words(model("e5-small-v2")) == ""
    with pytest.raises(
        RefusedError, match=r"known are a \(not checked against a source: context, prefixes\), all-Mini"
    ):
        model("nobody", (doubtful,))


def test_special_tokens_in_the_table_are_those_of_the_tokenizer() -> None:
    for one in models():
        assert (one.tokenizer is None) == (one.special_tokens is None)
        if one.tokenizer is not None:
            assert one.tokenizer in SHIPPED
            assert one.special_tokens == load_tokenizer(one.tokenizer).special_tokens


def test_the_first_model_is_the_one_that_the_program_starts_with() -> None:
    first = models()[0]
    assert first.name == "all-MiniLM-L6-v2"
    assert first.limits() == ModelLimits()


@pytest.mark.parametrize(
    ("name", "context", "query", "document"),
    [
        ("bge-base-en-v1.5", 512, "Represent this sentence for searching relevant passages: ", ""),
        ("e5-large-v2", 512, "query: ", "passage: "),
        ("nomic-embed-text-v1.5", 8192, "search_query: ", "search_document: "),
        ("text-embedding-3-small", 8191, "", ""),
    ],
)
def test_a_model_is_found_by_its_name(name: str, context: int, query: str, document: str) -> None:
    found = model(name)
    assert (found.context, found.query_prefix, found.document_prefix) == (context, query, document)
    assert found.limits() == ModelLimits(context, document)


def test_a_name_that_is_not_known_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RefusedError, match="'nobody': known are mine, all-MiniLM-L6-v2"):
        model("nobody", (EmbeddingModel("mine"),))


def test_the_users_own_model_goes_before_one_of_the_table() -> None:
    mine = EmbeddingModel("bge-m3", "/models/bge-m3", 2048)
    assert model("bge-m3", (mine,)) is mine
    assert model("bge-m3").context == 8192


def test_a_model_survives_being_written_and_read() -> None:
    for one in (
        *models(),
        EmbeddingModel("mine", "/a/tokenizer.json", 77, 0, " q: ", "d ", "", "x", "y", "z", UNVERIFIED),
    ):
        assert parse_model(one.as_dict()) == one


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({}, "needs a name"),
        ({"name": "  "}, "needs a name"),
        ({"name": 3}, "name is 3"),
        ({"name": "a", "context": 0}, "context is 0"),
        ({"name": "a", "context": "512"}, "context is '512'"),
        ({"name": "a", "context": 512.0}, "context is 512.0"),
        ({"name": "a", "context": True}, "context is True"),
        ({"name": "a", "context": 2**31}, "context is 2147483648"),
        ({"name": "a", "special_tokens": -1}, "special_tokens is -1"),
        ({"name": "a", "query_prefix": ["q"]}, "query_prefix is"),
        ({"name": "a", "document_prefix": "x" * 1001}, "1,001 characters"),
        ({"name": "a", "document_prefix": "\ud800"}, "lone surrogate"),
        ({"name": "a", "dimension": 3}, "no 'dimension'"),
    ],
)
def test_values_that_make_no_sense_are_refused_by_name(entry: dict[str, object], named: str) -> None:
    with pytest.raises(RefusedError, match=named):
        parse_model(entry)
