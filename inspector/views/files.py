"""Files in and out: open, drop, recent documents, samples, another encoding; chunks and pictures written."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QAction, QPixmap
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from inspector.core.encodings import KNOWN
from inspector.core.errors import CannotError, InspectorError
from inspector.core.heading_paths import known_paths
from inspector.core.model_files import find_files
from inspector.core.model_spec import UnansweredError
from inspector.core.records import json_line, records
from inspector.core.samples import samples
from inspector.core.tokenizer import find_tokenizer
from inspector.model.preferences import RECENT, Preferences

if TYPE_CHECKING:
    from inspector.core.parameters import Parameters
    from inspector.model.session import Session

TOKENIZER_FILE = "tokenizer.json"
TOKENIZER_FILES = "Tokenizers (tokenizer.json *.json);;All files (*)"
TEXT_FILES = "Text and Markdown (*.txt *.md *.markdown *.rst *.log *.csv *.json *.jsonl *.html *.py);;All files (*)"


class Files(QObject):
    """Asks for paths, hands them to the session, and remembers the documents that were opened.

    A file comes back with the settings that it had last, however it is opened.
    """

    model_dropped = Signal(str)
    """A folder with a model, or its ONNX file: it shall embed from now on."""

    def __init__(self, session: Session, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._preferences = preferences
        self._window = window
        self._shown: tuple[str, str | None, Parameters] | None = None
        session.document_changed.connect(self.remember)
        session.chunking_changed.connect(self._note)

    def ask_open(self) -> None:
        """Ask for files with the platform's dialog and open the one that was chosen."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Open a document", self._folder(), TEXT_FILES)
        if path:
            self.open(path)

    def open(self, path: str, encoding: str | None = None, parameters: Parameters | None = None) -> None:
        """Open a file; what is not given is as it was when the file was shown last, else found or the default."""
        last_encoding, last_parameters = self._preferences.last_of(_whole(path))
        self._session.open_path(path, encoding or last_encoding, parameters or last_parameters)

    def ask_model(self) -> str:
        """Ask for a folder that holds a model; empty when none was chosen."""
        return QFileDialog.getExistingDirectory(self._window, "Open a folder with model.onnx", self._folder())

    def ask_tokenizer(self, folder: bool) -> str:
        """Ask for a tokenizer.json, or for a folder that holds one; empty when none was chosen."""
        if folder:
            return QFileDialog.getExistingDirectory(self._window, "Open a folder with a tokenizer.json", self._folder())
        return QFileDialog.getOpenFileName(self._window, "Open a tokenizer.json", self._folder(), TOKENIZER_FILES)[0]

    def remember(self) -> None:
        """Keep the settings that the document before had last, and put the one on screen at the head of the recent."""
        before = self._shown
        self._note()
        for shown in (before, self._shown):
            if shown is not None:
                self._preferences.remember(*shown)

    def _note(self) -> None:
        """Note what the file on screen has for settings: nothing is written while one drags."""
        source, shown = self._session.source, self._session.chunking
        if source is None or source.path is None:
            self._shown = None
        else:
            parameters = self._session.parameters if shown is None else shown.parameters
            self._shown = (_whole(str(source.path)), source.encoding, parameters)

    def accepts(self, data: QMimeData) -> bool:
        """Whether something dropped is a local file or a text."""
        return any(url.isLocalFile() for url in data.urls()) or (data.hasText() and not data.hasUrls())

    def take(self, data: QMimeData) -> None:
        """Open what was dropped or pasted: the first local file, else the text.

        A model embeds from now on, a tokenizer alone counts.
        """
        local = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if local:
            used = self._use(local[0])
            if len(local) > 1:
                self._session.message.emit("info", f"{len(local)} files were dropped: the first one is {used}")
        elif data.hasText():
            self._session.open_bytes(data.text().encode("utf-8", "surrogatepass"), "dropped text", "utf-8")

    def _use(self, path: str) -> str:
        """Take a file or folder for what it is; in a word what became of it."""
        if holds_model(path):
            self.model_dropped.emit(_whole(path))
        elif holds_tokenizer(path):
            self._session.set_tokenizer(_whole(path))
        else:
            self.open(path)
            return "shown"
        return "used"

    def fill_samples(self, menu: QMenu) -> None:
        """List the samples."""
        for sample in samples():
            action = menu.addAction(sample.title, partial(self._session.open_sample, sample.name))
            action.setToolTip(sample.description)

    def fill_recent(self, menu: QMenu) -> None:
        """List the recent documents, newest first, and a way to forget all that are remembered."""
        menu.clear()
        recent = [entry["path"] for entry in self._preferences.get("recent")][:RECENT]
        for number, path in enumerate(recent, start=1):
            action = menu.addAction(f"&{number % 10} {_menu_text(path)}", partial(self.open, path))
            action.setToolTip(path)
        if not recent:
            menu.addAction("No recent documents").setEnabled(False)
        menu.addSeparator()
        clear = menu.addAction("Clear this list", self.forget)
        clear.setToolTip("Forget every document that was opened, and its last settings.")
        clear.setEnabled(bool(recent))

    def forget(self) -> None:
        """Forget every document that was opened, and its last settings; that on screen until it is closed."""
        self._preferences.set("recent", [])

    def fill_encodings(self, menu: QMenu) -> None:
        """List the encodings in which the document can be read anew."""
        menu.clear()
        document, source = self._session.document, self._session.source
        possible = document is not None and source is not None and source.sample is None
        self._encoding(menu, "As found in the file", None, source is not None and source.encoding is None)
        menu.addSeparator()
        for name in KNOWN:
            self._encoding(menu, name, name, document is not None and document.encoding == name)
        for action in menu.actions():
            action.setEnabled(possible)

    def fill_unreadable(self, menu: QMenu) -> None:
        """List the encodings in which what could not be read may be tried."""
        menu.clear()
        for name in KNOWN:
            menu.addAction(name, partial(self._session.open_as, name))

    def ask_export(self) -> None:
        """Ask where to, and write every chunk as one JSON object a line."""
        document = self._session.document
        stem = Path(document.name).stem if document else "document"
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Export chunks", str(Path(self._folder(), f"{stem}.jsonl")), "JSON lines (*.jsonl)"
        )
        if path:
            self.export(Path(path))

    def export(self, path: Path) -> None:
        """Write the chunks on screen; a message says what was written, or why not."""
        document, chunking = self._session.document, self._session.chunking
        if document is None or chunking is None:
            return
        paths = known_paths(self._session.facts, chunking) if self._session.facts else None
        rows = records(document.text, chunking, self._session.limits.context, paths)
        try:
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(json_line(row) + "\n" for row in rows)
        except OSError as error:
            self._session.message.emit("error", f"{path.name} was not written: {error.strerror or error}")
        else:
            self._session.message.emit("info", f"{len(chunking):,} chunks written to {path}")

    def ask_picture(self) -> None:
        """Ask where to, and write the window as it is now as PNG."""
        picture = self._window.grab()
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Export picture", str(Path(self._folder(), "inspector.png")), "PNG (*.png)"
        )
        if path:
            self._save(picture, path)

    def _save(self, picture: QPixmap, path: str) -> None:
        if picture.save(path, "PNG"):
            self._session.message.emit("info", f"picture written to {path}")
        else:
            self._session.message.emit("error", f"{Path(path).name} was not written: is the folder there and yours?")

    def _encoding(self, menu: QMenu, words: str, encoding: str | None, checked: bool) -> None:
        action = QAction(words, menu)
        action.setCheckable(True)
        action.setChecked(checked)
        action.triggered.connect(lambda _=False: self._session.reopen(encoding))
        menu.addAction(action)

    def _folder(self) -> str:
        source = self._session.source
        if source is not None and source.path is not None:
            return str(source.path.absolute().parent)
        recent = self._preferences.get("recent")
        return str(Path(recent[0]["path"]).parent) if recent else str(Path.home())


def holds_model(path: str) -> bool:
    """Whether this is an ONNX file, or a folder in which one is found, also where it must be asked which."""
    place = Path(path)
    if not place.is_dir():
        return place.suffix == ".onnx"
    try:
        find_files(place)
    except UnansweredError:
        return True
    except InspectorError:
        return False
    return True


def holds_tokenizer(path: str) -> bool:
    """Whether this is a tokenizer by its name, or a folder in which one is found."""
    place = Path(path)
    if not place.is_dir():
        return place.name == TOKENIZER_FILE
    try:
        find_tokenizer(place)
    except CannotError:
        return False
    return True


def _whole(path: str) -> str:
    """The path from the root, links and all: the same for the same file however it was named."""
    return os.path.abspath(path)  # noqa: PTH100 - pathlib either keeps `..` or follows links


def _menu_text(path: str) -> str:
    """A path short enough for a menu: its name and its folder, ampersands kept from being mnemonics."""
    whole = Path(path)
    folder = str(whole.parent)
    short = folder if len(folder) <= 48 else f"…{folder[-47:]}"
    return f"{whole.name}  ({short})".replace("&", "&&")
