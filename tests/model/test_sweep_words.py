"""What a point of the sweep tells, and how high its measures stand."""

import pytest

from inspector.core.sweep import SweepPoint
from inspector.model.sweep_words import MEASURES, extra, measure_height, overlap_words, percent, size_words

POINT = SweepPoint(254, 20, 412, 0.834, 0.02, 0.049, 86_860)


def test_a_size_tells_its_chunks_their_fill_and_what_is_wrong_with_them():
    assert size_words(POINT, "tokens") == (
        "254 tokens: 412 chunks, mean fill 83\u00a0%, 2\u00a0% hard cuts, 5\u00a0% under a quarter full"
    )


def test_an_overlap_tells_what_it_costs():
    words = overlap_words(POINT, "words", 73_610)
    assert words.startswith("Overlap 20 words: +18\u00a0% words to embed, 412 chunks, mean fill 83\u00a0%")
    assert overlap_words(POINT, "words", 90_000).startswith("Overlap 20 words: \u22123\u00a0% words")


def test_what_is_refused_tells_why():
    refused = SweepPoint(8, 0, 0, 0.0, 0.0, 0.0, 0, "size is 8 tokens, but …")
    assert size_words(refused, "tokens") == overlap_words(refused, "tokens", 5) == "Refused: size is 8 tokens, but …"


@pytest.mark.parametrize(
    ("share", "words"), [(0.0, "0\u00a0%"), (0.001, "under 1\u00a0%"), (0.006, "1\u00a0%"), (1.0, "100\u00a0%")]
)
def test_little_is_not_nothing(share, words):
    assert percent(share) == words


def test_every_measure_stands_between_nothing_and_full():
    for total in (0, 3, 100, 10**9):
        assert all(0 <= measure_height(POINT, measure, total) <= 1 for measure in MEASURES)
    assert measure_height(POINT, "fill", 9) == 0.834
    assert measure_height(POINT, "hard", 9) == 0.02
    assert measure_height(POINT, "small", 9) == 0.049


def test_ten_times_as_many_chunks_always_stand_the_same_step_higher():
    heights = [measure_height(SweepPoint(9, 0, n, 0, 0, 0, 0), "chunks", 10**7) for n in (100, 1000, 10_000)]
    assert heights[2] - heights[1] == pytest.approx(heights[1] - heights[0], rel=0.02)


def test_an_empty_document_costs_nothing_more():
    assert extra(SweepPoint(9, 0, 0, 0, 0, 0, 0), 0) == 0.0
