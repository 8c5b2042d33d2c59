"""Anchors of byte-level BPE: offsets that no piece of its pattern crosses, whatever stands around.

Byte-level BPE cuts a text into pieces by a regular expression, from left to right, and encodes each piece alone. A
piece ends at an offset for certain when no alternative of the pattern can hold the two characters there side by side,
and when none looks ahead from the left one. The patterns know letters (L), numbers (N), white space (S), line breaks
among it (B), and everything else (P). Side by side in a piece may stand:

- GPT-2: a space and L, N or P; L L, N N, P P, S S; an apostrophe and L.
- cl100k and its family: anything but B and N before L; N N; a space before P; P P; P B; S S.
- o200k: as cl100k, and L and an apostrophe, P and a slash, B and a slash.

So every pattern ends a piece before white space that follows something else (but for P B), before P that follows L or N
(but for an apostrophe), and between L and N. Only S looks ahead: a run of white space leaves its last character to what
follows, unless that character is B in the families of cl100k: there the run ends with its last B, in both halves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspector.core.anchors_pairs import Rule, members, ranges

_CL100K_TAIL = r"| ?[^\s\p{L}\p{N}]+[\r\n]*"
_CL100K_HEAD = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|"
_OLD_END = r"|\s*[\r\n]+|\s+(?!\S)|\s+"

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}" + _CL100K_TAIL + r"|\s+\z|\s*[\r\n]|\s+(?!\S)|\s",
    _CL100K_HEAD + r"\p{N}{1,3}" + _CL100K_TAIL + _OLD_END,  # as first published; Llama 3
    _CL100K_HEAD + r"\p{N}" + _CL100K_TAIL + _OLD_END,  # Qwen 2
)
O200K = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*" + _OLD_END
)

WHITE = members(
    ("\t-\r", " ", "\x85", "\xa0", "\u1680", "\u2000-\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000")
)
_BREAKS = members("\r\n")
# Letters in every version of Unicode, each the same after NFC.
_LETTERS = ranges(
    "A-Z a-z \xc0-\xd6 \xd8-\xf6 \xf8-\xff \u0410-\u044f \u3041-\u3096 \u30a1-\u30fa \u4e00-\u9fa5 \uac00-\ud7a3"
)
_DIGITS = ranges("0-9")
# No apostrophe: it may belong to the letters around it.
_PUNCTUATION = ranges(
    "!-& (-/ :-@ [-` {-~ \u2026 \u3001 \u3002 \u300a-\u3011 \uff01 \uff08 \uff09 \uff0c \uff1a \uff1b \uff1f"
)


def byte_level_rules(normalizer: Sequence[Mapping[str, Any]], splitters: Sequence[Mapping[str, Any]]) -> list[Rule]:
    """The rules for these settings, for `PairAnchors`; none where the settings are not well known.

    NFC is the one normaliser allowed: it never joins anything across white space, line breaks or punctuation.
    """
    if any(step.get("type") != "NFC" for step in normalizer):
        return []
    pattern, prefixed = _pattern(splitters)
    if pattern is None:
        return []
    if prefixed:  # a part that does not begin with a space would be given one
        return [(~WHITE, members(" "))]
    sides = [(_LETTERS, _DIGITS), (_DIGITS, _LETTERS)]
    if pattern == GPT2:
        return [(~WHITE, WHITE), (_LETTERS | _DIGITS, _PUNCTUATION), *sides]
    after_break = ~WHITE & ~members("/")
    return [
        (~WHITE, WHITE & ~_BREAKS),
        (_LETTERS | _DIGITS, _BREAKS | _PUNCTUATION),
        (_BREAKS, after_break),
        *sides,
    ]


def _pattern(splitters: Sequence[Mapping[str, Any]]) -> tuple[str | None, bool]:
    """The pattern that cuts the text, when it is one of those above, and whether each text is given a space first."""
    if not splitters or splitters[-1].get("type") != "ByteLevel":
        return None, False
    last = splitters[-1]
    prefixed, own = bool(last.get("add_prefix_space", True)), bool(last.get("use_regex", True))
    if len(splitters) == 1 and own:
        return GPT2, prefixed
    if len(splitters) != 2 or own or prefixed or splitters[0].get("type") != "Split":
        return None, False
    split = splitters[0]
    found = (split.get("pattern") or {}).get("Regex")
    isolated = split.get("behavior") == "Isolated" and not split.get("invert")
    return (found if isolated and found in (GPT2, *CL100K, O200K) else None), False
