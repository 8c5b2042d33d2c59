"""The key for a server: typed once and put into the system's key ring, never shown again and never in a setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.core.servers.address import Address
from inspector.views.noting import note_label, show_note

if TYPE_CHECKING:
    from inspector.model.session import Session


class KeyRow(QWidget):
    """A field that shows dots, whether a key is kept, and a way to forget it; `ready` follows `keep_typed`."""

    ready = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = session.server_keys
        self.field, self.forget = QLineEdit(), QPushButton("Forget")
        self.state, self.problem = note_label(), note_label("refused")
        self._lay_out()
        self.forget.clicked.connect(self._keys.forget)
        self._keys.changed.connect(self.refresh)
        self._keys.kept.connect(self._kept)
        self.refresh()

    def refresh(self) -> None:
        """Say whether there is a key for the server and where it is from."""
        keys = self._keys
        host = "" if keys.place is None else keys.place.host
        if keys.in_ring:
            words = f"A key is kept for {host} in the system's key ring."
        elif keys.source:
            words = f"The key for {host} is from the environment variable {keys.source}."
        elif keys.without_ring:
            words = f"There is no key ring here. Where the server wants a key: {keys.without_ring}."
        else:
            words = ""
        show_note(self.state, words)
        show_note(self.problem, keys.problem)
        self.forget.setVisible(keys.in_ring)
        self.forget.setToolTip(f"Takes the key for {host} out of the system's key ring.")
        self.field.setPlaceholderText("another key" if keys.source else "only if the server wants one")

    def keep_typed(self, place: Address) -> bool:
        """Put what is typed into the key ring; `ready` follows unless it fails. False: nothing is typed."""
        typed = self.field.text()
        if not typed:
            return False
        self._keys.keep(place, typed)
        return True

    def _kept(self) -> None:
        self.field.clear()
        self.ready.emit()

    def _lay_out(self) -> None:
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName("Key for the server")
        self.field.setToolTip("Goes into the system's key ring when you connect; it is in no settings file or picture.")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.forget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        for note in (self.state, self.problem):
            column.addWidget(note)
