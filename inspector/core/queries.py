"""A list of queries, as it is saved and loaded: JSON of our own or of others, or one query a line."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable
from pathlib import Path

from inspector.core.errors import CannotError, RefusedError
from inspector.core.small_file import read_small

MOST = 500
"""So many queries a list may hold."""
LONGEST = 10_000
"""So many characters one query may have."""
_LARGEST_FILE = 64_000_000
"""So many bytes a file of queries may have: more than the longest list takes, however it is written."""
_KEYS = ("query", "question", "text")


def read_queries(path: Path) -> tuple[str, ...]:
    """The queries in a file, in their order, each once.

    A file that starts with `[` or `{` is JSON: a list of strings or of objects with "query", "question" or "text", or
    an object whose "queries" or "questions" is such a list. Any other is text, one query a line. Raises CannotError
    for a file that cannot be read, RefusedError that names the place for what is no query.
    """
    text = read_small(path, _LARGEST_FILE, "list of queries")
    found = _from_json(text, path) if text.lstrip()[:1] in ("[", "{") else text.splitlines()
    return checked_queries(found, str(path))


def write_queries(path: Path, queries: Iterable[str]) -> None:
    """Save the queries as JSON, so that `read_queries` gives them again. Raises CannotError with the reason."""
    content = json.dumps({"queries": [{"query": query} for query in queries]}, ensure_ascii=False, indent=1) + "\n"
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise CannotError(f"{path} cannot be written: {error.strerror}") from error


def checked_queries(queries: Iterable[object], where: str) -> tuple[str, ...]:
    """The queries without blank ones and repetitions; RefusedError names `where` and the number of a wrong one."""
    kept: dict[str, None] = {}
    for number, query in enumerate(queries, start=1):
        if not isinstance(query, str):
            raise RefusedError(f"query {number} of {where} is {reprlib.repr(query)}: it must be text")
        if len(query) > LONGEST:
            raise RefusedError(f"query {number} of {where} has {len(query):,} characters: the most are {LONGEST:,}")
        if any(0xD800 <= ord(sign) < 0xE000 for sign in query):
            raise RefusedError(f"query {number} of {where} holds a lone surrogate, which no tokenizer can read")
        if query.strip():
            kept[query.strip()] = None
    if not kept:
        raise RefusedError(f"{where} holds no query")
    if len(kept) > MOST:
        raise RefusedError(f"{where} holds {len(kept):,} queries: the most are {MOST:,}")
    return tuple(kept)


def _from_json(text: str, path: Path) -> list[object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"{path} starts like JSON and is none: {error}") from error
    if isinstance(value, dict):
        value = next((value[key] for key in ("queries", "questions") if key in value), None)
    if not isinstance(value, list):
        raise RefusedError(f'{path} holds no list of queries: give a JSON list, or an object with "queries"')
    return [_query(entry) for entry in value]


def _query(entry: object) -> object:
    if isinstance(entry, dict):
        return next((entry[key] for key in _KEYS if key in entry), entry)
    return entry
