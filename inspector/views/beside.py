"""Widgets beside each other as one field of a form."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget


def beside(*widgets: QWidget) -> QWidget:
    """A field that holds the widgets in a row from its left end."""
    field = QWidget()
    row = QHBoxLayout(field)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return field
