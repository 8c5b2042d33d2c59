"""Where a document may be cut into slices although counts do not add up there: by looking at one character before.

A tokenizer that puts a mark or a space before every text treats the second of two slices as it should when the slice
begins one character early and the tokens of that character are dropped again. What is needed then is only that no
piece and no token holds the last character of one slice and the first of the next side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import tokenizers

from inspector.core.anchors_byte_level import byte_level_rules
from inspector.core.anchors_metaspace import MARK, ORDINARY, Normalize, edges, is_known, ordinary
from inspector.core.anchors_pairs import Rule, members

_ENDS = "。，！？；：、,.!?;:"
Steps = list[Mapping[str, Any]]


def slicing_rules(inner: tokenizers.Tokenizer, normalizer: Steps, splitters: Steps, normalize: Normalize) -> list[Rule]:
    """Where a slice may end and the next begin one character early; none in kinds that are not well known."""
    if type(inner.model).__name__ == "BPE":
        bare = [s | {"add_prefix_space": False} if s.get("type") == "ByteLevel" else s for s in map(dict, splitters)]
        rules = byte_level_rules(normalizer, bare)
        if rules or inner.model.ignore_merges:
            return rules
    return _vocabulary_rules(inner, normalizer, splitters, normalize)


def _vocabulary_rules(
    inner: tokenizers.Tokenizer, normalizer: Steps, splitters: Steps, normalize: Normalize
) -> list[Rule]:
    """Pairs of characters that no token of the vocabulary holds side by side: its pieces never cross them.

    A space after something else is one, where spaces become marks; else the end of a sentence or clause in a script
    that has no spaces. Its sign must be in the vocabulary: unknown characters in a row would become one token.
    """
    usual = ordinary(normalizer, normalize) if _is_understood(normalizer, splitters) else members(())
    if not usual.any():
        return []
    vocabulary = inner.get_vocab(with_added_tokens=False)
    before = _neighbours(vocabulary)
    marks = any(map(_makes_marks, (*normalizer, *splitters)))
    rules = [(usual, members(" "))] if marks and MARK in vocabulary and not before.get(MARK) else []
    same = all(s.get("type") in ("Replace", "Prepend") for s in normalizer)
    points = np.flatnonzero(usual & ORDINARY).tolist()
    forms = {chr(c): chr(c) if same else edges(chr(c), normalize) for c in points}
    for sign in _ENDS:
        form = forms.get(sign, "")
        if form and form in (form[0], form[0] * 2) and form[0] in vocabulary:
            taken = before.get(form[0], set())
            rules.append((members(c for c, f in forms.items() if f[-1] not in taken), members(sign)))
    return rules


def _neighbours(vocabulary: Iterable[str]) -> dict[str, set[str]]:
    """What stands before a mark or the end of a sentence inside the tokens; marks at their beginning left out."""
    before: dict[str, set[str]] = {}
    joined = "\n".join(token.lstrip(MARK) for token in vocabulary)
    for left, right in re.findall(f"([^\n])(?=([{MARK}{_ENDS}]))", joined):
        before.setdefault(right, set()).add(left)
    return before


def _is_understood(normalizer: Steps, splitters: Steps) -> bool:
    kinds = [s.get("type") for s in splitters]
    known = all((is_known(s) and not _rewrites(s)) or s == {"type": "Prepend", "prepend": MARK} for s in normalizer)
    return known and kinds in ([], ["Metaspace"], ["WhitespaceSplit", "Metaspace"], ["Split"])


def _rewrites(step: Mapping[str, Any]) -> bool:
    """Whether it replaces one string by another, other than a space."""
    return " " not in (step.get("pattern") or {}).get("String", " ")


def _makes_marks(step: Mapping[str, Any]) -> bool:
    return step.get("replacement") == MARK or (step.get("pattern") == {"String": " "} and step.get("content") == MARK)
