"""The marked answer: whole, rescued or cut, its rank and its margin."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.core.answer import report
from inspector.core.chunking import Chunking
from inspector.core.errors import RefusedError
from inspector.core.levels import Level
from inspector.core.parameters import Parameters
from inspector.core.similarity import Scores, scores


def chunking(starts: list[int], body_starts: list[int], ends: list[int]) -> Chunking:
    n = len(ends)
    numbers = np.ones(n, dtype=np.int64)
    offsets = (np.array(values, dtype=np.int64) for values in (starts, body_starts, ends))
    levels = np.full(n, Level.WORD, dtype=np.int8)
    return Chunking(Parameters(), *offsets, levels, *([numbers] * 5), np.zeros(n, dtype=np.bool_))


OVERLAPPED = chunking([0, 7, 17], [0, 10, 20], [10, 20, 30])


def ranked(*values: float) -> Scores:
    return scores("q", [1, 0], [[value, (1 - value**2) ** 0.5] for value in values])


def test_an_answer_inside_one_body_is_whole() -> None:
    result = report(OVERLAPPED, ranked(0.1, 0.9, 0.5), 11, 15)
    assert (result.state, result.chunk, result.touching, result.rank) == ("whole", 1, (1,), 1)
    assert result.margin == pytest.approx(0.4)
    assert result.line() == "answer marked: whole in #2 · rank 1"


def test_an_answer_across_a_cut_that_the_overlap_covers_is_rescued() -> None:
    result = report(OVERLAPPED, ranked(0.1, 0.5, 0.9), 8, 12)
    assert (result.state, result.chunk, result.touching, result.rank) == ("rescued", 1, (0, 1), 2)
    assert result.margin == pytest.approx(-0.4)
    assert result.line() == "answer marked: rescued by overlap, whole in #2 · rank 2"


def test_an_answer_that_no_chunk_holds_is_cut_and_its_parts_are_named() -> None:
    result = report(OVERLAPPED, ranked(0.1, 0.5, 0.9), 5, 18)
    assert (result.state, result.chunk, result.touching, result.rank) == ("cut", None, (0, 1, 2), None)
    assert result.line() == "answer marked: cut, no chunk holds all of it; parts in #1 to #3 · best part at rank 1"


def test_of_two_chunks_that_hold_the_answer_the_better_ranked_counts() -> None:
    result = report(OVERLAPPED, ranked(0.1, 0.9, 0.5), 7, 9)
    assert (result.state, result.chunk, result.rank, result.touching) == ("whole", 1, 1, (0, 1))


def test_without_scores_the_first_holder_by_position_counts() -> None:
    result = report(OVERLAPPED, None, 7, 9)
    assert (result.state, result.chunk, result.rank, result.margin) == ("whole", 0, None, None)
    assert result.line() == "answer marked: whole in #1"


def test_an_undefined_score_gives_no_rank_and_no_margin() -> None:
    result = report(OVERLAPPED, scores("q", [1, 0], [[1, 0], [0, 0], [1, 0]]), 11, 15)
    assert (result.chunk, result.rank, result.margin) == (1, None, None)


def test_a_document_without_chunks_says_so() -> None:
    assert report(chunking([], [], []), None, 0, 3).line() == "answer marked: there are no chunks"


@pytest.mark.parametrize(("start", "end"), [(3, 3), (5, 4), (-1, 4), (2, 31)])
def test_an_answer_that_is_no_part_of_the_document_is_refused_with_its_offsets(start: int, end: int) -> None:
    with pytest.raises(RefusedError, match=rf"from {start} to {end} .* 30 characters"):
        report(OVERLAPPED, None, start, end)


def test_the_state_agrees_with_a_plain_look_at_every_chunk() -> None:
    for start in range(30):
        for end in range(start + 1, 31):
            result = report(OVERLAPPED, None, start, end)
            spans = list(zip(OVERLAPPED.starts, OVERLAPPED.body_starts, OVERLAPPED.ends, strict=True))
            body = any(body <= start and end <= last for _, body, last in spans)
            chunk = any(first <= start and end <= last for first, _, last in spans)
            assert result.state == ("whole" if body else "rescued" if chunk else "cut")
            expected = tuple(i for i, (first, _, last) in enumerate(spans) if first < end and start < last)
            assert result.touching == expected
