"""The chunk table's model: true to the arrays, sorted stably with undefined last, selection kept through sorting."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt

from inspector.core.levels import Level
from inspector.core.similarity import EXACT, NOTHING, POOLED
from inspector.model.chunk_columns import COLUMNS, sorted_rows
from inspector.model.chunk_table import LEVEL, NAMES, ChunkTable
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_scores, scores_of

TIP = Qt.ItemDataRole.ToolTipRole
DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder


@pytest.fixture
def session(qapp):
    return FakeSession(made_chunking(21))


@pytest.fixture
def table(session, qtmodeltester):
    model = ChunkTable(session)
    qtmodeltester.check(model)
    return model


def cell(table, row, name, role=Qt.ItemDataRole.DisplayRole):
    return table.index(row, NAMES.index(name)).data(role)


def order(table):
    return [table.chunk_at(row) for row in range(table.rowCount())]


def test_cells_say_what_the_arrays_hold(table, session):
    chunking = session.chunking
    for row in (0, 13, 20):
        assert cell(table, row, "number") == str(row + 1)
        assert cell(table, row, "tokens") == f"{chunking.tokens[row]:,}"
        assert cell(table, row, "characters") == f"{chunking.ends[row] - chunking.starts[row]:,}"
        assert cell(table, row, "start") == f"{chunking.starts[row]:,}"
        assert cell(table, row, "fits") == "yes"
        assert cell(table, row, "level", LEVEL) is chunking.level(row)
    assert cell(table, 20, "level") == "end"
    assert table.level_at(20) is Level.END


def test_the_overlap_tells_what_it_got_of_what_was_asked_and_why_it_is_less(table, session):
    chunking = session.chunking
    less = int(np.flatnonzero((chunking.overlaps < 14) & (chunking.overlaps > 0))[0])
    full = int(np.flatnonzero(chunking.overlaps == 14)[0])
    assert [cell(table, row, "overlap") for row in (0, full, less)] == ["0", "14", str(chunking.overlaps[less])]
    assert cell(table, full, "overlap", TIP) == "Repeats 14 of 14 tokens asked for."
    assert cell(table, 0, "overlap", TIP) == "The first chunk has nothing before it to repeat."
    words = f"Repeats {chunking.overlaps[less]} of 14 tokens asked for: one word more would "
    assert cell(table, less, "overlap", TIP).startswith(words)
    session.load(made_chunking(21, overlap=0))
    assert cell(table, 3, "overlap", TIP) == "No overlap was asked for."


def test_headers_carry_units_and_explain_themselves(table, session):
    session.load(made_chunking(21, unit="words"))
    headers = [table.headerData(column, Qt.Orientation.Horizontal) for column in range(len(COLUMNS))]
    assert headers[NAMES.index("count")] == "Of 72 words"
    assert headers[NAMES.index("overlap")] == "Overlap of 14 words"
    for column in range(len(COLUMNS)):
        assert table.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole).endswith(".")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("direction", [UP, DOWN])
def test_every_column_sorts_in_both_directions(table, session, name, direction):
    session.score(made_scores(21, 13))
    table.sort(NAMES.index(name), direction)
    keys = list(COLUMNS[NAMES.index(name)].keys(table._rows))
    expected = sorted(range(21), key=lambda chunk: keys[chunk], reverse=False)
    if direction == DOWN:
        expected = [chunk for key in sorted(set(keys), reverse=True) for chunk in range(21) if keys[chunk] == key]
    assert order(table) == expected


@pytest.mark.parametrize("descending", [False, True])
def test_undefined_keys_are_last_and_equal_ones_keep_their_order(descending):
    keys = np.array([np.nan, 0.5, 0.5, np.nan, 0.9])
    assert sorted_rows(keys, descending).tolist() == ([4, 1, 2, 0, 3] if descending else [1, 2, 4, 0, 3])


def test_undefined_and_pending_scores_are_words(table, session):
    session.load(made_chunking(3))
    session.score(scores_of([0.5, np.nan, 0.7]))
    assert [cell(table, row, "score") for row in range(3)] == ["0.50", "undefined", "0.70"]
    assert [cell(table, row, "rank") for row in range(3)] == ["2", "", "1"]
    session.score(scores_of([0.5, np.nan, np.nan], embedded=1))
    assert [cell(table, row, "score") for row in range(3)] == ["0.50", "\u2026", "\u2026"]


def test_scores_of_another_setting_are_not_shown(table, session):
    session.score(made_scores(21, 13))
    assert cell(table, 13, "score") == "0.59"
    session.show(made_chunking(21, seed=99))
    assert cell(table, 13, "score") == ""


def test_scores_that_arrive_sort_a_table_that_is_sorted_by_them(table, session):
    table.sort(NAMES.index("score"), DOWN)
    session.score(made_scores(21, 13))
    assert order(table)[0] == 13
    session.score(made_scores(21, 4))
    assert order(table)[0] == 4


def test_what_points_to_a_chunk_still_points_to_it_after_sorting(table):
    kept = [QPersistentModelIndex(table.index(row, 3)) for row in (0, 7, 20)]
    table.sort(NAMES.index("tokens"), DOWN)
    assert [table.chunk_at(index.row()) for index in kept] == [0, 7, 20]


def test_rows_and_chunks_are_each_other_s_inverse(table):
    table.sort(NAMES.index("words"), UP)
    assert [table.row_of(table.chunk_at(row)) for row in range(21)] == list(range(21))
    assert table.row_of(21) is None
    assert table.row_of(None) is None
    assert table.chunk_at(-1) is None


def test_no_document_means_no_rows(qapp):
    assert ChunkTable(FakeSession()).rowCount() == 0


def test_forty_thousand_rows_sort_at_once(qapp):
    session = FakeSession(made_chunking(40_000, size=254))
    session.score(made_scores(40_000, 7))
    table = ChunkTable(session)
    for name in ("tokens", "score", "level", "first"):
        begin = time.process_time()
        table.sort(NAMES.index(name), DOWN)
        assert table.chunk_at(0) is not None
        assert time.process_time() - begin < (0.4 if name == "first" else 0.1)


def test_forty_thousand_rows_are_text_at_once(qapp):
    session = FakeSession(made_chunking(40_000, size=254))
    session.score(made_scores(40_000, 7))
    table = ChunkTable(session)
    begin = time.process_time()
    text = table.as_text(range(40_000))
    assert time.process_time() - begin < 1.5
    assert text.count("\n") == 40_001


@pytest.mark.parametrize("values", [None, [0.5, np.nan, 0.7] * 7, [-0.001, np.nan, 1.0] * 7])
def test_rows_as_text_are_what_the_cells_show(table, session, values):
    if values is not None:
        session.score(scores_of(values, embedded=20))
    table.sort(NAMES.index("tokens"), DOWN)
    header, *lines = table.as_text([0, 5, 20, 7]).removesuffix("\n").split("\n")
    assert header.split("\t") == [table.headerData(k, Qt.Orientation.Horizontal) for k in range(len(NAMES))]
    assert [line.split("\t") for line in lines] == [[cell(table, row, name) for name in NAMES] for row in (0, 5, 20, 7)]


def test_a_table_without_a_document_is_no_text(qapp):
    assert ChunkTable(FakeSession()).as_text([]) == ""


def test_a_column_says_what_each_score_comes_from_and_a_copy_keeps_it(table, session):
    session.load(made_chunking(3))
    session.score(scores_of([0.5, 0.6, np.nan], kinds=np.array([POOLED, EXACT, NOTHING], np.int8), embedded=2))
    assert [cell(table, row, "kind") for row in range(3)] == ["pooled from one pass", "embedded alone", ""]
    lines = table.as_text([0, 1]).splitlines()
    place = lines[0].split("\t").index("Score from")
    assert [line.split("\t")[place] for line in lines[1:]] == ["pooled from one pass", "embedded alone"]
    table.sort(NAMES.index("kind"), DOWN)
    assert order(table)[0] == 1
