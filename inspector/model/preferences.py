"""What the program remembers from one start to the next: one declared table of settings, kept in a QSettings file."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QSettings

from inspector.core.chunker import checked
from inspector.core.errors import RefusedError
from inspector.core.late import EXACT_FIRST, SCORE_MODES
from inspector.core.model_limits import ModelLimits, check_limits, lone_surrogate
from inspector.core.models import EmbeddingModel, model, parse_model
from inspector.core.own_json import as_json, from_json
from inspector.core.own_separators import OwnSeparators
from inspector.core.parameters import DEFAULT_WEIGHTS, Parameters, Weights
from inspector.core.queries import checked_queries
from inspector.core.token_vectors import MEBIBYTE, StoreLimits
from inspector.core.vector_store import DEFAULT_STORE_BYTES
from inspector.model.query_list import SLOTS

RECENT = 10
"""How many recent documents are listed."""
MOST_MIB = 2**20
"""The largest bound of vectors that can be set: a tebibyte."""
KEPT = 200
"""Of how many documents the last settings are remembered."""


def _choice(*known: str) -> Callable[[Any], bool]:
    return lambda value: value in known


def _between(least: float, most: float) -> Callable[[Any], bool]:
    return lambda value: least <= value <= most


def _anything(value: object) -> bool:  # noqa: ARG001 - every value of the right type will do
    return True


def _recent(value: list[Any]) -> bool:
    return all(isinstance(entry, dict) and isinstance(entry.get("path"), str) for entry in value)


def _last(value: dict[str, Any]) -> bool:
    query = value.get("query", "")
    return isinstance(value.get("document", ""), str) and isinstance(query, str) and lone_surrogate(query) is None


def _limits(value: dict[str, Any]) -> bool:
    context, prefix, headings = value.get("context"), value.get("prefix", ""), value.get("headings", False)
    if not value.keys() <= {"context", "prefix", "headings"} or not isinstance(prefix, str):
        return False
    if not isinstance(headings, bool):
        return False
    if not (context is None or type(context) is int):
        return False
    try:
        check_limits(ModelLimits(context, prefix), None)
    except RefusedError:
        return False
    return True


def _entries(value: list[Any]) -> bool:
    return all(isinstance(entry, dict) for entry in value)


def _chosen(value: dict[str, Any]) -> bool:
    return value.keys() <= {"name", "tokenizer"} and all(isinstance(text, str) for text in value.values())


def _embedder(value: dict[str, Any]) -> bool:
    """As `embedder_memory` writes it; no key or password can be in an address that was taken."""
    if not value:
        return True
    answers, shown = value.get("answers", {}), value.get("model", {})
    plain_answers = isinstance(answers, dict) and all(
        answer is None or isinstance(answer, (str, int, bool)) for answer in answers.values()
    )
    known = value.keys() <= {"spec", "answers", "model"}
    return known and isinstance(value.get("spec"), str) and plain_answers and isinstance(shown, dict)


def _embedders(value: list[Any]) -> bool:
    return all(isinstance(entry, dict) and bool(entry) and _embedder(entry) for entry in value)


def _queries(value: list[Any]) -> bool:
    """As `score_memory` writes it: texts that can be asked, each once, and each slot at most once."""
    if not all(isinstance(entry, dict) and entry.keys() == {"text", "slot"} for entry in value):
        return False
    slots = [entry["slot"] for entry in value if entry["slot"] is not None]
    try:
        texts = checked_queries([entry["text"] for entry in value], "the list") if value else ()
    except RefusedError:
        return False
    right = all(type(slot) is int and 0 <= slot < SLOTS for slot in slots) and len(set(slots)) == len(slots)
    return right and len(texts) == len(value)


def _separators(value: list[Any]) -> bool:
    try:
        return not value or bool(from_json(value).items)
    except RefusedError:
        return False


@dataclass(frozen=True)
class Setting:
    """One remembered value: its name in the file, its type, its default, what it is, and which values make sense."""

    name: str
    type: type
    default: Any
    text: str
    valid: Callable[[Any], bool] = _anything


_TOKENS = StoreLimits()
_mebibytes = _between(1, MOST_MIB)
SETTINGS = (
    Setting("geometry", bytes, b"", "place and size of the window, as Qt writes it"),
    Setting("docks", bytes, b"", "which panels are shown where, as Qt writes it"),
    Setting("theme", str, "auto", "colours: as the system, light or dark", _choice("auto", "light", "dark")),
    Setting("font", str, "mono", "font of the document: proportional or mono", _choice("proportional", "mono")),
    Setting("zoom", int, 0, "steps by which the document's font is larger than usual", _between(-6, 12)),
    Setting("motion", bool, True, "whether the old place of a moved cut fades for a moment"),
    Setting("token_borders", bool, False, "whether the borders of tokens are drawn in the document"),
    Setting("white_space", bool, False, "whether white space is drawn in the document"),
    Setting("recent", list, [], "the documents opened last, newest first, with their last settings", _recent),
    Setting("separators", list, [], "the person's own separators that were asked last, strongest first", _separators),
    Setting("last", dict, {}, "the document on screen when the program ended, with its parameters and query", _last),
    Setting("limits", dict, {}, "the model's context and prefix", _limits),
    Setting("model", dict, {}, "the name of the model that was chosen, and the tokenizer that counted", _chosen),
    Setting("embedder", dict, {}, "who embedded: a folder or the address of a server, never a key", _embedder),
    Setting("embedders", list, [], "the folders and servers that embedded lately, newest first", _embedders),
    Setting("vectors_disk", int, DEFAULT_STORE_BYTES // MEBIBYTE, "MiB that vectors take on disk", _mebibytes),
    Setting("token_vectors_memory", int, _TOKENS.memory // MEBIBYTE, "MiB of token vectors in memory", _mebibytes),
    Setting("token_vectors_disk", int, _TOKENS.disk // MEBIBYTE, "MiB that token vectors take at all", _mebibytes),
    Setting("scores", str, EXACT_FIRST, "which scores are shown", _choice(*SCORE_MODES)),
    Setting("keywords", bool, False, "whether the keyword score is shown beside them"),
    Setting("queries", list, [], "the list of queries, with the line that each is drawn as", _queries),
    Setting("models", list, [], "the person's own embedding models", _entries),
)
_TABLE = {setting.name: setting for setting in SETTINGS}


class Store(Protocol):
    """Where settings are kept: QSettings, or a dictionary in memory."""

    def value(self, key: str, /) -> Any:
        """The text kept under `key`, None when there is none."""

    def setValue(self, key: str, value: object, /) -> None:
        """Keep a text under `key`."""

    def remove(self, key: str, /) -> None:
        """Forget what is kept under `key`."""


class Memory:
    """A store that is forgotten with the process: for pictures and tests."""

    def __init__(self) -> None:
        self._values: dict[str, object] = {}

    def value(self, key: str, /) -> Any:
        """The text kept under `key`, None when there is none."""
        return self._values.get(key)

    def setValue(self, key: str, value: object, /) -> None:
        """Keep a text under `key`."""
        self._values[key] = value

    def remove(self, key: str, /) -> None:
        """Forget what is kept under `key`."""
        self._values.pop(key, None)


class Preferences:
    """The settings by name; a value that makes no sense is left out with a line in `notices`, never an error."""

    def __init__(self, store: Store | None = None) -> None:
        """Keep the settings in `store`; without one in memory only."""
        self._store: Store = Memory() if store is None else store
        self.notices: list[str] = []
        if isinstance(store, QSettings) and store.status() != QSettings.Status.NoError:
            self.notices.append(f"the settings in {store.fileName()} could not be read: the defaults are used")

    @classmethod
    def in_file(cls, path: Path) -> Preferences:
        """The settings kept in an INI file at `path`."""
        return cls(QSettings(str(path), QSettings.Format.IniFormat))

    @classmethod
    def of_user(cls) -> Preferences:
        """The settings of the person who runs the program, where their system keeps such things."""
        settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Inspector", "Inspector")
        return cls(settings)

    def get(self, name: str) -> Any:
        """The value of a setting in its declared type; its default when none is kept or the kept one is corrupt."""
        setting = _TABLE[name]
        kept = self._store.value(name)
        if kept is None:
            return setting.default
        try:
            return _read(setting, kept)
        except ValueError as error:
            self._store.remove(name)
            self.notices.append(f"the remembered {name} was left out: {error}")
            return setting.default

    def set(self, name: str, value: object) -> None:
        """Keep a value of the setting's declared type; ValueError when it is of another or makes no sense."""
        setting = _TABLE[name]
        plain = base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else value
        written = json.dumps(plain, ensure_ascii=True)
        _read(setting, written)
        self._store.setValue(name, written)

    def save(self) -> None:
        """Write everything to the file now."""
        if isinstance(self._store, QSettings):
            self._store.sync()

    def remember(self, path: str, encoding: str | None, parameters: Parameters) -> None:
        """Put a document at the head of the recent ones, with the encoding asked for it and its last parameters."""
        entry = {"path": path, "encoding": encoding, "parameters": plain(parameters)}
        others = [other for other in self.get("recent") if other["path"] != path]
        self.set("recent", [entry, *others][:KEPT])

    def last_of(self, path: str) -> tuple[str | None, Parameters | None]:
        """The encoding that was asked for a document and its last parameters; None for what is not remembered."""
        entry: dict[str, Any] = next((entry for entry in self.get("recent") if entry["path"] == path), {})
        encoding = entry.get("encoding")
        return encoding if isinstance(encoding, str) else None, self.parameters_in(entry)

    def own_models(self) -> tuple[EmbeddingModel, ...]:
        """The person's own embedding models; those that make no sense are forgotten, with a notice."""
        found, kept = [], self.get("models")
        for entry in kept:
            try:
                found.append(parse_model(entry))
            except RefusedError as error:
                self.notices.append(f"a remembered model was left out: {error}")
        if len(found) < len(kept):
            self.keep_models(tuple(found))
        return tuple(found)

    def keep_models(self, own: tuple[EmbeddingModel, ...]) -> None:
        """Keep these as the person's own embedding models."""
        self.set("models", [one.as_dict() for one in own])

    def last_model(self) -> tuple[EmbeddingModel | None, str | None]:
        """The model and the tokenizer of the last time; None for what is not remembered or not known any more."""
        kept = self.get("model")
        name, tokenizer = kept.get("name"), kept.get("tokenizer")
        try:
            return (None if name is None else model(name, (*self.own_models(), *self._embedding()))), tokenizer
        except RefusedError:
            self.notices.append(f"the remembered model {name!r} is not known any more")
            return None, tokenizer

    def _embedding(self) -> tuple[EmbeddingModel, ...]:
        """The model that embedded the last time, where it was one of a folder or a server."""
        entry = self.get("embedder").get("model")
        return (parse_model(entry),) if entry else ()

    def parameters_in(self, entry: dict[str, Any]) -> Parameters | None:
        """The parameters kept in an entry of `recent` or in `last`; None, with a notice, when they make no sense."""
        if (kept := entry.get("parameters")) is None:
            return None
        try:
            return _checked(kept)
        except RefusedError as error:
            self.notices.append(f"remembered parameters were left out: {error}")
            return None


def plain(parameters: Parameters) -> dict[str, Any]:
    """Parameters as they are kept in an entry of `recent` or in `last`."""
    separators = parameters.separators
    return asdict(parameters) | {
        "separators": as_json(separators) if isinstance(separators, OwnSeparators) else separators
    }


def _checked(kept: object) -> Parameters:
    """Parameters as `plain` makes them, checked; those of before there were weights and a floor have the defaults."""
    needed, later = {"strategy", "size", "unit", "overlap", "separators"}, {"weights", "floor"}
    if not isinstance(kept, dict) or not needed <= kept.keys() <= needed | later:
        raise RefusedError(f"{kept!r} are not the parameters of a chunking")
    weights = _weights(kept.get("weights", asdict(DEFAULT_WEIGHTS)))
    named = kept["separators"]
    separators = named if isinstance(named, str) else from_json(named)
    return checked(**{**kept, "weights": weights, "separators": separators})


def _weights(kept: object) -> Weights:
    if not isinstance(kept, dict) or kept.keys() != asdict(DEFAULT_WEIGHTS).keys():
        raise RefusedError(f"{kept!r} are not the weights of cuts")
    return Weights(**kept)


def _read(setting: Setting, kept: object) -> Any:
    try:
        value = json.loads(str(kept))
        if setting.type is bytes:
            value = base64.b64decode(value, validate=True)
    except (ValueError, TypeError, RecursionError, binascii.Error) as error:
        raise ValueError(f"{str(kept)[:40]!r} is not a {setting.type.__name__} ({error})") from error
    if type(value) is not setting.type or not setting.valid(value):
        raise ValueError(f"{str(kept)[:40]!r} makes no sense there ({setting.text})")
    return value
