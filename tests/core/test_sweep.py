"""The sweep: every point is what a real chunking at that setting gives, and nothing stops it from being cancelled."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from inspector.core.chunker import checked, chunk
from inspector.core.errors import CancelledError, CannotError
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.parameters import Parameters
from inspector.core.strategies import STRATEGIES, Strategy
from inspector.core.sweep import (
    POINTS,
    SweepPoint,
    finer_sizes,
    over_overlaps,
    over_sizes,
    sweep,
    sweep_overlaps,
    sweep_point,
    sweep_sizes,
)
from inspector.core.tokenizer import load_tokenizer
from tests.core.texts import sizes, texts

TOKENIZER = load_tokenizer()
LONG = "The pump starts at dawn. It fills the upper tank; the lower valve stays shut.\n\nA red lamp shows! " * 400


def by_chunking(facts: Facts, parameters: Parameters) -> SweepPoint:
    chunking = chunk(facts, parameters)
    cuts, n = chunking.levels[:-1], len(chunking)
    return SweepPoint(
        parameters.size,
        parameters.overlap,
        n,
        float(np.mean(chunking.counts / parameters.size)) if n else 0.0,
        float(np.mean(cuts == Level.HARD)) if n > 1 else 0.0,
        float(np.mean(chunking.counts < parameters.size / 4)) if n else 0.0,
        int(chunking.counts.sum()),
    )


def by_chunking_or_refused(facts: Facts, parameters: Parameters) -> SweepPoint:
    try:
        return by_chunking(facts, parameters)
    except CannotError as error:
        return SweepPoint(parameters.size, parameters.overlap, 0, 0.0, 0.0, 0.0, 0, str(error))


def same(point: SweepPoint, wanted: SweepPoint) -> bool:
    exact = ("size", "overlap", "chunks", "units", "refused")
    shares = ("mean_fill", "hard", "small")
    return all(getattr(point, name) == getattr(wanted, name) for name in exact) and all(
        getattr(point, name) == pytest.approx(getattr(wanted, name)) for name in shares
    )


@given(text=texts(), how=sizes())
@settings(max_examples=120, deadline=None)
def test_every_point_is_what_a_real_chunking_gives_in_every_strategy_and_unit(text: str, how: tuple[int, int]) -> None:
    facts = Facts.build(text, TOKENIZER)
    for strategy in STRATEGIES.values():
        for unit in strategy.units:
            parameters = checked(strategy.name, how[0], unit, how[1])
            assert same(sweep_point(facts, parameters), by_chunking_or_refused(facts, parameters))


@pytest.mark.parametrize("separators", ["unicode", "classic", "markdown"])
@pytest.mark.parametrize("overlap", [0, 7])
def test_a_sweep_of_a_long_text_is_that_of_chunkings(separators: str, overlap: int) -> None:
    facts = Facts.build(LONG, TOKENIZER)
    how = over_sizes(checked(separators=separators, overlap=overlap), [400, 90, 33, 8])
    assert all(same(p, by_chunking(facts, q)) for p, q in zip(sweep(facts, how), how, strict=True))


def test_a_size_that_a_cluster_does_not_fit_says_why() -> None:
    facts = Facts.build("so " + "a" + "\u0301\u0302\u0323" * 20 + " so", TOKENIZER)
    points = list(sweep(facts, over_sizes(checked(unit="characters"), [80, 20])))
    assert points[0].refused is None
    assert points[0].chunks == 1
    assert points[1].chunks == 0
    assert points[1].refused is not None
    assert points[1].refused.startswith("size is 20 characters, but the character at offset 3 alone")


def test_a_blank_text_has_no_chunks_and_no_shares() -> None:
    facts = Facts.build(" \n ", TOKENIZER)
    assert sweep_point(facts, checked()) == SweepPoint(254, 0, 0, 0.0, 0.0, 0.0, 0)


def test_sizes_are_even_on_the_logarithmic_slider_from_large_to_small() -> None:
    coarse = sweep_sizes()
    assert coarse[0] == 8192
    assert coarse[-1] == 8
    assert coarse == sorted(set(coarse), reverse=True)
    assert POINTS - 3 <= len(coarse) <= POINTS
    ratios = [a / b for a, b in pairwise(coarse) if b > 100]
    assert max(ratios) / min(ratios) < 1.02


def test_finer_sizes_lie_between_and_are_new() -> None:
    coarse = sweep_sizes()
    finer = finer_sizes(coarse)
    assert not set(finer) & set(coarse)
    assert coarse[-1] < min(finer) < max(finer) < coarse[0]
    assert all(any(b < size < a for size in finer) for a, b in pairwise(coarse) if a - b > 1)


def test_overlaps_go_from_none_to_half_the_size() -> None:
    assert sweep_overlaps(254)[0] == 0
    assert sweep_overlaps(254)[-1] == 127
    assert sweep_overlaps(5) == [0, 1, 2]
    assert sweep_overlaps(1) == [0]


def test_settings_without_room_for_the_overlap_say_so() -> None:
    facts = Facts.build(LONG, TOKENIZER)
    points = list(sweep(facts, over_sizes(checked(size=100, overlap=20), [40, 21, 20])))
    assert [point.chunks > 0 for point in points] == [True, True, False]
    assert points[2].refused == "overlap is 20 and size 20: overlap must be smaller than the size"
    assert [p.overlap for p in over_overlaps(checked(size=100), [0, 99])] == [0, 99]


def test_it_stops_when_it_is_cancelled_between_two_points() -> None:
    facts = Facts.build(LONG, TOKENIZER)
    answers = iter([False, False, False, True])
    seen = list(sweep(facts, over_sizes(checked(), sweep_sizes()), lambda: next(answers)))
    assert [point.size for point in seen] == sweep_sizes()[:3]


@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=lambda strategy: strategy.name)
def test_a_point_pauses_often_and_can_be_given_up_in_the_middle(strategy: Strategy) -> None:
    facts = Facts.build(LONG * 10, TOKENIZER)
    parameters = checked(strategy.name, 16)
    calls = 0

    def count() -> None:
        nonlocal calls
        calls += 1

    sweep_point(facts, parameters, count)
    assert calls >= 10

    def give_up() -> None:
        raise CancelledError("no longer wanted")

    with pytest.raises(CancelledError):
        sweep_point(facts, parameters, give_up)
