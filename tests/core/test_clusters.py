"""Grapheme clusters: those of the library, wherever they are looked for, in time that grows with the text."""

from __future__ import annotations

import time

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.clusters import find_clusters
from inspector.core.codepoints import codes

JOINING = [
    *"a \r\n漢।👩👧🏻🇩🇪한한कषिกबা❤ᬓ", "\u0301", "\u200d", "\u0600", "\u094d", "\u0e33", "\ufe0f", "\u200c", "\u0d4e",
    "\U000110bd", "\U000110bd", "\u1b3e", "\u1b44", "\U000e0067", "🇩🇪" * 40, "🇩" * 65,
]  # fmt: skip


def expected(text: str) -> list[tuple[int, int]]:
    return [m.span() for m in regex.finditer(r"\X", text) if m.end() - m.start() > 1]


@given(st.lists(st.sampled_from(JOINING), max_size=14).map("".join))
@settings(max_examples=800, deadline=None)
def test_they_are_the_clusters_of_the_library(text: str) -> None:
    clusters = find_clusters(text, codes(text))
    assert list(zip(clusters.starts.tolist(), clusters.ends.tolist(), strict=True)) == expected(text)


@given(st.lists(st.sampled_from(JOINING), min_size=1, max_size=10).map("".join))
@settings(max_examples=300, deadline=None)
def test_floor_ceil_and_inside_agree_with_the_spans(text: str) -> None:
    clusters = find_clusters(text, codes(text))
    boundaries = sorted({m.start() for m in regex.finditer(r"\X", text)} | {len(text)})
    inside = clusters.inside(np.arange(len(text) + 1)).tolist()
    for offset in range(len(text) + 1):
        assert inside[offset] == (offset not in boundaries)
        assert clusters.floor(offset) == max(b for b in boundaries if b <= offset)
        assert clusters.ceil(offset) == min(b for b in boundaries if b >= offset)
    every = np.arange(len(text) + 1)
    assert clusters.floor_all(every).tolist() == [clusters.floor(k) for k in every.tolist()]
    assert clusters.ceil_all(every).tolist() == [clusters.ceil(k) for k in every.tolist()]


@pytest.mark.parametrize("piece", ["🇩🇪", "e\u0301", "\u0301", "\u200d", "👩\u200d", "ᄒ", "क\u094d", "\r\n", "\u0600"])
def test_a_text_twice_as_long_takes_at_most_some_three_times_as_long(piece: str) -> None:
    def seconds(n: int) -> float:
        text = piece * n
        points = codes(text)
        times = []
        for _ in range(3):
            begin = time.process_time()
            find_clusters(text, points)
            times.append(time.process_time() - begin)
        return min(times)

    seconds(2_000)
    assert seconds(40_000) <= 3.5 * seconds(20_000) + 0.02
