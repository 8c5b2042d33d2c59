"""The page of the dilution curve: the curve, and beside or below it the point that is spoken of in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from inspector.views.dilution_plot import DilutionPlot
from inspector.views.dilution_words import QUOTED, heading, numbers, quoted, whose
from inspector.views.labels import restyle
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

_SIDE = 280
_ROOMY, _SHORT = 900, 60
"""In a narrower page only so many characters are quoted."""
_WIDE, _TALL = 520, 300
"""From this width on the words stand beside the curve; in a narrower one below it if it is this tall, else nowhere."""


class DilutionView(QWidget):
    """The curve has the keyboard; the words can be selected and copied."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.plot = DilutionPlot(session, self)
        self.title, self.numbers, self.words = QLabel(), QLabel(), QLabel()
        self.side = QWidget(self)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._fits = True
        self._build()
        self.plot.told_changed.connect(self._show_told)
        self.apply_theme(current())

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.plot.apply_theme(theme)
        restyle(self.title, theme.muted, self.font(), small=True, bold=True)
        restyle(self.numbers, theme.text, self.font(), small=True)
        restyle(self.words, theme.muted, self.font(), small=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the words beside the curve or below it."""
        super().resizeEvent(event)
        wide, tall = self.width() >= _WIDE, self.height() >= _TALL
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self.side.setMaximumWidth(min(_SIDE, self.width() // 3) if wide else 16_777_215)
        self._fits = wide or tall
        self._show_told()

    def _build(self) -> None:
        column = QVBoxLayout(self.side)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(4)
        flags = Qt.TextInteractionFlag.TextSelectableByMouse
        for label in (self.title, self.numbers, self.words):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(flags)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            column.addWidget(label)
        column.addStretch(1)
        self.title.setAccessibleName("Size of the point")
        self.numbers.setAccessibleName("Numbers of the point")
        self.words.setAccessibleName("First words of the chunk")
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self.plot, 3)
        self._row.addWidget(self.side, 1)

    def _show_told(self) -> None:
        curve, told = self.plot.curve, self.plot.told
        self.side.setVisible(self._fits and curve is not None)
        if curve is None or told is None:
            return
        holder = curve.points[told].holder
        self.title.setText(heading(self.session, curve, told))
        self.numbers.setText(numbers(curve, told))
        self.words.setText(quoted(self.session, holder.start, holder.end, QUOTED if self.width() >= _ROOMY else _SHORT))
        self.words.setToolTip(f"The {whose(curve)}: {quoted(self.session, *curve.span)}")
