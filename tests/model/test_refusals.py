"""Refused settings stay named and marked whatever else changes, and what is on screen keeps up with the model."""

import pytest

from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.core.tokenizer import load_tokenizer
from tests.model.opened import RAIN, at_rest, opened

OVERLAP = "overlap is 254 and size 254: overlap must be smaller than the size"


@pytest.mark.parametrize("change", [{"context": 100}, {"prefix": "passage: "}, {"context": None}])
def test_a_refused_overlap_stays_refused_when_the_model_changes(session, qtbot, change):
    opened(session, qtbot)
    session.set_overlap(254)
    session.set_limits(**change)
    at_rest(session, qtbot)
    assert session.refusal == OVERLAP
    assert session.parameters.overlap == 254
    assert session.chunking.parameters == Parameters()


@pytest.mark.parametrize("size", [0, -1, "0", 2**40])
def test_a_refused_size_stays_refused_when_the_model_changes(session, qtbot, size):
    opened(session, qtbot)
    session.set_size(size)
    refusal = session.refusal
    session.set_limits(context=100)
    assert session.refusal == refusal != None  # noqa: E711 - one chain says both


def test_what_is_still_shown_is_counted_for_the_new_model(session, qtbot):
    opened(session, qtbot)
    before = session.chunking.input_tokens.tolist()
    session.set_overlap(254)
    session.set_limits(prefix="passage: ")
    assert session.certificate.state == "checking"
    at_rest(session, qtbot)
    assert session.certificate.state == "checked"
    assert session.chunking.input_tokens.tolist() == [count + 2 for count in before]


def test_what_is_still_shown_is_counted_for_the_new_model_when_a_cluster_is_too_large(session, qtbot):
    opened(session, qtbot, "Rain \N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL} came. " * 3)
    session.set_size(2)
    session.set_unit("characters")
    assert "2" in session.refusal
    before = session.chunking.input_tokens.tolist()
    session.set_limits(prefix="passage: ")
    at_rest(session, qtbot)
    assert session.refusal is not None
    assert session.chunking.input_tokens.tolist() == [count + 2 for count in before]


def test_a_refusal_ends_with_a_setting_that_makes_sense(session, qtbot):
    opened(session, qtbot)
    session.set_overlap(254)
    session.set_limits(context=100)
    session.set_overlap(3)
    at_rest(session, qtbot)
    assert session.refusal is None
    assert session.chunking.parameters == Parameters(overlap=3)


def test_a_refused_overlap_is_named_while_the_document_is_counted_anew(session, qtbot):
    opened(session, qtbot)
    session.set_overlap(254)
    with qtbot.waitSignal(session.facts_changed, timeout=10000):
        session.set_tokenizer("bert-base-uncased")
    qtbot.waitUntil(lambda: session.chunking is not None and session.at_rest, timeout=10000)
    assert session.refusal == OVERLAP
    assert session.chunking.parameters == Parameters()


def test_parameters_that_a_document_brings_are_checked_too(session, qtbot):
    opened(session, qtbot, parameters=Parameters(size=8, overlap=8))
    assert session.refusal == "overlap is 8 and size 8: overlap must be smaller than the size"
    session.set_limits(context=100)
    assert session.refusal is not None
    session.set_overlap(2)
    assert session.refusal is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"context": 2}, ["context is 2", "bert-base-uncased take 2", "no room"]),
        ({"prefix": "word " * 300}, ["context is 256", "prefix take 302", "no room"]),
        ({"context": 0}, ["context is 0", "at least 1"]),
        ({"context": 2**31}, ["context is 2147483648", "at most 2147483647"]),
        ({"prefix": "\ud800"}, ["prefix", "'\\ud800'"]),
    ],
)
def test_limits_that_make_no_sense_are_refused_by_name_and_those_before_stay(session, qtbot, change, words):
    opened(session, qtbot)
    shown = session.chunking
    session.set_limits(**change)
    assert all(word in session.limits_refusal for word in words), session.limits_refusal
    assert session.asked_limits == ModelLimits(**change)
    assert session.limits == ModelLimits()
    assert session.chunking is shown
    session.set_limits(ModelLimits(100))
    assert session.limits_refusal is None
    assert session.limits == session.asked_limits == ModelLimits(100)


def test_limits_set_before_the_tokenizer_is_loaded_are_checked_once_it_is(session, qtbot):
    session.set_limits(context=1)
    opened(session, qtbot)
    assert "context is 1" in session.limits_refusal
    assert session.limits == ModelLimits()
    assert session.chunking is not None


def test_the_window_and_the_command_line_refuse_a_context_in_the_same_words(session, qtbot, capsys):
    from inspector.cli import main

    opened(session, qtbot)
    session.set_limits(ModelLimits(12, "one two three four five six seven eight nine ten "))
    assert main(["chunk", "-", "--context", "12", "--prefix", session.asked_limits.prefix]) == 2
    assert capsys.readouterr().err == f"inspector: {session.limits_refusal}\n"
    assert load_tokenizer().name in session.limits_refusal


@pytest.mark.parametrize("query", ["eggs \ud800", "\udfff"])
def test_half_a_character_in_a_question_is_replaced_with_a_notice(session, qtbot, query):
    opened(session, qtbot)
    told = []
    session.message.connect(lambda *said: told.append(said))
    session.set_query(query)
    at_rest(session, qtbot)
    assert session.query == query[:-1] + "\ufffd"
    assert session.scores is not None
    ((kind, text),) = told
    assert kind == "warning"
    assert "half a character" in text


def test_a_long_prefix_before_many_chunks_is_counted_in_the_worker(session, qtbot):
    opened(session, qtbot, RAIN * 20, parameters=Parameters(size=8))
    session.set_limits(context=None, prefix="word " * 400)
    assert not session.at_rest
    at_rest(session, qtbot)
    assert session.chunking.input_tokens.min() > 400


def test_what_is_refused_leaves_the_chunks_on_screen_and_says_why(session, qtbot):
    opened(session, qtbot, size=20, overlap=4)
    shown = session.chunking
    session.set_overlap(20)
    assert session.chunking is shown
    assert session.parameters.overlap == 20
    assert "20" in session.refusal
    assert session.certificate.state == "checked"
    session.set_overlap(4)
    assert session.refusal is None
    assert session.chunking is shown


def test_numbers_typed_as_text_are_compared_as_numbers(session, qtbot):
    opened(session, qtbot)
    session.set_parameters(size="1000", overlap="200")
    assert session.refusal is None
    assert (session.chunking.parameters.size, session.chunking.parameters.overlap) == (1000, 200)
    session.set_parameters(size="9", overlap="10")
    assert "9" in session.refusal
    assert "10" in session.refusal
    assert session.chunking.parameters.size == 1000


@pytest.mark.parametrize("size", ["NaN", "12.5", True, "true", "1e999", "12 ", "", 12.5, float("nan")])
def test_a_size_that_is_no_whole_number_is_refused(session, qtbot, size):
    opened(session, qtbot)
    shown = session.chunking
    session.set_size(size)
    assert "whole number" in session.refusal
    assert session.chunking is shown


def test_a_cluster_larger_than_the_size_is_refused_and_the_chunks_stay(session, qtbot):
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    opened(session, qtbot, text=f"one two {family} three", unit="characters", size=8)
    shown = session.chunking
    session.set_size(2)
    assert session.refusal
    assert session.chunking is shown
    assert session.at_rest
