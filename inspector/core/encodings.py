"""Turns the bytes of a file into text: signature first, then strict UTF-8, then a guess that says that it is one."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from inspector.core.binary import MOST_CONTROLS, control_share, filler, signature
from inspector.core.encoding_guess import guess_legacy, guess_wide
from inspector.core.errors import CannotError, EncodingError, RefusedError

KNOWN = ("utf-8", "utf-16", "utf-32", "cp1252", "latin-1", "cp1250", "cp1251", "koi8-r", "cp932", "euc-jp", "gb18030")
"""Encodings to name to a person; every text encoding that Python knows is accepted."""

_SIGNATURES = (
    (codecs.BOM_UTF8, "utf-8-sig", "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16", "utf-16-be"),
)
_NO_FILE_HAS = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"})
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_BROKEN = 0.1
_PART = 1 << 21
CHOOSE = "choose another encoding"
"""What a notice or an error says where naming the encoding may help; each front end adds how that is done."""
_REMEDY = f"if the text looks wrong, {CHOOSE}"


@dataclass(frozen=True)
class Decoded:
    """A text without its signature, the name of its encoding, and what a person must know about how it was read."""

    text: str
    encoding: str
    notices: tuple[str, ...] = ()


def decode(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    """The text of `data` exactly: no newline is translated, a signature (BOM) at the very start is left out.

    `name` is what messages call the data. Raises RefusedError for an unknown `encoding`, and CannotError for bytes that
    a given one does not know and for data that is no text: a known signature, more than 30 % control characters,
    bytes that no encoding makes a text of. A text in UTF-8 or UTF-16 with some broken sequences is read with U+FFFD in
    their place and a notice.
    """
    if encoding is not None:
        return _as_asked(data, name, encoding)
    kind = signature(data)
    if kind:
        raise CannotError(f"{name}: looks like {kind}; only text and Markdown can be opened so far")
    found = _signed(data, name) or _unsigned(data)
    if found is None or control_share(found.text) > MOST_CONTROLS:
        raise EncodingError(f"{name}: {_no_text(data)}; only text and Markdown can be opened so far ({_UNLESS})")
    return found


_UNLESS = "if it is text, choose its encoding"


def text_codec(encoding: str) -> str:
    """Python's name of a text encoding; raises RefusedError with some known ones when there is none of that name."""
    try:
        found = codecs.lookup(encoding)
    except (LookupError, ValueError):
        found = None
    if found is None or not getattr(found, "_is_text_encoding", True) or found.name in _NO_FILE_HAS:
        raise RefusedError(f"unknown encoding {encoding!r}: known are {', '.join(KNOWN)} and others")
    return found.name


def _as_asked(data: bytes, name: str, encoding: str) -> Decoded:
    codec = text_codec(encoding)
    rows = sorted((row for row in _SIGNATURES if data.startswith(row[0])), key=lambda row: codec not in row[1:])
    mark, signed, plain = rows[0] if rows else (b"", "", "")
    own = mark if codec in (signed, plain) else b""
    try:
        text = str(memoryview(data)[len(own) :], plain if own else codec)
    except UnicodeError as error:
        raise EncodingError(f"{name}: {_wrong(error, data, codec, len(own))}") from error
    lone = _SURROGATE.search(text)
    if lone:
        raise EncodingError(
            f"{name}: as {codec} it holds half a surrogate pair at character {lone.start()}, which no text may have;"
            f" {CHOOSE}"
        )
    notices = []
    if mark and not own:
        notices.append(f"the file begins with the signature of {signed}, and is read as {codec} as asked")
    kind = signature(data)
    if kind:
        notices.append(f"the file looks like {kind}, and is read as {codec} as asked")
    return Decoded(text, signed if own and codec == "utf-8" else codec, tuple(notices))


def _wrong(error: UnicodeError, data: bytes, codec: str, skipped: int) -> str:
    advice = f"{CHOOSE}, or have it found"
    if not isinstance(error, UnicodeDecodeError):
        return f"is not {codec} ({error}); {advice}"
    at = error.start + skipped
    return f"is not {codec}: byte 0x{data[at]:02X} at offset {at} ({error.reason}); {advice}"


def _signed(data: bytes, name: str) -> Decoded | None:
    """The text of data that begins with a signature, or None."""
    for mark, encoding, codec in _SIGNATURES:
        if not data.startswith(mark):
            continue
        try:
            return Decoded(str(memoryview(data)[len(mark) :], codec), encoding)
        except UnicodeDecodeError as error:
            if encoding == "utf-32":
                continue  # the signature of UTF-32-LE is also that of UTF-16-LE and a NUL
            return _mended(data[len(mark) :], codec, encoding, error.start + len(mark), name)
    return None


def _unsigned(data: bytes) -> Decoded | None:
    first = None
    try:
        text = _utf8(data)
        if control_share(text) <= MOST_CONTROLS:
            return Decoded(text, "utf-8")
    except UnicodeDecodeError as error:
        first = error.start
    wide = guess_wide(data)
    if wide:
        return Decoded(wide[1], wide[0], (f"encoding guessed: {wide[0]} without a signature (BOM); {_REMEDY}",))
    return None if first is None else _not_utf8(data, first)


def _utf8(data: bytes) -> str:
    """The text of bytes in UTF-8, read in parts: decoding lets no other thread work, and a whole book takes long."""
    if len(data) <= _PART or data.isascii():
        return data.decode("utf-8")
    decoder = codecs.getincrementaldecoder("utf-8")()
    spans = ((start, start + _PART) for start in range(0, len(data), _PART))
    try:
        return "".join([decoder.decode(data[a:b], b >= len(data)) for a, b in spans])
    except UnicodeDecodeError:
        return data.decode("utf-8")  # to raise the error that tells where in the whole it is


def _not_utf8(data: bytes, first: int) -> Decoded | None:
    kept = data.decode("utf-8", "ignore")
    mended, broken = _replaced(data, "utf-8")
    if len(kept) - len(kept.encode("ascii", "ignore")) >= 2 * broken:
        return Decoded(mended, "utf-8", (_broken(broken, "utf-8", first),))
    guess = None if filler(data) is not None else guess_legacy(data)
    return guess and Decoded(guess[1], guess[0], (f"encoding guessed: {guess[0]}; {_REMEDY}",))


def _mended(data: bytes, codec: str, encoding: str, first: int, name: str) -> Decoded:
    text, broken = _replaced(data, codec)
    if broken > max(1, _MOST_BROKEN * len(text)):
        raise EncodingError(
            f"{name}: begins with the signature of {encoding}, but {broken} of {len(text)} characters are broken,"
            f" the first at byte {first}; {_UNLESS}"
        )
    return Decoded(text, encoding, (_broken(broken, encoding, first),))


def _replaced(data: bytes, codec: str) -> tuple[str, int]:
    """The text with U+FFFD for what is broken, and how many of its U+FFFD stand for that."""
    text = data.decode(codec, "replace")
    return text, text.count("\ufffd") - data.decode(codec, "ignore").count("\ufffd")


def _broken(count: int, encoding: str, first: int) -> str:
    what = "1 broken sequence was" if count == 1 else f"{count} broken sequences were"
    return f"{what} replaced by U+FFFD, the first at byte {first} (read as {encoding}); {_REMEDY}"


def _no_text(data: bytes) -> str:
    byte = filler(data)
    if byte is not None:
        return f"looks like binary data (0x{byte:02X} over and over)"
    share = control_share(data)
    if share < 0.01:
        return "looks like binary data (no known encoding makes a text of it)"
    return f"looks like binary data ({share:.0%} control characters)"
