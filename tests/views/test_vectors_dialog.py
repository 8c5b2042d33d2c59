"""How much room vectors may take, in the window: bounds that are remembered, and a cache that can be emptied."""

from __future__ import annotations

from threading import RLock

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from inspector.app import make_window
from inspector.core.token_vectors import MEBIBYTE
from inspector.core.vector_cache import VectorCache
from inspector.core.vector_store import VectorStore
from inspector.model.preferences import Preferences
from inspector.views.vectors_dialog import kept_words
from tests.model.opened import RAIN, FakeEmbedder
from tests.views.shown_window import at_rest

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def cache(tmp_path):
    return VectorCache(store=VectorStore(tmp_path / "v.sqlite"), lock=RLock())


@pytest.fixture
def window(qtbot, preferences, cache):
    window = make_window(preferences, embedder=FakeEmbedder(), cache=cache)
    qtbot.addWidget(window)
    window.show()
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    window.session.set_query("the miller")
    at_rest(window, qtbot)
    yield window
    window.close()


def answer(button: str) -> None:
    """Press a button of the message box that comes up next."""

    def press():
        box = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox))
        next(one for one in box.buttons() if one.text().replace("&", "") == button).click()

    QTimer.singleShot(100, press)


def test_the_entry_that_empties_the_cache_says_how_much_there_is_and_asks_once_more(window, qtbot, cache):
    entry = window.actions_table.by_name["empty-cache"]
    window.actions_table.menu("Query").aboutToShow.emit()
    qtbot.waitUntil(lambda: "(" in entry.text(), timeout=5000)
    kept = window.session.kept_vectors
    assert kept.count == len(window.session.chunking) + 1
    assert entry.text() == f"&Empty the vector cache ({kept_words(kept.count, kept.bytes)})…"
    answer("Cancel")
    entry.trigger()
    QTest.qWait(50)
    assert cache.disk_count > 0
    answer("Empty")
    entry.trigger()
    qtbot.waitUntil(lambda: kept.count == 0, timeout=5000)
    assert cache.disk_count == 0
    assert window.notices.shown().text == "the vector cache is empty"


def test_bounds_are_live_remembered_and_of_use_at_the_next_start(window, qtbot, preferences):
    window.actions_table.by_name["vectors"].trigger()
    dialog = window.embedding.vectors
    qtbot.waitUntil(lambda: dialog.kept.text().startswith("Now "), timeout=5000)
    for name, value in (("token_vectors_memory", 64), ("token_vectors_disk", 1024), ("vectors_disk", 2)):
        box = dialog.boxes[name]
        box.selectAll()
        QTest.keyClicks(box, str(value))
        qtbot.keyClick(box, Qt.Key.Key_Return)
        assert preferences.get(name) == value
    limits = window.session.token_pass.limits
    assert (limits.memory, limits.disk) == (64 * MEBIBYTE, 1024 * MEBIBYTE)
    again = make_window(preferences, embedder=FakeEmbedder())
    qtbot.addWidget(again)
    assert again.session.token_pass.limits == limits
    again.close()


def test_every_field_has_a_name_and_a_bound(window, qtbot):
    window.embedding.open_vectors()
    for box in window.embedding.vectors.boxes.values():
        assert box.accessibleName()
        assert box.toolTip()
        assert box.minimum() == 1
        assert box.suffix() == " MiB"


def test_what_is_wrong_with_the_file_reaches_the_window(qtbot, preferences, tmp_path):
    (tmp_path / "v.sqlite").write_bytes(b"SQLite format 3\0" + b"rubbish" * 1000)
    cache = VectorCache(store=VectorStore(tmp_path / "v.sqlite"), lock=RLock())
    window = make_window(preferences, embedder=FakeEmbedder(), cache=cache)
    qtbot.addWidget(window)
    window.show()
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    window.session.set_query("the miller")
    at_rest(window, qtbot)
    assert any("was damaged" in notice.text for notice in window.notices.log)
    window.close()


def test_the_persons_own_window_keeps_vectors_in_their_cache_folder(qtbot, tmp_path, monkeypatch):
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr(Preferences, "of_user", Preferences)
    window = make_window(None, embedder=FakeEmbedder())
    qtbot.addWidget(window)
    assert window.session.kept_vectors.on_disk
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    window.session.set_query("the miller")
    at_rest(window, qtbot)
    window.close()
    assert [path.name for path in tmp_path.rglob("vectors.sqlite")] == ["vectors.sqlite"]
