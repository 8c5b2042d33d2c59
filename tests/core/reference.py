"""A simple, slow splitter written from the design alone: strings, recursion, and a count for every question."""

from __future__ import annotations

from collections.abc import Callable

import regex

Count = Callable[[str], int]
HARD, WORD, LINE, SENTENCE, PARAGRAPH = range(5)
BREAKS = "\n\v\f\r\x85\u2028\u2029"
WIDE, CLAUSE = "。！？｡؟۔।", "，、；："
CLOSERS = "\"'”’»›)]}）］｝」』】〉》〕"


def boundaries(text: str) -> set[int]:
    """Offsets between grapheme clusters."""
    return {m.start() for m in regex.finditer(r"\X", text)} | {len(text)}


def unicode_levels(text: str, abbreviations: frozenset[str]) -> dict[int, int]:
    """Offset -> level of every candidate cut of the preset `unicode`."""
    found: dict[int, int] = {}
    i = 0
    while i < len(text):
        if text[i].isspace():
            j = i
            while j < len(text) and text[j].isspace():
                j += 1
            if i > 0 and j < len(text):
                _run(text, i, j, abbreviations, found)
            i = j
        elif text[i] in WIDE + CLAUSE:
            j = i
            while j < len(text) and text[j] in WIDE + CLAUSE + CLOSERS:
                j += 1
            end = j
            while text[end - 1] in "\"'":
                end -= 1
            if end < len(text) and not text[end].isspace():
                found[end] = SENTENCE if set(text[i:end]) & set(WIDE) else WORD
            i = j
        else:
            i += 1
    allowed = boundaries(text)
    return {offset: level for offset, level in found.items() if offset in allowed}


def _run(text: str, i: int, j: int, abbreviations: frozenset[str], found: dict[int, int]) -> None:
    run = text[i:j]
    breaks = len(regex.findall(r"\r\n|[\n\v\f\r\x85\u2028\u2029]", run))
    last = max((k for k in range(i, j) if text[k] in BREAKS), default=None)
    offset = j if last is None else last + 1
    if breaks >= 2 or "\f" in run or "\u2029" in run:
        found[offset] = PARAGRAPH
    elif _ends_sentence(text[:i], breaks == 0, abbreviations):
        found[offset] = SENTENCE
    else:
        found[offset] = LINE if breaks else WORD


def _ends_sentence(before: str, same_line: bool, abbreviations: frozenset[str]) -> bool:
    before = before.rstrip(CLOSERS)
    if not before.endswith("."):
        return bool(before) and before[-1] in "!?…" + WIDE
    word = ""
    for c in reversed(before[:-1][-24:]):
        if not c.isalnum():
            break
        word = c + word
    if len(word) == 1 and word.isalpha():
        return False
    if word.isdecimal():
        left = before[: -1 - len(word)][-1:]
        ordinal = len(word) <= 2 and not (left and (left.isalnum() or left in ".,:-/"))
        return not (same_line and ordinal)
    return word.lower() not in abbreviations


def classic_levels(text: str) -> dict[int, int]:
    """Offset -> level of every candidate cut of the preset `classic`."""
    found: dict[int, int] = {}
    for separator, level in ((" ", WORD), ("\n", LINE), (". ", SENTENCE), ("\n\n", PARAGRAPH)):
        at = text.find(separator)
        while at >= 0:
            found[at + len(separator)] = level
            at = text.find(separator, at + len(separator))
    allowed = boundaries(text) - {0, len(text)}
    return {offset: level for offset, level in found.items() if offset in allowed}


def recursive(text: str, levels: dict[int, int], count: Count, size: int, overlap: int) -> list[int] | None:
    """Body ends where no hard cut is needed; None where one is (there the design leaves the place open)."""
    ends: list[int] = []
    if text.isspace() or not text:
        return []

    def limit() -> int:
        return size - overlap if ends else size

    def emit(start: int, end: int, level: int) -> bool:
        """Split `text[start:end]`; False when it cannot be done with separators."""
        if count(text[start:end]) <= limit():
            ends.append(end)
            return True
        if level < WORD:
            return False
        cuts = [o for o in sorted(levels) if start < o < end and levels[o] == level]
        if not cuts:
            return emit(start, end, level - 1)
        begin = at = start
        for piece_end in [*cuts, end]:
            if count(text[begin:piece_end]) <= limit():
                at = piece_end
                continue
            if at > begin:
                ends.append(at)
                begin = at
            if count(text[begin:piece_end]) <= limit():
                at = piece_end
                continue
            if not emit(begin, piece_end, level - 1):
                return False
            begin = at = piece_end
        if at > begin:
            ends.append(at)
        return True

    return ends if emit(0, len(text), PARAGRAPH) else None
