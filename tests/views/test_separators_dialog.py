"""The editor of own separators with real keys: what it finds, what it refuses, what it asks for and remembers."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.core.own_json import as_json, from_json
from inspector.core.own_separators import CLASSIC, LEVELS, OwnSeparators, own
from inspector.model.preferences import Preferences
from inspector.model.session import Session
from inspector.views import theme as themes
from inspector.views.separators_dialog import SeparatorsDialog
from inspector.views.window import MainWindow
from tests.cases.checks import all_cases, load_text
from tests.model.opened import FakeEmbedder

KEY, MOD = Qt.Key, Qt.KeyboardModifier
(CASE,) = (case for case in all_cases() if case["id"] == "NL-09")


@pytest.fixture
def session(qapp, qtbot):
    themes.apply(qapp, "light")
    session = Session(embedder=FakeEmbedder())
    session.open_bytes(load_text(CASE).encode(), "pump.txt")
    qtbot.waitUntil(lambda: session.document is not None and session.at_rest, timeout=10000)
    yield session
    session.close()


@pytest.fixture
def preferences():
    return Preferences()


@pytest.fixture
def dialog(session, preferences, qtbot):
    dialog = SeparatorsDialog(session, preferences)
    qtbot.addWidget(dialog)
    dialog.open_list()
    rest(dialog, session, qtbot)
    return dialog


def rest(dialog, session, qtbot):
    qtbot.waitUntil(lambda: not dialog.list.looking and session.at_rest, timeout=10000)


def retype(dialog, row, text):
    dialog.rows[row].field.selectAll()
    QTest.keyClick(dialog.rows[row].field, KEY.Key_Backspace)
    QTest.keyClicks(dialog.rows[row].field, text)


def only(dialog, session, qtbot, *texts):
    """Leave rows with these texts alone, by the buttons and the keyboard."""
    while len(dialog.rows) > 1:
        qtbot.mouseClick(dialog.rows[-1].remove, Qt.MouseButton.LeftButton)
    for k, text in enumerate(texts):
        if k:
            qtbot.keyClick(dialog.rows[-1].field, KEY.Key_Return)
        retype(dialog, k, text)
    rest(dialog, session, qtbot)


def texts_of(session):
    asked = session.parameters.separators
    return [one.pattern for one in asked.items] if isinstance(asked, OwnSeparators) else asked


def test_it_starts_with_the_strings_of_classic_and_asks_for_them(dialog, session):
    assert session.parameters.separators == session.chunking.parameters.separators == CLASSIC
    assert [row.field.text() for row in dialog.rows] == ["\\n\\n", ". ", "\\n", " "]
    assert [row.level.currentText() for row in dialog.rows] == [
        "Auto: paragraph", "Auto: sentence", "Auto: line", "Auto: word"
    ]  # fmt: skip


def test_the_escapes_of_the_fault_case_are_read_and_the_places_counted(dialog, session, qtbot):
    only(dialog, session, qtbot, CASE["params"]["separator_field"])
    assert texts_of(session) == ["\n\n"]
    assert dialog.rows[0].count.text() == "5 places"
    assert dialog.rows[0].note.text() == ""


def test_a_separator_that_occurs_nowhere_is_a_warning_and_is_asked_for_all_the_same(dialog, session, qtbot):
    only(dialog, session, qtbot, "\\n\\n", "|")
    assert dialog.rows[1].count.text() == "0 places"
    assert dialog.rows[1].count.property("refused") is True
    assert dialog.rows[1].note.isVisible()
    assert dialog.rows[1].note.text() == "Nowhere in this document."
    assert texts_of(session) == ["\n\n", "|"]


def test_what_is_typed_acts_without_a_button_and_is_remembered(dialog, session, preferences, qtbot):
    only(dialog, session, qtbot, "pump ", "tank")
    assert session.chunking.parameters.separators == own("pump ", "tank")
    assert preferences.get("separators") == as_json(own("pump ", "tank"))


def test_a_refused_pattern_says_why_and_leaves_the_list_before_in_use(dialog, session, preferences, qtbot):
    only(dialog, session, qtbot, "\\n\\n", "[.")
    before = session.parameters.separators
    row = dialog.rows[1]
    row.kind.setFocus()
    qtbot.keyClick(row.kind, KEY.Key_Down)
    rest(dialog, session, qtbot)
    assert row.note.text() == "Refused: it is no regular expression: unterminated character set at position 2"
    assert row.field.property("refused") is True
    assert row.note.text() in row.field.accessibleDescription()
    assert "stay in use" in dialog.refusal.text()
    assert session.parameters.separators == before
    row.field.setFocus()
    qtbot.keyClick(row.field, KEY.Key_End)
    QTest.keyClicks(row.field, "] ")
    rest(dialog, session, qtbot)
    assert session.parameters.separators.items[1].regex
    assert not dialog.refusal.isVisible()
    assert from_json(preferences.get("separators")) == session.parameters.separators


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("a*", "match nothing"),
        ("(?=T)", "matches nothing at offset 0"),
        (r"(?s)(.|..)+\d", "too long"),
        ("(?<=tank)|zz", "offset"),
    ],
)
def test_a_pattern_that_is_empty_or_too_slow_is_refused_and_the_window_stays_awake(
    dialog, session, qtbot, typed, words
):
    only(dialog, session, qtbot, "x")
    dialog.rows[0].kind.setFocus()
    qtbot.keyClick(dialog.rows[0].kind, KEY.Key_Down)
    retype(dialog, 0, typed)
    rest(dialog, session, qtbot)
    assert words in dialog.rows[0].note.text()
    assert texts_of(session) != [typed]


def test_an_unknown_escape_is_refused_at_once(dialog, session, qtbot):
    only(dialog, session, qtbot, "\\d")
    assert "is no escape" in dialog.rows[0].note.text()
    assert texts_of(session) != ["\\d"]


def test_alt_and_the_arrows_make_a_separator_stronger_or_weaker(dialog, session, qtbot):
    only(dialog, session, qtbot, "a", "b", "c")
    field = dialog.rows[2].field
    field.setFocus()
    qtbot.keyClick(field, KEY.Key_Up, MOD.AltModifier)
    rest(dialog, session, qtbot)
    assert texts_of(session) == ["a", "c", "b"]
    assert QApplication.focusWidget() is field
    qtbot.mouseClick(dialog.rows[0].down, Qt.MouseButton.LeftButton)
    rest(dialog, session, qtbot)
    assert texts_of(session) == ["c", "a", "b"]
    assert [row.number.text() for row in dialog.rows] == ["1", "2", "3"]
    assert not dialog.rows[0].up.isEnabled()
    assert not dialog.rows[2].down.isEnabled()


def test_a_level_can_be_chosen_and_one_stronger_than_above_is_refused(dialog, session, qtbot):
    only(dialog, session, qtbot, "a", "b")
    combo = dialog.rows[1].level
    combo.setFocus()
    for _ in range(1 + [level.label for level in LEVELS].index("line")):
        qtbot.keyClick(combo, KEY.Key_Down)
    rest(dialog, session, qtbot)
    assert [one.level.label for one in session.parameters.separators.items] == ["paragraph", "line"]
    for _ in range(3):
        qtbot.keyClick(combo, KEY.Key_Up)
    rest(dialog, session, qtbot)
    assert combo.currentText() == "heading"
    assert "stronger than" in dialog.rows[1].note.text() or dialog.rows[0].level.currentText() == "Auto: heading"


def test_an_empty_list_is_refused_and_empty_rows_are_not_asked_for(dialog, session, qtbot):
    only(dialog, session, qtbot, "")
    assert "empty" in dialog.refusal.text()
    assert texts_of(session) != []
    retype(dialog, 0, "tank")
    qtbot.keyClick(dialog.rows[0].field, KEY.Key_Return)
    rest(dialog, session, qtbot)
    assert len(dialog.rows) == 2
    assert texts_of(session) == ["tank"]


def test_classic_as_a_list_replaces_what_there_was(dialog, session, qtbot):
    only(dialog, session, qtbot, "x")
    dialog.classic.setFocus()
    qtbot.keyClick(dialog.classic, KEY.Key_Space)
    rest(dialog, session, qtbot)
    assert session.parameters.separators == CLASSIC
    assert len(dialog.rows) == 4


def test_another_document_is_counted_anew(dialog, session, qtbot):
    session.open_bytes(b"one\n\ntwo", "two.txt")
    qtbot.waitUntil(lambda: session.document.name == "two.txt" and session.facts is not None, timeout=10000)
    rest(dialog, session, qtbot)
    assert dialog.rows[0].count.text() == "1 place"


def test_without_a_document_nothing_is_counted_and_the_list_is_asked_for(session, preferences, qtbot):
    session.close_document()
    dialog = SeparatorsDialog(session, preferences)
    qtbot.addWidget(dialog)
    dialog.open_list()
    rest(dialog, session, qtbot)
    assert [row.count.text() for row in dialog.rows] == [""] * 4
    assert all(not row.note.text() for row in dialog.rows)
    assert session.parameters.separators == CLASSIC


def test_a_list_that_is_asked_for_elsewhere_is_shown(dialog, session, qtbot):
    asked = from_json([{"regex": r"\R", "level": "line"}, "\u00a0"])
    session.set_separators(asked)
    rest(dialog, session, qtbot)
    assert [row.field.text() for row in dialog.rows] == [r"\R", "\\u00a0"]
    assert dialog.rows[0].kind.currentText() == "Regex"
    assert dialog.rows[0].level.currentText() == "line"
    assert session.parameters.separators == asked


def test_every_control_has_a_name_and_a_tooltip_and_is_reached_by_the_tabulator_in_order(dialog, qtbot):
    stops = [stop for row in dialog.rows for stop in row.stops() if stop.isEnabled()]
    dialog.activateWindow()
    dialog.rows[0].field.setFocus()
    for stop in (*stops, dialog.add, dialog.classic, dialog.close_button):
        assert QApplication.focusWidget() is stop
        assert stop.accessibleName() or stop.text()
        assert stop.toolTip() or stop is dialog.close_button
        qtbot.keyClick(stop, KEY.Key_Tab)
    names = [stop.accessibleName() for row in dialog.rows for stop in row.stops()]
    assert len(set(names)) == len(names)


def test_blanks_can_be_seen_in_a_field_in_both_themes(dialog, qapp):
    field = dialog.rows[3].field
    for name in ("light", "dark"):
        themes.apply(qapp, name)
        dialog.apply_theme(themes.current())
        with_blank = field.grab().toImage()
        field.setText("")
        field.setPlaceholderText("")
        without = field.grab().toImage()
        field.setText(" ")
        field.setCursorPosition(0)
        assert with_blank != without


@pytest.fixture
def window(qtbot, preferences):
    preferences.set("theme", "light")
    window = MainWindow(Session(embedder=FakeEmbedder()), preferences)
    qtbot.addWidget(window)
    window.show()
    window.session.open_bytes(load_text(CASE).encode(), "pump.txt")
    qtbot.waitUntil(lambda: window.session.document is not None and window.session.at_rest, timeout=10000)
    yield window
    window.close()


def test_own_in_the_list_of_separators_opens_the_editor_with_the_list_of_the_last_time(window, preferences, qtbot):
    preferences.set("separators", as_json(own("tank", ". ")))
    combo = window.controls.separators
    combo.setFocus()
    for _ in range(3):
        qtbot.keyClick(combo, KEY.Key_Down)
    dialog = window.separators_dialog
    rest(dialog, window.session, qtbot)
    assert dialog.isVisible()
    assert texts_of(window.session) == ["tank", ". "]
    assert combo.currentText() == "Own…"
    assert '"tank", ". "' in combo.toolTip()
    qtbot.keyClick(dialog.rows[0].field, KEY.Key_Escape)
    assert not dialog.isVisible()
    assert texts_of(window.session) == ["tank", ". "]
    window.session.set_separators("unicode")
    assert combo.currentText() == "Unicode"


def test_a_list_that_a_document_refuses_is_named_in_the_status_line_and_marked(window, qtbot):
    window.session.set_separators(from_json([{"regex": "(?<=tank)|zz"}]))
    qtbot.waitUntil(lambda: window.session.refusal is not None, timeout=10000)
    assert window.session.refusal.startswith('separator 1 ("(?<=tank)|zz"): it matches nothing at offset')
    assert window.controls.separators.property("refused") is True
    assert window.controls.separators.toolTip() == f"Refused: {window.session.refusal}"
    assert window.controls.size_control.box.property("refused") is False
    assert "shows separators unicode" in window.status.refusal.text()
    window.session.set_separators(own("tank"))
    qtbot.waitUntil(lambda: window.session.refusal is None and window.session.at_rest, timeout=10000)
    assert window.controls.separators.property("refused") is False


def test_the_settings_of_the_last_time_hold_own_separators(window, preferences, qtbot):
    window.session.set_separators(own("tank", ". "))
    qtbot.waitUntil(lambda: window.session.at_rest, timeout=10000)
    window.teller.remember()
    assert preferences.parameters_in(preferences.get("last")).separators == own("tank", ". ")
