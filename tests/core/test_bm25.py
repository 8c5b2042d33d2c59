"""The keyword score: against the formula written out for one chunk at a time, and what it must never do."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core.bm25 import K1, B, bm25
from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.terms import Terms, terms_of
from inspector.core.tokenizer import load_tokenizer

TEXTS = st.lists(
    st.sampled_from(["queen ", "bees ", "the ", "the hive. ", "Hive\n\n", "蜂蜜", "honey-comb "]), max_size=40
)


def cut(text: str, size: int, overlap: int = 0) -> Chunking:
    return chunk(Facts.build(text, load_tokenizer("words")), checked(size=size, overlap=overlap))


def by_hand(chunks: list[list[str]], query: str) -> list[float]:
    """The formula of the paper, chunk by chunk over lists of words."""
    mean = max(sum(map(len, chunks)) / len(chunks), 1)
    result = []
    for words in chunks:
        score = 0.0
        for term in terms_of(query):
            holders = sum(term in other for other in chunks)
            times = words.count(term)
            rarity = math.log(1 + (len(chunks) - holders + 0.5) / (holders + 0.5))
            score += rarity * times * (K1 + 1) / (times + K1 * (1 - B + B * len(words) / mean))
        result.append(score)
    return result


@example(["Hive\n\n", "queen ", "queen "], 2, 1, "queen")
@given(
    TEXTS, st.integers(2, 8), st.integers(0, 1), st.sampled_from(["queen", "the hive", "蜜 bees", "the the", "none"])
)
def test_scores_are_those_of_the_formula_over_the_words_that_start_in_each_chunk(
    pieces: list[str], size: int, overlap: int, query: str
) -> None:
    text = "".join(pieces)
    chunking = cut(text, size, overlap)
    found = bm25(Terms.build(text), chunking, query)
    places = [(match.start(), match[0].casefold()) for match in re.finditer(r"[a-z]+|[蜂蜜]", text, re.IGNORECASE)]
    spans = zip(chunking.starts.tolist(), chunking.ends.tolist(), strict=True)
    own = [[word for at, word in places if start <= at < end] for start, end in spans]
    if own:
        assert np.allclose(found.values, by_hand(own, query))
    assert set(found.order.tolist()) == {k for k, value in enumerate(found.values) if value > 0}


def test_words_that_the_document_does_not_have_are_told() -> None:
    text = "The queen lays eggs."
    found = bm25(Terms.build(text), cut(text, 10), "Queen drone")
    assert (found.found, found.missing) == (("queen",), ("drone",))


def test_a_query_without_words_scores_nothing() -> None:
    text = "The queen lays eggs."
    found = bm25(Terms.build(text), cut(text, 10), "?!")
    assert found.values.tolist() == [0.0]
    assert len(found.order) == 0


def test_a_word_counts_in_every_chunk_that_repeats_it() -> None:
    text = "one two three four five six"
    found = bm25(Terms.build(text), cut(text, 3, 1), "three")
    assert np.count_nonzero(found.values) == 2


@pytest.mark.parametrize("text", ["", "   \n"])
def test_a_document_without_chunks_has_no_keyword_scores(text: str) -> None:
    found = bm25(Terms.build(text), cut(text, 3), "queen")
    assert len(found.values) == 0
