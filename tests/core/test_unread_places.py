"""Places that the model cannot read: each kind with its tokens and characters, in total and for one chunk."""

import numpy as np
import pytest

from inspector.core.chunker import chunk
from inspector.core.facts import Facts
from inspector.core.lost import lost_spans
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.core.tokenizer import load_tokenizer
from inspector.core.unread_places import (
    Total,
    Unread,
    chunk_totals,
    chunks_over,
    counts,
    merged,
    tails,
    text_places,
)

TEXT = "one \u2603\u2603 two co\u00adop\u200b [SEP] three " + "four five six. " * 6


def made(size: int = 20, context: int | None = 256, overlap: int = 0):
    facts, limits = Facts.build(TEXT, load_tokenizer()), ModelLimits(context)
    return facts, chunk(facts, Parameters(size=size, overlap=overlap), limits), limits


def test_every_kind_is_found_in_the_order_of_the_text() -> None:
    facts, chunking, limits = made(context=12)
    found = merged(text_places(facts, lost_spans(facts)), tails(facts, chunking, limits))
    assert np.all(np.diff(found.starts) >= 0)
    texts = {kind: [TEXT[a:b] for a, b in zip(found.starts[of], found.ends[of], strict=True)]
             for kind in Unread for of in [found.only(kind)]}  # fmt: skip
    assert texts[Unread.UNKNOWN] == ["\u2603\u2603"]
    assert texts[Unread.LOST] == ["\u00ad", "\u200b"]
    assert texts[Unread.SPECIAL] == ["[SEP]"]
    assert len(texts[Unread.BEYOND]) == len(chunks_over(chunking, limits)) > 1


def test_totals_count_places_tokens_and_characters() -> None:
    facts, chunking, limits = made(context=12)
    found = merged(text_places(facts, lost_spans(facts)), tails(facts, chunking, limits))
    assert found.total(Unread.LOST) == Total(2, 0, 2)
    assert found.total(Unread.SPECIAL) == Total(1, 1, 5)
    assert found.total(Unread.UNKNOWN).characters == 2
    over = chunks_over(chunking, limits)
    assert found.total(Unread.BEYOND).tokens == int((chunking.input_tokens[over] - 12).sum())


def test_unknown_tokens_side_by_side_are_one_place_of_as_many_tokens() -> None:
    facts = Facts.build("a \u4e02\u4e04\u4e05 b", load_tokenizer())
    assert len(facts.tokens.unknown) == 3
    assert text_places(facts, lost_spans(facts)).total(Unread.UNKNOWN) == Total(1, 3, 3)


def test_a_tail_goes_with_its_own_chunk_and_the_rest_with_the_body_that_holds_it() -> None:
    facts, chunking, limits = made(size=20, context=8, overlap=8)
    found = merged(text_places(facts, lost_spans(facts)), tails(facts, chunking, limits))
    for k in range(len(found)):
        index = found.chunk(k, chunking)
        if found.kinds[k] == Unread.BEYOND:
            assert found.ends[k] == chunking.ends[index]
        else:
            assert chunking.body_starts[index] <= found.starts[k] < chunking.ends[index]


@pytest.mark.parametrize("context", [None, 6, 12, 256])
def test_the_chunks_totals_add_up_to_those_of_the_document(context: int | None) -> None:
    facts, chunking, limits = made(size=14, context=context)
    lost = lost_spans(facts)
    found = merged(text_places(facts, lost), tails(facts, chunking, limits))
    for kind in Unread:
        parts = [chunk_totals(facts, chunking, limits, lost, k).get(kind, Total()) for k in range(len(chunking))]
        assert sum(part.tokens for part in parts) == found.total(kind).tokens
        assert sum(part.characters for part in parts) == found.total(kind).characters


def test_a_tail_never_has_more_tokens_than_the_text() -> None:
    facts, chunking, limits = made(size=14, context=1)
    found = tails(facts, chunking, limits)
    assert found.tokens.tolist() == chunking.tokens.tolist()
    assert found.starts.tolist() == chunking.starts.tolist()


def test_counts_are_those_of_looking_at_every_character() -> None:
    chance = np.random.default_rng(4)
    for _ in range(50):
        edges = np.sort(chance.choice(60, 12, replace=False)).reshape(-1, 2)
        starts = chance.integers(0, 60, 9)
        ends = starts + chance.integers(0, 20, 9)
        inside = np.zeros(100, int)
        for a, b in edges:
            inside[a:b] = 1
        number, characters = counts(edges.astype(np.int32), starts, ends)
        assert characters.tolist() == [int(inside[a:b].sum()) for a, b in zip(starts, ends, strict=True)]
        assert number.tolist() == [int(((edges[:, 0] >= a) & (edges[:, 0] < b)).sum())
                                   for a, b in zip(starts, ends, strict=True)]  # fmt: skip


def test_where_all_is_read_there_is_no_place() -> None:
    facts = Facts.build("All of this can be read.", load_tokenizer())
    assert len(text_places(facts, lost_spans(facts))) == 0
    assert Unread.LOST.label == "lost"
    assert all(kind.meaning.endswith(".") for kind in Unread)
