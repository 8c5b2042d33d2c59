"""The log: every notice since the start, also those that were dismissed or went by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from inspector.views.notices import Notice


class LogDialog(QDialog):
    """Notices as text that can be selected and copied, the newest last."""

    def __init__(self, log: Sequence[Notice], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Notices so far")
        self.resize(640, 360)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName("Notices so far")
        self.text.setPlainText("\n".join(f"{notice.kind}: {notice.text}" for notice in log) or "There were none.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.text)
        layout.addWidget(buttons)
