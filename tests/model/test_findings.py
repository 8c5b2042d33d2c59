"""The findings: the overlap's audit, what cannot be read, the extremes, each naming its numbers."""

from dataclasses import replace

import numpy as np
import pytest

from inspector.core.model_limits import ModelLimits
from inspector.core.overlap_audit import NoOverlap
from inspector.core.remark import Remark
from inspector.core.tokens import Tokens, no_spans
from inspector.model.findings import findings
from tests.views.made import made_chunking


def tokens(count, unknown=(), specials=()):
    spans = [np.array(part, np.int32).reshape(-1, 2) for part in (unknown, specials)]
    return Tokens(np.arange(count, dtype=np.int32), *spans)


def texts(chunking, found_in=None, limits=None, none=None):
    return [found.text for found in findings(chunking, found_in or tokens(100), limits or ModelLimits(), none or {})]


def test_the_overlap_is_audited_asked_got_and_what_it_costs():
    chunking = made_chunking(21)
    counted = tokens(round(int(chunking.tokens.sum()) / 1.33))
    found = texts(chunking, counted)
    assert f"overlap: asked 14 tokens, got {chunking.overlaps[1:].mean():.1f}".removesuffix(".0") in found[0]
    assert "+33 % tokens to embed" in found


def test_chunks_that_repeat_nothing_are_told_by_reason_the_most_frequent_first_with_a_step_to_each_first():
    none = {
        NoOverlap.ONE_WORD: np.array([5]),
        NoOverlap.FULL: np.array([3, 4, 9]),
        NoOverlap.LARGE_WORD: np.array([7, 8]),
    }
    found = [one for one in findings(made_chunking(21), tokens(100), ModelLimits(), none) if "nothing" in one.text]
    assert [(one.text, one.chunk) for one in found] == [
        ("3 chunks repeat nothing: one word more would be above 72 tokens", 3),
        ("2 chunks repeat nothing: the last word before has more than 14 tokens", 7),
        ("1 chunk repeats nothing: the chunk before is one word", 5),
    ]


def test_windows_that_repeat_nothing_are_told():
    assert "2 chunks repeat nothing: the window before ended early" in texts(
        made_chunking(21), none={NoOverlap.WINDOW: np.array([5, 6])}
    )


def test_no_overlap_is_said_not_audited():
    assert "no overlap asked" in texts(made_chunking(21, overlap=0))


@pytest.mark.parametrize(
    ("spans", "words"),
    [
        ([(40, 168)], "1 unknown token hides 128 characters"),
        ([(4, 6), (900, 901)], "2 unknown tokens hide 3 characters"),
    ],
)
def test_unknown_tokens_tell_how_many_characters_they_hide_and_point_to_the_first(spans, words):
    chunking = made_chunking(21)
    first = findings(chunking, tokens(100, unknown=spans), ModelLimits(), {})[0]
    assert first.text == words
    assert first.warning
    assert first.chunk == chunking.body_at(spans[0][0])


def test_special_tokens_spelled_in_the_text_are_told():
    assert "the text spells 1 special token" in texts(made_chunking(21), tokens(100, specials=[(3, 8)]))


def test_chunks_above_the_context_come_first():
    chunking = made_chunking(21)
    above = np.flatnonzero(chunking.input_tokens > 60)
    first = findings(chunking, tokens(100), ModelLimits(60), {})[0]
    assert first.text == f"{len(above)} chunks above the context of 60"
    assert first.chunk == above[0]


def test_the_extremes_name_their_chunks():
    chunking = made_chunking(21)
    small, large = int(chunking.counts.argmin()), int(chunking.counts.argmax())
    found = texts(chunking)
    assert f"smallest {chunking.counts[small]} tokens, #{small + 1}" in found
    assert f"largest {chunking.counts[large]} of 72 tokens, #{large + 1}" in found


def test_one_chunk_and_none_are_no_error():
    assert texts(made_chunking(0)) == []
    assert not any("smallest" in text for text in texts(made_chunking(1)))


def test_blank_chunks_are_told():
    chunking = made_chunking(21)
    chunking.blank[4] = True
    assert "1 blank chunk" in texts(chunking)


def test_spans_are_summed_in_64_bits():
    assert no_spans().dtype == np.int32
    spans = [(0, 2**31 - 2), (2**31 - 2, 2**31 - 1)]
    assert "2 unknown tokens hide 2,147,483,647 characters" in texts(made_chunking(3), tokens(5, unknown=spans))


def test_a_remark_on_how_the_chunks_were_found_is_told_with_what_it_means():
    chunking = replace(made_chunking(21), remarks=(Remark("least by summed counts", "too many ways to count"),))
    told = next(
        one for one in findings(chunking, tokens(100), ModelLimits(), {}) if one.text == "least by summed counts"
    )
    assert told.meaning == "Too many ways to count."
