"""One entry of the legend: a level's badge with how many cuts are of it; pressing it goes to the next of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from inspector.core.levels import Level
from inspector.views import theme as themes
from inspector.views.badge import BADGE, draw_badge

_PAD, _GAP = 6, 6


class LevelButton(QAbstractButton):
    """Emits `stepped` with the level and +1, or -1 with Shift; disabled where no cut is of the level.

    It asks for the width of the largest count so far, and never shows a part of its text.
    """

    stepped = Signal(object, int)

    def __init__(self, level: Level) -> None:
        super().__init__()
        self.level = level
        self._count = -1
        self._wide: dict[str, int] = {}
        self._widest = {True: 0, False: 0}
        self._named = True
        self._back = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda: self.stepped.emit(self.level, -1 if self._back else 1))
        self.set_count(0)

    def set_count(self, count: int) -> None:
        """How many cuts are of this level."""
        if count == self._count:
            return
        self._count = count
        self._wide.clear()
        self.setEnabled(count > 0)
        self.setAccessibleName(f"{self.level.label} cuts: {count:,}, press to go to the next")
        action = "Click to go to the next one, with Shift to the one before." if count else "No cut is of this level."
        self.setToolTip(f"{count:,} of the cuts: {self.level.label}. {action}")
        self.setAccessibleDescription(action)
        self.updateGeometry()
        self.update()

    def set_named(self, named: bool) -> None:
        """Whether the level's name stands after the count, where there is room for it."""
        if named != self._named:
            self._named = named
            self.updateGeometry()
            self.update()

    def text(self) -> str:
        """What stands beside the badge."""
        return f"{self._count:,} {self.level.label}" if self._named else f"{self._count:,}"

    def sizeHint(self) -> QSize:
        """Badge and text with a margin for the focus ring."""
        text = self.text()
        if text not in self._wide:
            self._wide[text] = self.fontMetrics().horizontalAdvance(text)
        self._widest[self._named] = max(self._widest[self._named], self._wide[text])
        return QSize(2 * _PAD + BADGE + _GAP + self._widest[self._named], 24)

    def forget_width(self) -> None:
        """Ask for no more than the present count needs."""
        self._widest = {True: 0, False: 0}
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Another font, another width."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._wide.clear()
            self._widest = {True: 0, False: 0}

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Shift turns the direction round."""
        self._back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space step on, with Shift back."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that it can be pressed."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Show it no longer."""
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Hover, focus ring, badge, text."""
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_frame(painter)
            self._draw_entry(painter)
        finally:
            painter.end()

    def _draw_frame(self, painter: QPainter) -> None:
        theme = themes.current()
        hovered = self.underMouse() and self.isEnabled()
        painter.setPen(QPen(theme.accent, 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(theme.hover if hovered or self.isDown() else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)

    def _draw_entry(self, painter: QPainter) -> None:
        theme = themes.current()
        badge = QRectF(_PAD, (self.height() - BADGE) / 2, BADGE, BADGE)
        painter.setOpacity(1.0 if self.isEnabled() else 0.45)
        draw_badge(painter, badge, self.level, theme)
        painter.setOpacity(1.0)
        painter.setPen(theme.text if self.isEnabled() else theme.muted)
        rest = self.rect().adjusted(int(badge.right()) + _GAP, 0, 0, 0)
        fits = self.fontMetrics().horizontalAdvance(self.text()) <= rest.width()
        text = self.text() if fits else f"{self._count:,}"
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
