"""The line above a plot: its title and a quiet caption, beside each other or, where too narrow, one below the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from inspector.views.labels import restyle
from inspector.views.theme import Theme

_GAP = 2


class PlotHeader(QWidget):
    """Title and caption; the caption never loses words: it goes to a line of its own and wraps there.

    Which it is does not change with every caption: at one width, a line that was once needed, or that one of the
    `reserve`d captions would need, stays.
    Both are placed by hand: in a layout every other caption would have the whole window laid out anew.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.caption = QLabel(title, self), QLabel(self)
        self.caption.setMinimumWidth(0)
        self._reserved: tuple[str, ...] = ()
        self._widest = 0
        for label in (self.title, self.caption):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._arrange()

    def reserve(self, *captions: str) -> None:
        """Keep the room that the widest of these captions would need."""
        self._reserved = captions
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
        if event.size().width() != event.oldSize().width():
            self._widest = 0
        self._arrange()

    def _arrange(self) -> None:
        title, text = self.title.sizeHint(), self.caption.text()
        advance = self.caption.fontMetrics().horizontalAdvance
        self._widest = max(self._widest, *map(advance, (text, *self._reserved)))
        beside = title.width() + self._widest + 16 <= self.width()
        self.caption.setVisible(bool(text))
        self.caption.setWordWrap(not beside)
        side = Qt.AlignmentFlag.AlignRight if beside else Qt.AlignmentFlag.AlignLeft
        self.caption.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        below = self.caption.heightForWidth(max(self.width(), 1)) if text and not beside else 0
        if self._reserved and not beside:
            below = max(below, self.caption.fontMetrics().height())
        self.title.setGeometry(0, 0, min(title.width(), self.width()), title.height())
        if beside:
            self.caption.setGeometry(title.width() + _GAP, 0, self.width() - title.width() - _GAP, title.height())
        else:
            self.caption.setGeometry(0, title.height() + _GAP, self.width(), below)
        self.setFixedHeight(title.height() + (below + _GAP if below else 0))
