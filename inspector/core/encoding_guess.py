"""Guesses the encoding of bytes that are not UTF-8: UTF-16 and UTF-32 by their NULs, the rest by a detector."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import chain

import chardet

from inspector.core.binary import control_share

_LATIN = ("cp1252", "cp1250", "cp1254", "cp1257", "iso8859-1")
_OTHER = ("cp1251", "cp1253", "cp1255", "cp1256", "cp874", "koi8-r")
_EAST_ASIAN = ("cp932", "euc-jp", "gb18030", "cp949", "big5")
_LEGACY = (*_LATIN, *_OTHER, *_EAST_ASIAN)
_WINDOW = 200_000
_BEFORE = 1_000
_MOST_CONTROLS = 0.05
_MOST_ODD = 0.02
_LEAST_WIDE = 0.01
_BALTIC_DOUBT = 0.65  # the detector takes single words of French and Portuguese for Baltic ones
_ODD = frozenset({"Cn", "Co", "Cs", "Cc"})
_FOREIGN = "\u0370-\u03ff\u0400-\u052f\u0590-\u05ff\u0600-\u06ff\u0e00-\u0e7f"
_STRAY = re.compile(f"(?<![{_FOREIGN}])[{_FOREIGN}](?![{_FOREIGN}])")
_LATIN_LETTER = re.compile("[A-Za-z]")
_ANY_FOREIGN = re.compile(f"[{_FOREIGN}]")

Guess = tuple[str, str]
"""The encoding's name and the text."""


def guess_wide(data: bytes) -> Guess | None:
    """UTF-32 or UTF-16 without a signature, or None.

    Needs data in which at least 1 % of the code units have a NUL as their upper byte and next to none as their lower
    one, which decodes without an error, and to characters that a text has.
    """
    for codec in _wide_codecs(data):
        text = decoded(data, codec)
        if text is not None and "\0" not in text and plausible(text):
            return codec, text
    return None


def guess_legacy(data: bytes) -> Guess | None:
    """The likeliest encoding that decodes all of `data` to characters that a text has, or None.

    The detector sees 200,000 bytes from just before the first one above 127.
    """
    first = next((match.start() for match in re.finditer(rb"[\x80-\xff]", data)), 0)
    begin = max(0, first - _BEFORE)
    for codec in _candidates(data[begin : begin + _WINDOW]):
        text = decoded(data, codec)
        if text is not None and plausible(text[begin : begin + _WINDOW]):
            return _usual_name(data, codec, text), text
    return None


def decoded(data: bytes, codec: str) -> str | None:
    """The text of all of `data`, or None where it has a byte that the encoding does not know."""
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return None


def plausible(text: str) -> bool:
    """Whether `text` looks like a text: few controls, few characters that no text has, no stray letters."""
    text = text[:_WINDOW]
    above = Counter(character for character in text if character > "\x7f")
    odd = sum(times for character, times in above.items() if unicodedata.category(character) in _ODD)
    if control_share(text) > _MOST_CONTROLS or odd > _MOST_ODD * above.total():
        return False
    return not _strays(text)


def _strays(text: str) -> bool:
    """Whether Greek, Cyrillic, Hebrew, Arabic or Thai letters stand mostly alone among Latin ones, as no text has them.

    French or Spanish in the wrong table looks like that: its accented letters seldom stand side by side.
    """
    stray = sum(1 for _ in _STRAY.finditer(text))
    return 2 * stray > sum(1 for _ in _ANY_FOREIGN.finditer(text)) and _LATIN_LETTER.search(text) is not None


def _wide_codecs(data: bytes) -> list[str]:
    size = len(data)
    if size % 2 or b"\0" not in data:
        return []
    even, odd = data[0::2].count(0), data[1::2].count(0)
    long = ["utf-32-le", "utf-32-be"] if size % 4 == 0 and even + odd >= size / 2 else []
    many, few = max(even, odd), min(even, odd)
    short = (
        ["utf-16-le" if odd > even else "utf-16-be"]
        if many >= max(1, _LEAST_WIDE * size / 2) and few <= many / 20
        else []
    )
    return long + short


def _candidates(sample: bytes) -> list[str]:
    found = chardet.detect_all(
        sample, ignore_threshold=True, include_encodings=_LEGACY, prefer_superset=True, compat_names=False
    )
    found.sort(key=lambda one: -one["confidence"] * (_BALTIC_DOUBT if one["encoding"] == "cp1257" else 1))
    names = chain((str(one["encoding"]) for one in found if one["encoding"]), ("cp1252",))
    return list(dict.fromkeys(names))


def _usual_name(data: bytes, codec: str, text: str) -> str:
    """Of encodings that give the very same text, the commonest one is named."""
    return "cp1252" if decoded(data, "cp1252") == text else codec
