"""What the model does not read is found where it begins."""

import numpy as np
import pytest

from inspector.core.chunker import chunk
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.core.tokenizer import load_tokenizer
from inspector.core.unread import unknown_spans, unread_spans

WORDS = "one two three four five six seven eight nine ten eleven twelve. " * 4


def chunked(text: str, size: int, context: int | None) -> tuple[Facts, object, ModelLimits]:
    facts, limits = Facts.build(text, load_tokenizer()), ModelLimits(context)
    return facts, chunk(facts, Parameters(size=size), limits), limits


def test_a_tail_begins_at_the_first_token_that_the_context_has_no_room_for() -> None:
    facts, chunking, limits = chunked(WORDS, 13, 10)
    spans = unread_spans(facts, chunking, limits)
    assert len(spans) == len(chunking)
    for (start, end), first, last in zip(spans, chunking.starts, chunking.ends, strict=True):
        assert end == last
        assert facts.tokenizer.count([facts.text[first:start]]) == [8]


def test_a_chunk_cut_inside_words_is_encoded_alone() -> None:
    facts, chunking, limits = chunked("pneumonoultramicroscopicsilicovolcanoconiosis" * 2, 9, 7)
    for start, end in unread_spans(facts, chunking, limits):
        index = chunking.body_at(int(end) - 1)
        read = facts.text[int(chunking.starts[index]) : int(start)]
        own = facts.tokenizer.encode(chunking.text(facts.text, index), None, None)
        assert own.starts[5] == len(read)


def test_without_a_context_and_within_it_everything_is_read() -> None:
    facts, chunking, _ = chunked(WORDS, 13, None)
    assert unread_spans(facts, chunking, ModelLimits(None)).shape == (0, 2)
    assert unread_spans(facts, chunking, ModelLimits(256)).shape == (0, 2)


def test_some_chunks_can_be_asked_for() -> None:
    facts, chunking, limits = chunked(WORDS, 13, 10)
    every = unread_spans(facts, chunking, limits)
    assert unread_spans(facts, chunking, limits, 1, 3).tolist() == every[1:3].tolist()


@pytest.mark.parametrize(("start", "end", "found"), [(0, 99, 2), (0, 5, 0), (6, 8, 1), (20, 99, 0)])
def test_unknown_tokens_near_a_span_are_found_and_neighbours_made_one(start: int, end: int, found: int) -> None:
    facts = Facts.build("hello 😀 w 中文字 end", load_tokenizer())
    facts.tokens.__dict__["unknown"] = np.array([[6, 7], [10, 11], [11, 12], [12, 13]], np.int32)
    spans = unknown_spans(facts, start, end)
    assert len(spans) == found
    if found == 2:
        assert spans.tolist() == [[6, 7], [10, 13]]
