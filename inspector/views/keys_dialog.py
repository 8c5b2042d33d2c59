"""The keys: every action that has one, from the same table that the menus are made from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from inspector.views.actions import Command, native
from inspector.views.fitting import fit_screen

ELSEWHERE = (
    ("View", "Next pane, previous pane", "F6, Shift+F6"),
    ("Find", "Next match, previous match", "Enter, Shift+Enter"),
    ("Document", "Scroll", "Arrows, Page Up, Page Down, Home, End"),
    ("Dilution", "Next point, first or last, take its size", "Left, Right, Home, End, Enter"),
    ("Everywhere", "Leave a field, dismiss a notice", "Escape"),
)
"""Keys that belong to no menu."""


class KeysDialog(QDialog):
    """A table of menu, action and key that can be narrowed by typing."""

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.resize(560, 640)
        fit_screen(self)
        self.rows = key_rows(commands)
        self.search = QLineEdit(placeholderText="Search actions and keys", clearButtonEnabled=True)
        self.search.setAccessibleName("Search actions and keys")
        self.search.textChanged.connect(self._narrow)
        self.table = self._make_table()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.search, self.table, buttons):
            layout.addWidget(widget)

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(len(self.rows), 3)
        table.setAccessibleName("Keys")
        table.setHorizontalHeaderLabels(["Menu", "Action", "Key"])
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for row, cells in enumerate(self.rows):
            for column, words in enumerate(cells):
                table.setItem(row, column, QTableWidgetItem(words))
        table.resizeColumnToContents(0)
        table.setColumnWidth(2, 190)
        table.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return table

    def _narrow(self, wanted: str) -> None:
        for row, cells in enumerate(self.rows):
            self.table.setRowHidden(row, wanted.casefold() not in " ".join(cells).casefold())


def key_rows(commands: Sequence[Command]) -> list[tuple[str, str, str]]:
    """(menu, action, keys) of every command that has a key, then the keys that no menu has."""
    rows = [
        (command.menu.split("/")[0], command.text.replace("&", "").rstrip("…"), ", ".join(map(native, command.keys)))
        for command in commands
        if command.keys
    ]
    return rows + list(ELSEWHERE)
