"""Bits answer for many places at once, and find the nearest yes on either side."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.bits import Bits


@given(mask=st.lists(st.booleans(), min_size=1, max_size=80), sparse=st.integers(0, 60))
def test_the_nearest_yes_is_found_before_and_after_every_place(mask: list[bool], sparse: int) -> None:
    mask = [*mask, *[False] * sparse, *mask[:3]]
    bits, places = Bits(np.array(mask)), np.arange(len(mask))
    marked = [k for k, yes in enumerate(mask) if yes]
    assert bits.at(places).tolist() == mask
    assert bits.at_or_after(places).tolist() == [min((m for m in marked if m >= k), default=-1) for k in places]
    assert bits.at_or_before(places).tolist() == [max((m for m in marked if m <= k), default=-1) for k in places]
