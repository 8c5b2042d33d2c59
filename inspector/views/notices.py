"""A slim bar above the document for what a person should know: dismissible, errors stay until dismissed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from inspector.views.theme import Theme, current, icon

STAY_MS = 8000
"""How long a mere information stays."""
_WORDS = {"hint": "Note", "info": "Note", "warning": "Warning", "error": "Error"}


@dataclass(frozen=True)
class Notice:
    """One message: its kind ("hint", "info", "warning", "error"), its text, and that of a button where it has one.

    A hint is of use for a moment only: it goes with the next change, or by itself like an information.
    """

    kind: str
    text: str
    remedy: str = ""


class NoticeBar(QWidget):
    """Shows one notice at a time, the most serious and newest first; the log keeps all of them."""

    remedy_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.log: list[Notice] = []
        self._waiting: list[Notice] = []
        self._stripe = QColor()
        self._build()
        self._timer = QTimer(self, singleShot=True, interval=STAY_MS)
        self._timer.timeout.connect(self.dismiss)
        self.apply_theme(current())
        self.hide()

    def show_notice(self, kind: str, text: str, remedy: str = "") -> None:
        """Show a notice now; an error on screen gives way only to another error."""
        notice = Notice(kind, text, remedy)
        self.log.append(notice)
        if notice in self._waiting:
            self._waiting.remove(notice)
        self._waiting.insert(0, notice)
        self._waiting.sort(key=lambda waiting: waiting.kind != "error")
        self._refresh()

    def note(self, kind: str, text: str) -> None:
        """Put something into the log only: it is usual, and nobody needs to be told every time."""
        self.log.append(Notice(kind, text))

    def dismiss(self) -> None:
        """Take the shown notice away; the next one that waits comes."""
        del self._waiting[:1]
        self._refresh()

    def clear(self, *kinds: str, but: Collection[str] = ()) -> None:
        """Take every waiting notice of these kinds away, but for those with these texts."""
        self._waiting = [notice for notice in self._waiting if notice.kind not in kinds or notice.text in but]
        self._refresh()

    def shown(self) -> Notice | None:
        """The notice on screen."""
        return self._waiting[0] if self._waiting else None

    def apply_theme(self, theme: Theme) -> None:
        """Take the theme's colours."""
        self._close.setIcon(icon("cancel", theme))
        self._colours = {"hint": theme.edge, "info": theme.edge, "warning": theme.warning, "error": theme.warning}
        self._refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A stripe in the colour of the kind at the left, a hairline below."""
        del event
        painter = QPainter(self)
        try:
            painter.fillRect(0, 0, 4, self.height(), self._stripe)
            painter.fillRect(0, self.height() - 1, self.width(), 1, current().line)
        finally:
            painter.end()

    def _build(self) -> None:
        self._text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._remedy = QPushButton()
        self._remedy.clicked.connect(self._ask_remedy)
        self._close = QToolButton()
        self._close.setAutoRaise(True)
        self._close.setToolTip("Dismiss this notice")
        self._close.setAccessibleName("Dismiss notice")
        self._close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 8, 4)
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        row.addWidget(self._remedy)
        row.addWidget(self._close)

    def _ask_remedy(self) -> None:
        notice = self.shown()
        self.dismiss()
        if notice is not None:
            self.remedy_asked.emit(notice.remedy)

    def _refresh(self) -> None:
        self._timer.stop()
        notice = self.shown()
        self.setVisible(notice is not None)
        if notice is None:
            return
        self._stripe = self._colours[notice.kind]
        self._text.setText(f"{_WORDS[notice.kind]}: {notice.text}")
        self.setAccessibleName(f"{_WORDS[notice.kind]}: {notice.text}")
        self._remedy.setVisible(bool(notice.remedy))
        self._remedy.setText(notice.remedy)
        if notice.kind in ("hint", "info") and not notice.remedy:
            self._timer.start()
        self.update()
