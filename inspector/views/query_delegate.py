"""One row of the list of queries: where its parts are, and how they are painted."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.model.query_list import LETTERS
from inspector.model.query_rows import ASKED, BEST, SLOT, TEXT
from inspector.views.column_lines import DASHES
from inspector.views.theme import current, icon

Index = QModelIndex | QPersistentModelIndex
GAP = 8
_BOX, _SWATCH, _CROSS = 16, 30, 16
_MIDDLE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class Parts:
    """Where the parts of a row are."""

    def __init__(self, row: QRect) -> None:
        top = row.center().y()
        self.box = QRect(row.left() + 2, top - _BOX // 2 + 1, _BOX, _BOX)
        self.swatch = QRect(self.box.right() + GAP, row.top(), _SWATCH, row.height())
        self.cross = QRect(row.right() - _CROSS - 2, top - _CROSS // 2 + 1, _CROSS, _CROSS)
        left, right = self.swatch.right() + GAP, self.cross.left() - GAP
        self.words = QRect(left, row.top(), right - left, row.height())


class QueryDelegate(QStyledItemDelegate):
    """Paints a row: check box, line and letter, the query, its best chunk, a cross."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.theme = current()
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        """Rows of one height."""
        return QSize(80, row_height(self._view))

    def editorEvent(self, *_: object) -> bool:
        """The view itself answers clicks."""
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The fill of what is current or hovered, then the parts."""
        rect, state, parts = option.rect, option.state, Parts(option.rect)
        painter.save()
        current_row = bool(state & QStyle.StateFlag.State_Selected) and self._view.hasFocus()
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if current_row or hovered:
            painter.fillRect(rect, self.theme.selection if current_row else self.theme.hover)
        self._paint_box(painter, parts.box, index)
        self._paint_swatch(painter, QRectF(parts.swatch), index)
        self._paint_words(painter, parts.words, index)
        if current_row or hovered:
            icon("cancel", self.theme, self.theme.muted).paint(painter, parts.cross.adjusted(2, 2, -2, -2))
        painter.restore()

    def _paint_box(self, painter: QPainter, box: QRect, index: Index) -> None:
        drawn = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.edge, 1))
        painter.setBrush(self.theme.base)
        painter.drawRoundedRect(QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5), 3, 3)
        if drawn:
            icon("check", self.theme).paint(painter, box.adjusted(2, 2, -2, -2))

    def _paint_swatch(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        """A piece of the line as it is drawn in the plot, and its letter; bars for the query that is asked."""
        slot = index.data(SLOT)
        if slot is None:
            return
        colour: QColor = self.theme.lines[slot]
        middle = round(rect.center().y()) + 1
        if index.data(ASKED):
            for step, tall in enumerate((4, 9, 6)):
                painter.fillRect(QRectF(rect.left() + 4 * step, middle + 4 - tall, 3, tall), self.theme.text)
        else:
            pen = QPen(colour, 2)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if any(DASHES[slot][1:]):
                pen.setDashPattern([dash / 2 for dash in DASHES[slot]])
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(pen)
            painter.drawLine(round(rect.left()), middle, round(rect.left()) + 16, middle)
        painter.setPen(colour)
        painter.drawText(rect.adjusted(20, 0, 0, 0), _MIDDLE, LETTERS[slot])

    def _paint_words(self, painter: QPainter, rect: QRect, index: Index) -> None:
        font = QFont(self._view.font())
        font.setBold(bool(index.data(ASKED)))
        painter.setFont(font)
        metrics, best = painter.fontMetrics(), index.data(BEST)
        wide = metrics.horizontalAdvance(best)
        painter.setPen(self.theme.muted)
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), best)
        room = rect.adjusted(0, 0, -wide - GAP if best else 0, 0)
        painter.setPen(self.theme.text)
        words = metrics.elidedText(" ".join(index.data(TEXT).split()), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _MIDDLE, words)


def row_height(view: QWidget) -> int:
    """A line of the view's font and 7 pixels."""
    return view.fontMetrics().height() + 7
