"""The overlap's audit: every chunk that repeats nothing has one reason, and the reason is true."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from inspector.core.chunker import checked, chunk
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.overlap_audit import NoOverlap, no_overlap, reason_for
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import load_tokenizer
from inspector.core.why import why_overlap
from tests.core.texts import sizes, texts

TOKENIZER = load_tokenizer()
WORDS = {
    NoOverlap.ONE_WORD: ": the chunk before is one word, and repeating it would reach its start.",
    NoOverlap.LARGE_WORD: ": the last word alone has ",
    NoOverlap.FULL: ": with the last word (",
    NoOverlap.WINDOW: ": the window before ended early.",
}


@given(text=texts(), how=sizes())
@settings(max_examples=120, deadline=None)
def test_the_groups_hold_each_chunk_that_repeats_nothing_once_and_say_what_why_says(
    text: str, how: tuple[int, int]
) -> None:
    facts = Facts.build(text, TOKENIZER)
    for strategy in STRATEGIES:
        try:
            chunking = chunk(facts, checked(strategy, how[0], overlap=how[1]))
        except CannotError:
            continue
        groups = no_overlap(facts, chunking)
        none = np.flatnonzero(chunking.starts[1:] == chunking.body_starts[1:]) + 1
        assert sorted(np.concatenate([*groups.values(), []]).tolist()) == (none.tolist() if how[1] else [])
        for reason, chunks in groups.items():
            assert chunks.tolist() == sorted(chunks.tolist())
            for index in chunks.tolist():
                assert reason_for(facts, chunking, index) is reason
                assert WORDS[reason] in why_overlap(facts, chunking, index)


def groups_of(text: str, size: int, overlap: int) -> tuple[Facts, dict[NoOverlap, list[int]]]:
    facts = Facts.build(text, TOKENIZER)
    chunking = chunk(facts, checked(size=size, overlap=overlap))
    return facts, {reason: chunks.tolist() for reason, chunks in no_overlap(facts, chunking).items()}


def test_a_word_larger_than_the_overlap_is_a_large_word() -> None:
    facts, groups = groups_of("The pump starts at pneumonoultramicroscopic.\n\nIt fills the upper tank.", 14, 1)
    assert set(groups) <= {NoOverlap.LARGE_WORD, NoOverlap.FULL}
    assert facts.count("tokens", 19, 43) > 1


def test_no_overlap_asked_is_no_reason() -> None:
    assert groups_of("One two three. Four five six. Seven eight nine.", 5, 0)[1] == {}
    assert groups_of("One two three.", 50, 5)[1] == {}
    assert groups_of(" ", 50, 5)[1] == {}
