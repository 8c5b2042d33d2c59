"""A long text is broken into rows in the worker: those known so far are told, and what is no longer wanted is not."""

import numpy as np

from inspector.core.rows import row_starts
from inspector.model import row_breaker
from tests.model.opened import opened

TEXT = "Some words in a row, 中文 too, and more of them.\n" * 9000


def test_rows_are_told_as_they_become_known_and_the_last_ones_are_all_of_them(session, qtbot, monkeypatch):
    monkeypatch.setattr(row_breaker, "TELL_SECONDS", 0.0)
    opened(session, qtbot, text=TEXT)
    told = []
    session.break_rows(40, told.append)
    qtbot.waitUntil(lambda: bool(told) and told[-1].end == len(TEXT), timeout=10_000)
    assert len(told) > 1
    whole = row_starts(TEXT, 40)
    assert np.array_equal(told[-1].starts, whole)
    for rows in told:
        assert np.array_equal(rows.starts, whole[: len(rows.starts)])
        assert not rows.right_to_left
    qtbot.waitUntil(lambda: session.at_rest, timeout=10_000)


def test_rows_of_a_document_that_was_left_are_not_told(session, qtbot):
    opened(session, qtbot, text=TEXT)
    told = []
    session.break_rows(40, told.append)
    opened(session, qtbot, text="another one", name="b.txt")
    qtbot.waitUntil(lambda: session.at_rest, timeout=10_000)
    assert told == []


def test_a_search_finds_every_place_and_the_latest_one_wins(session, qtbot):
    opened(session, qtbot, text=TEXT)
    first, second = [], []
    session.find("nowhere", first.append)
    session.find("WORDS", second.append)
    qtbot.waitUntil(lambda: bool(second), timeout=10_000)
    assert first == []
    assert len(second[0]) == 9000
    assert second[0][0].tolist() == [5, 10]
