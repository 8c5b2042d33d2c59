"""Find in the document: a slim bar that counts the matches and goes from one to the next."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from inspector.core.find import find_all
from inspector.model.session import Session
from inspector.views.theme import Theme, current, icon

_TYPING_MS = 120


class FindBar(QWidget):
    """Looks for a literal text; a match is shown through the session's `reveal`."""

    closed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.matches: list[tuple[int, int]] = []
        self.current: int | None = None
        self._build()
        self._timer = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._timer.timeout.connect(self._search_from_here)
        session.document_changed.connect(self._forget)
        self.apply_theme(current())
        self.hide()

    def open(self, text: str = "") -> None:
        """Show the bar, look for `text` when some is given, and let the person type."""
        self.show()
        if text and "\n" not in text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search_from_here()

    def close_bar(self) -> None:
        """Hide the bar and give the focus back."""
        self.hide()
        self.closed.emit()

    def step(self, by: int) -> None:
        """Go to the next (+1) or the previous (-1) match, around the end."""
        self._ensure_searched()
        if not self.matches:
            return
        self.current = (0 if by > 0 else -1) % len(self.matches) if self.current is None else self.current
        self._go((self.current + by) % len(self.matches))

    def apply_theme(self, theme: Theme) -> None:
        """Take the theme's icons."""
        self._previous.setIcon(icon("previous", theme))
        self._next.setIcon(icon("next", theme))
        self._close.setIcon(icon("cancel", theme))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, Shift+Enter back, Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Count anew: the document may be another one by now."""
        super().showEvent(event)
        self._count()

    def _build(self) -> None:
        self.field = QLineEdit(placeholderText="Find in the document", clearButtonEnabled=True)
        self.field.setAccessibleName("Find in the document")
        self.field.textChanged.connect(lambda _: self._timer.start())
        self.case = QCheckBox("Match case")
        self.case.toggled.connect(lambda _: self._search_from_here())
        self._label = QLabel()
        self._previous = self._button("Previous match (Shift+Enter)", lambda: self.step(-1))
        self._next = self._button("Next match (Enter)", lambda: self.step(1))
        self._close = self._button("Close (Escape)", self.close_bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 8, 4)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        for widget in (self._label, self.case, self._previous, self._next, self._close):
            row.addWidget(widget)

    def _button(self, words: str, run: object) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(run)
        return button

    def _ensure_searched(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._search()

    def _search_from_here(self) -> None:
        self._search()
        if self.matches:
            here = self._here()
            self._go(next((i for i, (start, _) in enumerate(self.matches) if start >= here), 0))

    def _here(self) -> int:
        session = self._session
        if session.chunking is None or session.selected is None:
            return 0
        return int(session.chunking.body_starts[session.selected])

    def _search(self) -> None:
        document, wanted = self._session.document, self.field.text()
        self.matches, self.current = [], None
        if document is not None:
            spans = find_all(document.text, wanted, case_sensitive=self.case.isChecked())
            self.matches = [(int(start), int(end)) for start, end in spans]
        self._count()

    def _go(self, index: int) -> None:
        self.current = index
        self._count()
        start, end = self.matches[index]
        self._session.select_at(start)
        self._session.reveal.emit(start, end)

    def _forget(self) -> None:
        self.matches, self.current = [], None
        self._count()

    def _count(self) -> None:
        if not self.field.text():
            words = ""
        elif not self.matches:
            words = "not found"
        else:
            words = f"{(self.current or 0) + 1:,} of {len(self.matches):,}"
        self._label.setText(words)
