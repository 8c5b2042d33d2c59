"""The ranking: rank, score, level, number and first words of each chunk, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from inspector.core.levels import Level
from inspector.core.similarity import EXACT, POOLED
from inspector.model.ranking_model import CHUNK, KEYWORDS, KIND, LEVEL, RANK, SCORE, WORDS, RankingModel
from inspector.model.wording import UNDEFINED
from inspector.views.badge import BADGE, draw_badge
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

Index = QModelIndex | QPersistentModelIndex
_GAP = 8
_THIN, _MARK = 5, 10
"""Pixels of the mark that says what a score comes from."""
_FEWEST = 8
"""So many letters of a chunk's words are worth more than its rank by keywords."""
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class RankingView(QTableView):
    """A list whose current row is the session's selected chunk; a click or the arrow keys select another."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.ranking = RankingModel(session, self)
        self.lines = RankingDelegate(self)
        self.setModel(self.ranking)
        self.setItemDelegate(self.lines)
        self._build_rows()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("pane", True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Ranking")
        self.setAccessibleDescription("Chunks by their score for the query, best first")
        self.clicked.connect(self._choose)
        self.entered.connect(self._hover)
        session.selection_changed.connect(self._follow)
        self.verticalScrollBar().valueChanged.connect(lambda _: session.hover(None))
        self.ranking.modelReset.connect(self._renewed)
        self.apply_theme(current())
        self._renewed()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.lines.theme = theme
        self.setStyleSheet(f"QTableView {{ background: {theme.window.name()}; }}")
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow keys move through the ranks and select; so do Enter and Space."""
        before = self.currentIndex()
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            row = 0 if event.key() == Qt.Key.Key_Home else self.ranking.rowCount() - 1
            self.setCurrentIndex(self.ranking.index(row))
        else:
            super().keyPressEvent(event)
        chosen = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if self.currentIndex() != before or chosen:
            self._choose(self.currentIndex())

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is hovered any more."""
        super().leaveEvent(event)
        self.session.hover(None)

    def changeEvent(self, event: QEvent) -> None:
        """Rows as high as a line of the font and 9 pixels."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 9)

    def _build_rows(self) -> None:
        """One column as wide as the view, rows of one height: any number of them costs the same."""
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.setVisible(False)
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        down.setVisible(False)
        down.setMinimumSectionSize(16)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setDefaultSectionSize(self.fontMetrics().height() + 9)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def _fresh(self) -> bool:
        shown = self.ranking.scored
        return shown is not None and shown.chunking is self.session.chunking

    def _choose(self, index: QModelIndex) -> None:
        shown, chunk = self.ranking.scored, index.data(CHUNK)
        if chunk is None or shown is None:
            return
        if self._fresh():
            self.session.select(chunk)
        else:
            self.session.select_at(int(shown.chunking.body_starts[chunk]))

    def _hover(self, index: QModelIndex) -> None:
        if self._fresh():
            self.session.hover(index.data(CHUNK))

    def _renewed(self) -> None:
        """Other scores: the best are in view, wherever the selected chunk is among them."""
        self._follow(reveal=False)
        self.scrollToTop()

    def _follow(self, reveal: bool = True) -> None:
        selected = self.session.selected
        row = self.ranking.row_of(selected) if selected is not None and self._fresh() else None
        index = QModelIndex() if row is None else self.ranking.index(row)
        if index != self.currentIndex():
            self.setAutoScroll(reveal)
            self.setCurrentIndex(index)
            self.setAutoScroll(True)
        if not index.isValid():
            self.clearSelection()


class RankingDelegate(QStyledItemDelegate):
    """Paints one line of the ranking; the best one bold, stale ones muted."""

    def __init__(self, view: RankingView) -> None:
        super().__init__(view)
        self.theme = current()
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The fill of what is selected or hovered, the line, and a hairline below."""
        rect = QRectF(option.rect)
        state = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self.theme.selection)
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), self.theme.accent)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, self.theme.hover)
        painter.fillRect(QRectF(rect.left() + _GAP, rect.bottom() - 1, rect.width() - 2 * _GAP, 1), self.theme.line)
        self._line(painter, rect.adjusted(_GAP, 0, -_GAP, -1), index)
        painter.restore()

    def _line(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        shown = self._view.ranking.scored
        best = index.row() == 0 and shown is not None and not shown.stale
        font = QFont(self._view.font())
        font.setBold(best)
        painter.setFont(font)
        painter.setPen(self._ink())
        metrics = QFontMetricsF(font)
        left = rect.left()
        for column, text, wide, align in self._columns(metrics, index):
            painter.drawText(QRectF(left, rect.top(), wide, rect.height()), align, text)
            left += wide + _GAP
            if column == SCORE:
                self._paint_kind(painter, QRectF(left, rect.top(), _THIN, rect.height()), index.data(KIND))
                left += _THIN + _GAP
                box = QRectF(left, rect.center().y() - BADGE / 2, BADGE, BADGE)
                draw_badge(painter, box, Level(index.data(LEVEL)), self.theme)
                left += BADGE + _GAP
        right = self._keywords(painter, metrics, rect.adjusted(left - rect.left(), 0, 0, 0), index)
        words = metrics.elidedText(index.data(WORDS), Qt.TextElideMode.ElideRight, max(right - left, 0))
        painter.drawText(QRectF(left, rect.top(), max(right - left, 0), rect.height()), _LEFT, words)

    def _keywords(self, painter: QPainter, metrics: QFontMetricsF, rect: QRectF, index: Index) -> float:
        """The rank by keywords at the right end, where they are on; where the room for words left of it ends.

        Where a row has no room for both it is left out: the tooltip tells it too.
        """
        words = index.data(KEYWORDS)
        figures = len(f"{self._view.ranking.rowCount():,}")
        wide = metrics.horizontalAdvance(f"BM25 {'0' * figures}")
        if words is None or rect.width() - wide - _GAP < _FEWEST * metrics.averageCharWidth():
            return rect.right()
        ink = painter.pen()
        painter.setPen(self.theme.muted)
        painter.drawText(QRectF(rect.right() - wide, rect.top(), wide, rect.height()), _LEFT, words)
        painter.setPen(ink)
        return rect.right() - wide - _GAP

    def _paint_kind(self, painter: QPainter, rect: QRectF, kind: int) -> None:
        """A small bar as in the plot: filled for a chunk embedded alone, outlined for a pooled score."""
        x, top = round(rect.left()), round(rect.center().y()) - _MARK // 2
        if kind == EXACT:
            painter.fillRect(QRectF(x, top, _THIN, _MARK), self.theme.edge)
        elif kind == POOLED:
            ink = painter.pen()
            painter.setPen(self.theme.edge)
            painter.drawRect(QRectF(x + 0.5, top + 0.5, _THIN - 1, _MARK - 1))
            painter.fillRect(QRectF(x, top, _THIN, 2), self.theme.edge)
            painter.setPen(ink)

    def _ink(self) -> QColor:
        shown = self._view.ranking.scored
        return self.theme.muted if shown is not None and shown.stale else self.theme.text

    def _columns(self, metrics: QFontMetricsF, index: Index) -> list[tuple[int, str, float, int]]:
        """Rank, score and number with the widths of their columns, so that figures stand below each other."""
        shown = self._view.ranking.scored
        count = 1 if shown is None else len(shown.chunking)
        figures = metrics.horizontalAdvance("0") * len(f"{min(count, self._view.ranking.rowCount()):,}")
        score = index.data(SCORE)
        room = metrics.horizontalAdvance(UNDEFINED if self._view.ranking.has_undefined else "\u22120.00")
        number = metrics.horizontalAdvance("#" + "0" * len(str(count)))
        return [
            (RANK, index.data(RANK), figures, _RIGHT),
            (SCORE, score, room, _RIGHT),
            (CHUNK, f"#{index.data(CHUNK) + 1}", number, _LEFT),
        ]
