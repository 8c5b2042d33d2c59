"""The list of embedders in the model's popup: the one of this program, those used lately, and ways to others."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Signal

from inspector.core.embedders import EMBEDDERS
from inspector.core.servers.address import is_address
from inspector.model.embedder_choice import Chosen
from inspector.views.model_lists import ChoiceList

FOLDER, SERVER, ABOUT = "Open model folder…", "Connect to server…", "About the embedder…"
_WAYS = {
    FOLDER: "A folder with model.onnx and tokenizer.json.",
    SERVER: "Ollama, text-embeddings-inference, llama.cpp, or any with OpenAI's calls.",
    ABOUT: "What was found out about the embedder in use.",
}


class EmbedderList(ChoiceList):
    """`chosen` carries a Chosen, `way` one of FOLDER, SERVER and ABOUT."""

    chosen = Signal(object)
    way = Signal(str)

    def __init__(self) -> None:
        super().__init__("Embedder")
        self._listed: tuple[Chosen, ...] = ()
        self._shown: tuple[str, Chosen | None] = (EMBEDDERS[0], None)
        self.activated.connect(self._activate)
        self._fill()

    def list_choices(self, listed: tuple[Chosen, ...]) -> None:
        """List these folders and servers to be chosen again."""
        if listed != self._listed:
            self._listed = listed
            self._fill()

    def show_embedder(self, name: str, taken: Chosen | None) -> None:
        """Show the embedder in use by the choice that it came from, else by its name."""
        if (name, taken) != self._shown:
            self._shown = (name, taken)
            self._fill()

    def _fill(self) -> None:
        name, taken = self._shown
        self.clear()
        for known in EMBEDDERS:
            self.append(known, Chosen(known), "Part of this program: it needs no network.")
        rows = [one for one in self._listed if one.spec not in EMBEDDERS]
        if name not in EMBEDDERS and taken not in rows:
            rows.insert(0, Chosen(name) if taken is None else taken)
        for one in rows:
            self.append(choice_words(one), one, choice_tip(one))
        self.insertSeparator(self.count())
        for way, tip in _WAYS.items():
            self.append(way, way, tip)
        self.show_row(self._row_in_use())

    def _row_in_use(self) -> int:
        name, taken = self._shown
        wanted = Chosen(name) if name in EMBEDDERS or taken is None else taken
        return next((row for row in range(self.count()) if self.itemData(row) == wanted), 0)

    def _activate(self, row: int) -> None:
        data = self.itemData(row)
        self.show_row(self._row_in_use())
        if isinstance(data, Chosen):
            self.chosen.emit(data)
        elif data in _WAYS:
            self.way.emit(data)


def choice_words(chosen: Chosen) -> str:
    """A folder's last parts, or a server with its model."""
    model = chosen.answers.get("model")
    if is_address(chosen.spec):
        host = chosen.spec.partition("://")[2]
        return f"{model} at {host}" if model else host
    return "/".join(PurePath(chosen.spec).parts[-2:]) or chosen.spec


def choice_tip(chosen: Chosen) -> str:
    """The whole of it, and what choosing it does."""
    return f"Connects to {chosen.spec}." if is_address(chosen.spec) else f"Reads {chosen.spec}."
