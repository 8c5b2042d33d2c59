"""Naming a server: its address, its model once it has told which there are, and a key where it wants one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QPushButton, QStyledItemDelegate, QWidget

from inspector.core.errors import RefusedError
from inspector.core.servers.address import Address, parse_address
from inspector.views.key_row import KeyRow
from inspector.views.noting import mark, note_label, show_note

if TYPE_CHECKING:
    from inspector.model.session import Session

_LOOK_MS = 500
_ONLY = "the only one that it has"
_EXAMPLES = (
    "Ollama http://localhost:11434 · LM Studio http://localhost:1234 · llama.cpp, text-embeddings-inference "
    "http://localhost:8080 · vLLM http://localhost:8000 · OpenAI https://api.openai.com"
)
_SENT = "Connecting sends a few short sentences of our own. Your text is sent only once you have seen how much it is."


class ServerForm(QWidget):
    """`asked` carries the address and the model (None: the only one); nothing is contacted before that."""

    asked = Signal(str, object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.address, self.model, self.connect_button = QLineEdit(), QComboBox(), QPushButton("Connect")
        self.key = KeyRow(session)
        self.refusal, self.plain = note_label("refused"), note_label()
        self._models_of = ""
        self._pause = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._name()
        self._lay_out()
        self._pause.timeout.connect(self._look)
        self.address.textEdited.connect(self._edited)
        self.address.editingFinished.connect(self._look)
        self.address.returnPressed.connect(self.connect_now)
        self.key.field.returnPressed.connect(self.connect_now)
        self.connect_button.clicked.connect(self.connect_now)
        self.key.ready.connect(self._ask)
        self._edited()

    def show_address(self, address: str, model: str = "") -> None:
        """Put in a server that is known already; neither it nor the key ring is asked anything."""
        self.address.setText(address)
        self.model.setEditText(model)
        self._edited()
        self._pause.stop()

    def show_models(self, address: str, models: tuple[str, ...], chosen: str = "") -> None:
        """List the models that the server at `address` told of; the one to be used must be chosen."""
        typed = chosen or self.model.currentText()
        self.model.clear()
        self.model.addItems(models)
        self.model.setEditText(typed if typed in models else "")
        self._models_of = address
        if (line := self.model.lineEdit()) is not None:
            line.setPlaceholderText(_ONLY if len(models) < 2 else f"choose one of {len(models):,}")

    def connect_now(self) -> None:
        """Ask for the server that is typed, its key kept first where one is typed."""
        place = self._place(say=True)
        if place is not None and not self.key.keep_typed(place):
            self._ask()

    def _ask(self) -> None:
        place = self._place(say=True)
        if place is not None:
            self.asked.emit(str(place), self.model.currentText().strip() or place.model)

    def _place(self, say: bool = False) -> Address | None:
        """The address as far as it is one; why not is said when the person is done with it."""
        try:
            place = parse_address(self.address.text())
        except RefusedError as error:
            if say and self.address.text().strip():
                show_note(self.refusal, f"Refused: {error}")
                mark(self.address, True)
            return None
        show_note(self.refusal, "")
        mark(self.address, False)
        return place

    def _edited(self) -> None:
        show_note(self.refusal, "")
        mark(self.address, False)
        self.connect_button.setEnabled(bool(self.address.text().strip()))
        self._pause.start()

    def _look(self) -> None:
        """What follows from the address before anybody connects: whether there is a key, and who could read along."""
        self._pause.stop()
        self.connect_button.setEnabled(bool(self.address.text().strip()))
        place = self._place()
        if self._models_of and (place is None or str(place) != self._models_of):
            self.show_models("", ())
        self._session.server_keys.look(place)
        plain = place is not None and place.plain
        words = "not on this machine and not encrypted: what is sent, a key too, can be read on its way."
        show_note(self.plain, f"{place.host} is {words}" if plain and place else "")

    def _name(self) -> None:
        self.address.setAccessibleName("Address of the server")
        self.address.setPlaceholderText("http://localhost:11434")
        self.address.setToolTip("Where the server listens: http or https, its name, and the port.")
        self.model.setEditable(True)
        self.model.setItemDelegate(QStyledItemDelegate(self.model))
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model.setAccessibleName("Model of the server")
        self.model.setToolTip("Which of its models shall embed; the list is filled once the server has told.")
        if (line := self.model.lineEdit()) is not None:
            line.setPlaceholderText(_ONLY)
            line.returnPressed.connect(self.connect_now)
        self.connect_button.setToolTip("Finds out what the server is and what it can do.")

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        examples, sent = note_label(), note_label()
        show_note(examples, _EXAMPLES)
        show_note(sent, _SENT)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Address", self.address), ("", self.refusal), ("", self.plain), ("", examples),
            ("Model", self.model), ("Key", self.key), ("", sent),
        )  # fmt: skip
        for number, (words, widget) in enumerate(rows):
            if words:
                label = QLabel(words)
                label.setProperty("quiet", True)
                label.setBuddy(self.key.field if widget is self.key else widget)
                label.setContentsMargins(0, 6, 0, 0)
                grid.addWidget(label, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(widget, number, 1)
        grid.addWidget(self.connect_button, len(rows), 1, Qt.AlignmentFlag.AlignLeft)
