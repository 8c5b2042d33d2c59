"""A field for a separator: blanks in it are seen as small dots, because often they are all there is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from inspector.views import theme as themes
from inspector.views.fonts import document_font

_DOT = 1.1


class PatternField(QLineEdit):
    """Text in a monospaced font; `moved` carries -1 or 1 for Alt+Up and Alt+Down, `added` follows Enter."""

    moved = Signal(int)
    added = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFont(document_font("mono", 10))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt with up or down moves the separator, Enter adds one; everything else edits."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in steps:
            self.moved.emit(steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.added.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A dot in the middle of every blank that is in view."""
        super().paintEvent(event)
        metrics, text, caret = self.fontMetrics(), self.text(), self.cursorRect()
        left = caret.center().x() - metrics.horizontalAdvance(text[: self.cursorPosition()])
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(themes.current().muted)
            painter.setClipRect(self.rect().adjusted(6, 0, -6, 0))
            for k in (k for k, character in enumerate(text) if character == " "):
                middle = left + metrics.horizontalAdvance(text[:k]) + metrics.horizontalAdvance(" ") / 2
                painter.drawEllipse(QPointF(middle, caret.center().y()), _DOT, _DOT)
        finally:
            painter.end()
