"""What tests of the whole window do to it: wait until it is at rest, press keys, drop things."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent

KEY, MOD = Qt.Key, Qt.KeyboardModifier


def at_rest(window, qtbot):
    session = window.session
    qtbot.waitUntil(lambda: session.document is not None and session.at_rest, timeout=10000)


def press(qtbot, widget, key, modifiers=MOD.NoModifier):
    qtbot.keyClick(widget, key, modifiers)


def drop(window, mime):
    event = QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, MOD.NoModifier)
    window.dropEvent(event)
