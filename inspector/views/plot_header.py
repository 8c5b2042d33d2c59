"""The line above a plot: its title and a quiet caption, beside each other or, where too narrow, one below the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QWidget

from inspector.views.labels import restyle
from inspector.views.theme import Theme


class PlotHeader(QWidget):
    """Title and caption; the caption never loses words: it goes to a line of its own and wraps there."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.caption = QLabel(title, self), QLabel(self)
        self.caption.setMinimumWidth(0)
        for label in (self.title, self.caption):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self._row.addWidget(self.title)
        self._row.addWidget(self.caption, 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._arrange()

    def set_title(self, title: str) -> None:
        """Change the title, for instance when the unit changes."""
        if title != self.title.text():
            self.title.setText(title)
            self._arrange()

    def set_caption(self, caption: str) -> None:
        """Change the caption; empty takes no room."""
        if caption != self.caption.text():
            self.caption.setText(caption)
            self._arrange()

    def apply_theme(self, theme: Theme) -> None:
        """Both in the muted colour, the title bold, a pixel smaller than the interface's text."""
        restyle(self.title, theme.muted, self.font(), small=True, bold=True)
        restyle(self.caption, theme.muted, self.font(), small=True)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the caption beside the title or below it."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        caption = self.caption.fontMetrics().horizontalAdvance(self.caption.text())
        beside = self.title.sizeHint().width() + caption + 16 <= self.width()
        self.caption.setVisible(bool(self.caption.text()))
        self.caption.setWordWrap(not beside)
        side = Qt.AlignmentFlag.AlignRight if beside else Qt.AlignmentFlag.AlignLeft
        self.caption.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if direction != self._row.direction():
            self._row.setDirection(direction)
        below = 0 if beside else self.caption.heightForWidth(max(self.width(), 1)) + 2
        self.setFixedHeight(self.title.sizeHint().height() + max(below, 0))
