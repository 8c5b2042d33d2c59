"""Windows and dialogs are no larger than their screen, however small that is."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from inspector.views.fitting import fit_screen
from inspector.views.keys_dialog import KeysDialog
from inspector.views.scores_help import ScoresHelp


def test_a_window_is_no_larger_than_its_screen(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(5_000, 300)
    fit_screen(window)
    assert window.size() == QSize(window.screen().availableSize().width(), 300)


def test_tall_dialogs_begin_inside_a_small_screen(qtbot, monkeypatch):
    class Small:
        def availableSize(self):
            return QSize(800, 500)

    monkeypatch.setattr(QWidget, "screen", lambda _: Small())
    for dialog in (KeysDialog((), None), ScoresHelp(None)):
        qtbot.addWidget(dialog)
        assert dialog.height() <= 500
