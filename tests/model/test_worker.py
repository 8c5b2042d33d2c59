"""The worker: latest request wins, results arrive in the GUI thread, stopping is quick."""

import threading
import time
import weakref

import pytest

from inspector.core.errors import CannotError
from inspector.model.worker import Job, Worker


@pytest.fixture
def worker(qapp):
    worker = Worker()
    yield worker
    assert worker.stop()


def unexpected(value):
    raise AssertionError(f"not expected: {value!r}")


def until(job: Job, event: threading.Event) -> None:
    while not event.wait(0.005):
        job.check()


def test_a_result_arrives_in_the_gui_thread(worker, qtbot):
    seen = []
    worker.run("a", lambda job: threading.get_ident(), lambda r: seen.append((r, threading.get_ident())), unexpected)
    qtbot.waitUntil(lambda: bool(seen), timeout=2000)
    assert seen[0][0] != seen[0][1] == threading.get_ident()
    assert not worker.busy("a")


def test_of_fifty_requests_only_the_newest_is_delivered(worker, qtbot):
    seen = []
    gate = threading.Event()
    worker.run("a", lambda job: until(job, gate), unexpected, unexpected)
    for number in range(50):
        worker.run("a", lambda job, number=number: number, seen.append, unexpected)
    qtbot.waitUntil(lambda: bool(seen), timeout=2000)
    qtbot.wait(30)
    assert seen == [49]


def test_a_result_already_on_its_way_is_dropped_when_a_newer_request_comes(worker, qtbot):
    finished = threading.Event()

    def first(job):
        threading.Timer(0.05, finished.set).start()
        return "old"

    seen = []
    worker.run("a", first, unexpected, unexpected)
    assert finished.wait(2)
    worker.run("a", lambda job: "new", seen.append, unexpected)
    qtbot.waitUntil(lambda: bool(seen), timeout=2000)
    assert seen == ["new"]


def test_an_error_is_told_to_whoever_asked(worker, qtbot):
    seen = []

    def fails(job):
        raise CannotError("no such thing")

    worker.run("a", fails, unexpected, seen.append)
    qtbot.waitUntil(lambda: bool(seen), timeout=2000)
    assert isinstance(seen[0], CannotError)
    assert not worker.busy("a")


def test_a_cancelled_job_ends_without_a_word(worker, qtbot):
    started = threading.Event()
    ended = threading.Event()

    def waits(job):
        started.set()
        while not job.cancelled():
            time.sleep(0.002)
        ended.set()
        job.check()

    worker.run("a", waits, unexpected, unexpected)
    assert started.wait(2)
    worker.cancel("a")
    assert ended.wait(2)
    assert not worker.busy("a")
    qtbot.wait(20)


def test_progress_and_partial_results_come_before_the_result(worker, qtbot):
    seen = []

    def works(job):
        job.progress(3, 3)
        job.report("part")
        return "whole"

    worker.run("a", works, seen.append, unexpected, progress=lambda d, t: seen.append((d, t)), partial=seen.append)
    qtbot.waitUntil(lambda: len(seen) == 3, timeout=2000)
    assert seen == [(3, 3), "part", "whole"]


def test_a_busy_lane_does_not_delay_another_one(worker, qtbot):
    gate = threading.Event()
    seen = []
    worker.run("slow", lambda job: until(job, gate), seen.append, unexpected, lane="embedding")
    worker.run("quick", lambda job: "quick", seen.append, unexpected)
    qtbot.waitUntil(lambda: seen == ["quick"], timeout=2000)
    gate.set()
    qtbot.waitUntil(lambda: len(seen) == 2, timeout=2000)


def test_stopping_cancels_what_runs_and_what_waits(qapp, qtbot):
    worker = Worker()
    gate = threading.Event()
    worker.run("a", lambda job: until(job, gate), unexpected, unexpected)
    worker.run("b", lambda job: "b", unexpected, unexpected)
    begin = time.monotonic()
    assert worker.stop()
    assert time.monotonic() - begin < 1
    worker.run("c", lambda job: "c", unexpected, unexpected)
    qtbot.wait(20)


def test_stopping_gives_up_after_its_time_when_a_job_does_not_listen(qapp):
    worker = Worker()
    gate = threading.Event()
    started = threading.Event()
    worker.run("a", lambda job: (started.set(), gate.wait(5)), unexpected, unexpected)
    assert started.wait(2)
    begin = time.monotonic()
    assert not worker.stop(0.05)
    assert time.monotonic() - begin < 1
    gate.set()
    assert worker.stop()


def test_a_lane_that_waits_keeps_nothing_of_what_it_did(worker, qtbot):
    class Large:
        """Something that can be watched."""

    large, seen = Large(), []
    gone = weakref.ref(large)
    worker.run("a", lambda job, large=large: bool(large), seen.append, unexpected)
    del large
    qtbot.waitUntil(lambda: seen == [True], timeout=2000)
    qtbot.waitUntil(lambda: gone() is None, timeout=2000)
