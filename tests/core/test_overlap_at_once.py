"""Starts found for many chunks at once are those that are found one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core.chunker import checked, chunk
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.overlap import OneByOne
from inspector.core.overlap_at_once import AtOnce
from tests.core.texts import sizes, texts
from tests.core.tiny_tokenizers import EVERY, tokenizer_of

QUICK = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("unit", ["tokens", "words"])
@pytest.mark.parametrize("kind", EVERY)
@given(text=texts(), how=sizes(), data=st.data())
@QUICK
def test_what_is_found_at_once_is_what_is_found_alone_after_any_chunk_that_starts_early_enough(
    kind: str, unit: str, text: str, how: tuple[int, int], data: st.DataObject
) -> None:
    size, overlap = how
    facts, parameters = Facts.build(text, tokenizer_of(kind)), checked("recursive", size, unit, overlap)
    try:
        chunking = chunk(facts, parameters)
    except CannotError:
        return
    measure, bodies, ends = facts.measures[unit], chunking.body_starts[1:], chunking.ends[1:]
    if not len(bodies):
        return
    starts, least, found = AtOnce(facts, measure, parameters, bodies, ends).starts()
    alone = OneByOne(facts, measure, parameters)
    for k in np.flatnonzero(found).tolist():
        assert least[k] <= starts[k] <= bodies[k]
        for previous in {-1, data.draw(st.integers(-1, max(int(least[k]) - 1, -1)))}:
            assert alone.start(previous, int(bodies[k]), int(ends[k])) == starts[k]
