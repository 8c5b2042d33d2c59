"""Find in the document: a slim bar that marks every match, counts them, and goes from one to the next."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from inspector.views.document_view import DocumentView
from inspector.views.theme import Theme, current, icon

_TYPING_MS = 120


class FindBar(QWidget):
    """Looks for a literal text in a document view; what is found is selected there."""

    closed = Signal()

    def __init__(self, view: DocumentView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.found = 0
        self._build()
        self._timer = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._timer.timeout.connect(self._search_from_here)
        view.session.document_changed.connect(self._search_again)
        view.search.found.connect(self._show_found)
        self.setAccessibleName("Find")
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
        """Hide the bar, unmark the matches and give the focus back."""
        self._timer.stop()
        self.hide()
        self._view.find("")
        self.closed.emit()

    def step(self, by: int) -> None:
        """Go to the next (+1) or the previous (-1) match, around the end; opens the bar when nothing was typed yet."""
        if not self.field.text():
            self.open()
            return
        self._timer.stop()
        self._find(forward=by > 0)

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

    def _build(self) -> None:
        self.field = QLineEdit()
        self.field.setPlaceholderText("Find in the document")
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName("Find in the document")
        self.field.textChanged.connect(lambda _: self._timer.start())
        self.case = QCheckBox("Match case")
        self.case.toggled.connect(lambda _: self._search_from_here())
        self.count = QLabel()
        self._previous = self._button("Previous match (Shift+Enter)", lambda: self.step(-1))
        self._next = self._button("Next match (Enter)", lambda: self.step(1))
        self._close = self._button("Close (Escape)", self.close_bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 8, 4)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        for widget in (self.count, self.case, self._previous, self._next, self._close):
            row.addWidget(widget)

    def _button(self, words: str, run: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(run)
        return button

    def _search_from_here(self) -> None:
        """While typing, the match at the caret is the first one to be shown, not the one after it."""
        span = self._view.selected_span()
        if span is not None:
            self._view.place_caret(span[0])
        self._find(forward=True)

    def _search_again(self) -> None:
        if self.isVisible():
            self._search_from_here()

    def _find(self, *, forward: bool) -> None:
        found = self._view.find(self.field.text(), forward, self.case.isChecked())
        self.found = found or 0
        self._tell()

    def _show_found(self) -> None:
        self.found = len(self._view.marks.matches)
        self._tell()

    def _tell(self) -> None:
        span = self._view.selected_span()
        if not self.field.text():
            self.count.setText("")
        elif self._view.search.waiting:
            self.count.setText("searching\N{HORIZONTAL ELLIPSIS}")
        elif not self.found or span is None:
            self.count.setText("not found")
        else:
            number = int(np.searchsorted(self._view.marks.matches[:, 0], np.int64(span[0]), side="right"))
            self.count.setText(f"{number:,} of {self.found:,}")
