"""The weights of the strategy `optimal`: a button beside the strategy, and a popup with what each kind of cut costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from inspector.core.levels import CUT_LEVELS, Level
from inspector.core.parameters import DEFAULT_WEIGHTS, MAX_SIZE, MAX_WEIGHT, Weights

if TYPE_CHECKING:
    from inspector.model.session import Session

WEIGHED = (Level.HEADING, *CUT_LEVELS)
_NOTE = (
    "Of all ways to cut the document, Optimal takes the one that costs least. A chunk costs 1, a cut what stands here: "
    "at 0.25 for a line, four cuts at lines are as dear as one chunk more."
)
_WHERE = {
    Level.HEADING: "before a heading",
    Level.PARAGRAPH: "after a paragraph",
    Level.SENTENCE: "after a sentence",
    Level.LINE: "after a line",
    Level.WORD: "after a word",
    Level.HARD: "inside a word",
}


class WeightsBox(QPushButton):
    """Shows whether the weights are the usual ones, and opens the popup; only there while the strategy uses them."""

    def __init__(self, session: Session) -> None:
        super().__init__("Weights…")
        self._session = session
        self.popup = WeightsPopup(session, self)
        self._shown: tuple[object, ...] = ()
        self.clicked.connect(self.open_popup)
        self.refresh()

    def refresh(self) -> None:
        """Show whether something was changed."""
        asked = self._session.parameters
        shown = (asked.strategy, asked.weights, asked.floor, asked.unit)
        if shown == self._shown:
            return
        self._shown = shown
        self.setVisible(asked.strategy == "optimal")
        usual = asked.weights == DEFAULT_WEIGHTS and not asked.floor
        self.setText("Weights…" if usual else "Own weights…")
        self.setAccessibleName("Weights of cuts: the usual ones" if usual else "Weights of cuts: your own")
        self.setToolTip("What a cut of each kind costs, and how small a chunk may be.")
        self.popup.refresh()

    def open_popup(self) -> None:
        """Open the popup below the button, inside the screen."""
        self.popup.adjustSize()
        corner, screen = self.mapToGlobal(QPoint(0, self.height() + 4)), self.screen().availableGeometry()
        left = max(screen.left(), min(corner.x(), screen.right() - self.popup.width()))
        self.popup.move(left, corner.y())
        self.popup.show()
        self.popup.weights[Level.SENTENCE].setFocus(Qt.FocusReason.PopupFocusReason)


class WeightsPopup(QFrame):
    """A box for each kind of cut, in chunks with two decimals, and one for the floor; every change is live."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._session = session
        self.weights = {level: _weight_box(level) for level in WEIGHED}
        self.floor, self.reset = QSpinBox(), QPushButton("Reset to the usual weights")
        self.setAccessibleName("Weights of cuts")
        self.setProperty("card", True)
        self._lay_out()
        for level, box in self.weights.items():
            box.valueChanged.connect(lambda value, level=level: self._ask(level, value))
        self.floor.valueChanged.connect(lambda value: session.set_parameters(floor=value))
        self.reset.clicked.connect(lambda: session.set_parameters(weights=DEFAULT_WEIGHTS, floor=0))
        self.refresh()

    def refresh(self) -> None:
        """Show what is asked; a value that is not the usual one is bold."""
        asked = self._session.parameters
        for level, box in self.weights.items():
            hundredths = getattr(asked.weights, level.label)
            _show(box, hundredths / 100)
            _embolden(box, hundredths != getattr(DEFAULT_WEIGHTS, level.label))
        _show(self.floor, asked.floor)
        _embolden(self.floor, bool(asked.floor))
        self.floor.setSuffix(f" {asked.unit}")
        self.reset.setEnabled(asked.weights != DEFAULT_WEIGHTS or bool(asked.floor))

    def _lay_out(self) -> None:
        self.floor.setRange(0, MAX_SIZE)
        self.floor.setSpecialValueText("none")
        self.floor.setAccessibleName("Floor")
        self.floor.setToolTip("No chunk is smaller than this where it can be helped. The usual one is none.")
        form = QFormLayout()
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for box in (*self.weights.values(), self.floor):
            box.lineEdit().setTextMargins(6, 0, 6, 0)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for level, box in self.weights.items():
            form.addRow(_quiet(f"A cut {_WHERE[level]} ({level.letter})"), box)
        form.addRow(_quiet("No chunk under"), self.floor)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(16)
        for part in (_quiet(_NOTE, wrapped=True), form, self.reset):
            column.addWidget(part) if isinstance(part, QWidget) else column.addLayout(part)
        self.setFixedWidth(340)

    def _ask(self, level: Level, value: float) -> None:
        changed: Weights = replace(self._session.parameters.weights, **{level.label: round(value * 100)})
        self._session.set_parameters(weights=changed)


def _weight_box(level: Level) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setDecimals(2)
    box.setRange(0, MAX_WEIGHT / 100)
    box.setSingleStep(0.05)
    box.setAccessibleName(f"Cost of a cut {_WHERE[level]}, in chunks")
    usual = getattr(DEFAULT_WEIGHTS, level.label) / 100
    box.setToolTip(f"What a cut {_WHERE[level]} costs, in chunks. The usual cost is {usual:.2f}.")
    return box


def _show(box: QSpinBox | QDoubleSpinBox, value: float) -> None:
    blocked = box.blockSignals(True)
    if isinstance(box, QSpinBox):
        box.setValue(int(value))
    else:
        box.setValue(value)
    box.blockSignals(blocked)


def _embolden(box: QWidget, bold: bool) -> None:
    font = box.font()
    if font.bold() != bold:
        font.setBold(bold)
        box.setFont(font)


def _quiet(words: str, wrapped: bool = False) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(wrapped)
    label.setProperty("quiet", True)
    return label
