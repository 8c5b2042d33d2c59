"""A remembered tokenizer that cannot be read is told in the window at the next start, and the usual one counts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings

from inspector.app import make_window
from inspector.model.preferences import Preferences
from tests.model.opened import RAIN


@pytest.mark.parametrize("data", ["{broken", '{"model": {"type": "BPE"}}', ""])
def test_a_broken_tokenizer_is_told_in_the_window_with_its_path(qtbot, tmp_path, data):
    preferences = Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    path = tmp_path / "tokenizer.json"
    path.write_text(data)
    preferences.set("model", {"name": "bge-m3", "tokenizer": str(path)})
    window = make_window(preferences)
    qtbot.addWidget(window)
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    qtbot.waitUntil(lambda: window.session.chunking is not None, timeout=20000)
    qtbot.waitUntil(lambda: not window.session.progress, timeout=20000)
    shown = window.notices.shown()
    assert shown is not None
    assert shown.kind == "error"
    assert str(path) in shown.text
    assert window.session.tokenizer_name == "bert-base-uncased"
    window.close()
