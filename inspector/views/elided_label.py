"""A line of text that shortens itself with an ellipsis instead of being cut off, and can be pressed where allowed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from inspector.views import theme as themes

_ICON, _GAP, _PAD = 16, 6, 4


class ElidedLabel(QAbstractButton):
    """Text with an optional icon in a colour of the theme, named by its field; pressable only after `set_pressable`.

    It asks for the width of the widest of its texts since it was last empty, so that its neighbours stay in place.
    """

    def __init__(self, colour: str = "text", bold: bool = False) -> None:
        super().__init__()
        self._colour, self._icon = colour, ""
        self._shown = ""
        self._wide: int | None = None
        self._widest = 0
        font = self.font()
        font.setBold(bold)
        self.setFont(font)
        self.set_pressable(False)

    def show_text(self, text: str, colour: str | None = None, icon: str = "") -> None:
        """Another text, colour (a field of Theme) and icon."""
        if (text, colour or self._colour, icon) == (self._shown, self._colour, self._icon):
            return
        self._shown, self._colour, self._icon = text, colour or self._colour, icon
        self._wide = None
        self._widest = self._widest if text else 0
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.updateGeometry()
        self.update()

    def set_pressable(self, pressable: bool) -> None:
        """Whether it is a button: reachable by keyboard and emitting `clicked`."""
        self._pressable = pressable
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if pressable else Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        self.setCursor(Qt.CursorShape.PointingHandCursor if pressable else Qt.CursorShape.ArrowCursor)

    @property
    def pressable(self) -> bool:
        """Whether pressing it does something."""
        return self._pressable

    def sizeHint(self) -> QSize:
        """Room for all of the text."""
        if self._wide is None:
            self._wide = self.fontMetrics().horizontalAdvance(self._shown)
        self._widest = max(self._widest, self._indent() + self._wide + _PAD + 2)
        return QSize(self._widest, 24)

    def forget_width(self) -> None:
        """Ask for no more than the present text needs."""
        self._widest = 0
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Room for the icon and a few letters."""
        return QSize(self._indent() + 88, 24)

    def changeEvent(self, event: QEvent) -> None:
        """Another font, another width."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._wide, self._widest = None, 0

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Icon, text, focus ring."""
        theme = themes.current()
        colour: QColor = getattr(theme, self._colour)
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.hasFocus():
                painter.setPen(QPen(theme.accent, 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
            if self._icon:
                drawing = themes.icon(self._icon, theme, colour)
                drawing.paint(painter, _PAD, (self.height() - _ICON) // 2, _ICON, _ICON)
            self._draw_text(painter, colour)
        finally:
            painter.end()

    def _draw_text(self, painter: QPainter, colour: QColor) -> None:
        painter.setPen(colour)
        room = self.rect().adjusted(self._indent(), 0, -_PAD, 0)
        text = self.fontMetrics().elidedText(self._shown, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _indent(self) -> int:
        return _PAD + (_ICON + _GAP if self._icon else 0)
