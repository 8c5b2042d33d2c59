"""A slider and a number box that are one control: drag, type or step, with the unit beside it and refusals marked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QWidget

from inspector.core.parameters import MAX_SIZE
from inspector.views.slider_profile import SliderProfile
from inspector.views.slider_scale import SliderScale
from inspector.views.theme import Theme
from inspector.views.value_slider import ValueSlider, step_of

TYPING_PAUSE = 350
"""How long typing must rest before the number is asked for, in milliseconds; Enter asks at once."""
_BOX_STEPS = {Qt.Key.Key_Down: -1, Qt.Key.Key_Up: 1, Qt.Key.Key_PageDown: -10, Qt.Key.Key_PageUp: 10}
_HINT = "Drag, type, or step with the arrow keys (10 with Shift or the page keys). Double-click to reset."


class NumberBox(QLineEdit):
    """A line for a whole number that keeps what was typed, also when it is refused. `stepped` asks for steps."""

    stepped = Signal(int)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, down and the page keys step; everything else edits."""
        if step := step_of(event, _BOX_STEPS):
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed counts when the box is left."""
        super().focusOutEvent(event)
        self.left.emit()


class NumberSlider(QWidget):
    """Asks for a number: `asked` carries an int (dragged, stepped, reset) or a str (typed, possibly no number at all).

    The slider spans `scale`; the box takes any number from `least` to MAX_SIZE, and what is typed is left to whoever
    answers: `show_value` shows what is asked now, `set_refused` marks it with the reason. `measure_chosen` carries what
    a person wants to see behind the slider.
    """

    asked = Signal(object)
    measure_chosen = Signal(str)

    def __init__(
        self, name: str, scale: SliderScale, default: int, least: int = 1, length: int = 160, meaning: str = ""
    ) -> None:
        super().__init__()
        self._name, self._value, self._default, self._bounds = name, default, default, (least, MAX_SIZE)
        self._hint = "\n".join(filter(None, (meaning, _HINT)))
        self._refused: str | None = None
        self._why_disabled: str | None = None
        self._measures: dict[str, str] = {}
        self._measure = ""
        self.slider, self.box, self.unit_label = ValueSlider(scale, length), NumberBox(), QLabel()
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._lay_out()
        self._connect()
        self.show_value(default)
        self._explain()

    @property
    def value(self) -> int:
        """The number that is asked for now."""
        return self._value

    def show_value(self, value: int) -> None:
        """Show `value` as what is asked now; typed text that means the same, or that is refused, stays as it is."""
        self._value = value
        self.slider.show_value(value)
        self._describe()
        if not self._keeps_text():
            self.box.setText(str(value))
        self._fit_box()

    def set_scale(self, scale: SliderScale) -> None:
        """Another range for the slider."""
        self.slider.set_scale(scale)
        self.slider.show_value(self._value)

    def set_default(self, default: int) -> None:
        """What a double click brings back."""
        self._default = default

    def set_unit(self, unit: str) -> None:
        """The unit, printed beside the box and told to assistive tools."""
        if unit != self.unit_label.text():
            self.unit_label.setText(unit)
            self._explain()

    def set_refused(self, reason: str | None) -> None:
        """Mark the asked number as refused for `reason`, or take the mark away."""
        if reason != self._refused:
            self._refused = reason
            self._explain()

    def set_disabled_because(self, reason: str | None) -> None:
        """Disable the control and say why, or enable it again."""
        if reason != self._why_disabled:
            self._why_disabled = reason
            self.setEnabled(reason is None)
            self._explain()

    def set_background(self, profile: SliderProfile | None) -> None:
        """Draw a small neutral profile behind the slider, which tells of each value what it would give."""
        self.slider.set_profile(profile)
        self._describe()

    def offer_measures(self, labels: Mapping[str, str], chosen: str) -> None:
        """Let a person choose by the slider's menu what is drawn behind it."""
        self._measures, self._measure = dict(labels), chosen

    def measure_menu(self) -> QMenu:
        """The measures that can be drawn behind the slider, the present one ticked."""
        menu = QMenu(self)
        menu.addSection("Behind the slider")
        group = QActionGroup(menu)
        for name, label in self._measures.items():
            action = menu.addAction(label)
            action.setData(name)
            action.setCheckable(True)
            action.setChecked(name == self._measure)
            group.addAction(action)
        group.triggered.connect(lambda action: self._choose(action.data()))
        return menu

    def apply_theme(self, _theme: Theme) -> None:
        """Redraw in the current theme."""
        self.slider.update()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.slider, 1)
        row.addWidget(self.box)
        row.addWidget(self.unit_label)
        self.box.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.box.setMaxLength(24)
        self.unit_label.hide()
        self.setFocusProxy(self.box)

    def _connect(self) -> None:
        self.slider.moved.connect(self._ask)
        self.slider.stepped.connect(self._step)
        self.box.stepped.connect(self._step)
        self.slider.menu_asked.connect(self._show_menu)
        self.slider.reset_asked.connect(lambda: self._ask(self._default))
        self.box.textEdited.connect(lambda _text: self._pause.start())
        self.box.returnPressed.connect(self._ask_typed)
        self.box.left.connect(self._ask_pending)
        self._pause.timeout.connect(self._ask_typed)

    def _show_menu(self, place: QPoint) -> None:
        if self._measures:
            menu = self.measure_menu()
            menu.exec(place)
            menu.deleteLater()

    def _choose(self, measure: str) -> None:
        self._measure = measure
        self.measure_chosen.emit(measure)

    def _keeps_text(self) -> bool:
        """Whether what was typed stays: while typing, when it means the asked number, or is refused as no number."""
        if self._pause.isActive():
            return True
        text = self.box.text()
        return int(text) == self._value if text.isdecimal() else self._refused is not None and self.box.isModified()

    def _ask(self, value: int) -> None:
        self._pause.stop()
        self.box.setModified(False)
        self._value = value
        self.box.setText(str(value))
        self.asked.emit(value)

    def _step(self, steps: int) -> None:
        least, most = self._bounds
        self._ask(min(max(self._value + steps, least), most))

    def _ask_typed(self) -> None:
        self._pause.stop()
        self.box.setModified(True)
        self.asked.emit(self.box.text())

    def _ask_pending(self) -> None:
        if self._pause.isActive():
            self._ask_typed()
        elif self._refused is None:
            self.box.setModified(False)
            self.box.setText(str(self._value))

    def _fit_box(self) -> None:
        digits = max(4, len(self.box.text()) + 1)
        self.box.setFixedWidth(self.box.fontMetrics().horizontalAdvance("0") * digits + 18)

    def _explain(self) -> None:
        unit = f" in {self.unit_label.text()}" if self.unit_label.text() else ""
        said = self._why_disabled or (f"Refused: {self._refused}" if self._refused else self._hint)
        for part in (self.slider, self.box):
            part.setAccessibleName(self._name + unit)
            part.setToolTip(said)
        self.setToolTip(said)
        self._describe()
        if self.box.property("refused") != (self._refused is not None):
            self.box.setProperty("refused", self._refused is not None)
            self.box.style().polish(self.box)
            self._fit_box()

    def _describe(self) -> None:
        """Tell assistive tools what the tooltip tells, and what the present value gives."""
        said = self.toolTip()
        self.box.setAccessibleDescription(said)
        self.slider.setAccessibleDescription(" ".join(filter(None, (self.slider.words(), said))))
