"""Windows that are no larger than their screen: not every desktop sees to that itself."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def fit_screen(window: QWidget) -> None:
    """Make a window no larger than what its screen has free."""
    fitting = window.size().boundedTo(window.screen().availableSize())
    if fitting != window.size():
        window.resize(fitting)
