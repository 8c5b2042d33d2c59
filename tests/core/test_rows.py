"""Rows partition the text, keep to the width and never tear a cluster."""

import re
import time
from itertools import pairwise

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.codepoints import codes
from inspector.core.columns import ONE_COLUMN, TAB, columns_of
from inspector.core.rows import BLANKS, LINE_BREAKS, NO_ROWS, _measured, break_rows, first_rows, row_blocks, row_starts

PIECES = [
    *(
        "a",
        "word ",
        " ",
        "\n",
        "\r",
        "\r\n",
        "\t",
        "\x0b",
        "\x0c",
        "\x85",
        "\u2028",
        "\u2029",
        "é",
        "e\u0301",
        "中",
        "。",
    ),
    *("👨\u200d👩\u200d👧", "🇩🇪", "\u0301", "क्षि", "각", "שלום ", "\u3000", "\xa0", "\ufdd0", "\x00", "long" * 9),
]
texts = st.one_of(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.text(max_size=80))


def rows_of(text: str, columns: int) -> list[str]:
    bounds = [*row_starts(text, columns).tolist(), len(text)]
    return [text[a:b] for a, b in pairwise(bounds)]


def width(row: str) -> int:
    return int(columns_of(codes(row)).astype(int).sum())


@given(texts, st.integers(1, 30))
def test_rows_partition_the_text_and_keep_to_the_width(text: str, columns: int) -> None:
    rows = rows_of(text, columns)
    assert "".join(rows) == text
    assert all(rows)
    for row in rows:
        assert width(row) <= columns or len(regex.findall(r"\X", row.rstrip(LINE_BREAKS))) == 1


@given(texts, st.integers(1, 30))
def test_no_row_starts_inside_a_cluster(text: str, columns: int) -> None:
    whole = {m.start() for m in regex.finditer(r"\X", text)}
    assert set(row_starts(text, columns).tolist()) <= whole


@given(texts, st.integers(1, 30))
def test_a_row_ends_at_every_line_break_and_nowhere_else_while_the_line_fits(text: str, columns: int) -> None:
    rows = rows_of(text, columns)
    assert not any(re.search(f"(?:\r\n|\r(?!\n)|[{LINE_BREAKS[0]}{LINE_BREAKS[2:]}])(?=.)", row, re.S) for row in rows)
    lines = re.findall(f"[^{LINE_BREAKS}]*(?:\r\n|[{LINE_BREAKS}])|[^{LINE_BREAKS}]+\\Z", text)
    assert all(line in rows for line in lines if width(line) <= columns)


@given(st.text(st.sampled_from("ab é–  \n\r\x0c\u2028\x01"), max_size=200), st.integers(1, 20))
def test_the_quick_way_and_the_measured_way_agree(text: str, columns: int) -> None:
    quick = row_starts(text, columns)
    slow = _measured(text, columns) if text else np.zeros(0, np.int64)
    assert quick.tolist() == slow.tolist()


@given(texts, st.integers(1, 12), st.integers(1, 40))
def test_a_text_in_many_blocks_has_the_same_rows_also_where_a_line_is_longer_than_a_block(
    text: str, columns: int, block: int
) -> None:
    whole = row_starts(text, columns)
    parts = list(row_blocks(text, columns, block))
    assert [start for starts, _ in parts for start in starts.tolist()] == whole.tolist()
    assert all(starts[-1] < end for starts, end in parts)
    if parts:
        assert [int(starts[0]) for starts, _ in parts] == [0, *(end for _, end in parts[:-1])]
        assert parts[-1][1] == len(text)


def test_rows_say_whether_something_up_to_their_end_is_written_from_right_to_left() -> None:
    text = "word word\n" * 20 + "שלום"
    assert break_rows(text, 9).right_to_left
    first = first_rows(text, 9, 30)
    assert (first.starts.tolist(), first.end, first.right_to_left) == ([0, 10, 20, 30], 40, False)
    assert first_rows("", 9, 30) is NO_ROWS


def test_a_long_line_is_given_out_in_many_blocks() -> None:
    assert len(list(row_blocks("word " * 200_000, 90))) > 5


def test_a_row_breaks_after_the_last_blank_that_fits_else_hard() -> None:
    assert rows_of("one two three", 8) == ["one two ", "three"]
    assert rows_of("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_wide_characters_count_two_columns_and_tabs_a_whole_stop() -> None:
    assert rows_of("中文中文中文", 5) == ["中文", "中文", "中文"]
    assert width("\t") == TAB


def test_line_breaks_of_every_kind_end_a_row() -> None:
    assert rows_of("a\nb\rc\r\nd\x85e\x0bf\x0cg\u2028h\u2029i", 10) == [
        "a\n", "b\r", "c\r\n", "d\x85", "e\x0b", "f\x0c", "g\u2028", "h\u2029", "i",
    ]  # fmt: skip


def test_an_empty_text_has_no_rows() -> None:
    assert row_starts("", 10).shape == (0,)


def test_columns_below_one_are_an_error_that_names_them() -> None:
    with pytest.raises(ValueError, match="columns is 0"):
        row_starts("a", 0)


def test_characters_called_one_column_wide_are_so_and_join_with_none() -> None:
    every = [c for c in map(chr, range(0x3000)) if re.match(f"[{ONE_COLUMN}]", c)]
    assert {int(n) for n in columns_of(codes("".join(every)))} == {1}
    assert not any(
        regex.match(r"[\p{GCB=EX}\p{GCB=ZWJ}\p{GCB=SM}\p{GCB=PP}\p{GCB=L}\p{GCB=V}\p{GCB=T}]", c) for c in every
    )


def test_blanks_are_white_space_that_allows_a_break() -> None:
    assert all(c.isspace() for c in BLANKS)
    assert not {"\xa0", "\u202f", "\u2007"} & set(BLANKS)


@pytest.mark.parametrize("text", ["word " * 200_000, "a" * 1_000_000, "中" * 330_000, "a\n" * 500_000])
def test_one_megabyte_is_wrapped_in_a_blink_also_in_one_line(text: str) -> None:
    row_starts(text[:1000], 90)
    start = time.process_time()
    row_starts(text, 90)
    assert time.process_time() - start < 1.0
