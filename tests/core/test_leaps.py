"""Leaps by sums, in a table or one by one, reach as far as leaps that count every step."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core.facts import Facts
from inspector.core.leaps import Leaps
from tests.core.texts import texts
from tests.core.tiny_tokenizers import EVERY, tokenizer_of

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("unit", ["tokens", "words"])
@pytest.mark.parametrize("kind", EVERY)
@given(text=texts(), limit=st.integers(1, 12))
@QUICK
def test_sums_tables_and_counting_reach_the_same_cut(kind: str, unit: str, text: str, limit: int) -> None:
    facts = Facts.build(text, tokenizer_of(kind))
    measure = facts.measures[unit]
    for stage in facts.levels("unicode", unit).stages:
        last = len(stage.positions) - 1
        everything, some = Leaps(stage, measure, limit, last + 1), Leaps(stage, measure, limit, 0)
        assert some.table is None
        for start in range(last):
            found = some.furthest(start, last, limit)
            assert everything.furthest(start, last, limit) == found
            ends = stage.positions[start + 1 :].tolist()
            counts = [measure.count(int(stage.positions[start]), end) for end in ends]
            assert found == start or counts[found - start - 1] <= limit
            if counts == sorted(counts):
                assert found - start == sum(count <= limit for count in counts)
            if everything.table is not None and everything.table[start] >= 0:
                assert everything.table[start] == found


def test_a_stage_with_many_doubtful_cuts_is_counted_as_a_whole_once_it_was_asked_for_often_enough() -> None:
    facts = Facts.build("one two, three\n" * 2000, tokenizer_of("cl100k_base"))
    stage = facts.levels("unicode", "tokens").stages[-1]
    assert stage.exact() is None
    leaps = Leaps(stage, facts.measures["tokens"], 10, 0)
    before = [leaps.furthest(k, len(stage.positions) - 1, 10) for k in range(1000)]
    exact = stage.exact()
    assert exact is not None
    leaps = Leaps(stage, facts.measures["tokens"], 10, 0)
    assert [leaps.furthest(k, len(stage.positions) - 1, 10) for k in range(1000)] == before
