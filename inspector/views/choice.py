"""A list to choose one name from, whose entries can be disabled with the reason in their tooltip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate


class Choice(QComboBox):
    """Emits `chosen` with the name of the entry that a person chose; showing a name emits nothing."""

    chosen = Signal(str)

    def __init__(self, name: str, labels: Mapping[str, str], summaries: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._summaries = dict(summaries or {})
        self._hint = ""
        self._why: str | None = None
        self._refused: dict[str, str] | None = None
        self.setAccessibleName(name)
        self.setItemDelegate(QStyledItemDelegate(self))
        for key, label in labels.items():
            self.addItem(label, key)
        self.activated.connect(lambda row: self.chosen.emit(self.itemData(row)))
        self.currentIndexChanged.connect(self._explain)
        self.allow({})
        self._explain()

    def show_name(self, name: str) -> None:
        """Show the entry `name`."""
        self.setCurrentIndex(self.findData(name))

    def summarise(self, name: str, summary: str) -> None:
        """Another sentence for the entry `name`."""
        if self._summaries.get(name) != summary:
            self._summaries[name] = summary
            self.setItemData(self.findData(name), summary, Qt.ItemDataRole.ToolTipRole)
            self._explain()

    def set_refused(self, reason: str | None) -> None:
        """Mark what is shown as refused and say why, or unmark it."""
        if self._why != reason:
            self._why = reason
            self.setProperty("refused", reason is not None)
            self.style().polish(self)
            self._explain()

    def allow(self, refused: Mapping[str, str]) -> None:
        """Disable the entries named in `refused`, each with its reason, and enable all others."""
        if refused == self._refused:
            return
        self._refused = dict(refused)
        model = cast(QStandardItemModel, self.model())
        for row in range(self.count()):
            key = self.itemData(row)
            item = model.item(row)
            item.setEnabled(key not in refused)
            item.setToolTip(refused.get(key) or self._summaries.get(key, ""))

    def set_disabled_because(self, reason: str | None) -> None:
        """Disable the whole list and say why, or enable it again."""
        if self._hint != (reason or ""):
            self.setEnabled(reason is None)
            self._hint = reason or ""
            self._explain()

    def _explain(self) -> None:
        refused = f"Refused: {self._why}" if self._why else ""
        tip = refused or self._hint or self._summaries.get(self.currentData(), "")
        self.setToolTip(tip)
        self.setAccessibleDescription(tip)
        row = self.currentIndex()
        if row >= 0:
            self.setItemData(
                row, self._summaries.get(self.currentData(), ""), Qt.ItemDataRole.AccessibleDescriptionRole
            )
