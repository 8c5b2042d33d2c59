"""Asks for the files that the list of queries is loaded from and saved to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

if TYPE_CHECKING:
    from inspector.model.session import Session

LOADED = "Queries (*.json *.txt);;All files (*)"
SAVED = "Queries as JSON (*.json)"


class QueryFiles(QObject):
    """What was chosen goes to the session's list, which tells what became of it."""

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._folder = Path.home()

    def ask_load(self) -> None:
        """Ask for a file and put its queries in place of the list."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Load queries", str(self._folder), LOADED)
        if path:
            self._folder = Path(path).parent
            self._session.queries.load(Path(path))

    def ask_save(self) -> None:
        """Ask where to, and write the list."""
        suggested = str(self._folder / "queries.json")
        path, _ = QFileDialog.getSaveFileName(self._window, "Save queries", suggested, SAVED)
        if path:
            self._folder = Path(path).parent
            self._session.queries.save(Path(path))
