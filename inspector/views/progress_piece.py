"""Long work in the status line: what is being done, how far it is, and a button that cancels it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from inspector.views import theme as themes

if TYPE_CHECKING:
    from inspector.model.progress import Progress

_FULL = 1000
_USUAL = "embedding: 1,000 of 1,000 chunks"


class ProgressPiece(QWidget):
    """Shows a Progress; emits `cancelled` when its button is pressed.

    Its width is always the same: longer words end in an ellipsis.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.label, self.bar, self.button = QLabel(), QProgressBar(), QToolButton()
        self._row = QHBoxLayout(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(48)
        self.label.setFixedWidth(self.label.fontMetrics().horizontalAdvance(_USUAL) + 2)
        self.label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar.setAccessibleName("Progress")
        self.button.setIconSize(QSize(14, 14))
        self.button.clicked.connect(self.cancelled)
        self._lay_out()
        self.apply_theme(themes.current())

    def show_progress(self, progress: Progress) -> None:
        """Show how far it is; a total of 0 means that nobody knows."""
        counted = f": {progress.done:,} of {progress.total:,} {progress.unit}".rstrip() if progress.total else " …"
        words, room = progress.what + counted, self.label.width()
        self.label.setText(self.label.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room))
        self.label.setToolTip(words)
        self.bar.setUpdatesEnabled(False)  # else each value has the whole window painted before anything goes on
        self.bar.setRange(0, _FULL if progress.total else 0)
        self.bar.setValue(_FULL * progress.done // progress.total if progress.total else 0)
        self.bar.setUpdatesEnabled(True)
        self.button.setToolTip(f"Cancel: {progress.what}")
        self.button.setAccessibleName(f"Cancel: {progress.what}")
        self.setAccessibleName(progress.what + counted)

    def set_worded(self, worded: bool) -> None:
        """Whether the words stand beside the bar, where there is room for them."""
        self.label.setVisible(worded)

    def sizeHint(self) -> QSize:
        """Label, bar and button; never narrower than they need."""
        self._row.invalidate()
        return self._row.sizeHint()

    def apply_theme(self, theme: themes.Theme) -> None:
        """The button's icon in another theme."""
        self.button.setIcon(themes.icon("cancel", theme))

    def _lay_out(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        for part in (self.label, self.bar, self.button):
            self._row.addWidget(part)
