"""Tokenizers: exact counts of texts, one encoding of a document into offsets, and how one is found by its name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from inspector.core import tokenizer_plain
from inspector.core.anchors import Anchors
from inspector.core.errors import CannotError, RefusedError
from inspector.core.paths import resource
from inspector.core.tokenizer_file import FileTokenizer
from inspector.core.tokens import Piece, Tokens

DEFAULT_TOKENIZER = "bert-base-uncased"
SHIPPED = (DEFAULT_TOKENIZER, "cl100k_base", "o200k_base", "use-multilingual-v3")
PLAIN = {"words": tokenizer_plain.words, "characters": tokenizer_plain.characters}
TOKENIZERS = (*SHIPPED, *PLAIN)
"""The names that need no file."""
_FILE = "tokenizer.json"

__all__ = ["DEFAULT_TOKENIZER", "SHIPPED", "TOKENIZERS", "FileTokenizer", "Tokenizer", "load_tokenizer"]


class Tokenizer(Protocol):
    """Counts texts as the embedding model does, without the special tokens put around them."""

    @property
    def name(self) -> str:
        """What the window and the certificate call it; `load_tokenizer` finds it again by this name."""
        ...

    @property
    def special_tokens(self) -> int:
        """How many tokens the model puts around a text (BERT: 2)."""
        ...

    @property
    def notices(self) -> tuple[str, ...]:
        """What was changed at load and a person should know."""
        ...

    @property
    def anchors(self) -> Anchors:
        """Where counts may be added."""
        ...

    def count(self, texts: Sequence[str]) -> list[int]:
        """The token count of each text alone, special tokens around it left out."""
        ...

    def count_input(self, texts: Sequence[str], prefix: str) -> list[int]:
        """What the model receives for each text: prefix, text and special tokens, encoded together."""
        ...

    def pieces(self, texts: Sequence[str]) -> list[list[Piece]]:
        """The tokens of each text alone one by one, for short texts; special tokens around it left out."""
        ...

    def encode(
        self, text: str, progress: Callable[[int, int], None] | None, cancelled: Callable[[], bool] | None
    ) -> Tokens:
        """All tokens of a document; `progress(done, total)` in characters; raises CancelledError when cancelled."""
        ...


_SHOWN = 200
"""Of a longer name only the beginning is said."""


def load_tokenizer(name: str = DEFAULT_TOKENIZER) -> Tokenizer:
    """A tokenizer by its name (`TOKENIZERS`), or by the path of a tokenizer.json or of a folder with one.

    A folder may be laid out as the Hugging Face cache does it: `snapshots/<revision>/tokenizer.json`. The last few are
    kept, and a file is read anew when it has changed. Raises RefusedError for a name that is none of these, CannotError
    for a file that is no tokenizer or a folder without one.
    """
    if name in TOKENIZERS:
        return _named(name)
    path = _file_of(name)
    try:
        state = path.stat()
    except OSError as error:
        raise CannotError(f"{path} cannot be read as a {_FILE}: {error.strerror}") from error
    return _read(name, path, (state.st_size, state.st_mtime_ns, state.st_ino))


@lru_cache(maxsize=len(TOKENIZERS))
def _named(name: str) -> Tokenizer:
    return PLAIN[name]() if name in PLAIN else FileTokenizer(_shipped(name), name)


@lru_cache(maxsize=4)
def _read(name: str, path: Path, state: tuple[int, int, int]) -> Tokenizer:  # noqa: ARG001 - a key of the cache
    """The tokenizer in a file whose size, time of change and number are `state`."""
    return FileTokenizer(path, name)


def _file_of(name: str) -> Path:
    """The tokenizer.json that a path means; RefusedError and CannotError as above."""
    place = os.path.expanduser(name)  # noqa: PTH111 - os.path has no error for any name
    path = Path(place)
    if os.path.isdir(place):  # noqa: PTH112
        return find_tokenizer(path)
    if os.path.isfile(place):  # noqa: PTH113
        return path
    if os.path.islink(place):  # noqa: PTH114
        raise CannotError(f"{path} is a link to {path.readlink()}, which is not there: was the download completed?")
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}\N{HORIZONTAL ELLIPSIS}"
    raise RefusedError(
        f"unknown tokenizer {shown!r}: known are {', '.join(TOKENIZERS)}, "
        f"or the path of a {_FILE} or of a folder that holds one"
    )


def find_tokenizer(folder: Path) -> Path:
    """The tokenizer.json of a model's folder: in it, or in the snapshot that `refs/main` names, else the newest one.

    Raises CannotError that says what the folder holds instead, or why it cannot be searched.
    """
    try:
        return _found(folder)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotError(f"{folder} cannot be searched for a {_FILE}: {reason}") from error


def _found(folder: Path) -> Path:
    """The tokenizer.json of the folder; OSError where the system does not let one look."""
    main = folder / "refs" / "main"
    named = [folder / "snapshots" / main.read_text(encoding="utf-8").strip()] if main.is_file() else []
    snapshots = [p for p in (folder / "snapshots").glob("*") if p.is_dir()]
    newest = sorted(snapshots, key=lambda p: p.stat().st_mtime, reverse=True)
    for place in (folder, *named, *newest):
        if (place / _FILE).is_file():
            return place / _FILE
        if (place / _FILE).is_symlink():
            raise CannotError(f"{place / _FILE} is a link to a file that is not there: was the download completed?")
    place = next(iter((*named, *newest)), folder)
    held = sorted(p.name for p in place.iterdir()) if place.is_dir() else []
    there = ", ".join(held[:12]) + (f" and {len(held) - 12} more" if len(held) > 12 else "") if held else "nothing"
    raise CannotError(f"{place} holds no {_FILE}; there is: {there}")


def _shipped(name: str) -> Path:
    return resource("tokenizers", name, _FILE if name == DEFAULT_TOKENIZER else f"{_FILE}.xz")
