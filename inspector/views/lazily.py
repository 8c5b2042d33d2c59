"""Work for a view only while it can be seen: what changes behind a hidden page is caught up with when it is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class Lazily(QObject):
    """Called, it runs `refresh` at once, or, where `widget` is hidden, before the widget is seen.

    A widget whose window was never shown refreshes at once: nobody knows yet whether it will be.
    """

    def __init__(self, widget: QWidget, refresh: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget, self._refresh = widget, refresh
        self._shown = False
        self._due = False
        widget.installEventFilter(self)

    def __call__(self) -> None:
        """Something that the view shows has changed."""
        hidden = not self._widget.isVisible()
        self._due = hidden and (self._shown or self._widget.window().isVisible())
        if not self._due:
            self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Catch up when the widget is about to be seen."""
        if event.type() == QEvent.Type.Show:
            self._shown = True
            if self._due:
                self._due = False
                self._refresh()
        return super().eventFilter(watched, event)
