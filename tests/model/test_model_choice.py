"""Another model and another tokenizer: taken together or apart, refused with all as it was, what is said of them."""

import json

import pytest

from inspector.core.model_limits import ModelLimits
from inspector.core.models import EmbeddingModel, model
from inspector.model.model_words import (
    differences,
    model_tooltip,
    query_prefix_words,
    short_name,
    source_line,
    unchecked_note,
    whose_scores,
)
from inspector.model.preferences import Preferences
from inspector.model.session import Session
from tests.model.opened import RAIN, FakeEmbedder

E5 = "e5-small-v2"


@pytest.fixture
def session(qapp, qtbot):
    session = Session(embedder=FakeEmbedder())
    session.open_bytes(RAIN.encode(), "rain.txt")
    qtbot.waitUntil(lambda: session.facts is not None and session.at_rest, timeout=10000)
    yield session
    assert session.close()


def at_rest(session, qtbot):
    qtbot.waitUntil(lambda: session.facts is not None and session.at_rest, timeout=20000)


def test_a_model_brings_its_context_and_prefix_and_keeps_the_headings(session, qtbot):
    session.set_limits(headings=True)
    session.set_model(model(E5))
    at_rest(session, qtbot)
    assert session.model.name == E5
    assert session.limits == session.asked_limits == ModelLimits(512, "passage: ", headings=True)
    assert session.embedder_name == "letters"


def test_a_model_of_another_tokenizer_is_taken_with_it_at_once(session, qtbot):
    seen = []
    session.model_changed.connect(lambda: seen.append((session.model.name, session.tokenizer_name)))
    session.set_model(model("text-embedding-3-small"))
    assert session.progress.what == "reading the tokenizer"
    at_rest(session, qtbot)
    assert set(seen) == {("text-embedding-3-small", "cl100k_base")}
    assert session.facts.tokenizer.name == "cl100k_base"
    assert session.limits.context == 8191
    assert session.certificate.state == "checked"


def test_a_tokenizer_that_cannot_be_read_leaves_model_and_counts(session, qtbot, tmp_path):
    told, before = [], session.chunking
    session.message.connect(lambda kind, text: told.append((kind, text)))
    session.set_model(model("bge-m3"), str(tmp_path))
    qtbot.waitUntil(lambda: bool(told), timeout=5000)
    assert told[0][0] == "error"
    assert "holds no tokenizer.json" in told[0][1]
    assert (session.model.name, session.tokenizer_name) == ("letters", "bert-base-uncased")
    assert session.chunking is before
    assert session.at_rest


def test_what_was_switched_off_in_a_tokenizer_is_told(session, qtbot, tmp_path):
    assert "truncation" in session.tokenizer_notices[0]
    session.set_tokenizer("words")
    qtbot.waitUntil(lambda: session.tokenizer_name == "words" and session.at_rest, timeout=5000)
    assert session.tokenizer_notices == ()


def test_what_differs_from_the_model_is_named():
    e5 = model(E5)
    assert differences(e5, e5.limits(), "bert-base-uncased") == ""
    said = differences(e5, ModelLimits(None, ""), "/x/bge/tokenizer.json")
    assert said == (
        "Not as e5-small-v2 has it: tokenizer bge/tokenizer.json instead of bert-base-uncased; "
        "context no limit instead of 512; prefix nothing instead of “passage: ”."
    )
    assert "Source: https://huggingface.co/intfloat/e5-small-v2" in model_tooltip(e5)
    assert whose_scores(E5, "letters") == (
        "Scores come from letters: choose a folder or a server with e5-small-v2 as the embedder to score with it."
    )
    assert whose_scores(E5, E5) == ""
    assert whose_scores(E5, "letters", "http://a:1") == (
        "Not connected to http://a:1: until then scores come from letters."
    )


def test_the_querys_prefix_is_told_as_used_when_the_embedder_is_the_chosen_model():
    e5 = model(E5)
    assert query_prefix_words(e5, E5, "query: ") == "Before the query: “query: ”."
    assert query_prefix_words(e5, "letters", "") == (
        "The query's prefix “query: ” is not used: letters makes the scores."
    )
    assert query_prefix_words(e5, "letters", "ask: ").startswith("Before the query: “ask: ”. The query's prefix")
    assert query_prefix_words(model("all-MiniLM-L6-v2"), "all-MiniLM-L6-v2", "") == ""


def test_a_tokenizer_that_cannot_be_the_models_own_is_named():
    bge = model("bge-m3")
    said = "Not as bge-m3 has it: tokenizer words instead of its own tokenizer.json."
    assert differences(bge, bge.limits(), "words") == said
    assert differences(bge, bge.limits(), "/models/bge-m3/tokenizer.json") == ""


def test_each_figure_says_what_was_read_of_it_or_that_nothing_was():
    said = model_tooltip(model("multilingual-e5-base"))
    assert "Context: 512 input tokens (model card: longer texts are cut at 512 tokens)" in said
    assert "Before the query: “query: ” (not checked against a source)" in said
    assert "Tokenizer: its own tokenizer.json, to be opened; the program ships none that counts for it" in said
    assert unchecked_note(model("multilingual-e5-base")) == "Not checked against a source: prefixes."
    assert unchecked_note(model(E5)) == ""
    mine = EmbeddingModel("mine", "words", 99, source="saved by you")
    assert model_tooltip(mine).startswith("Context: 99 input tokens\nTokenizer: words\nBefore each chunk: nothing\n")
    assert (source_line(mine), unchecked_note(mine)) == ("Source: saved by you", "")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("words", "words"),
        ("/home/me/bge-m3/tokenizer.json", "bge-m3/tokenizer.json"),
        ("/home/me/bge-m3", "bge-m3"),
        ("/cache/models--BAAI--bge-m3/snapshots/abc/tokenizer.json", "BAAI/bge-m3"),
        ("/tokenizer.json", "tokenizer.json"),
    ],
)
def test_a_path_is_shown_by_what_tells_it_from_others(name, shown):
    assert short_name(name) == shown


def test_own_models_come_back_and_those_that_make_no_sense_are_told():
    kept, mine = Preferences(), EmbeddingModel("mine", "words", 99, document_prefix="d: ", source="yours")
    kept.keep_models((mine,))
    assert kept.own_models() == (mine,)
    assert json.loads(str(kept._store.value("models"))) == [mine.as_dict()]
    kept.set("models", [{"name": "bad", "context": 0}, mine.as_dict(), {"name": ""}])
    assert kept.own_models() == (mine,)
    assert [notice.split(":")[0] for notice in kept.notices] == ["a remembered model was left out"] * 2
    kept.set("model", {"name": "mine", "tokenizer": "words"})
    assert kept.last_model() == (mine, "words")
    kept.set("model", {"name": "gone"})
    assert kept.last_model() == (None, None)
    assert "'gone' is not known any more" in kept.notices[-1]
