"""The lists of embedding models and of tokenizers, each entry with what it is and where its figures come from."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyledItemDelegate

from inspector.core.models import EmbeddingModel, models
from inspector.core.tokenizer import SHIPPED, TOKENIZERS
from inspector.model.model_words import model_tooltip, short_name

_COUNTS = {"words": "Each word counts as one.", "characters": "Each character counts as one."}

_KEY, _MOD = Qt.Key, Qt.KeyboardModifier
_STEPS = {_KEY.Key_Up, _KEY.Key_Down, _KEY.Key_PageUp, _KEY.Key_PageDown, _KEY.Key_Home, _KEY.Key_End}


class ChoiceList(QComboBox):
    """A list as wide as there is room, whose tooltip is that of the entry shown.

    Keys open it, and Enter chooses there: to step over entries would take each of them, and count anew each time.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setMinimumContentsLength(12)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(16)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list for every key that would step to another entry."""
        modified = event.modifiers() & (_MOD.ControlModifier | _MOD.AltModifier | _MOD.MetaModifier)
        if event.key() in _STEPS or (event.text().isprintable() and event.text().strip() and not modified):
            self.showPopup()
            event.accept()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel that turns over a closed list chooses nothing."""
        event.ignore()

    def append(self, label: str, data: object, tooltip: str) -> None:
        """One more entry."""
        self.addItem(label, data)
        self.setItemData(self.count() - 1, tooltip, Qt.ItemDataRole.ToolTipRole)

    def show_row(self, row: int) -> None:
        """Show an entry, telling nobody."""
        self.setCurrentIndex(row)
        self.setToolTip(self.itemData(row, Qt.ItemDataRole.ToolTipRole) or "")


class ModelList(ChoiceList):
    """The known models, then the person's own below a line; `chosen` carries the model."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("Embedding model")
        self.fill(())
        self.activated.connect(lambda row: self.chosen.emit(self.itemData(row)))

    def fill(self, own: tuple[EmbeddingModel, ...]) -> None:
        """List the known models and these."""
        self.clear()
        for one in models():
            self.append(one.name, one, model_tooltip(one))
        if own:
            self.insertSeparator(self.count())
        for one in own:
            self.append(one.name, one, model_tooltip(one))

    def show_model(self, model: EmbeddingModel) -> None:
        """Show this model, by its name alone where it is not listed."""
        self.setPlaceholderText(model.name)
        rows = [row for row in range(self.count()) if self.itemData(row) == model]
        self.show_row(rows[-1] if rows else -1)
        self.setToolTip(model_tooltip(model))


class TokenizerList(ChoiceList):
    """The shipped tokenizers and the plain counts, and the one from a file while it counts; `chosen` carries a name."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("Tokenizer")
        for name in TOKENIZERS:
            self.append(name, name, _COUNTS.get(name, "Part of this program."))
            if name == SHIPPED[-1]:
                self.insertSeparator(self.count())
        self._usual = self.count()
        self.activated.connect(lambda row: self.chosen.emit(self.itemData(row)))

    def show_name(self, name: str) -> None:
        """Show this tokenizer; a file's entry stays as long as it counts."""
        row = self.findData(name)
        if row < 0:
            self._drop_file()
            self.insertSeparator(self.count())
            self.append(short_name(name), name, name)
            row = self.count() - 1
        elif row < self._usual:
            self._drop_file()
        self.show_row(row)

    def _drop_file(self) -> None:
        while self.count() > self._usual:
            self.removeItem(self.count() - 1)
