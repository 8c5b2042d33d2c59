"""Text lost by normalisation: characters of which the tokenizer makes no token at all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import codes
from inspector.core.errors import CancelledError
from inspector.core.token_pieces import NEAR, stretch
from inspector.core.tokens import Piece, Spans, no_spans

if TYPE_CHECKING:
    from inspector.core.facts import Facts
    from inspector.core.tokenizer import Tokenizer

SLICE = 250_000
"""Characters that are looked through between two questions whether the work is still wanted."""
BATCH = 256
_PROBE = "a"

Cancelled = Callable[[], bool]
Place = tuple[int, int]
T = TypeVar("T")


def lost_spans(facts: Facts, cancelled: Cancelled = lambda: False) -> Spans:
    """The stretches of lost characters, int32 (m, 2) half-open offsets in ascending order.

    A character is lost when it is neither white space nor in an unknown token, and either no token covers it or all
    tokens are the same without it. Accents that are taken from a letter are not lost, but altered; an accent that
    stands as a character of its own can be. Found once for a document. Raises CancelledError.
    """
    return facts.remember("lost", lambda: _find(facts, cancelled))


def is_lost(facts: Facts, offset: int) -> bool:
    """Whether the character at `offset` is lost: looked for there alone, since somebody points at it."""
    if facts.text[offset].isspace() or len(_outside(facts, np.array([offset], np.int64))) == 0:
        return False
    return bool(_lost_in(facts, [(_around(facts, offset), [offset])]))


def _find(facts: Facts, cancelled: Cancelled) -> Spans:
    suspects = _suspects(facts.tokenizer, _characters(facts.text, cancelled), cancelled)
    if not suspects:
        return no_spans()
    found: list[int] = []
    for batch in _batches(_stretches(facts, _places(facts, suspects, cancelled))):
        _check(cancelled)
        found += _lost_in(facts, batch)
    return _runs(np.array(sorted(set(found)), np.int32))


def _check(cancelled: Cancelled) -> None:
    if cancelled():
        raise CancelledError("looking for lost characters was cancelled")


def _characters(text: str, cancelled: Cancelled) -> list[str]:
    """The different characters of a text that are not white space."""
    found = np.zeros(sys.maxunicode + 1, np.bool_)
    for start in range(0, len(text), SLICE):
        _check(cancelled)
        found[codes(text[start : start + SLICE])] = True  # a set of the text would hold up all other threads for long
    return [character for character in map(chr, np.flatnonzero(found).tolist()) if not character.isspace()]


def _suspects(tokenizer: Tokenizer, characters: list[str], cancelled: Cancelled) -> list[str]:
    """The characters that give no token after a letter or alone: what is never lost there is lost nowhere."""
    bare = _names(tokenizer.pieces([_PROBE])[0])
    found: list[str] = []
    for batch in _batches(iter(characters)):
        _check(cancelled)
        counts = tokenizer.count(batch)
        after = tokenizer.pieces([_PROBE + character for character in batch])
        found += [
            character
            for character, count, pieces in zip(batch, counts, after, strict=True)
            if not count or _names(pieces) == bare
        ]
    return found


def _places(facts: Facts, suspects: list[str], cancelled: Cancelled) -> NDArray[np.int64]:
    """Where the suspects stand outside unknown tokens, ascending."""
    wanted, parts = np.array([ord(c) for c in suspects], np.uint32), [np.zeros(0, np.int64)]
    for start in range(0, len(facts.text), SLICE):
        _check(cancelled)
        points = codes(facts.text[start : start + SLICE])
        parts.append(np.flatnonzero(np.isin(points, wanted)) + start)
    return _outside(facts, np.concatenate(parts))


def _outside(facts: Facts, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of some places that are in no unknown token."""
    unknown = facts.tokens.unknown
    after = np.searchsorted(unknown[:, 0], places, side="right") - 1
    outside = after < 0
    outside[~outside] = places[~outside] >= unknown[after[~outside], 1]
    return places[outside]


def _stretches(facts: Facts, places: NDArray[np.int64]) -> Iterator[tuple[Place, list[int]]]:
    """Short spans with anchors at both ends, each with the suspects in it; the whole text where there are none near."""
    inside: list[int] = []
    span = (0, 0)
    for place in places.tolist():
        if inside and place + 1 < span[1]:
            inside.append(place)
            continue
        if inside:
            yield span, inside
        span, inside = _around(facts, place), [place]
    if inside:
        yield span, inside


def _around(facts: Facts, place: int) -> Place:
    """A stretch with a character more at each side, so that it is the same without the suspect."""
    first, last = max(place - 1, 0), min(place + 2, len(facts.text))
    return stretch(facts, first, last, NEAR) or (max(place - NEAR, 0), min(place + NEAR, len(facts.text)))


def _lost_in(facts: Facts, batch: list[tuple[Place, list[int]]]) -> list[int]:
    """The lost ones among the suspects of some stretches: each stretch is encoded as it is and without them."""
    texts = [facts.text[a:b] for (a, b), _ in batch]
    without = [_without(facts.text, span, inside) for span, inside in batch]
    pieces = facts.tokenizer.pieces(texts + without)
    found: list[int] = []
    for k, ((start, end), inside) in enumerate(batch):
        if _names(pieces[k]) == _names(pieces[len(batch) + k]):
            found += inside
        else:
            covered = _covered(pieces[k], end - start)
            found += [p for p in inside if not covered[p - start] or _is_spare(facts, (start, end), p, pieces[k])]
    return found


def _is_spare(facts: Facts, span: Place, place: int, pieces: list[Piece]) -> bool:
    """Whether all tokens of a stretch are the same without the character at `place`."""
    alone = facts.tokenizer.pieces([_without(facts.text, span, [place])])[0]
    return _names(alone) == _names(pieces)


def _without(text: str, span: Place, places: list[int]) -> str:
    bounds = [span[0] - 1, *places, span[1]]
    return "".join(text[a + 1 : b] for a, b in pairwise(bounds))


def _covered(pieces: list[Piece], length: int) -> NDArray[np.bool_]:
    covered = np.zeros(length, np.bool_)
    for piece in pieces:
        covered[piece.start : piece.end] = True
    return covered


def _names(pieces: list[Piece]) -> list[tuple[int | None, str]]:
    return [(piece.number, piece.spelling) for piece in pieces]


def _runs(places: NDArray[np.int32]) -> Spans:
    """Neighbours made one span."""
    apart = np.flatnonzero(np.diff(places) > 1)
    firsts, lasts = np.r_[places[:1], places[apart + 1]], np.r_[places[apart], places[-1:]]
    return np.column_stack([firsts, lasts + 1]).astype(np.int32)


def _batches(items: Iterator[T]) -> Iterator[list[T]]:
    batch: list[T] = []
    for item in items:
        batch.append(item)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
