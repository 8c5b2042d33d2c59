"""`optimal`: its total cost is the least that an exhaustive search over the same candidates finds."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core.candidates import candidates
from inspector.core.certificate import Audit
from inspector.core.chunker import checked, chunk
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters, Weights
from inspector.core.strategies.optimal import BY_SUMS, cut_weights, fewest_chunks
from inspector.core.tokenizer import load_tokenizer
from tests.core.texts import PIECES, sizes, texts

QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SMALL = 10**6
WEIGHTS = st.builds(Weights, *[st.integers(0, 400)] * 6)


def least(facts: Facts, parameters: Parameters) -> tuple[int, int] | None:
    """The least (cost, sum of squared counts) of all partitions over the candidates, by trying every one."""
    size, later = parameters.size, parameters.size - parameters.overlap
    choice = candidates(facts, parameters.separators, parameters.unit, size, later)
    offsets, weights = choice.offsets.tolist(), cut_weights(choice, parameters.weights).tolist()

    @cache
    def to(j: int) -> tuple[int, int]:
        if j == 0:
            return 0, 0
        ways = []
        for i in range(j):
            count = recount(facts, parameters.unit, offsets[i], offsets[j])
            if count <= (later if i else size):
                ways.append(step(i, j, count))
        if not ways:
            count = recount(facts, parameters.unit, offsets[j - 1], offsets[j])
            ways = [step(j - 1, j, count)] if count <= size else [(math.inf, 0)]
        return min(ways)

    def step(i: int, j: int, count: int) -> tuple[int, int]:
        cost, squares = to(i)
        return cost + 100 + weights[j] + (SMALL if count < parameters.floor else 0), squares + count * count

    return to(len(offsets) - 1)


def recount(facts: Facts, unit: str, start: int, end: int) -> int:
    piece = facts.text[start:end]
    if unit == "tokens":
        return facts.tokenizer.count([piece])[0]
    return len(piece.split()) if unit == "words" else len(piece)


def agrees(text: str, parameters: Parameters) -> None:
    """The strategy's cost and evenness are those of the exhaustive search."""
    facts = Facts.build(text, load_tokenizer())
    if facts.blank:
        return
    try:
        result = chunk(facts, parameters)
    except CannotError:
        assert least(facts, parameters)[0] == math.inf
        return
    assert Audit(facts, result, ModelLimits()).final().state == "checked"
    bodies = zip(result.body_starts.tolist(), result.ends.tolist(), strict=True)
    counts = [recount(facts, parameters.unit, a, b) for a, b in bodies]
    table = {level: getattr(parameters.weights, level.label) for level in Level if level is not Level.END}
    cost = 100 * len(result) + sum(table[result.level(k)] for k in range(len(result) - 1))
    cost += SMALL * sum(n < parameters.floor for n in counts)
    assert (cost, sum(n * n for n in counts)) == least(facts, parameters)


@pytest.mark.parametrize("unit", ["tokens", "words", "characters"])
@given(text=texts(PIECES, 14), how=sizes(), weights=WEIGHTS)
@QUICK
def test_the_cost_is_the_least_of_all_partitions(unit: str, text: str, how: tuple[int, int], weights: Weights) -> None:
    agrees(text[:90], Parameters("optimal", how[0], unit, how[1], "unicode", weights))


@given(text=texts(PIECES, 14), how=sizes())
@QUICK
def test_with_the_default_weights_too(text: str, how: tuple[int, int]) -> None:
    agrees(text[:90], Parameters("optimal", how[0], "tokens", how[1]))


@given(text=texts(PIECES, 14), size=st.integers(1, 40), floor=st.integers(1, 20), weights=WEIGHTS)
@QUICK
def test_with_a_floor_too(text: str, size: int, floor: int, weights: Weights) -> None:
    agrees(text[:90], Parameters("optimal", size, "tokens", 0, "unicode", weights, min(floor, size)))


def test_of_partitions_that_cost_the_same_the_most_even_one_is_taken() -> None:
    text = "one two.\n\n" * 12
    result = chunk(Facts.build(text, load_tokenizer()), checked("optimal", 15))
    assert result.counts.tolist() == [12, 12, 12]


def test_hard_cuts_are_made_only_inside_a_word_that_is_larger_than_the_size() -> None:
    text = "The key follows: " + "ab+" * 60 + " and so it ends, with a last sentence. " * 3
    facts = Facts.build(text, load_tokenizer())
    result = chunk(facts, checked("optimal", 16))
    start, end = text.index("ab+"), text.rindex("ab+") + 3
    hard = result.ends[result.cuts_of(Level.HARD)]
    assert len(hard)
    assert ((hard > start) & (hard < end)).all()


def test_a_floor_leaves_no_small_chunk_where_it_can_be_helped() -> None:
    text = (
        "A short one.\n\n"
        + "The lower valve stays shut and the pump rests. " * 5
        + "\n\nEnd.\n\n"
        + "Rain came early. " * 9
    )
    facts = Facts.build(text, load_tokenizer())
    plain = chunk(facts, Parameters("optimal", 40))
    floored = chunk(facts, Parameters("optimal", 40, floor=20))
    assert floored.counts.min() >= 20
    assert floored.counts.min() >= plain.counts.min()


def test_the_fewest_chunks_are_the_units_by_the_size() -> None:
    assert fewest_chunks(0, Parameters()) == 0
    assert fewest_chunks(512, Parameters(size=512)) == 1
    assert fewest_chunks(1025, Parameters(size=512)) == 3
    assert fewest_chunks(1025, Parameters(size=512, overlap=256)) == 4


def test_it_needs_no_more_chunks_than_greedy_packing() -> None:
    rng = np.random.default_rng(5)
    sentences = ["word " * int(n) + "end." for n in rng.integers(1, 60, 300)]
    text = "".join(s + ("\n\n" if k % 3 == 0 else " ") for k, s in enumerate(sentences))
    facts = Facts.build(text, load_tokenizer())
    for size in (64, 128, 254):
        assert len(chunk(facts, checked("optimal", size))) <= len(chunk(facts, checked("recursive", size)))


def test_where_runs_are_too_long_to_count_every_way_it_is_said_and_every_chunk_still_fits() -> None:
    facts = Facts.build(
        "清晨水泵启动，上水箱慢慢注满。下面的阀门一直关着！" * 120, load_tokenizer("use-multilingual-v3")
    )
    result = chunk(facts, checked("optimal", 512))
    assert result.remarks == (BY_SUMS,)
    assert Audit(facts, result, ModelLimits()).final().state == "checked"
    assert int(result.counts.max()) <= 512


def test_where_it_is_the_least_of_all_nothing_is_said() -> None:
    facts = Facts.build("One sentence here. Another one there.\n\n" * 50, load_tokenizer())
    assert chunk(facts, checked("optimal", 32)).remarks == ()
