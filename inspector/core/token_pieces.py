"""Single tokens at a place of the document: the stretch around it is encoded anew, since only starts are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from inspector.core.tokens import Piece

if TYPE_CHECKING:
    from inspector.core.facts import Facts

NEAR, FAR = 400, 4_000
"""Characters within which an anchor is looked for, first and then."""


def pieces_at(facts: Facts, offset: int) -> list[Piece]:
    """The tokens that the character at `offset` is in, with offsets of the document.

    There is none for white space between tokens, for a character that no token is made of, and where the tokenizer
    has no anchor within `FAR` characters, so that nobody knows without encoding everything.
    """
    if not 0 <= offset < len(facts.text):
        return []
    span = stretch(facts, offset, offset + 1, NEAR) or stretch(facts, offset, offset + 1, FAR)
    if span is None:
        return []
    start, end = span
    found = facts.tokenizer.pieces([facts.text[start:end]])[0]
    return [
        Piece(start + piece.start, start + piece.end, piece.number, piece.spelling)
        for piece in found
        if piece.start <= offset - start < piece.end
    ]


def stretch(facts: Facts, first: int, last: int, far: int) -> tuple[int, int] | None:
    """A short span between two anchors that holds `first:last`; None where none is within `far` characters.

    The tokens of `first:last` are those of the document: where white space is before it, which may belong to the
    token of the word after it, the span begins a word earlier; and it ends after a word.
    """
    start, end = _anchor_before(facts, first, far), _anchor_after(facts, last, far)
    if start and (facts.text[start - 1].isspace() or facts.text[start].isspace()):
        least = max(start - far, 0)
        start = _anchor_before(facts, max(len(facts.text[least:start].rstrip()) + least - 1, 0), far)
    return None if start is None or end is None else (start, end)


def _anchor_before(facts: Facts, offset: int, far: int) -> int | None:
    anchor = facts.tokenizer.anchors.last(facts.text, max(offset - far, 0), offset)
    special = None if anchor is None else _special(facts, anchor)
    return special[0] if special else anchor


def _anchor_after(facts: Facts, offset: int, far: int) -> int | None:
    text, most = facts.text, min(offset + far, len(facts.text))
    while (anchor := facts.tokenizer.anchors.next(text, offset, most)) is not None:
        special = _special(facts, anchor)
        anchor = special[1] if special else anchor
        if anchor == len(text) or not text[anchor - 1].isspace():
            return anchor
        offset = anchor + 1
        if offset > most:
            break
    return None


def _special(facts: Facts, offset: int) -> tuple[int, int] | None:
    """The special token that the text spells around `offset`."""
    spans = facts.tokens.specials
    if not len(spans):
        return None
    k = int(np.searchsorted(spans[:, 0], np.int32(offset))) - 1
    if k < 0 or offset >= int(spans[k, 1]):
        return None
    return int(spans[k, 0]), int(spans[k, 1])
