"""A person's own separators as JSON: in a file, on the command line, in the preferences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspector.core.errors import RefusedError
from inspector.core.levels import Level
from inspector.core.own_separators import LEVELS, OwnSeparators, Separator, check_own, spread
from inspector.core.small_file import read_small

_NAMES = {level.label: level for level in LEVELS}
_SHAPE = 'a text, or {"text": …} or {"regex": …}, these with or without a "level"'
_LARGEST_FILE = 1_000_000


def as_json(separators: OwnSeparators) -> list[dict[str, str]]:
    """Plain values, from which `from_json` makes the same list."""
    return [{"regex" if one.regex else "text": one.pattern, "level": one.level.label} for one in separators.items]


def from_json(value: Any) -> OwnSeparators:
    """A checked list from plain values: texts, or objects with "text" or "regex" and perhaps "level".

    Levels that are not given are spread from paragraph to word. Raises RefusedError.
    """
    if not isinstance(value, list):
        raise RefusedError(f"separators are {_short(value)}: they must be a list, the strongest first")
    entries = [_entry(place, item) for place, item in enumerate(value, start=1)]
    levels = spread([level for _, _, level in entries])
    made = OwnSeparators(tuple(Separator(*entry[:2], level) for entry, level in zip(entries, levels, strict=True)))
    check_own(made)
    return made


def parse(text: str, where: str) -> OwnSeparators:
    """The list that is written as JSON in `text`, which came from `where`. Raises RefusedError."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise RefusedError(f"{where} is no JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise RefusedError(f"{where} is nested too deeply to be a list of separators") from error
    except ValueError as error:  # a number of more digits than Python reads
        raise RefusedError(f"{where} is no list of separators: {error}") from error
    return from_json(value)


def load(path: Path) -> OwnSeparators:
    """The list in a JSON file. Raises CannotError when it cannot be read, RefusedError when it is no such list."""
    return parse(read_small(path, _LARGEST_FILE, "list of separators"), str(path))


def _entry(place: int, item: Any) -> tuple[str, bool, Level | None]:
    if isinstance(item, str):
        return item, False, None
    kinds = {"text", "regex"} & item.keys() if isinstance(item, dict) else set()
    if len(kinds) != 1 or not item.keys() <= {"text", "regex", "level"}:
        raise RefusedError(f"separator {place} is {_short(item)}: it must be {_SHAPE}")
    (kind,) = kinds
    pattern, level = item[kind], item.get("level")
    if not isinstance(pattern, str):
        raise RefusedError(f"separator {place} is {_short(item)}: its {kind} must be a text")
    if level is not None and (not isinstance(level, str) or level not in _NAMES):
        raise RefusedError(f"separator {place} has the level {_short(level)}: known are {', '.join(_NAMES)}")
    return pattern, kind == "regex", None if level is None else _NAMES[level]


def _short(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return written if len(written) <= 60 else f"{written[:59]}…"
