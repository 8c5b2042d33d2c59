"""Labels in the theme's quiet colours, styled so that they keep their look when they are moved to another parent."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QLabel


def small_pixels(font: QFont) -> int:
    """One pixel less than the interface's text, at least 10."""
    size = font.pixelSize() if font.pixelSize() > 0 else round(font.pointSizeF() * 4 / 3)
    return max(size - 1, 10)


def restyle(label: QLabel, colour: QColor, base: QFont, *, small: bool = False, bold: bool = False) -> None:
    """Write the label in `colour`; `small` is a pixel below the size of `base`, the interface's font.

    A style sheet, because palettes and fonts set on a widget get lost when it moves below a window that has one.
    """
    size = f" font-size: {small_pixels(base)}px;" if small else ""
    label.setStyleSheet(f"color: {colour.name()};{size} font-weight: {600 if bold else 400};")
