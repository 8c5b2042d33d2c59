"""The candidate cuts of the preset `unicode`: one per run of white space, and the marks of scripts without spaces."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import Codes, Mask, among, runs, spaces
from inspector.core.levels import Level
from inspector.core.sentences import CLAUSE_MARKS, CLOSERS, WIDE_ENDERS, ends_sentence

BREAKS = "\n\v\f\r\x85\u2028\u2029"
_PARAGRAPH_BREAKS = "\f\u2029"

Cut = tuple[NDArray[np.int32], NDArray[np.int8]]


def white_space_cuts(text: str, points: Codes) -> Cut:
    """Positions (int32, sorted) and levels (int8) of all candidate cuts of `text`, whose code points are `points`."""
    blank = spaces(points)
    starts, ends = runs(blank)
    inner = (starts > 0) & (ends < len(points))
    starts, ends = starts[inner], ends[inner]
    positions, levels = _runs(text, points, starts, ends)
    if points.dtype == np.uint8:
        return positions, levels
    marks, mark_levels = _marks(points, blank)
    order = np.argsort(np.concatenate([positions, marks]), kind="stable")
    return np.concatenate([positions, marks])[order], np.concatenate([levels, mark_levels])[order]


def _runs(text: str, points: Codes, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> Cut:
    """The cut of each run of white space: after its last line break if it has one, else at its end."""
    at = np.flatnonzero(among(points, BREAKS)).astype(np.int32)
    single = at[~((points[at] == 10) & (at > 0) & (points[np.maximum(at - 1, 0)] == 13))]
    strong = at[among(points[at], _PARAGRAPH_BREAKS)]
    count = np.searchsorted(single, ends) - np.searchsorted(single, starts)
    paragraph = (count >= 2) | (np.searchsorted(strong, ends) > np.searchsorted(strong, starts))
    positions = ends.copy()
    broken = count >= 1
    positions[broken] = at[np.searchsorted(at, ends[broken]) - 1] + 1
    levels = np.where(broken, Level.LINE, Level.WORD).astype(np.int8)
    open_question = ~paragraph & _may_end(points, starts)
    levels[_sentences(text, starts, broken, open_question)] = Level.SENTENCE
    levels[paragraph] = Level.PARAGRAPH
    return positions, levels


def _may_end(points: Codes, starts: NDArray[np.int32]) -> Mask:
    """Which runs stand after a character that can be the last of a sentence."""
    return _last_table()[np.minimum(points[starts - 1].astype(np.uint32), 0xFFFF)]


@cache
def _last_table() -> Mask:
    table = np.zeros(0x10000, np.bool_)
    table[[ord(c) for c in ".!?…" + WIDE_ENDERS + CLOSERS]] = True
    return table


def _sentences(text: str, starts: NDArray[np.int32], broken: Mask, asked: Mask) -> list[int]:
    return [
        k
        for k, start, same_line in zip(
            np.flatnonzero(asked).tolist(), starts[asked].tolist(), (~broken[asked]).tolist(), strict=True
        )
        if ends_sentence(text, start, same_line=same_line)
    ]


_STRAIGHT = "\"'"


def _marks(points: Codes, blank: Mask) -> Cut:
    """Cuts after `。` and the like (sentence) and `，` and the like (word) that no white space follows.

    Each run of such marks and closers, from its first mark on, is one place; a straight quote at its end may as well
    open what follows.
    """
    kinds = _mark_table()[np.minimum(points, 0xFFFF)]
    starts, ends = runs(kinds > 0)
    marks, wide, last = (np.flatnonzero(found) for found in (kinds >= _CLAUSE_MARK, kinds == _WIDE, kinds > _QUOTE))
    first = np.searchsorted(marks, starts)
    marked = first < np.searchsorted(marks, ends)
    begins, ends = marks[first[marked]], ends[marked]
    positions = last[np.searchsorted(last, ends) - 1] + 1
    sentence = np.searchsorted(wide, positions) > np.searchsorted(wide, begins)
    levels = np.where(sentence, Level.SENTENCE, Level.WORD).astype(np.int8)
    cuts = positions < len(points)
    cuts[cuts] = ~blank[positions[cuts]]
    return positions[cuts].astype(np.int32), levels[cuts]


_QUOTE, _CLOSER, _CLAUSE_MARK, _WIDE = 1, 2, 3, 4


@cache
def _mark_table() -> NDArray[np.int8]:
    """For each character below U+10000 what it is among the marks, 0 for most; the last stands for all above."""
    table = np.zeros(0x10000, np.int8)
    for kind, characters in (
        (_CLOSER, CLOSERS),
        (_QUOTE, _STRAIGHT),
        (_CLAUSE_MARK, CLAUSE_MARKS),
        (_WIDE, WIDE_ENDERS),
    ):
        table[[ord(c) for c in characters]] = kind
    return table
