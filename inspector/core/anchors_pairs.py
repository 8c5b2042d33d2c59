"""Anchors told by the two characters at an offset: one from a set of left neighbours, one from a set of right ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray

from inspector.core.codepoints import Codes, Mask, codes_at, runs

Members = NDArray[np.bool_]
"""A set of characters, shape (65537,): one place for each below U+10000, the last for all others together."""
Rule = tuple[Members, Members]
"""Characters that may stand before an anchor, and those that may then stand after it."""

ASTRAL = 0x10000


def members(characters: Iterable[str]) -> Members:
    """The set of some characters and ranges: `"a"` is one, `"a-z"` all from a to z. One above U+FFFF is all above."""
    found = np.zeros(ASTRAL + 1, np.bool_)
    for part in characters:
        found[min(ord(part[0]), ASTRAL) : min(ord(part[-1]), ASTRAL) + 1] = True
    return found


def ranges(parts: str) -> Members:
    """The set of some characters and ranges, with spaces between them."""
    return members(parts.split())


def places(points: Codes) -> Codes:
    """The place of each code point in a set, shape (n,)."""
    return points if points.dtype == np.uint8 else np.minimum(points, ASTRAL)


class PairAnchors:
    """An offset is an anchor where its two neighbours are in the two sets of a rule, or at an end of the text."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        bits = [np.uint16(1 << k) for k in range(len(rules))]
        self._left = _joined([left * bit for (left, _), bit in zip(rules, bits, strict=True)])
        self._right = _joined([right * bit for (_, right), bit in zip(rules, bits, strict=True)])
        self._left_bits, self._right_bits = self._left.data, self._right.data
        pair = "|".join(_set(left) + _set(right) for left, right in rules)
        after = f"{_set(self._right > 0)}(?<={pair})"
        self._forward = re.compile(after)
        self._backward = regex.compile(f"(?r){after}")

    def at(self, text: str, offset: int) -> bool:
        """True at the ends and between the two characters of a rule."""
        if offset <= 0 or offset >= len(text):
            return True
        left, right = min(ord(text[offset - 1]), ASTRAL), min(ord(text[offset]), ASTRAL)
        return bool(self._left_bits[left] & self._right_bits[right])

    def at_all(self, text: str, offsets: NDArray[Any]) -> Mask:
        """The same for many offsets."""
        ends: Mask = (offsets <= 0) | (offsets >= len(text))
        inner = offsets[~ends]
        left, right = codes_at(text, inner - 1), codes_at(text, inner)
        ends[~ends] = (self._left[places(left)] & self._right[places(right)]) > 0
        return ends

    def every(self, points: Codes) -> Mask:
        """The same for all offsets of a text."""
        at = places(points)
        result = np.ones(len(points) + 1, np.bool_)
        result[1:-1] = (self._left[at[:-1]] & self._right[at[1:]]) > 0
        return result

    def next(self, text: str, start: int, stop: int) -> int | None:
        """The first anchor from `start` on."""
        if start == 0:
            return 0
        found = self._forward.search(text, start, stop + 1)
        return found.start() if found else stop if stop == len(text) else None

    def last(self, text: str, start: int, stop: int) -> int | None:
        """The last anchor up to `stop`."""
        if stop == len(text):
            return stop
        found = self._backward.search(text, start, stop + 1)
        return int(found.start()) if found else start if start == 0 else None


def _joined(parts: list[NDArray[np.uint16]]) -> NDArray[np.uint16]:
    joined: NDArray[np.uint16] = np.bitwise_or.reduce(np.array(parts, np.uint16))
    return joined


def _set(found: Members) -> str:
    """The regular expression for a set."""
    starts, ends = runs(found[:ASTRAL])
    body = "".join(f"\\u{a:04x}-\\u{b - 1:04x}" for a, b in zip(starts.tolist(), ends.tolist(), strict=True))
    return f"[{body}{chr(92)}U00010000-{chr(92)}U0010ffff]" if found[ASTRAL] else f"[{body}]"
