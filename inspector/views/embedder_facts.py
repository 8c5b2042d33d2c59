"""What was found out about the embedder in use, as a table, and what a person should know about it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from inspector.model.embedder_info import EmbedderInfo
from inspector.views.labels import small_pixels
from inspector.views.noting import note_label, show_note
from inspector.views.theme import current


class EmbedderFacts(QWidget):
    """All of the text can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.table, self.notices = QLabel(), QLabel(), note_label("notice")
        self._info = EmbedderInfo("")
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for label in (self.name, self.table, self.notices):
            label.setWordWrap(True)
            label.setTextInteractionFlags(flags)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            column.addWidget(label)
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.table.setTextFormat(Qt.TextFormat.RichText)
        self.name.setAccessibleName("Embedder in use")
        self.table.setAccessibleName("What is known of the embedder")
        self.notices.setAccessibleName("What to know about the embedder")
        font = self.name.font()
        font.setBold(True)
        self.name.setFont(font)

    def show_info(self, name: str, info: EmbedderInfo) -> None:
        """Show this embedder."""
        self._info = info
        self.name.setText(name)
        muted, small = current().muted.name(), small_pixels(self.font())
        rows = "".join(
            f'<tr><td style="color:{muted}; padding-right:12px; font-size:{small}px">{escape(term)}</td>'
            f'<td style="font-size:{small}px">{escape(value).replace(chr(10), "<br>")}</td></tr>'
            for term, value in info.facts
        )
        self.table.setText(f"<table cellspacing=0 cellpadding=1>{rows}</table>" if rows else "")
        self.table.setVisible(bool(rows))
        show_note(self.notices, "\n".join(f"{notice[:1].upper()}{notice[1:]}." for notice in info.notices))

    def apply_theme(self) -> None:
        """Take the colours of the theme that is in use."""
        self.show_info(self.name.text(), self._info)
