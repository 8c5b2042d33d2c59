"""A row is laid out character for character, whatever Qt would make of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFont

from inspector.views.row_line import RowLine, shown

pytestmark = pytest.mark.usefixtures("qapp")


def line(text: str, right_to_left: bool = False) -> RowLine:
    font = QFont("DejaVu Sans Mono")
    font.setPixelSize(13)
    return RowLine(text, font, 32, right_to_left, 600)


@given(st.text(max_size=40))
def test_what_is_shown_has_one_character_for_each_and_none_that_qt_takes_for_its_own(text: str) -> None:
    visible = shown(text)
    assert len(visible) == len(text)
    assert not set(visible) & set("\n\r\x0b\x0c\x85\u2028\u2029\ufdd0\ufdd1\ufffc\x00")


def test_offsets_after_astral_characters_are_code_points() -> None:
    row = line("a😀b😀c\n")
    assert [row.offset_at(row.x(i)) for i in range(6)] == list(range(6))
    assert row.character_at(row.x(2) + 1) == 2


def test_right_to_left_letters_are_covered_and_only_they() -> None:
    text = "שלום עולם, this"
    for to_left in (False, True):
        row = line(text, to_left)
        hebrew, latin = row.spans(0, 9), row.spans(11, 15)
        assert len(hebrew) == len(latin) == 1
        assert hebrew[0][1] <= latin[0][0] + 0.1 or latin[0][1] <= hebrew[0][0] + 0.1


def test_every_pixel_of_a_mixed_row_belongs_to_some_character() -> None:
    row = line("שלום, this is. ABC 12 و مرحبا end ", True)
    spans = row.spans(0, len(row.text))
    assert len(spans) == 1
    assert spans[0] == pytest.approx((row.left, row.left + row.width), abs=0.5)


def test_a_row_from_right_to_left_ends_at_the_right() -> None:
    assert line("שלום", True).spans(0, 4)[0][1] == pytest.approx(600)


def test_no_character_has_a_width_of_its_line_break_lost() -> None:
    assert line("ab\n").width == pytest.approx(line("abc").width)


def test_many_spans_are_those_of_one_after_the_other() -> None:
    for text in ("plain words and more", "Look, 👩‍👩‍👧‍👦 and 👍🏽 met 🇩🇪.", "שלום עולם and English", "清晨水泵启动"):
        spans, other = [(k, k + 2) for k in range(0, len(text) - 2, 2)], line(text)
        assert line(text).many_spans(spans) == [stretch for span in spans for stretch in other.spans(*span)]
