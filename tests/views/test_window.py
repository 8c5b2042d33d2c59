"""The window with real keys: opening, dropping, stepping, finding, what is remembered, what is shown of bad input."""

import gc
import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog

from inspector import app
from inspector.core.parameters import Parameters, Weights
from inspector.core.strategies import STRATEGIES
from inspector.model import stages
from inspector.model.preferences import Preferences
from inspector.model.session import Session
from inspector.views.keys_dialog import KeysDialog
from inspector.views.theme import current
from inspector.views.window import MainWindow
from tests.model.opened import RAIN, FakeEmbedder

KEY, MOD = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def preferences():
    kept = Preferences()
    kept.set("theme", "light")
    return kept


@pytest.fixture
def make(qtbot):
    """Makes a window on preferences; every one is closed at the end.

    Widgets of tests before are collected first: in the midst of restyling all widgets that would be fatal.
    """
    gc.collect()
    made = []

    def make(preferences: Preferences) -> MainWindow:
        window = MainWindow(Session(embedder=FakeEmbedder()), preferences)
        qtbot.addWidget(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=5000)
        made.append(window)
        return window

    yield make
    for window in made:
        window.close()


@pytest.fixture
def window(make, preferences, qtbot):
    window = make(preferences)
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    at_rest(window, qtbot)
    window.session.set_parameters(size=20, overlap=0)
    at_rest(window, qtbot)
    return window


def at_rest(window, qtbot):
    session = window.session
    qtbot.waitUntil(lambda: session.document is not None and session.at_rest, timeout=10000)


def press(qtbot, widget, key, modifiers=MOD.NoModifier):
    qtbot.keyClick(widget, key, modifiers)


def test_the_title_names_the_document(window):
    assert window.windowTitle() == "Inspector · rain.txt"
    window.session.close_document()
    assert window.windowTitle() == "Inspector"


def test_the_document_takes_at_least_half_of_the_window(window, qtbot):
    window.resize(1440, 920)
    window.panes.reset()
    qtbot.wait(50)
    view = window.document_view
    assert view.width() * view.height() >= 0.5 * window.width() * window.height()


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


def test_a_query_of_blanks_shows_no_scores(window, qtbot):
    line = window.panels.query.line
    qtbot.keyClicks(line, "   ")
    press(qtbot, line, KEY.Key_Return)
    qtbot.wait(300)
    assert window.session.scores is None
    assert window.panels.query.plot.scored is None
    assert not window.panels.query.ranking.isVisibleTo(window.panels.query)


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


def test_find_counts_selects_and_goes_around(window, qtbot):
    view, bar = window.document_view, window.find_bar
    press(qtbot, view, KEY.Key_F, MOD.ControlModifier)
    assert bar.isVisible()
    qtbot.keyClicks(bar.field, "the")
    qtbot.waitUntil(lambda: bar.found > 0, timeout=2000)
    total = RAIN.lower().count("the")
    assert bar.count.text() == f"1 of {total}"
    first = view.selected_span()
    press(qtbot, bar.field, KEY.Key_Return)
    assert bar.count.text() == f"2 of {total}"
    press(qtbot, bar.field, KEY.Key_Return, MOD.ShiftModifier)
    assert view.selected_span() == first
    press(qtbot, bar.field, KEY.Key_Return, MOD.ShiftModifier)
    assert bar.count.text() == f"{total} of {total}"
    press(qtbot, bar.field, KEY.Key_Escape)
    assert not bar.isVisible()
    assert QApplication.focusWidget() is view


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


def drop(window, mime):
    event = QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, MOD.NoModifier)
    window.dropEvent(event)


def test_a_dropped_file_and_a_dropped_text_are_opened(window, qtbot, tmp_path):
    path = tmp_path / "dropped.md"
    path.write_bytes("# Häuser\r\n".encode())
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    drop(window, mime)
    qtbot.waitUntil(lambda: window.session.document.name == "dropped.md", timeout=5000)
    assert window.session.document.text == "# Häuser\r\n"
    mime = QMimeData()
    mime.setText("just words")
    drop(window, mime)
    qtbot.waitUntil(lambda: window.session.document.text == "just words", timeout=5000)


def test_a_bad_file_leaves_everything_and_says_why_until_dismissed(window, qtbot, tmp_path):
    chunking = window.session.chunking
    window.files.open(str(tmp_path / "missing.txt"))
    qtbot.waitUntil(window.notices.isVisible, timeout=5000)
    assert window.notices.shown().kind == "error"
    assert "missing.txt" in window.notices.shown().text
    assert window.session.chunking is chunking
    assert window.windowTitle() == "Inspector · rain.txt"
    window.notices.dismiss()
    assert not window.notices.isVisible()


def test_an_empty_file_clears_list_and_plots_and_is_named(window, qtbot, tmp_path):
    path = tmp_path / "empty.txt"
    path.write_bytes(b"")
    window.files.open(str(path))
    qtbot.waitUntil(lambda: window.session.document.name == "empty.txt", timeout=5000)
    at_rest(window, qtbot)
    assert "empty.txt is empty" in window.notices.shown().text
    assert window.panels.table.model().rowCount() == 0
    assert len(window.session.chunking) == 0
    assert window.session.certificate.state == "nothing"


def test_a_guessed_encoding_is_told_with_a_way_to_choose_another(window, qtbot, tmp_path):
    path = tmp_path / "price.txt"
    path.write_bytes("The price is £20 — “cheap”, said the café owner.".encode("cp1252"))
    window.files.open(str(path))
    qtbot.waitUntil(lambda: window.session.document.name == "price.txt", timeout=5000)
    notice = window.notices.shown()
    assert notice.remedy
    assert "--encoding" not in notice.text
    assert window.session.document.encoding in notice.text
    window.session.reopen("latin-1")
    qtbot.waitUntil(lambda: window.session.source.encoding == "latin-1", timeout=5000)


def test_a_file_that_is_no_text_can_be_opened_in_a_chosen_encoding(window, qtbot, tmp_path):
    path = tmp_path / "old.txt"
    path.write_bytes(b"\x81\x8d\x8f" * 30 + bytes(range(1, 32)) * 9)
    window.files.open(str(path))
    qtbot.waitUntil(lambda: window.notices.shown() is not None, timeout=5000)
    notice = window.notices.shown()
    assert notice.kind == "error"
    assert "choose its encoding" in notice.text
    assert "--" not in notice.text
    assert notice.remedy == "Open as…"
    window.encodings.popup = lambda *_: None
    window.notices.remedy_asked.emit(notice.remedy)
    action = next(action for action in window.encodings.actions() if action.text() == "latin-1")
    action.trigger()
    qtbot.waitUntil(lambda: window.session.document.name == "old.txt", timeout=5000)
    assert window.session.document.encoding == "iso8859-1"
    assert window.session.unreadable is None


def test_what_is_shown_belongs_to_the_file_opened_last(window, qtbot, tmp_path):
    slow, quick = tmp_path / "slow.txt", tmp_path / "quick.txt"
    slow.write_text("QUJD+/" * 100_000)
    quick.write_text("one\ntwo\nthree\n")
    window.files.open(str(slow))
    qtbot.wait(10)
    window.files.open(str(quick))
    qtbot.waitUntil(lambda: window.session.document.name == "quick.txt", timeout=10000)
    at_rest(window, qtbot)
    qtbot.wait(100)
    assert window.windowTitle() == "Inspector · quick.txt"
    assert window.document_view.rows.text == "one\ntwo\nthree\n"
    assert window.panels.table.model().rowCount() == len(window.session.chunking)
    assert window.session.certificate.characters == 14


def test_the_exported_lines_are_the_chunks_on_screen(window, qtbot, tmp_path):
    window.files.export(tmp_path / "out.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert "".join(RAIN[line["body_start"] : line["end"]] for line in lines) == RAIN
    assert len(lines) == len(window.session.chunking)
    window.files.export(tmp_path / "no folder" / "out.jsonl")
    assert window.notices.shown().kind == "error"


def test_theme_zoom_font_and_panels_come_back_at_the_next_start(make, preferences, qtbot):
    first = make(preferences)
    first.look.set("theme", "dark")
    first.look.set("font", "proportional")
    press(qtbot, first.document_view, KEY.Key_Plus, MOD.ControlModifier)
    first.panes.docks["query"].close()
    first.resize(760, 640)
    qtbot.wait(30)
    first.close()
    second = make(preferences)
    assert current().name == "dark"
    assert second.look.value("font") == "proportional"
    assert second.look.value("zoom") == 1
    assert not second.panes.docks["query"].isVisible()
    assert (second.width(), second.height()) == (760, 640)
    second.panes.reset()
    assert second.panes.docks["query"].isVisible()
    second.look.set("theme", "light")


def test_the_document_of_the_last_time_comes_back_with_its_settings_and_query(make, preferences, qtbot, tmp_path):
    path = tmp_path / "rain.txt"
    path.write_text(RAIN)
    first = make(preferences)
    app.open_first(first, str(path))
    at_rest(first, qtbot)
    first.session.set_parameters(size=33, overlap=3)
    first.session.set_query("the river")
    first.close()
    second = make(preferences)
    app.open_first(second, str(path))
    at_rest(second, qtbot)
    qtbot.waitUntil(lambda: second.session.query == "the river", timeout=2000)
    assert (second.session.parameters.size, second.session.parameters.overlap) == (33, 3)
    second.close()
    other = tmp_path / "other.txt"
    other.write_text(RAIN)
    third = make(preferences)
    app.open_first(third, str(other))
    at_rest(third, qtbot)
    assert third.session.parameters == Parameters()


def open_in_dialog(window, path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    window.files.ask_open()


def drop_file(window, path, _monkeypatch):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    drop(window, data)


def open_recent(window, path, _monkeypatch):
    menu = window.actions_table.menu("File/Open &recent")
    window.files.fill_recent(menu)
    next(action for action in menu.actions() if path.name in action.text()).trigger()


def open_at_start(window, path, _monkeypatch):
    (path.parent / "x").mkdir(exist_ok=True)
    app.open_first(window, str(path.parent / "x" / ".." / path.name))


@pytest.mark.parametrize("again", [open_in_dialog, drop_file, open_recent, open_at_start])
def test_a_file_comes_back_with_its_last_settings_however_it_is_opened(window, qtbot, tmp_path, monkeypatch, again):
    path, other = tmp_path / "rain.md", tmp_path / "other.txt"
    for one in (path, other):
        one.write_text(RAIN)

    def shown(name):
        qtbot.waitUntil(lambda: window.session.document.name == name and window.session.at_rest, timeout=5000)
        return window.session.chunking.parameters

    window.files.open(str(path))
    assert shown(path.name) == Parameters()
    weights = Weights(line=3)
    window.session.set_parameters(strategy="optimal", size=33, overlap=3, floor=4, weights=weights)
    at_rest(window, qtbot)
    window.files.open(str(other))
    assert shown(other.name) == Parameters()
    again(window, path, monkeypatch)
    assert shown(path.name) == Parameters("optimal", 33, overlap=3, floor=4, weights=weights)
    window.actions_table.by_name["reset-parameters"].trigger()
    assert shown(path.name) == Parameters()
    window.session.open_sample("field-guide")
    assert shown("a-field-guide-to-chunking.md").size == 72
    window.session.set_size(40)
    again(window, path, monkeypatch)
    assert shown(path.name) == Parameters()
    window.session.open_sample("field-guide")
    assert shown("a-field-guide-to-chunking.md").size == 72


def test_without_a_file_the_first_sample_opens_with_its_own_settings(make, preferences, qtbot):
    window = make(preferences)
    app.open_first(window, None)
    at_rest(window, qtbot)
    assert window.session.document.sample == "field-guide"
    assert (window.session.parameters.size, window.session.parameters.overlap) == (72, 14)


def test_corrupt_remembered_settings_are_left_out_with_a_notice(make, preferences, qtbot, tmp_path):
    path = tmp_path / "rain.txt"
    path.write_text(RAIN)
    bad = {"strategy": "recursive", "size": "NaN", "unit": "tokens", "overlap": 0, "separators": "unicode"}
    preferences.set("recent", [{"path": str(path), "encoding": 5, "parameters": bad}])
    preferences.set("last", {"document": str(path), "parameters": bad, "query": ""})
    window = make(preferences)
    app.open_first(window, str(path))
    at_rest(window, qtbot)
    assert window.session.parameters == Parameters()
    assert any("NaN" in notice.text for notice in window.notices.log)


def test_recent_documents_are_listed_newest_first_and_can_be_cleared(window, qtbot, tmp_path):
    for name in ("a & b.txt", "c.txt"):
        (tmp_path / name).write_text("words")
        window.files.open(str(tmp_path / name))
        qtbot.waitUntil(lambda name=name: window.session.document.name == name, timeout=5000)
    menu = window.actions_table.menu("File/Open &recent")
    window.files.fill_recent(menu)
    texts = [action.text() for action in menu.actions()]
    assert "c.txt" in texts[0]
    assert "a && b.txt" in texts[1]
    menu.actions()[-1].trigger()
    window.files.fill_recent(menu)
    assert "No recent" in menu.actions()[0].text()


def test_every_action_has_words_a_tip_and_no_key_twice(window):
    commands = window.actions_table.commands
    assert all(command.text and command.tip.endswith(".") for command in commands)
    keys = [key for command in commands for key in command.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("wait", [0, 40, 300])
def test_closing_while_a_document_loads_ends_quickly_with_status_0(tmp_path, wait):
    path = tmp_path / "blob.txt"
    path.write_text("QUJD+/xy" * 250_000)
    program = (
        "import sys\n"
        "from PySide6.QtCore import QTimer\n"
        "from inspector import app\n"
        "from inspector.model.preferences import Preferences\n"
        "window_made = app.make_window\n"
        "def make(*a):\n"
        "    window = window_made(*a)\n"
        f"    QTimer.singleShot({wait}, window.close)\n"
        "    return window\n"
        "app.make_window = make\n"
        "import time\n"
        "begin = time.monotonic()\n"
        f"status = app.run({str(path)!r}, preferences=Preferences())\n"
        "print(time.monotonic() - begin)\n"
        "sys.exit(status)\n"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(Path(app.__file__).parents[1])}
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert (done.returncode, done.stderr.replace("This plugin does not support propagateSizeHints()\n", "")) == (0, "")
    assert time.monotonic() - begin < 20
    assert float(done.stdout) < wait / 1000 + 4


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


def test_a_document_that_was_opened_in_a_wrong_encoding_can_be_read_in_another(window, qtbot, tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes("Größe".encode("latin-1"))
    window.session.open_path(path, "cp1251")
    qtbot.waitUntil(lambda: window.session.document.name == "text.txt", timeout=5000)
    menu = window.actions_table.menu("File/Reopen with e&ncoding")
    window.files.fill_encodings(menu)
    chosen = next(action for action in menu.actions() if action.text() == "latin-1")
    chosen.trigger()
    qtbot.waitUntil(lambda: window.session.document.text == "Größe", timeout=5000)


def test_a_marked_answer_hides_nothing_at_the_usual_size(window, qtbot):
    window.resize(1440, 920)
    window.reset_layout()
    session, query = window.session, window.panels.query
    session.set_query("river")
    at_rest(window, qtbot)
    session.select(3)
    window.document_view.select_text(10, 60)
    window.mark_answer()
    qtbot.wait(100)
    parts = [query.line, query.plot, query.fold_row, query.heading, query.ranking, query.answer]
    for above, below in itertools.pairwise(parts):
        assert above.geometry().bottom() < below.geometry().top()
    assert query.ranking.height() >= 2 * query.ranking.rowHeight(0)
    details = window.panels.details
    assert details.verticalScrollBar().maximum() == 0, "all of the details can be seen"


@pytest.mark.parametrize("where", ["chunk", "checked"])
def test_a_change_that_fails_for_an_unforeseen_reason_is_told_and_not_shown_as_done(window, qtbot, monkeypatch, where):
    before = window.session.chunking

    def broken(*_, **__):
        raise TypeError("vars() went wrong")

    monkeypatch.setattr(stages, where, broken)
    window.controls.size_control.asked.emit(31)
    qtbot.waitUntil(lambda: window.notices.shown() is not None, timeout=5000)
    assert window.notices.shown().kind == "error"
    assert "vars() went wrong" in window.notices.shown().text
    assert "vars() went wrong" in window.status.refusal.text()
    assert window.session.chunking is before
    assert window.session.parameters.size == 31
    monkeypatch.undo()
    window.session.set_size(30)
    at_rest(window, qtbot)
    assert window.session.refusal is None
    assert window.session.certificate.state == "checked"


def test_an_exception_in_a_slot_is_told_once(window, qtbot, capsys, monkeypatch):
    heard = []
    monkeypatch.setattr(sys, "excepthook", lambda *told: heard.append(told))
    window.unforeseen.install()
    for _ in range(2):
        sys.excepthook(ValueError, ValueError("no such row"), None)
    assert len(heard) == 2
    told = [notice for notice in window.notices.log if "no such row" in notice.text]
    assert [notice.kind for notice in told] == ["error"]
    window.unforeseen.uninstall()
    sys.excepthook(ValueError, ValueError("another"), None)
    assert not any("another" in notice.text for notice in window.notices.log)


def test_pointing_at_a_command_of_the_menus_leaves_the_certificate_in_its_place(window, qtbot):
    for action in window.findChildren(QAction):
        assert not action.statusTip()
    window.actions_table.menu("File").actions()[0].hover()
    assert window.status.isVisible()


def test_every_pane_where_f6_stops_shows_that_it_has_the_keyboard(window, qtbot):
    window.session.set_query("river")
    at_rest(window, qtbot)
    accent = current().accent.name()
    for pane in (window.panels.query.ranking, window.panels.details, window.panels.findings.rows, window.panels.budget):
        pane.setFocus()
        qtbot.wait(30)
        image = pane.grab().toImage()
        scale = image.devicePixelRatio()
        edge = [image.pixelColor(x, int(image.height() - 1 * scale)) for x in range(10, image.width() - 10, 10)]
        colours = {colour.name() for colour in edge}
        assert accent in colours, pane


def test_what_was_left_out_of_the_settings_is_told_beside_the_first_document(make, preferences, qtbot):
    preferences._store.setValue("zoom", "99")
    window = make(preferences)
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    at_rest(window, qtbot)
    assert "the remembered zoom was left out" in window.notices.shown().text
    window.session.open_bytes(RAIN.encode(), "again.txt")
    qtbot.waitUntil(lambda: window.session.document.name == "again.txt", timeout=5000)
    assert window.notices.shown() is None
    assert sum("zoom" in notice.text for notice in window.notices.log) == 1


def test_the_note_on_another_unit_goes_with_the_next_change(window, qtbot):
    window.session.set_unit("words")
    assert window.notices.shown().text.startswith("20 tokens ≈ now 20 words")
    qtbot.wait(30)
    assert window.notices.shown() is not None
    window.session.set_size(21)
    assert window.notices.shown() is None


def test_optimal_says_how_few_chunks_there_could_be(window, qtbot):
    window.session.set_strategy("optimal")
    at_rest(window, qtbot)
    tokens = len(window.session.facts.tokens)
    assert window.status.chunks.text().endswith(f"chunks, fewest possible {-(-tokens // 20)}")
    window.session.set_strategy("recursive")
    at_rest(window, qtbot)
    assert "fewest" not in window.status.chunks.text()
    assert f"{-(-tokens // 20)} chunks would be enough" in window.status.chunks.toolTip()
