"""Small wrapped lines of plain text that take no room while they say nothing, and marks on what is refused."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


def note_label(look: str = "quiet") -> QLabel:
    """A hidden, empty line; `look` is a property of the style sheet: "quiet" or "refused"."""
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    label.setProperty(look, True)
    label.hide()
    return label


def show_note(label: QLabel, text: str) -> None:
    """Say this, or nothing."""
    label.setText(text)
    label.setVisible(bool(text))


def mark(widget: QWidget, refused: bool) -> None:
    """Mark what a widget shows as refused, or not."""
    if widget.property("refused") != refused:
        widget.setProperty("refused", refused)
        widget.style().polish(widget)
