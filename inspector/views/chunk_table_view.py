"""The table of all chunks: sorted by any column, its current row the session's selected chunk; rows copy as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)  # fmt: skip

from inspector.model.chunk_table import LEVEL, NAMES, ChunkTable
from inspector.views.badge import BADGE, draw_badge
from inspector.views.lazily import Lazily
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

Index = QModelIndex | QPersistentModelIndex
_FIGURES = "0,000"
_WIDEST = dict.fromkeys(NAMES, _FIGURES) | {
    "number": "00,000",
    "level": "MM paragraph",
    "characters": "00,000",
    "start": "0,000,000",
    "end": "0,000,000",
    "fits": "yes",
    "score": "undefined",
    "kind": "pooled from one pass",
    "rank": "00,000",
    "first": "M" * 24,
}
"""The widest text that a column is made for."""


class ChunkTableView(QTableView):
    """Every chunk in words and figures: the accessible twin of the document view."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.table = ChunkTable(session, self)
        self.badges = LevelDelegate(self)
        self._following = False
        self._fitted: list[str] = []
        self.setModel(self.table)
        self._build()
        self.selectionModel().currentRowChanged.connect(self._chosen)
        self.entered.connect(lambda index: session.hover(self.table.chunk_at(index.row())))
        session.selection_changed.connect(Lazily(self, self._follow))
        self.verticalScrollBar().valueChanged.connect(lambda _: session.hover(None))
        self.table.modelReset.connect(Lazily(self, self._renewed))
        self.table.layoutChanged.connect(lambda: self.scrollTo(self.currentIndex()))
        self.apply_theme(current())
        self._renewed()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.badges.theme = theme
        self.setStyleSheet(
            f"QTableView {{ background: {theme.base.name()}; gridline-color: {theme.line.name()};"
            f" selection-background-color: {theme.selection.name()}; selection-color: {theme.text.name()}; }}"
            " QTableView::item { padding: 0 8px; border: none; }"
            " QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-position: top center; width: 8px; }"
        )
        self.viewport().update()

    def copy_rows(self) -> None:
        """Put the selected rows, or all where none is selected, on the clipboard: a header line, cells between tabs."""
        selection = self.selectionModel().selection()
        spans = [selection.at(place) for place in range(selection.size())]
        rows = sorted({row for span in spans for row in range(span.top(), span.bottom() + 1)})
        QGuiApplication.clipboard().setText(self.table.as_text(rows or range(self.table.rowCount())))

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is hovered any more."""
        super().leaveEvent(event)
        self.session.hover(None)

    def _build(self) -> None:
        self.setItemDelegateForColumn(NAMES.index("level"), self.badges)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("pane", True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Chunk table")
        self.setAccessibleDescription("Every chunk in a row; the current row is the selected chunk")
        self._build_headers()
        copy = QAction("Copy rows", self, shortcut=QKeySequence(QKeySequence.StandardKey.Copy))
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_rows)
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _build_headers(self) -> None:
        side = self.verticalHeader()
        side.setVisible(False)
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        side.setMinimumSectionSize(16)
        side.setDefaultSectionSize(self.fontMetrics().height() + 8)
        top = self.horizontalHeader()
        top.setHighlightSections(False)
        top.setStretchLastSection(True)
        top.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def _renewed(self) -> None:
        """Other chunks: columns as wide as their headers and the largest figures need, and the selection as it is.

        The count in the unit is left out where the unit is tokens: these have a column anyway.
        """
        titles = [str(self.table.headerData(column, Qt.Orientation.Horizontal)) for column in range(len(NAMES))]
        for column, (title, name) in enumerate(zip(titles, NAMES, strict=True)):
            if self._fitted[column : column + 1] != [title]:
                wide, figures = map(self.fontMetrics().horizontalAdvance, (title, _WIDEST[name]))
                self.horizontalHeader().resizeSection(column, max(wide + 28, figures + 20))
        self._fitted = titles
        chunking = self.session.chunking
        twice = chunking is not None and chunking.parameters.unit == "tokens"
        self.setColumnHidden(NAMES.index("count"), twice)
        self._follow()

    def _chosen(self, current_row: QModelIndex) -> None:
        chunk = self.table.chunk_at(current_row.row())
        if chunk is not None and not self._following:
            self.session.select(chunk)

    def _follow(self) -> None:
        row = self.table.row_of(self.session.selected)
        if row == self.currentIndex().row():
            return
        self._following = True
        if row is None:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        else:
            column = max(self.currentIndex().column(), 0)
            self.setCurrentIndex(self.table.index(row, column))
        self._following = False


class LevelDelegate(QStyledItemDelegate):
    """The level's badge before its name."""

    def __init__(self, view: ChunkTableView) -> None:
        super().__init__(view)
        self.theme = current()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell as usual, its text moved to the right, and the badge."""
        rect = option.rect
        moved = QStyleOptionViewItem(option)
        super().paint(painter, moved, index)
        box = QRectF(rect.left() + 8, rect.center().y() - BADGE / 2 + 0.5, BADGE, BADGE)
        draw_badge(painter, box, index.data(LEVEL), self.theme)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Leave room for the badge with an empty icon of its size."""
        super().initStyleOption(option, index)
        option.text = "\u2003\u2002\u2009" + option.text
