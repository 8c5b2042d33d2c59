"""Anchors of tokenizers in SentencePiece's way: white space becomes a mark, and pieces begin at the mark.

Proved from how the library works, and measured by the tests over random texts:

- Before white space that follows an ordinary character, counts add up: the left part ends as it did, and the right
  part begins with its own mark, so none is put before it. This needs pieces that never hold a mark after something
  else: the splitter sees to it, or no token of the vocabulary is of that kind.
- After white space, before an ordinary character, they add up only where white space at the end of a text counts
  nothing (words are split at white space, or the text is stripped) and every text is given a mark at its beginning.
- Where a mark is put before every text even if it has one (the normaliser `Prepend`), they add up nowhere.

An ordinary character is one that the normaliser keeps or changes into something that is no white space at the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import regex

from inspector.core.anchors_byte_level import WHITE
from inspector.core.anchors_pairs import ASTRAL, Members, Rule, members, ranges

MARK = "▁"
_WHITE = "".join(chr(c) for c in np.flatnonzero(WHITE[:ASTRAL]).tolist())
_STEPS = {"Precompiled", "NFC", "NFD", "NFKC", "NFKD", "Nmt", "Lowercase", "StripAccents", "Strip", "Replace"}
# None of them joins a grapheme cluster with white space beside it, and none extends a cluster before it.
ORDINARY = ranges(
    "!-~ \xa1-\xac \xae-\u024f \u0391-\u03a1 \u03a3-\u03c9 \u0400-\u0481 \u048a-\u052f "
    "\u0561-\u0586 \u05d0-\u05ea \u0621-\u064a \u0905-\u0939 \u0e01-\u0e30 \u10d0-\u10fa "
    "\u1e00-\u1eff \u2010-\u2027 \u2030-\u205e \u2190-\u21ff \u2200-\u22ff \u2500-\u2580 "
    "\u2582-\u25ff \u3001-\u3020 \u3041-\u3096 \u30a1-\u30ff \u3400-\u4dbf \u4e00-\u9fff "
    "\uac00-\ud7a3 \uff01-\uff5e \uff61-\uff9d"
)
_PLAIN = {"Replace", "Strip", "Prepend"}
Normalize = Callable[[str], str]


def metaspace_rules(
    normalizer: list[Mapping[str, Any]],
    splitters: list[Mapping[str, Any]],
    normalize: Normalize,
    unmarked_inside: Callable[[], bool],
) -> list[Rule]:
    """The rules for these settings, for `PairAnchors`; none where the settings are not well known.

    `unmarked_inside()` tells whether the vocabulary is of a BPE without a token that holds a mark after something else.
    """
    kinds = [s.get("type") for s in splitters]
    scheme = _scheme(splitters[-1]) if splitters else "never"
    at_words = kinds == ["WhitespaceSplit", "Metaspace"]
    splits = at_words or (kinds == ["Metaspace"] and splitters[0].get("split", True) and _replaces(splitters[0]))
    whole = kinds in ([], ["Metaspace"], ["Split"])
    if not all(map(is_known, normalizer)) or (at_words and scheme != "always"):
        return []
    forgets = scheme == "always" and splits and _forgets_spaces(normalizer)
    if any(s.get("strip_left") or _trims(s) for s in normalizer) and not forgets:
        return []
    if not splits and not (whole and _marks(normalizer, splitters) and unmarked_inside()):
        return []
    usual = ordinary(normalizer, normalize)
    white = members(w for w in _WHITE if _is_white(normalize(f"a{w}b"), at_words))
    rules = [(usual, white)]
    if at_words or forgets:
        rules.append((white, usual))
    return rules if white.any() and usual.any() else []


def _scheme(splitter: Mapping[str, Any]) -> str:
    """When a mark is put before a text that has none: always, first or never."""
    if splitter.get("type") != "Metaspace":
        return "never"
    legacy = "always" if splitter.get("add_prefix_space", True) else "never"
    return str(splitter.get("prepend_scheme", legacy))


def _replaces(splitter: Mapping[str, Any]) -> bool:
    return bool(splitter.get("replacement") == MARK)


def _marks(normalizer: list[Mapping[str, Any]], splitters: list[Mapping[str, Any]]) -> bool:
    """Whether spaces become marks although nothing is split there."""
    if any(s.get("type") == "Split" and s.get("pattern") != {"String": " "} for s in splitters):
        return False
    return any(map(_replaces, splitters)) or any(
        s.get("pattern") == {"String": " "} and s.get("content") == MARK for s in normalizer
    )


def is_known(step: Mapping[str, Any]) -> bool:
    """Whether a step of the normaliser is one that changes nothing across the edge of white space."""
    if step.get("type") != "Replace":
        return step.get("type") in _STEPS
    pattern, content = step.get("pattern") or {}, str(step.get("content"))
    if pattern == {"String": " "}:
        return content == MARK
    if _collapses(step) or _trims(step):
        return True
    plain = str(pattern.get("String", ""))
    return all(t and MARK not in t and not any(c.isspace() for c in t) for t in (plain, content))


def _collapses(step: Mapping[str, Any]) -> bool:
    return step.get("pattern") == {"Regex": " {2,}"} and step.get("content") in (" ", MARK)


def _forgets_spaces(normalizer: list[Mapping[str, Any]]) -> bool:
    """Whether, as the last steps, spaces at both ends are taken away and those inside become one."""
    last = len(normalizer)
    while last and normalizer[last - 1].get("type") == "Replace":
        last -= 1
    return any(map(_trims, normalizer[last:])) and any(map(_collapses, normalizer[last:]))


def _trims(step: Mapping[str, Any]) -> bool:
    return bool(step.get("pattern") == {"Regex": r"\A +| +\z"} and step.get("content") == "")


def _is_white(normal: str, at_words: bool) -> bool:
    """Whether the character between two letters separates words after normalisation."""
    return len(normal) == 3 and (normal[1] in _WHITE if at_words else normal[1] in (" ", MARK))


def ordinary(normalizer: list[Mapping[str, Any]], normalize: Normalize) -> Members:
    """The characters whose normal form has no white space or mark at either edge, whatever stands around."""
    kinds = {s.get("type") for s in normalizer}
    if not kinds - _PLAIN:
        return ~WHITE & ~members((MARK, "\x1c-\x1f"))
    if "Precompiled" in kinds and not all(_has_edges(edges(c, normalize)) for c in _prepended()):
        return members(())
    found = ORDINARY.copy()
    for c in np.flatnonzero(found).tolist():
        found[c] = _has_edges(edges(chr(c), normalize))
    return found


def edges(character: str, normalize: Normalize) -> str:
    """The first and the last character of its normal form, as it is between two bars; empty when it has none."""
    normal = normalize(f"|{character}|")
    inside = normal[1:-1] if len(normal) > 2 and normal[0] == normal[-1] == "|" else ""
    return inside and inside[0] + inside[-1]


def _has_edges(found: str) -> bool:
    return bool(found) and not any(c.isspace() or c == MARK for c in found)


@cache
def _prepended() -> tuple[str, ...]:
    """The characters that form a cluster with an ordinary one after them, and may be normalised with it."""
    points = (c for c in range(0x110000) if not 0xD800 <= c < 0xE000)
    return tuple(regex.findall(r"\p{GCB=Prepend}", "".join(map(chr, points))))
