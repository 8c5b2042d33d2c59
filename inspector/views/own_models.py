"""The person's own embedding models: what is set now saved under a name, remembered, and removed again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from inspector.core.errors import RefusedError
from inspector.core.models import EmbeddingModel, models, parse_model
from inspector.model.model_words import whole_name
from inspector.model.preferences import Preferences
from inspector.views.noting import note_label, show_note

if TYPE_CHECKING:
    from inspector.model.session import Session

_SOURCE = "saved by you"


class OwnModels(QWidget):
    """A field for a name with "Save as my model", and "Remove" while one of the person's own is chosen.

    `refusal` is a line of its own, which the owner places below.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._preferences = Preferences()
        self.own: tuple[EmbeddingModel, ...] = ()
        self.name = QLineEdit(placeholderText="Name")
        self.save_button, self.remove_button = QPushButton("Save as my model"), QPushButton("Remove")
        self.refusal = note_label("refused")
        self._lay_out()
        self.name.textChanged.connect(self.refresh)
        self.name.returnPressed.connect(self.save)
        self.save_button.clicked.connect(self.save)
        self.remove_button.clicked.connect(self.remove)
        self.refresh()

    def remember_in(self, preferences: Preferences) -> None:
        """Take the models that are remembered there, and keep those to come there."""
        self._preferences = preferences
        self.own = preferences.own_models()
        self.changed.emit()

    def refresh(self) -> None:
        """Enable what can be done now."""
        refused = self._session.limits_refusal is not None
        self.save_button.setEnabled(bool(self.name.text().strip()) and not refused)
        self.remove_button.setVisible(self._session.model in self.own)
        self.remove_button.setToolTip(f"Forget {self._session.model.name}; what it set stays.")
        show_note(self.refusal, "")

    def save(self) -> None:
        """Keep tokenizer, context and prefix of now under the name, in place of one's own model of that name."""
        if not self.save_button.isEnabled():
            return
        try:
            made = self._made(self.name.text().strip())
        except RefusedError as error:
            show_note(self.refusal, f"Not saved: {error}")
            return
        self._keep((*(one for one in self.own if one.name != made.name), made))
        self.name.clear()
        self._session.set_model(made)

    def remove(self) -> None:
        """Forget the chosen model; its settings stay in use and are told as changes to the usual model."""
        chosen = self._session.model
        self._keep(tuple(one for one in self.own if one != chosen))
        self._session.recall_model(models()[0])
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep(self, own: tuple[EmbeddingModel, ...]) -> None:
        self._preferences.keep_models(own)
        self.own = own
        self.changed.emit()

    def _made(self, name: str) -> EmbeddingModel:
        if any(one.name == name for one in models()):
            raise RefusedError(f"{name} is the name of a known model, take another one")
        session = self._session
        asked = session.asked_limits
        entry = {
            "name": name,
            "tokenizer": whole_name(session.tokenizer_name),
            "context": asked.context,
            "document_prefix": asked.prefix,
            "query_prefix": session.model.query_prefix,
            "source": _SOURCE,
        }
        return parse_model(entry)

    def _lay_out(self) -> None:
        self.name.setAccessibleName("Name of my model")
        self.name.setToolTip("Keeps tokenizer, context and prefix of now in the list of models, also after a restart.")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.name, 1)
        row.addWidget(self.save_button)
        row.addWidget(self.remove_button)
