"""The small square with a level's letter: the same mark in the ranking and the table as in the gutter."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from inspector.core.levels import Level

if TYPE_CHECKING:
    from inspector.views.theme import Theme

BADGE = 15
"""Side of the badge in logical pixels."""


def draw_badge(painter: QPainter, rect: QRectF, level: Level, theme: Theme) -> None:
    """Fill `rect` with the level's colour, rounded, and write its letter; draws nothing for END, which is no cut."""
    if level is Level.END:
        return
    scale = painter.device().devicePixelRatioF()
    fill, ink = theme.level[level].rgba(), theme.on_level[level].rgba()
    picture = _picture(level.letter, rect.height(), painter.font().family(), fill, ink, scale)
    painter.drawPixmap(QPointF(round(rect.left() * scale) / scale, round(rect.top() * scale) / scale), picture)


@lru_cache(maxsize=64)
def _picture(letter: str, side: float, family: str, fill: int, ink: int, scale: float) -> QPixmap:
    """The badge, `side` logical pixels large; colours as of `QColor.rgba`."""
    picture = QPixmap(round(side * scale), round(side * scale))
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor.fromRgba(fill))
        painter.drawRoundedRect(QRectF(0, 0, side, side), 3, 3)
        font = QFont(family)
        font.setPixelSize(max(int(side * 0.7), 1))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor.fromRgba(ink))
        painter.drawText(QRectF(0, 0, side, side), Qt.AlignmentFlag.AlignCenter, letter)
    finally:
        painter.end()
    return picture
