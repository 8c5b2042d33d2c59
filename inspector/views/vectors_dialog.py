"""How much room vectors may take: the cache from start to start, and the token vectors of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from inspector.core.token_vectors import MEBIBYTE
from inspector.model.preferences import MOST_MIB, Preferences
from inspector.model.vector_limits import store_bytes, token_vector_limits
from inspector.views.noting import note_label, show_note

if TYPE_CHECKING:
    from inspector.model.session import Session

_NOTE = (
    "The cache keeps the vectors of chunks and questions on disk, so that nothing is embedded twice; of a text it "
    "holds only a hash. Token vectors are those of the document on screen, from one pass over it: up to the first "
    "bound they stay in memory, above it they go into a temporary file, and what is above the second is not made."
)
_ROWS = {
    "vectors_disk": ("Cache on disk", "What vectors may take on disk from start to start; the least used go first."),
    "token_vectors_memory": ("Token vectors in memory", "Up to so much the token vectors stay in memory."),
    "token_vectors_disk": ("Token vectors at all", "More than this is not made: the window then says so."),
}


class VectorsDialog(QDialog):
    """Every change is live and remembered; `empty` is for the owner, who asks once more."""

    def __init__(self, session: Session, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._preferences = session, preferences
        self.boxes = {name: _box(name, preferences.get(name)) for name in _ROWS}
        self.kept, self.tokens = note_label(), note_label()
        self.empty = QPushButton("Empty the cache…")
        self.setWindowTitle("Vectors and cache")
        self._lay_out()
        for name, box in self.boxes.items():
            box.valueChanged.connect(lambda value, name=name: self._set(name, value))
        session.kept_vectors.changed.connect(self.refresh)
        session.token_pass.changed.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Look how much there is."""
        super().showEvent(event)
        self._session.kept_vectors.measure()

    def refresh(self) -> None:
        """Say what there is now."""
        kept, tokens = self._session.kept_vectors, self._session.token_pass
        show_note(self.kept, f"Now {kept_words(kept.count, kept.bytes)}." if kept.on_disk else "In memory only.")
        self.empty.setEnabled(not kept.emptying)
        words = f"Now {mib_words(tokens.bytes)} for {tokens.total:,} tokens." if tokens.bytes else ""
        show_note(self.tokens, tokens.why or words)

    def _set(self, name: str, value: int) -> None:
        self._preferences.set(name, value)
        if name == "vectors_disk":
            self._session.kept_vectors.set_limit(store_bytes(self._preferences))
        else:
            self._session.token_pass.set_limits(token_vector_limits(self._preferences))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        beside = {"vectors_disk": self.empty}
        below = {"vectors_disk": self.kept, "token_vectors_disk": self.tokens}
        for name, (words, _) in _ROWS.items():
            row, label = grid.rowCount(), QLabel(words)
            label.setProperty("quiet", True)
            label.setBuddy(self.boxes[name])
            grid.addWidget(label, row, 0)
            grid.addWidget(self.boxes[name], row, 1)
            if name in beside:
                grid.addWidget(beside[name], row, 2)
            if name in below:
                grid.addWidget(below[name], row + 1, 1, 1, 2)
        note, close = note_label(), QPushButton("Close")
        show_note(note, _NOTE)
        close.clicked.connect(self.close)
        self.empty.setToolTip("Forgets every vector; each is made again when it is needed.")
        for button in (close, self.empty):
            button.setAutoDefault(False)
        last = QHBoxLayout()
        last.addStretch(1)
        last.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(16)
        column.addLayout(grid)
        column.addWidget(note)
        column.addStretch(1)
        column.addLayout(last)
        self.resize(480, 320)


def mib_words(size: int) -> str:
    """ "3.1 MiB"."""
    return f"{size / MEBIBYTE:,.1f} MiB"


def kept_words(count: int | None, size: int | None) -> str:
    """ "1,204 vectors, 3.1 MiB"."""
    if count is None or size is None:
        return "being counted"
    return f"{count:,} vector{'' if count == 1 else 's'}, {mib_words(size)}"


def _box(name: str, value: int) -> QSpinBox:
    words, tip = _ROWS[name]
    box = QSpinBox()
    box.setRange(1, MOST_MIB)
    box.setGroupSeparatorShown(True)
    box.setSuffix(" MiB")
    box.setKeyboardTracking(False)
    box.setValue(value)
    box.lineEdit().setTextMargins(6, 0, 6, 0)
    box.setAccessibleName(f"{words}, at most, in mebibytes")
    box.setToolTip(tip)
    return box
