"""A slider whose value is the number itself, whatever its scale, with room for a small neutral profile behind it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip, QWidget

from inspector.views import theme as themes
from inspector.views.slider_profile import ProfilePainter, SliderProfile
from inspector.views.slider_scale import SliderScale

KNOB = 6.0
"""The knob's radius in logical pixels."""
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -10,
    Qt.Key.Key_PageUp: 10,
}


def step_of(event: QKeyEvent, keys: dict[Qt.Key, int] = _STEPS) -> int:
    """By how much a key press changes a number: 1, or 10 with Shift and for the page keys; 0 for any other key."""
    if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
        return 0
    step = keys.get(Qt.Key(event.key()), 0)
    shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    return step * 10 if shifted and abs(step) == 1 else step


class ValueSlider(QSlider):
    """Emits `moved` with every value that the mouse or an assistive tool sets, `stepped` with a number of steps asked.

    `reset_asked` is a double click, `menu_asked` a right click or the menu key, with the place on the screen. Setting
    it from the program with `show_value` emits nothing.
    """

    moved = Signal(int)
    stepped = Signal(int)
    reset_asked = Signal()
    menu_asked = Signal(QPoint)

    def __init__(self, scale: SliderScale, length: int = 160, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._length = length
        self._profile: SliderProfile | None = None
        self._picture: tuple[object, QPixmap] | None = None
        self._grip = 0.0
        self._scale = scale
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._fit_range()
        self.valueChanged.connect(self.moved)

    def set_scale(self, scale: SliderScale) -> None:
        """Another range or another spacing; emits nothing."""
        if scale != self._scale:
            self._scale = scale
            self._fit_range()

    def _fit_range(self) -> None:
        blocked = self.blockSignals(True)
        self.setRange(self._scale.low, max(self._scale.low, self._scale.high))
        self.blockSignals(blocked)
        self.update()

    def show_value(self, value: int) -> None:
        """Move the knob to `value`, or to the nearer end of the range; emits nothing."""
        blocked = self.blockSignals(True)
        self.setValue(min(max(value, self.minimum()), self.maximum()))
        self.blockSignals(blocked)
        self.update()

    def set_profile(self, profile: SliderProfile | None) -> None:
        """What is drawn behind the slider and told of each of its places; None draws nothing."""
        self._profile = profile
        self.update()

    def words(self) -> str:
        """What the profile tells of the present value; empty without a profile."""
        return self._words_at(self._scale.share(self.value()), self.value())

    def sizeHint(self) -> QSize:
        """The usual length, and a height that leaves room for the profile."""
        return QSize(self._length, 32)

    def minimumSizeHint(self) -> QSize:
        """The least that can still be dragged."""
        return QSize(72, 32)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the knob where it is, or bring it to the mouse."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        distance = event.position().x() - self._knob().x()
        self._grip = distance if abs(distance) <= KNOB + 2 else 0.0
        self.setSliderDown(True)
        self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse; every new value is emitted."""
        if self.isSliderDown():
            self._follow(event)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self.setSliderDown(False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for the default."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)
            self.reset_asked.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """One step a notch, only when focused: a wheel that passes over must not change anything."""
        notches = event.angleDelta().y() // 120
        if self.hasFocus() and notches:
            self.stepped.emit(notches)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows step by 1, with Shift by 10, the page keys by 10; Home and End go to the ends."""
        if step := step_of(event):
            self.stepped.emit(step)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.setValue(self.minimum() if event.key() == Qt.Key.Key_Home else self.maximum())
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of what can be drawn behind."""
        self.menu_asked.emit(event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Tell of the place under the mouse what the profile knows."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._profile is not None:
            QToolTip.showText(event.globalPos(), self.told_at(event.pos().x()), self)
            return True
        return super().event(event)

    def told_at(self, x: int) -> str:
        """The tooltip at `x`: what the profile knows of the place, what its bars and lines are, how to use it."""
        left, width = self._travel()
        share = min(max((x - left) / width, 0.0), 1.0)
        legend = self._profile.legend if self._profile is not None else ""
        return "\n".join(filter(None, (self._words_at(share, self._scale.value(share)), legend, self.toolTip())))

    def _words_at(self, share: float, value: int) -> str:
        if self._profile is None:
            return ""
        mark = self._profile.at(share, self._scale)
        return f"{value:,}: {self._profile.unknown}" if mark is None else mark.words

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Profile, line, knob, focus ring."""
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_profile(painter)
            self._draw_line(painter)
        finally:
            painter.end()

    def _draw_profile(self, painter: QPainter) -> None:
        """The profile from a picture that is kept while only the knob moves, then the present value's mark."""
        if self._profile is None or not self._profile.marks:
            return
        left, width = self._travel()
        area = QRectF(left, 1, width, self._line() - 3)
        drawing, theme, ratio = (
            ProfilePainter(self._profile, self._scale, area),
            themes.current(),
            self.devicePixelRatioF(),
        )
        key = (drawing, theme.name, self.size(), ratio)
        if self._picture is None or self._picture[0] != key:
            self._picture = (key, self._drawn(drawing, ratio))
        painter.drawPixmap(0, 0, self._picture[1])
        drawing.paint_value(painter, theme, self.value())

    def _drawn(self, drawing: ProfilePainter, ratio: float) -> QPixmap:
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            drawing.paint(painter, themes.current())
        finally:
            painter.end()
        return picture

    def _draw_line(self, painter: QPainter) -> None:
        theme = themes.current()
        ink = theme.text if self.isEnabled() else theme.disabled
        knob, (left, width) = self._knob(), self._travel()
        painter.setPen(QPen(theme.edge if self.isEnabled() else theme.line, 2))
        painter.drawLine(QPointF(left, self._line()), QPointF(left + width, self._line()))
        if self.hasFocus():
            painter.setPen(QPen(theme.accent, 2))
            painter.setBrush(theme.window)
            painter.drawEllipse(knob, KNOB + 2, KNOB + 2)
        painter.setPen(QPen(theme.window, 1))
        painter.setBrush(theme.accent if self.isSliderDown() else ink)
        painter.drawEllipse(knob, KNOB, KNOB)

    def _follow(self, event: QMouseEvent) -> None:
        left, width = self._travel()
        self.setValue(self._scale.value((event.position().x() - self._grip - left) / width))
        self.update()

    def _knob(self) -> QPointF:
        left, width = self._travel()
        return QPointF(left + self._scale.share(self.value()) * width, self._line())

    def _line(self) -> float:
        return self.height() - KNOB - 4

    def _travel(self) -> tuple[float, float]:
        margin = KNOB + 3
        return margin, max(self.width() - 2 * margin, 1.0)
