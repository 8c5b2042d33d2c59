"""The document view's keys ask the session, move the caret and select."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.core.levels import Level
from inspector.views.paint_plan import Kind

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize(
    ("keys", "asked"),
    [
        ("n", ("step_chunk", 1)),
        ("p", ("step_chunk", -1)),
        ("lp", ("step_level", Level.PARAGRAPH, 1)),
        ("lS", ("step_level", Level.SENTENCE, -1)),
        ("lh", ("step_level", Level.HARD, 1)),
        ("ll", ("step_level", Level.LINE, 1)),
        ("u", ("step_unread", 1)),
        ("b", ("select_best",)),
    ],
)
def test_letters_ask_the_session(show, keys: str, asked: tuple) -> None:
    view = show()
    for key in keys:
        QTest.keyClick(view, key.lower(), SHIFT if key.isupper() else Qt.KeyboardModifier.NoModifier)
    assert view.session.asked == [asked]


def test_m_marks_the_selected_text_as_the_answer_and_t_toggles_tokens(show, qtbot: QtBot) -> None:
    view = show()
    QTest.keyClick(view, "m")
    assert view.session.answer is None
    view.select_text(4, 13)
    QTest.keyClick(view, "m")
    assert view.session.answer == (4, 13)
    QTest.keyClick(view, "t")
    assert any(piece.kind is Kind.TOKEN for piece in view.plan())
    with qtbot.waitSignal(view.details_requested):
        QTest.keyClick(view, "d")


def test_arrows_move_by_what_a_reader_sees_as_a_character_and_shift_selects(show) -> None:
    view = show("ae\u0301👨\u200d👩\u200d👧z\n\nend")
    places = []
    for _ in range(5):
        QTest.keyClick(view, Qt.Key.Key_Right)
        places.append(view.text_cursor.caret)
    assert places == [1, 3, 8, 9, 10]
    QTest.keyClick(view, Qt.Key.Key_Left, SHIFT)
    assert view.selected_span() == (9, 10)
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert view.text_cursor.caret == len(view.rows.text)
    QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier | SHIFT)
    assert view.selected_span() == (0, len(view.rows.text))
