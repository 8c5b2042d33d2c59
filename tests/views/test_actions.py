"""The window's commands by their keys: every one with words, each key once, letters left to fields."""

import re

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication

from inspector.core.strategies import STRATEGIES
from inspector.views.keys_dialog import KeysDialog
from tests.model.opened import RAIN
from tests.views.shown_window import KEY, MOD, press


def test_alt_arrows_change_size_and_overlap(window, qtbot):
    view = window.document_view
    press(qtbot, view, KEY.Key_Right, MOD.AltModifier)
    press(qtbot, view, KEY.Key_Right, MOD.AltModifier | MOD.ShiftModifier)
    press(qtbot, view, KEY.Key_Left, MOD.AltModifier)
    press(qtbot, view, KEY.Key_Up, MOD.AltModifier)
    press(qtbot, view, KEY.Key_Up, MOD.AltModifier | MOD.ShiftModifier)
    press(qtbot, view, KEY.Key_Down, MOD.AltModifier)
    assert (window.session.chunking.parameters.size, window.session.chunking.parameters.overlap) == (30, 10)


def test_control_and_a_number_choose_the_strategy(window, qtbot):
    for place, name in enumerate(STRATEGIES):
        press(qtbot, window.document_view, KEY(KEY.Key_1 + place), MOD.ControlModifier)
        assert window.session.chunking.parameters.strategy == name
    press(qtbot, window.document_view, KEY(KEY.Key_1 + list(STRATEGIES).index("sliding-words")), MOD.ControlModifier)
    assert window.session.chunking.parameters.unit == "words"
    assert "words" in window.notices.shown().text
    press(qtbot, window.document_view, KEY.Key_1, MOD.ControlModifier)
    assert window.session.chunking.parameters.strategy == "recursive"


def test_letters_step_through_the_document_once_per_press(window, qtbot):
    view, session = window.document_view, window.session
    view.setFocus()
    press(qtbot, view, KEY.Key_N)
    assert session.selected == 0
    press(qtbot, view, KEY.Key_N)
    assert session.selected == 1
    press(qtbot, view, KEY.Key_P)
    assert session.selected == 0
    press(qtbot, view, KEY.Key_T)
    assert view.tokens_shown
    assert window.actions_table.by_name["token-borders"].isChecked()
    press(qtbot, view, KEY.Key_T)
    assert not view.tokens_shown


def test_letters_in_the_query_line_are_letters(window, qtbot):
    press(qtbot, window.document_view, KEY.Key_L, MOD.ControlModifier)
    line = window.panels.query.line
    assert QApplication.focusWidget() is line
    qtbot.keyClicks(line, "npt")
    assert line.text() == "npt"
    assert window.session.selected is None
    assert not window.document_view.tokens_shown


def test_f6_goes_from_pane_to_pane_and_back(window, qtbot):
    window.document_view.setFocus()
    seen = []
    for _ in range(8):
        press(qtbot, QApplication.focusWidget(), KEY.Key_F6)
        seen.append(QApplication.focusWidget())
    assert len(set(map(id, seen))) >= 4
    assert window.document_view in seen
    here = QApplication.focusWidget()
    press(qtbot, here, KEY.Key_F6)
    press(qtbot, QApplication.focusWidget(), KEY.Key_F6, MOD.ShiftModifier)
    assert QApplication.focusWidget() is here


def test_an_answer_is_marked_with_m_and_reported(window, qtbot):
    start = RAIN.index("the ferry stopped")
    window.document_view.setFocus()
    window.document_view.select_text(start, start + 17)
    press(qtbot, window.document_view, KEY.Key_M)
    assert window.session.answer == (start, start + 17)
    assert window.actions_table.by_name["clear-answer"].isEnabled()


def test_copying_a_chunk_gives_its_text(window, qtbot):
    window.session.select(1)
    press(qtbot, window.document_view, KEY.Key_C, MOD.ControlModifier | MOD.ShiftModifier)
    assert QGuiApplication.clipboard().text() == window.session.chunking.text(RAIN, 1)


def test_every_action_has_words_a_tip_and_no_key_twice(window):
    commands = window.actions_table.commands
    assert all(command.text and command.tip.endswith(".") for command in commands)
    keys = [key for command in commands for key in command.keys]
    assert len(keys) == len(set(keys))


def test_d_gives_the_details_room_and_leaves_the_keyboard_in_the_document(window, qtbot):
    view = window.document_view
    window.resize(1200, 800)
    view.setFocus()
    press(qtbot, view, KEY.Key_D)
    qtbot.wait(30)
    assert window.session.selected == 0
    assert QApplication.focusWidget() is view
    assert "Chunk #1" in window.panels.details.title.text()
    assert window.panels.details.height() > 150


def test_the_keys_dialog_names_every_key_once(window, qtbot):
    dialog = KeysDialog(window.actions_table.commands, window)
    qtbot.addWidget(dialog)
    texts = [" ".join(row) for row in dialog.rows]
    assert any("F1" in text for text in texts)
    assert any("Next chunk" in text for text in texts)
    qtbot.keyClicks(dialog.search, "overlap")
    shown = [row for row in range(dialog.table.rowCount()) if not dialog.table.isRowHidden(row)]
    assert 0 < len(shown) < len(texts)


def test_pointing_at_a_command_of_the_menus_leaves_the_certificate_in_its_place(window, qtbot):
    for action in window.findChildren(QAction):
        assert not action.statusTip()
    window.actions_table.menu("File").actions()[0].hover()
    assert window.status.isVisible()


def test_each_menu_of_the_bar_has_a_letter_of_its_own_to_open_it_with_alt(window):
    letters = [menu.title() for path, menu in window.actions_table.menus.items() if "/" not in path]
    assert letters == ["&File", "&Edit", "&View", "&Chunks", "&Query", "&Help"]


def test_no_two_entries_of_a_menu_are_chosen_by_the_same_letter(window):
    for path, menu in window.actions_table.menus.items():
        menu.aboutToShow.emit()
        letters = [found[1].lower() for action in menu.actions() if (found := re.search("&([^&])", action.text()))]
        assert len(set(letters)) == len(letters), path
