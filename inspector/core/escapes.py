r"""Escapes: how a text with line breaks and other unseen characters is typed in a field, as `\n` or `\u00a0`."""

from __future__ import annotations

import re
import unicodedata

from inspector.core.errors import RefusedError

_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.|$)", re.DOTALL)
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_NAMES = {sign: f"\\{letter}" for letter, sign in _SHORT.items()}


def unescaped(typed: str) -> str:
    r"""The text that was typed: `\n`, `\t`, `\r`, `\\` and `\uXXXX` stand for one character each.

    Two `\uXXXX` of a surrogate pair stand for one character. Raises RefusedError for any other escape.
    """
    text = _ESCAPE.sub(_character, typed)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def escaped(text: str) -> str:
    """What to type for `text`: characters that cannot be seen are escaped, but the blank stands as itself."""
    return "".join(map(_typed, text))


def _character(found: re.Match[str]) -> str:
    what = found[1]
    if what in _SHORT:
        return _SHORT[what]
    if len(what) > 1:
        return chr(int(what[1:], 16))
    raise RefusedError(
        f"\\{what} at position {found.start()} is no escape: known are \\n, \\t, \\r, \\\\ and \\u with four digits"
    )


def _typed(character: str) -> str:
    if character in _NAMES:
        return _NAMES[character]
    if character == " " or unicodedata.category(character)[0] not in "CZ":
        return character
    pair = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pair[k : k + 4]}" for k in range(0, len(pair), 4))
