"""The overview strip hides nothing rare."""

import numpy as np

from inspector.core.levels import Level
from inspector.views.overview import strip_levels
from tests.views.made import naive_chunking


def test_a_single_hard_cut_among_thousands_is_seen() -> None:
    text = "word " * 20_000
    chunking = naive_chunking(text, 1)
    for place in (0, 777, len(chunking) - 2):
        levels = chunking.levels.copy()
        levels[place] = Level.HARD
        chunking.__dict__["levels"] = levels
        shown = strip_levels(chunking, len(text), 300)
        assert Level.HARD in shown
        assert (
            abs(int(np.flatnonzero(shown == Level.HARD)[0]) - int(chunking.body_starts[place]) * 300 // len(text)) <= 1
        )
        chunking.__dict__["levels"] = np.where(levels == Level.HARD, Level.WORD, levels).astype(np.int8)


def test_few_chunks_fill_the_strip_each_in_its_place() -> None:
    text = "aaaa. " + "b" * 14
    shown = strip_levels(naive_chunking(text, 99), len(text), 10)
    assert shown.tolist() == [Level.SENTENCE] * 3 + [Level.END] * 7


def test_no_chunks_and_no_pixels_are_no_error() -> None:
    assert strip_levels(naive_chunking("", 3), 0, 5).tolist() == [Level.END] * 5
    assert strip_levels(naive_chunking("abc", 3), 3, 0).shape == (0,)
