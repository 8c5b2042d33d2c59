"""Why here: every cut and every overlap has a reason, and its numbers are true."""

from __future__ import annotations

import re

from hypothesis import given, settings

from inspector.core.chunker import checked, chunk
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import load_tokenizer
from inspector.core.why import why_here, why_overlap
from tests.core.texts import sizes, texts

TOKENIZER = load_tokenizer()


def test_it_names_the_rejected_alternative_with_both_counts() -> None:
    text = "The pump starts at dawn.\n\nIt fills the upper tank. The lower valve stays shut. A red lamp shows."
    facts = Facts.build(text, TOKENIZER)
    chunking = chunk(facts, checked(size=14))
    ends = [text[: int(e)][-6:] for e in chunking.ends]
    assert ends == ["dawn.\n\n", "shut. ", "shows."] or len(ends) == 3
    sentence = why_here(facts, chunking, 1)
    following = facts.count("tokens", int(chunking.ends[1]), len(text))
    together = facts.count("tokens", int(chunking.body_starts[1]), len(text))
    assert f"The next sentence ({following} tokens) would make {together}, more than 14" in sentence


def test_what_overlap_leaves_is_said_in_words() -> None:
    text = "The pump starts at dawn.\n\nIt fills the upper tank. The lower valve stays shut. A red lamp shows."
    facts = Facts.build(text, TOKENIZER)
    chunking = chunk(facts, checked(size=18, overlap=6))
    assert "more than the 12 that 18 less 6 for overlap leave" in why_here(facts, chunking, 1)


def test_a_cut_inside_a_word_tells_how_large_the_word_is() -> None:
    facts = Facts.build("one " + "ab+" * 60 + " two", TOKENIZER)
    chunking = chunk(facts, checked(size=16))
    assert re.search(
        r"The word around this cut has 120 tokens, more than 16 tokens, and no sep", why_here(facts, chunking, 1)
    )


def test_an_overlap_of_none_is_explained() -> None:
    facts = Facts.build("pneumonoultramicroscopicsilicovolcanoconiosis " * 4, TOKENIZER)
    chunking = chunk(facts, checked(size=20, overlap=2))
    assert why_overlap(facts, chunking, 0) == "The first chunk has nothing before it to repeat."
    for k in range(1, len(chunking)):
        assert why_overlap(facts, chunking, k).startswith("Repeats ")


@given(text=texts(), how=sizes())
@settings(max_examples=150, deadline=None)
def test_every_cut_and_every_overlap_has_a_reason_in_every_strategy(text: str, how: tuple[int, int]) -> None:
    facts = Facts.build(text, TOKENIZER)
    for strategy in STRATEGIES.values():
        try:
            chunking = chunk(facts, checked(strategy.name, how[0], overlap=how[1]))
        except CannotError:
            continue
        for k in range(len(chunking)):
            assert why_here(facts, chunking, k).endswith(".")
            assert why_overlap(facts, chunking, k).endswith(".")


def test_one_token_is_no_plural_and_thousands_are_separated() -> None:
    facts = Facts.build("one two three four " * 500, TOKENIZER)
    chunking = chunk(facts, checked(size=1200, overlap=0))
    said = why_here(facts, chunking, 0)
    assert said.startswith("The next word (1 token) would make 1,201, more than 1,200;")
    wide = chunk(facts, checked("sliding-tokens", 1200, overlap=1000))
    assert why_here(facts, wide, 0) == "The window is full: 1,200 of 1,200 tokens."
    assert why_overlap(facts, wide, 1) == "Repeats 1,000 of 1,000 tokens asked for."
