"""The small square with a level's letter: the same mark in the ranking and the table as in the gutter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from inspector.core.levels import Level

if TYPE_CHECKING:
    from inspector.views.theme import Theme

BADGE = 15
"""Side of the badge in logical pixels."""


def draw_badge(painter: QPainter, rect: QRectF, level: Level, theme: Theme) -> None:
    """Fill `rect` with the level's colour, rounded, and write its letter; draws nothing for END, which is no cut."""
    if level is Level.END:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.level[level])
    painter.drawRoundedRect(rect, 3, 3)
    font = QFont(painter.font())
    font.setPixelSize(max(int(rect.height() * 0.7), 1))
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(theme.on_level[level])
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, level.letter)
    painter.restore()
