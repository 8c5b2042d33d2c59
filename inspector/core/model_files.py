"""The files of a model in a folder: as sentence-transformers, fastembed and the Hugging Face cache lay them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.core.errors import CannotError, RefusedError
from inspector.core.model_spec import Question, UnansweredError
from inspector.core.tokenizer import find_tokenizer

_PREFERRED = "model.onnx"
_SUBFOLDER = "onnx"
_SHOWN = 12


@dataclass(frozen=True)
class ModelFiles:
    """`folder` holds the settings; `model` is the ONNX file and `tokenizer` the tokenizer.json, each in it or below."""

    name: str
    folder: Path
    model: Path
    tokenizer: Path


def find_files(path: Path, model: str | None = None) -> ModelFiles:
    """The files of the model in the folder `path`, or of the ONNX file `path`; `model` says which of several.

    Raises CannotError that says what is there instead, UnansweredError where several files may be meant, and
    RefusedError when `model` is none of them.
    """
    try:
        if path.is_file():
            folder = path.parent.parent if path.parent.name == _SUBFOLDER else path.parent
            return _files(folder, path)
        folder = next((f for f in _places(path) if _candidates(f)), path)
        found = _candidates(folder)
        if not found:
            raise CannotError(f"{path} holds no model: there is no .onnx file, but {_held(folder)}")
        return _files(folder, found[_which(folder, tuple(found), model)])
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotError(f"{path} cannot be searched for a model: {reason}") from error


def _files(folder: Path, model: Path) -> ModelFiles:
    if model.suffix != ".onnx":
        raise CannotError(f"{model} is no model: its name does not end in .onnx")
    beside = model.parent / "tokenizer.json"
    tokenizer = beside if beside.is_file() else find_tokenizer(folder)
    return ModelFiles(_name(folder), folder, model, tokenizer)


def _places(path: Path) -> Iterator[Path]:
    """The folder itself, then what the Hugging Face cache holds in it: the main revision, else the newest first."""
    yield path
    main = path / "refs" / "main"
    if main.is_file():
        yield path / "snapshots" / main.read_text(encoding="utf-8").strip()
    snapshots = [p for p in (path / "snapshots").glob("*") if p.is_dir()]
    yield from sorted(snapshots, key=lambda p: p.stat().st_mtime, reverse=True)


def _candidates(folder: Path) -> dict[str, Path]:
    """The ONNX files by their name within the folder."""
    found = [*folder.glob("*.onnx"), *(folder / _SUBFOLDER).glob("*.onnx")]
    return {p.relative_to(folder).as_posix(): p for p in sorted(found)}


def _which(folder: Path, names: tuple[str, ...], asked: str | None) -> str:
    if asked is not None:
        if asked not in names:
            raise RefusedError(f"{folder} holds no {asked!r}: there is {', '.join(names)}")
        return asked
    plain = [name for name in names if name.rpartition("/")[2] == _PREFERRED]
    if len(names) == 1 or len(plain) == 1:
        return (plain or names)[0]
    raise UnansweredError(folder, (Question("model", "which of its models is meant", names),))


def _name(folder: Path) -> str:
    """What the model is called: the cache writes `models--owner--name`, else the folder's own name."""
    named = folder.parent.parent if folder.parent.name == "snapshots" else folder
    whole = named.absolute().name
    return whole.removeprefix("models--").replace("--", "/") if whole.startswith("models--") else whole


def _held(folder: Path) -> str:
    held = sorted(p.name for p in folder.iterdir()) if folder.is_dir() else []
    more = f" and {len(held) - _SHOWN} more" if len(held) > _SHOWN else ""
    return ", ".join(held[:_SHOWN]) + more if held else "nothing"
