"""Where a sentence ends: full stops that do, and those of abbreviations, initials and ordinals that do not."""

from __future__ import annotations

from functools import cache

from inspector.core.paths import resource

WIDE_ENDERS = "。！？｡؟۔।"
CLAUSE_MARKS = "，、；："
CLOSERS = "\"'”’»›)]}）］｝」』】〉》〕"
_ENDERS = frozenset("!?…" + WIDE_ENDERS)
_CLOSERS = frozenset(CLOSERS)
_LONGEST_WORD = 24


def ends_sentence(text: str, end: int, *, same_line: bool) -> bool:
    """Whether a sentence ends just before `end`, where white space begins.

    `same_line` says that the white space holds no line break: then one or two digits and a full stop are an ordinal.
    """
    last = end - 1
    while last >= 0 and text[last] in _CLOSERS:
        last -= 1
    if last < 0:
        return False
    if text[last] != ".":
        return text[last] in _ENDERS
    return not _keeps_on(text, last, same_line=same_line)


def _keeps_on(text: str, stop: int, *, same_line: bool) -> bool:
    """Whether the full stop at `stop` belongs to an abbreviation, a single letter or an ordinal number."""
    start = stop
    while start > 0 and stop - start < _LONGEST_WORD and text[start - 1].isalnum():
        start -= 1
    word = text[start:stop]
    if len(word) == 1 and word.isalpha():
        return True
    if word.isdecimal():
        lone = start == 0 or not (text[start - 1].isalnum() or text[start - 1] in ".,:-/")
        return same_line and len(word) <= 2 and lone
    return word.lower() in abbreviations()


@cache
def abbreviations() -> frozenset[str]:
    """The known abbreviations, lower case, without their full stop."""
    lines = resource("text", "abbreviations.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))
