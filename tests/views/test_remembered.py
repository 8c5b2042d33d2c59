"""What comes back at the next start, and with a file that is opened again; what is corrupt is left out and said."""

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QFileDialog

from inspector import app
from inspector.core.parameters import Parameters, Weights
from inspector.views.theme import current
from tests.model.opened import RAIN
from tests.views.shown_window import KEY, MOD, at_rest, drop, press


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
