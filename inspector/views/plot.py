"""What all plots share: title and caption, a surface with its scales, words when empty, mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLineF, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from inspector.views.axis_ticks import nice_ticks
from inspector.views.labels import restyle, small_pixels
from inspector.views.pixel_bars import PixelBars
from inspector.views.plot_header import PlotHeader
from inspector.views.plot_paint import Canvas
from inspector.views.plot_surface import PlotSurface
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

FOOT = 8
"""Pixels below the ground line, for the marks of what is selected and hovered."""
HEAD = 18
"""Pixels above the highest value, for a label."""
TICK_GAP = 6
"""Pixels between the plot and the numbers beside it."""


class Plot(QWidget):
    """A plot of bars over one axis; subclasses give the data, what is under a position, and the marks."""

    def __init__(self, session: Session, title: str, groups: tuple[int, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.theme: Theme = current()
        self.header = PlotHeader(title, self)
        self.message = QLabel(self)
        self.plot = PlotSurface(self._paint, self)
        self.bars = PixelBars(groups)
        self._small = QFont(self.font())
        self._extent = (0.0, 1.0, 0.0, 1.0)
        self._ticks: list[tuple[float, str]] = []
        self._whole_ticks = True
        self._build()
        self.setAccessibleName(title)

    def show_message(self, words: str) -> None:
        """Show words in place of the plot; empty words bring the plot back."""
        self.message.setText(words)
        self.message.setVisible(bool(words))
        self.plot.setVisible(not words)

    def show_extent(self, left: float, right: float, low: float, high: float, whole: bool = True) -> None:
        """Set both axes, all finite; `low` is the ground on which bars stand, or lies below it for negative ones."""
        self._extent, self._whole_ticks = (left, max(right, left + 1e-9), low, max(high, low + 1e-9)), whole
        self.refit()

    def ground(self) -> float:
        """The height on which bars stand."""
        low, high = self._extent[2:]
        return min(max(0.0, low), high)

    def refit(self) -> None:
        """Work everything out again for the present size: ticks, room for their labels, pixel columns."""
        tall = max(self.plot.height() - self.foot_height(), HEAD + FOOT + 1)
        left, right, low, high = self._extent
        unit = (high - low) / (tall - HEAD - FOOT)
        self._ticks = nice_ticks(low, high, min(max(int(tall / 28), 1), 5), self._whole_ticks)
        widest = max([QFontMetrics(self._small).horizontalAdvance(text) for _, text in self._ticks] or [8])
        self.plot.set_margins(widest + TICK_GAP + 2, self.foot_height())
        wide = max(int(self.plot.area().width()), 1)
        self.bars.fit(left, right, self.ground(), round(wide * self.devicePixelRatioF()))
        self.plot.show_bounds(QRectF(left, low - FOOT * unit, right - left, (high - low) + (HEAD + FOOT) * unit))

    def repaint_marks(self) -> None:
        """Draw everything again soon; nothing is worked out anew."""
        self.plot.update()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        self.header.apply_theme(theme)
        self.plot.set_ground(theme.window)
        self._small = self.label_font()
        restyle(self.message, theme.muted, self.font())
        self.style_bars()
        self.refit()
        self.update()

    def label_font(self) -> QFont:
        """The font of ticks and labels: small, figures of equal width."""
        font = QFont(self.font())
        font.setPixelSize(small_pixels(font) - 1)
        return font

    # What subclasses say.

    def style_bars(self) -> None:
        """Give the bars their brushes from `self.theme`."""
        raise NotImplementedError

    def foot_height(self) -> int:
        """Pixels below the plot for the labels of a lower axis; 0 where there is none."""
        return 0

    def paint_foot(self, canvas: Canvas) -> None:
        """Draw the lower axis below the canvas's area."""

    def paint_below(self, canvas: Canvas) -> None:
        """Draw what lies behind the bars."""

    def paint_above(self, canvas: Canvas) -> None:
        """Draw what lies over the bars."""

    def hover_at(self, x: float | None) -> None:
        """The pointer is over the position `x`, or has left."""

    def click_at(self, x: float) -> None:
        """The position `x` was clicked."""

    def tip_at(self, x: float) -> str:  # noqa: ARG002
        """What the tooltip says about the position `x`; empty for none."""
        return ""

    # How it works.

    def position_at(self, pixel: QPoint | QPointF) -> float:
        """The position on the x axis under a pixel of the plot's surface."""
        return self.plot.position_at(pixel)

    def pixel_at(self, x: float, y: float = 0.0) -> QPoint:
        """The pixel of the plot's surface where the position `x` and the height `y` are drawn."""
        return self.plot.pixel_at(x, y)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The mouse on the plot: hover, click and tooltip by coordinate."""
        kind = event.type()
        if kind == QEvent.Type.Leave:
            self.hover_at(None)
        elif isinstance(event, QHelpEvent) and kind == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(self.position_at(event.pos())), self)
            return True
        elif isinstance(event, QMouseEvent):
            return self._mouse(event)
        elif kind == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go from chunk to chunk, Home and End to the first and the last."""
        chunking = self.session.chunking
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if chunking is None or not len(chunking) or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif event.key() in steps:
            self.session.step_chunk(steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.session.select(0 if event.key() == Qt.Key.Key_Home else len(chunking) - 1)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame that says where the keyboard is."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(self.theme.accent)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            painter.end()

    def _build(self) -> None:
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(4)
        column.addWidget(self.header)
        column.addWidget(self.plot, 1)
        column.addWidget(self.message, 1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(96)
        self.plot.resized.connect(self.refit)
        self.plot.installEventFilter(self)

    def _paint(self, canvas: Canvas) -> None:
        """Scales, then what lies behind the bars, the bars, and what lies over them."""
        painter = canvas.painter
        painter.setFont(self._small)
        self._paint_ticks(canvas)
        self.paint_foot(canvas)
        painter.setClipRect(canvas.area)
        self.paint_below(canvas)
        self.bars.draw(painter, canvas.view, canvas.area, self.devicePixelRatioF())
        self.paint_above(canvas)

    def _paint_ticks(self, canvas: Canvas) -> None:
        """A rule and, at the right, the number of each tick."""
        metrics, area = canvas.painter.fontMetrics(), canvas.area
        left, drop = area.right() + TICK_GAP, metrics.ascent() - metrics.height() / 2
        levels = [round(canvas.y(height)) + 0.5 for height, _ in self._ticks]
        canvas.painter.setPen(self.theme.line)
        canvas.painter.drawLines([QLineF(area.left(), level, area.right(), level) for level in levels])
        canvas.painter.setPen(self.theme.muted)
        for height, text in self._ticks:
            canvas.painter.drawText(QPointF(left, canvas.y(height) + drop), text)

    def _mouse(self, event: QMouseEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove:
            self.hover_at(self.position_at(event.position()))
        elif event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.click_at(self.position_at(event.position()))
        return True
