"""What no file of a model tells, asked as a small form: nothing is chosen before the person chooses it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QStyledItemDelegate, QVBoxLayout, QWidget

from inspector.core.model_spec import Question

_WORDS = {
    "mean": "mean: the average of all tokens",
    "cls": "cls: the first token's",
    "last": "last: the last token's",
    "model": "model: the model file makes it itself",
}


class QuestionsForm(QWidget):
    """A list for each question with choices, else a line for a number or "none"; `answered` carries the answers."""

    answered = Signal(dict)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.questions: tuple[Question, ...] = ()
        self.fields: dict[str, QWidget] = {}
        self.use = QPushButton("Use these answers")
        self.use.setToolTip("Reads the model again with what is answered here.")
        self.use.clicked.connect(self._answer)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.use, 0, Qt.AlignmentFlag.AlignLeft)
        self._given: dict[str, Callable[[], str]] = {}

    def ask(self, questions: tuple[Question, ...]) -> None:
        """Ask these, none when there are none; what is being answered stays."""
        self.setVisible(bool(questions))
        if questions == self.questions:
            return
        self.questions = questions
        while self._column.count() > 1:
            item = self._column.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.fields, self._given = {}, {}
        for question in questions:
            self._add(question)
        self._look()

    def _add(self, question: Question) -> None:
        words = f"{question.words[:1].upper()}{question.words[1:].removesuffix('?')}?"
        label = QLabel(words, wordWrap=True)
        field = self._list(question) if question.choices else self._line(question)
        field.setAccessibleName(words)
        label.setBuddy(field)
        self.fields[question.name] = field
        for widget in (label, field):
            self._column.insertWidget(self._column.count() - 1, widget)

    def _list(self, question: Question) -> QComboBox:
        combo = QComboBox()
        combo.setItemDelegate(QStyledItemDelegate(combo))
        for choice in question.choices:
            combo.addItem(_WORDS.get(choice, choice), choice)
        combo.setPlaceholderText("choose")
        combo.setCurrentIndex(-1)
        combo.currentIndexChanged.connect(self._look)
        self._given[question.name] = lambda: str(combo.currentData() or "")
        return combo

    def _line(self, question: Question) -> QLineEdit:
        line = QLineEdit(placeholderText="a whole number, or none")
        line.textChanged.connect(self._look)
        line.returnPressed.connect(self._answer)
        self._given[question.name] = lambda: line.text().strip().lower()
        return line

    def _answers(self) -> dict[str, str]:
        return {name: given() for name, given in self._given.items()}

    def _look(self) -> None:
        self.use.setEnabled(all(self._answers().values()))

    def _answer(self) -> None:
        if self.use.isEnabled():
            self.answered.emit(self._answers())

    def focus_first(self) -> None:
        """Put the keyboard into the first question."""
        for field in self.fields.values():
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            return
