"""The program's own icons: small SVG drawings in one colour, recoloured for the theme when they are drawn."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from inspector.core.paths import resource

if TYPE_CHECKING:
    from inspector.views.theme import Theme

_SIZES = (16, 20, 24, 32, 48)
_INK = b"#000000"


def icon(name: str, theme: Theme, colour: QColor | None = None) -> QIcon:
    """The icon `resources/icons/NAME.svg` in `colour` (the theme's text), paler when disabled, in the accent when on.

    Raises CannotError when there is no such icon.
    """
    return _icon(name, theme, (colour or theme.text).name())


def application_icon() -> QIcon:
    """The program's own icon, in its own colours."""
    result = QIcon()
    drawing = resource("icons", "inspector.svg").read_bytes()
    for size in (*_SIZES, 64, 128, 256):
        result.addPixmap(_rendered(drawing, QSize(size, size)))
    return result


@cache
def _icon(name: str, theme: Theme, colour: str) -> QIcon:
    drawing = resource("icons", f"{name}.svg").read_bytes()
    result = QIcon()
    for mode, state, ink in _looks(theme, QColor(colour)):
        for size in _SIZES:
            result.addPixmap(_drawn(drawing, ink, size), mode, state)
    return result


def _looks(theme: Theme, colour: QColor) -> list[tuple[QIcon.Mode, QIcon.State, QColor]]:
    return [
        (QIcon.Mode.Normal, QIcon.State.Off, colour),
        (QIcon.Mode.Normal, QIcon.State.On, theme.accent),
        (QIcon.Mode.Disabled, QIcon.State.Off, theme.disabled),
        (QIcon.Mode.Disabled, QIcon.State.On, theme.disabled),
    ]


def _drawn(drawing: bytes, colour: QColor, size: int) -> QPixmap:
    return _rendered(drawing.replace(_INK, colour.name().encode()), QSize(size, size))


def _rendered(drawing: bytes, size: QSize) -> QPixmap:
    pixmap = QPixmap(size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    try:
        QSvgRenderer(QByteArray(drawing)).render(painter, QRectF(0, 0, size.width(), size.height()))
    finally:
        painter.end()
    return pixmap
