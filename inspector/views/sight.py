"""Tells the session which part of the text is in view, so that what one looks at is scored first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from inspector.views.document_view import DocumentView

PAUSE_MS = 60
"""So long after the text has last moved it is told: scrolling costs nothing."""


class Sight(QObject):
    """Follows the scroll bar of a view, whose range also changes with its size, its font and its rows."""

    def __init__(self, view: DocumentView) -> None:
        super().__init__(view)
        self._view = view
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self._tell)
        bar = view.verticalScrollBar()
        for signal in (bar.valueChanged, bar.rangeChanged, view.session.document_changed):
            signal.connect(self._soon.start)
        self._soon.start()

    def _tell(self) -> None:
        if len(self._view.rows):
            window = self._view.frame().window()
            self._view.session.look_at(window.start, window.end)
