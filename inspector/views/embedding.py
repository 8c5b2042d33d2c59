"""Everything in the window that has to do with who embeds and what is kept of it: dialogs, lists, menus, memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMessageBox, QPushButton, QWidget

from inspector.model.embedder_choice import Chosen
from inspector.model.embedder_memory import listed_embedders, remember_embedder
from inspector.views.embedder_dialog import EmbedderDialog
from inspector.views.embedder_list import FOLDER, SERVER
from inspector.views.theme import Theme
from inspector.views.vectors_dialog import VectorsDialog, kept_words

if TYPE_CHECKING:
    from inspector.model.preferences import Preferences
    from inspector.model.session import Session
    from inspector.views.files import Files
    from inspector.views.model_popup import ModelPopup

_EMPTY = "&Empty the vector cache…"


class Embedding(QObject):
    """The window's part in it; the dialogs are made when they are first needed."""

    def __init__(
        self, session: Session, preferences: Preferences, files: Files, popup: ModelPopup, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._preferences, self._files, self._window = session, preferences, files, window
        self._popup = popup
        self._dialog: EmbedderDialog | None = None
        self._vectors: VectorsDialog | None = None
        self._entry: QAction | None = None
        popup.embedder.chosen.connect(self._choose_again)
        popup.embedder.way.connect(self._go)
        files.model_dropped.connect(self.open_model)
        session.embedders.changed.connect(self._remember)
        session.kept_vectors.changed.connect(self._name_entry)
        self._list()

    @property
    def dialog(self) -> EmbedderDialog:
        """The dialog that chooses the embedder."""
        if self._dialog is None:
            self._dialog = EmbedderDialog(self._session, self._window)
            self._dialog.folder_asked.connect(self.ask_folder)
        return self._dialog

    @property
    def vectors(self) -> VectorsDialog:
        """The dialog with the bounds of vectors."""
        if self._vectors is None:
            self._vectors = VectorsDialog(self._session, self._preferences, self._window)
            self._vectors.empty.clicked.connect(self.empty_cache)
        return self._vectors

    def open(self) -> None:
        """Show who embeds, and ways to others."""
        self.dialog.open_now()

    def ask_folder(self) -> None:
        """Ask for a folder with a model and embed with it."""
        if path := self._files.ask_model():
            self.open_model(path)

    def open_model(self, path: str) -> None:
        """Embed with the model in a folder; what it does not tell is asked."""
        self.dialog.choose(path)

    def open_vectors(self) -> None:
        """Show how much room vectors may take."""
        self.vectors.show()
        self.vectors.raise_()
        self.vectors.activateWindow()

    def empty_cache(self) -> None:
        """Forget every vector, once the person has said so."""
        kept = self._session.kept_vectors
        held = kept_words(kept.count, kept.bytes) if kept.on_disk and kept.count is not None else "every vector"
        box = QMessageBox(self._window)
        box.setWindowTitle("Vector cache")
        box.setText(f"Empty the vector cache ({held})?" if held != "every vector" else "Empty the vector cache?")
        box.setInformativeText("Each vector is made again when it is needed; a server is then asked again.")
        empty = QPushButton("Empty")
        box.addButton(empty, QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.exec()
        if box.clickedButton() is empty:
            kept.empty()

    def follow_menu(self, menu: QMenu, entry: QAction) -> None:
        """Let the entry that empties the cache say how much there is, counted when its menu opens."""
        self._entry = entry
        menu.aboutToShow.connect(self._session.kept_vectors.measure)

    def apply_theme(self, theme: Theme) -> None:
        """Hand the theme on."""
        if self._dialog is not None:
            self._dialog.apply_theme(theme)

    def _choose_again(self, chosen: Chosen) -> None:
        self._popup.hide()
        self.dialog.choose(chosen.spec, **chosen.answers)

    def _go(self, way: str) -> None:
        """A popup would lie above the dialog: it closes first."""
        self._popup.hide()
        if way == FOLDER:
            self.ask_folder()
        elif way == SERVER:
            self.dialog.open_server()
        else:
            self.open()

    def _remember(self) -> None:
        if self._session.embedders.loading is None:
            remember_embedder(self._session, self._preferences)
            self._list()

    def _list(self) -> None:
        self._popup.embedder.list_choices(listed_embedders(self._preferences))

    def _name_entry(self) -> None:
        kept = self._session.kept_vectors
        if self._entry is not None and kept.count is not None:
            self._entry.setText(f"{_EMPTY.removesuffix('…')} ({kept_words(kept.count, kept.bytes)})…")
