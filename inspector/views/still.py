"""What stands still while marks fade over it: painted once into a picture, from which it is painted again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QRegion
from PySide6.QtWidgets import QWidget


class Still:
    """The picture of a widget. It stands until `forget`, which whoever paints the whole widget anew has to call."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._picture: QPixmap | None = None

    def is_part(self, event: QPaintEvent) -> bool:
        """Whether only a part is to be painted: what else changes asks for the whole widget."""
        return not (QRegion(self._widget.rect()) - event.region()).isEmpty()

    def forget(self) -> None:
        """Something has changed, or may have."""
        self._picture = None

    def draw(self, painter: QPainter, paint: Callable[[QPainter], None]) -> None:
        """Draw the picture; `paint` makes it where there is none."""
        if self._picture is None:
            scale = self._widget.devicePixelRatioF()
            self._picture = QPixmap(self._widget.size() * scale)
            self._picture.setDevicePixelRatio(scale)
            own = QPainter(self._picture)
            try:
                paint(own)
            finally:
                own.end()
        painter.drawPixmap(0, 0, self._picture)
