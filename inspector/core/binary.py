"""Tells data that is no text from text: by known signatures, by its control characters, by a byte without end."""

from __future__ import annotations

import re
from collections import Counter

_SIGNATURES = (
    (rb"%PDF-[0-9]", "a PDF"),
    (rb"PK(\x03\x04|\x05\x06|\x07\x08)", "a ZIP archive (DOCX, XLSX, PPTX, ODT and EPUB files are such archives)"),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file (DOC, XLS or PPT)"),
    (rb"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (rb"\xff\xd8\xff", "a JPEG picture"),
    (rb"GIF8[79]a[\s\S]{4}[\x00-\xff]\x00", "a GIF picture"),
    (rb"(II\*\x00|MM\x00\*)", "a TIFF picture"),
    (rb"RIFF[\s\S]{4}(WEBP|WAVE|AVI )", "a picture, sound or film (RIFF)"),
    (rb"[\s\S]{4}ftyp[a-zA-Z0-9 ]{4}\x00", "a film or picture (MP4, MOV, HEIC)"),
    (rb"(ID3[\x02-\x04]|OggS\x00|fLaC\x00)", "a sound file"),
    (rb"\x1f\x8b\x08", "a gzip archive"),
    (rb"BZh[1-9]1AY&SY", "a bzip2 archive"),
    (rb"\xfd7zXZ\x00", "an xz archive"),
    (rb"\x28\xb5\x2f\xfd", "a zstd archive"),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (rb"Rar!\x1a\x07", "a RAR archive"),
    (rb"[\s\S]{257}ustar[\x00 ]", "a tar archive"),
    (rb"\x7fELF", "a program (ELF)"),
    (rb"MZ[\s\S]{0,64}\x00\x00", "a program (Windows)"),
    (rb"(\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|\x00asm)", "a program (Mach-O, Java or WebAssembly)"),
    (rb"SQLite format 3\x00", "an SQLite database"),
    (rb"PAR1[\x00-\x1f]", "a Parquet table"),
    (rb"(\x00\x01\x00\x00\x00|OTTO\x00|wOF[F2]\x00)", "a font"),
)
_KINDS = tuple((re.compile(pattern), kind) for pattern, kind in _SIGNATURES)

_CONTROLS = bytes({*range(32), 127} - set(b"\b\t\n\v\f\r\x1b"))
_SAMPLE = 1_000_000
_FILLER_LEAST = 64

MOST_CONTROLS = 0.3
"""A text with a greater share of control characters (NUL among them) than this is taken for binary data."""


def signature(data: bytes) -> str | None:
    """What the first bytes are known to begin ("a PDF"), or None."""
    return next((kind for pattern, kind in _KINDS if pattern.match(data)), None)


def control_share(text: str | bytes) -> float:
    """The share (0 to 1) of control characters among the first million; white space, backspace and ESC are none."""
    head = text[:_SAMPLE]
    sample = head if isinstance(head, bytes) else head.encode("utf-8", "replace")
    return (len(sample) - len(sample.translate(None, _CONTROLS))) / max(1, len(head))


def filler(data: bytes) -> int | None:
    """The byte above 127 that nearly all of the first million bytes are (an erased or padded file), or None."""
    sample = data[:_SAMPLE]
    if len(sample) < _FILLER_LEAST:
        return None
    byte, times = Counter(sample).most_common(1)[0]
    return byte if byte > 127 and times > 0.9 * len(sample) else None
