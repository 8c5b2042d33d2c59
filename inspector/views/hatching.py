"""Brushes of fine diagonal lines that stay crisp at every scale."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap

WAVE = 4
"""Height and length of one wave, in pixels."""
_REPEATS = 64
"""A brush repeats its pattern so often from left to right: Qt fills stretch by stretch, each as long as the brush."""


@lru_cache(maxsize=64)
def stripes(rgba: int, scale: float, pitch: int = 8, width: float = 1.0, rising: bool = True) -> QBrush:
    """Lines `width` pixels wide every `pitch` pixels, rising or falling to the right; `rgba` as of `QColor.rgba`."""
    tile = QPixmap(round(pitch * scale), round(pitch * scale))
    tile.setDevicePixelRatio(tile.width() / pitch)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor.fromRgba(rgba), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for shift in (-pitch, 0, pitch):
            low, high = QPointF(shift - 1, pitch + 1), QPointF(shift + pitch + 1, -1)
            painter.drawLine(low, high) if rising else painter.drawLine(
                QPointF(low.x(), -1), QPointF(high.x(), pitch + 1)
            )
    finally:
        painter.end()
    return QBrush(_repeated(tile))


@lru_cache(maxsize=16)
def wavy(rgba: int, scale: float) -> QBrush:
    """A small wave, `WAVE` pixels high and as long as one fills; its origin is its upper edge."""
    tile = QPixmap(round(WAVE * scale), round(WAVE * scale))
    tile.setDevicePixelRatio(tile.width() / WAVE)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor.fromRgba(rgba), 1.1))
        low, high, half = WAVE - 1.0, 1.0, WAVE / 2
        painter.drawPolyline([QPointF(-half, high), QPointF(0, low), QPointF(half, high), QPointF(WAVE, low)])
    finally:
        painter.end()
    return QBrush(_repeated(tile))


def _repeated(tile: QPixmap) -> QPixmap:
    """The tile many times beside itself."""
    wide = QPixmap(tile.width() * _REPEATS, tile.height())
    wide.setDevicePixelRatio(tile.devicePixelRatio())
    wide.fill(Qt.GlobalColor.transparent)
    painter = QPainter(wide)
    try:
        painter.drawTiledPixmap(QRectF(QPointF(), wide.deviceIndependentSize()), tile)
    finally:
        painter.end()
    return wide


def faded(colour: QColor, share: float) -> QColor:
    """The colour at `share` (0 to 1) of its own opacity."""
    result = QColor(colour)
    result.setAlphaF(colour.alphaF() * min(max(share, 0.0), 1.0))
    return result
