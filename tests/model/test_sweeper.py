"""The sweeper: points come as they are known, belong to what is on screen, are kept, and give way to everything."""

import threading
from dataclasses import replace
from itertools import pairwise

import pytest

from inspector.core.chunker import checked, chunk
from inspector.core.facts import Facts
from inspector.core.sweep import finer_sizes, sweep_point, sweep_sizes
from inspector.core.tokenizer import load_tokenizer
from inspector.model import sweeper as module
from inspector.model.session import Session
from inspector.model.sweeper import Sweeper
from inspector.model.worker import Worker

TEXT = "The pump starts at dawn. It fills the upper tank; the lower valve stays shut.\n\nA red lamp shows! " * 60


@pytest.fixture(scope="module")
def facts():
    return Facts.build(TEXT, load_tokenizer())


@pytest.fixture
def worker(qapp):
    worker = Worker()
    yield worker
    assert worker.stop()


@pytest.fixture
def sweeper(worker):
    return Sweeper(worker, lambda: False)


def finished(sweeper, qtbot):
    qtbot.waitUntil(lambda: not sweeper.waiting, timeout=10000)


def test_every_point_is_that_of_the_core_and_all_of_them_come(sweeper, facts, qtbot):
    sweeper.follow(facts, checked(size=60, overlap=10))
    assert sweeper.sizes == sweeper.overlaps == ()
    finished(sweeper, qtbot)
    sizes = [point.size for point in sweeper.sizes]
    assert sizes == sorted(sizes)
    assert set(sweep_sizes()) <= set(sizes)
    assert len(sizes) > 100
    assert [point.size for point in sweeper.sizes if point.refused] == [8, 9, 10]
    assert all(point == sweep_point(facts, replace(checked(overlap=10), size=point.size)) for point in sweeper.sizes)
    assert [point.overlap for point in sweeper.overlaps][:: len(sweeper.overlaps) - 1] == [0, 30]
    assert all(point == sweep_point(facts, checked(size=60, overlap=point.overlap)) for point in sweeper.overlaps)
    assert sweeper.sizes[-1].chunks == len(chunk(facts, checked(size=8192, overlap=10)))


def test_points_come_a_few_at_a_time_from_large_to_small(sweeper, facts, qtbot, monkeypatch):
    monkeypatch.setattr(module, "TELL_SECONDS", 0.0)
    seen = []
    sweeper.changed.connect(lambda: seen.append([point.size for point in sweeper.sizes]))
    sweeper.follow(facts, checked())
    finished(sweeper, qtbot)
    assert seen[0] == [8192]
    assert len(seen) > 50
    assert all(set(before) <= set(after) for before, after in pairwise(seen))


def test_another_size_keeps_the_sizes_and_sweeps_the_overlaps_anew(sweeper, facts, qtbot):
    sweeper.follow(facts, checked(size=60))
    finished(sweeper, qtbot)
    sizes = sweeper.sizes
    sweeper.follow(facts, checked(size=80))
    assert sweeper.sizes is sizes
    assert {point.size for point in sweeper.overlaps} <= {80}
    finished(sweeper, qtbot)
    assert [point.overlap for point in sweeper.overlaps][-1] == 40


def test_what_was_swept_before_is_there_at_once_and_nothing_old_is_shown_as_new(sweeper, facts, qtbot):
    sweeper.follow(facts, checked(size=60))
    finished(sweeper, qtbot)
    before = sweeper.sizes, sweeper.overlaps
    sweeper.follow(facts, checked("sliding-tokens", size=60))
    assert sweeper.sizes == sweeper.overlaps == ()
    sweeper.follow(facts, checked(size=60))
    assert (sweeper.sizes, sweeper.overlaps) == before
    assert not sweeper.waiting


def test_what_a_strategy_does_not_look_at_sweeps_nothing_anew(sweeper, facts, qtbot):
    sweeper.follow(facts, checked(size=60))
    finished(sweeper, qtbot)
    sweeper.follow(facts, checked(size=60, floor=20))
    assert not sweeper.waiting
    sweeper.follow(facts, checked("optimal", size=60, floor=20))
    assert sweeper.waiting


def test_another_document_or_none_forgets_all_points(sweeper, facts, qtbot):
    sweeper.follow(facts, checked(size=60))
    finished(sweeper, qtbot)
    sweeper.follow(None, checked(size=60))
    assert sweeper.sizes == sweeper.overlaps == ()
    assert not sweeper.waiting
    sweeper.follow(facts, checked(size=60))
    assert sweeper.sizes == ()


def test_it_gives_way_in_the_middle_of_a_point_and_goes_on_afterwards(sweeper, facts, qtbot, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()
    ended = []

    def held(facts, settings, pause):
        begun.set()
        go_on.wait(5)
        try:
            for parameters in settings:
                yield sweep_point(facts, parameters, pause)
        finally:
            ended.append(len(settings))

    monkeypatch.setattr(module, "sweep", held)
    sweeper.follow(facts, checked(size=60))
    qtbot.waitUntil(begun.is_set, timeout=5000)
    sweeper.give_way()
    go_on.set()
    qtbot.waitUntil(lambda: len(ended) == 1, timeout=5000)
    assert sweeper.sizes == ()
    finished(sweeper, qtbot)
    assert len(ended) == 2
    assert len(sweeper.sizes) > 100


def test_it_waits_while_something_more_urgent_is_under_way(worker, facts, qtbot):
    busy = [True]
    sweeper = Sweeper(worker, lambda: busy[0])
    sweeper.follow(facts, checked(size=60))
    qtbot.wait(2 * module.REST_MS + 100)
    assert sweeper.sizes == ()
    busy.clear()
    busy.append(False)
    finished(sweeper, qtbot)
    assert sweeper.sizes


def test_while_one_drags_nothing_is_swept(sweeper, facts, qtbot, monkeypatch):
    asked = []
    monkeypatch.setattr(sweeper._worker, "run", lambda *args, **_: asked.append(args[0]))
    for size in range(60, 90):
        sweeper.follow(facts, checked(size=size))
        qtbot.wait(10)
    assert asked == []
    qtbot.waitUntil(lambda: asked == ["sweep"], timeout=5000)


def test_a_long_text_has_no_finer_points(sweeper, facts, qtbot, monkeypatch):
    monkeypatch.setattr(module, "FINE_CHARACTERS", 100)
    sweeper.follow(facts, checked(size=60))
    finished(sweeper, qtbot)
    assert [point.size for point in sweeper.sizes] == sweep_sizes()[::-1]


def test_what_would_give_far_too_many_chunks_is_left_out(sweeper, facts, qtbot, monkeypatch):
    monkeypatch.setattr(module, "MOST_CHUNKS", 40)
    sweeper.follow(facts, checked(size=600, overlap=20))
    finished(sweeper, qtbot)
    assert max(point.chunks for point in sweeper.sizes) < 80
    assert {point.size for point in sweeper.sizes if point.refused} == {
        size for size in sweep_sizes() if size <= 20
    } | {size for size in finer_sizes(sweep_sizes()) if size <= 20}


def test_what_goes_wrong_is_told_and_ends_the_sweep(sweeper, facts, qtbot, monkeypatch):
    def broken(*_args, **_kwargs):
        raise MemoryError("no room")

    monkeypatch.setattr(module, "sweep", broken)
    with qtbot.waitSignal(sweeper.failed, timeout=5000) as caught:
        sweeper.follow(facts, checked(size=60))
    assert caught.args == ["the sizes could not be swept: no room"]
    assert not sweeper.waiting


def test_the_session_sweeps_what_is_on_screen(qapp, qtbot):
    session = Session()
    try:
        session.open_bytes(TEXT.encode(), "pump.txt")
        qtbot.waitUntil(lambda: session.chunking is not None and not session.sweep_pending, timeout=10000)
        assert {point.overlap for point in session.size_sweep} == {0}
        with qtbot.waitSignal(session.sweep_changed):
            session.set_overlap(12)
        assert session.size_sweep == ()
        assert session.sweep_pending
        qtbot.waitUntil(lambda: not session.sweep_pending, timeout=10000)
        assert {point.overlap for point in session.size_sweep} == {12}
        session.set_size(5)
        assert session.refusal
        assert {point.overlap for point in session.size_sweep} == {12}
        session.close_document()
        assert session.size_sweep == session.overlap_sweep == ()
    finally:
        assert session.close()
