"""A row of widgets that wraps to further lines when it is too narrow, so that nothing is ever cut off."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class FlowLayout(QLayout):
    """Places its items from the left and starts a new line where the next does not fit; lines are centred upright."""

    def __init__(self, parent: QWidget, gap: int = 20, line_gap: int = 4) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap, self._line_gap = gap, line_gap

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at `index`, None beyond the end: Qt asks until it gets none."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return the item at `index`, None beyond the end."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height that all lines need at `width` pixels."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place every item inside `rect`."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        """Everything on one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(len(sizes) - 1, 0)
        return self._with_margins(QSize(width, max((size.height() for size in sizes), default=0)))

    def minimumSize(self) -> QSize:
        """The widest single item at its least, one line high."""
        least = QSize(0, 0)
        for item in self._shown():
            least = least.expandedTo(item.minimumSize())
        return self._with_margins(least)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _with_margins(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, move: bool) -> int:
        margins = self.contentsMargins()
        room = rect.marginsRemoved(margins)
        top = room.top()
        for line in self._lines(room.width()):
            height = max(size.height() for _item, size in line)
            if move:
                self._place_line(line, QPoint(room.left(), top), height)
            top += height + self._line_gap
        return max(top - self._line_gap, room.top()) - rect.top() + margins.bottom()

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used = 0
        for item in self._shown():
            hint = item.sizeHint()
            size = QSize(max(min(hint.width(), width), item.minimumSize().width()), hint.height())
            if lines and used + self._gap + size.width() <= width:
                lines[-1].append((item, size))
                used += self._gap + size.width()
            else:
                lines.append([(item, size)])
                used = size.width()
        return lines

    def _place_line(self, line: list[tuple[QLayoutItem, QSize]], corner: QPoint, height: int) -> None:
        left = corner.x()
        for item, size in line:
            item.setGeometry(QRect(QPoint(left, corner.y() + (height - size.height()) // 2), size))
            left += size.width() + self._gap


class FlowRow(QWidget):
    """A widget with a FlowLayout, as high as its lines need at its present width."""

    def __init__(self, parent: QWidget | None = None, gap: int = 20, *, inset: bool = True) -> None:
        """`inset` leaves room around all of it, as a bar has."""
        super().__init__(parent)
        self._flow = FlowLayout(self, gap)
        self._flow.setContentsMargins(*((12, 6, 12, 6) if inset else (0, 0, 0, 0)))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        """Append a widget; it never leaves its place for a wider one."""
        self._flow.addWidget(widget)

    def event(self, event: QEvent) -> bool:
        """Fit anew when what it holds wants other room: a widget's own layout tells of that only later."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height that this width needs, also of parents that know nothing of wrapping."""
        super().resizeEvent(event)
        self._fit()

    def refit(self) -> None:
        """Compute the height anew after the contents changed their width."""
        self._flow.invalidate()
        self._fit()

    def _fit(self) -> None:
        needed = self._flow.heightForWidth(self.width())
        if needed != self.minimumHeight():
            self.setMinimumHeight(needed)
            self.updateGeometry()
