"""The list of queries below the query line: drawn or not, its line, its best chunk; a click asks, a cross removes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.model.query_rows import TEXT, QueryRows
from inspector.views.query_delegate import GAP, Parts, QueryDelegate, row_height
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

Index = QModelIndex | QPersistentModelIndex
MOST_ROWS = 4
"""So many queries are seen at once; the others are a scroll away."""


class QueryListView(QListView):
    """Space draws the current query or not, Enter asks it, Delete removes it; so do clicks on its parts."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.rows = QueryRows(session, self)
        self.lines = QueryDelegate(self)
        self.setModel(self.rows)
        self.setItemDelegate(self.lines)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("pane", True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName("Queries")
        self.setAccessibleDescription("Space draws a query's line or not, Enter asks it, Delete removes it")
        for signal in (self.rows.modelReset, self.rows.dataChanged):
            signal.connect(self._fit)
        self.apply_theme(current())
        self._fit()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.lines.theme = theme
        self.setStyleSheet(f"QListView {{ background: {theme.window.name()}; }}")
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space, Enter and Delete do what the parts of a row do; arrows move."""
        index, key = self.currentIndex(), event.key()
        if not index.isValid() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space:
            self._toggle(index)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._ask(index)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove(index)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Draw or not at the left end of a row, remove at the right one, ask in between."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        parts, at = Parts(self.visualRect(index)), event.position().toPoint()
        if at.x() <= parts.swatch.right():
            self._toggle(index)
        elif at.x() >= parts.cross.left() - GAP // 2:
            self._remove(index)
        else:
            self._ask(index)

    def _toggle(self, index: Index) -> None:
        drawn = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        wanted = Qt.CheckState.Unchecked if drawn else Qt.CheckState.Checked
        self.rows.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)

    def _ask(self, index: Index) -> None:
        self.session.set_query(index.data(TEXT))
        self.session.ask_now()

    def _remove(self, index: Index) -> None:
        row = index.row()
        self.session.queries.remove(index.data(TEXT))
        left = self.rows.rowCount()
        if left:
            self.setCurrentIndex(self.rows.index(min(row, left - 1)))

    def _fit(self) -> None:
        """As high as its rows, up to a few."""
        rows = min(self.rows.rowCount(), MOST_ROWS)
        self.setFixedHeight(rows * row_height(self) + 2 * self.frameWidth() + 4)


class QueryListPanel(QWidget):
    """The list under a line that folds it; takes no room while it is empty."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.fold = QToolButton(self)
        self.view = QueryListView(session, self)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setCheckable(True)
        self.fold.setChecked(True)
        self.fold.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.fold.setToolTip("Shows or hides the list of queries.")
        self.fold.toggled.connect(self.refresh)
        session.queries.changed.connect(self.refresh)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.fold)
        column.addWidget(self.view)
        self.refresh()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.view.apply_theme(theme)

    def refresh(self) -> None:
        """Say how many there are."""
        entries, drawn = self._session.queries.entries, self._session.queries.drawn
        self.setVisible(bool(entries))
        queries = "1 query" if len(entries) == 1 else f"{len(entries):,} queries"
        self.fold.setText(f"{queries}, {len(drawn)} drawn")
        self.fold.setArrowType(Qt.ArrowType.DownArrow if self.fold.isChecked() else Qt.ArrowType.RightArrow)
        self.fold.setAccessibleName(f"List of {self.fold.text()}")
        self.view.setVisible(self.fold.isChecked())
