"""What the model cannot read, as a list: totals by kind above, which choose what is listed; a row goes to its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QHeaderView,
    QLabel,
    QStackedWidget,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from inspector.core.unread_places import Places, Total, Unread
from inspector.model.unread_table import COLUMNS, UnreadTable
from inspector.model.wording import counted
from inspector.views.flow_row import FlowRow
from inspector.views.labels import restyle
from inspector.views.lazily import Lazily
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

_WIDEST = ("beyond the context", "#00,000", "000,000,000", "000,000", "0,000", "M" * 28, "")
"""The widest text that a column is made for; the last one takes the rest."""
_NAMES = {
    None: "All",
    Unread.UNKNOWN: "Unknown",
    Unread.BEYOND: "Beyond the context",
    Unread.LOST: "Lost",
    Unread.SPECIAL: "Special tokens spelled",
}
_BUTTONS = """
QToolButton {{ color: {text}; border: 1px solid transparent; border-radius: 5px; padding: 2px 8px; }}
QToolButton:hover {{ background: {line}; }}
QToolButton:checked {{ background: {selection}; }}
QToolButton:focus {{ border: 2px solid {accent}; padding: 1px 7px; }}
QToolButton:disabled {{ color: {muted}; }}
"""


class UnreadView(QWidget):
    """Unknown tokens, tails beyond the context, lost characters, and special tokens that the text spells."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.table = UnreadTable(session, self)
        self.rows, self.empty = QTableView(), QLabel()
        self.kinds = {kind: QToolButton() for kind in (None, *Unread)}
        self._following = False
        self._build()
        self._refresh_soon = Lazily(self, self.refresh)
        for signal in (session.unread.changed, session.document_changed):
            signal.connect(self._refresh_soon)
        session.unread.current_changed.connect(Lazily(self, self._follow))
        self.rows.selectionModel().currentRowChanged.connect(self._chosen)
        self.rows.clicked.connect(self._go)
        self.rows.activated.connect(self._go)
        self.apply_theme(current())
        self.refresh()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        sheet = _BUTTONS.format(
            text=theme.text.name(), line=theme.line.name(), selection=theme.selection.name(),
            accent=theme.accent.name(), muted=theme.muted.name(),
        )  # fmt: skip
        self.buttons.setStyleSheet(sheet)
        restyle(self.empty, theme.muted, self.font())
        self.rows.setStyleSheet(
            f"QTableView {{ background: {theme.base.name()}; selection-background-color: {theme.selection.name()};"
            f" selection-color: {theme.text.name()}; }} QTableView::item {{ padding: 0 8px; border: none; }}"
        )

    def refresh(self) -> None:
        """Look at what cannot be read anew."""
        self._following = True
        self.table.refresh()
        self._following = False
        places = self.session.unread.places
        for kind, button in self.kinds.items():
            button.setText(_summary(kind, places))
            button.setEnabled(kind is None or kind is self.table.kind or bool(_total(kind, places).places))
        self.buttons.refit()
        self._follow()
        self._show_rows_or_words()

    def show_kind(self, kind: Unread | None) -> None:
        """List one kind alone, or all of them."""
        self.kinds[kind].setChecked(True)
        self.table.show_kind(kind)
        self._follow()
        self._show_rows_or_words()

    def _build(self) -> None:
        self.buttons = FlowRow(gap=4)
        group = QButtonGroup(self)
        for kind, button in self.kinds.items():
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setToolTip("Everything that the model cannot read as it stands." if kind is None else kind.meaning)
            button.clicked.connect(lambda _=False, kind=kind: self.show_kind(kind))
            group.addButton(button)
            self.buttons.add(button)
        self.kinds[None].setChecked(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMargin(16)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.rows)
        self.pages.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.buttons)
        column.addWidget(self.pages, 1)
        self._build_rows()

    def _build_rows(self) -> None:
        rows = self.rows
        rows.setModel(self.table)
        rows.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        rows.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        rows.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        rows.setTabKeyNavigation(False)
        rows.setWordWrap(False)
        rows.setShowGrid(False)
        rows.setFrameShape(QFrame.Shape.NoFrame)
        rows.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows.setAccessibleName("What the model cannot read")
        rows.setAccessibleDescription("A row for each place; the current row is the place that was gone to")
        side, top = rows.verticalHeader(), rows.horizontalHeader()
        side.setVisible(False)
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        side.setMinimumSectionSize(16)
        side.setDefaultSectionSize(self.fontMetrics().height() + 8)
        top.setHighlightSections(False)
        top.setStretchLastSection(True)
        top.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        rows.setSortingEnabled(True)
        for column, (title, widest) in enumerate(zip((c.title for c in COLUMNS), _WIDEST, strict=True)):
            wide = self.fontMetrics().horizontalAdvance
            top.resizeSection(column, max(wide(title) + 28, wide(widest) + 28))

    def _show_rows_or_words(self) -> None:
        words = "" if self.table.rowCount() else self._words()
        self.empty.setText(words)
        self.pages.setCurrentWidget(self.empty if words else self.rows)

    def _words(self) -> str:
        """What stands there where there is no row: what is still done, or what the absence means."""
        session = self.session
        if session.document is None:
            return "What the model cannot read of a document will stand here"
        if session.unread.places is None:
            return "Looking for what the model cannot read \u2026"
        if self.table.kind is not None and len(session.unread.places):
            return f"Nothing of this kind now: {self.table.kind.meaning[0].lower()}{self.table.kind.meaning[1:]}"
        context = session.limits.context
        beyond = "" if context is None else f", nothing is beyond the context of {counted(context, 'tokens')}"
        return f"The model can read all of this document\nNo token is unknown{beyond}, no character is lost"

    def _chosen(self, row: QModelIndex) -> None:
        if not self._following:
            self._go(row)

    def _go(self, row: QModelIndex) -> None:
        place = self.table.place_at(row.row())
        if place is not None:
            self._following = True
            self.session.unread.go(place)
            self._following = False

    def _follow(self) -> None:
        """Make the row of the place that was gone to the current one."""
        if self._following:
            return
        row = self.table.row_of(self.session.unread.current)
        self._following = True
        if row is None:
            self.rows.selectionModel().clear()
        else:
            self.rows.setCurrentIndex(self.table.index(row, 0))
        self._following = False


def _total(kind: Unread | None, places: Places | None) -> Total:
    return Total() if places is None or kind is None else places.total(kind)


def _summary(kind: Unread | None, places: Places | None) -> str:
    """A kind with how much there is of it; what is still looked for has no number."""
    name = _NAMES[kind]
    if places is None:
        return f"{name}: \u2026"
    if kind is None:
        return f"{name}: {counted(len(places), 'places')}"
    total = places.total(kind)
    if not total.places:
        return f"{name}: none"
    if kind is Unread.SPECIAL:
        return f"{name}: {total.tokens:,}"
    tokens = [counted(total.tokens, "tokens")] if total.tokens else []
    return f"{name}: {', '.join([*tokens, counted(total.characters, 'characters')])}"
