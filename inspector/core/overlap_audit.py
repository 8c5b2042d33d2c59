"""The overlap's audit: which chunks repeat nothing although overlap was asked for, and for which of few reasons."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.measures import Ints


class NoOverlap(Enum):
    """Why a chunk after the first repeats nothing."""

    ONE_WORD = "one word"
    """The chunk before begins with its last word: to repeat it would reach that chunk's start."""
    LARGE_WORD = "large word"
    """The last word before is larger than the overlap, and no whole character of it fits."""
    FULL = "full"
    """With the last word before the chunk would be larger than the size: the overlap gave way."""
    WINDOW = "window"
    """A sliding window begins where the one before ended early."""


def no_overlap(facts: Facts, chunking: Chunking) -> dict[NoOverlap, NDArray[np.intp]]:
    """The indices (growing) of the chunks after the first that repeat nothing, by reason; empty when none was asked."""
    if not chunking.parameters.overlap:
        return {}
    none = np.flatnonzero(chunking.starts[1:] == chunking.body_starts[1:]) + 1
    if not len(none):
        return {}
    reasons = reasons_for(facts, chunking, none)
    return {reason: chosen for reason in NoOverlap if len(chosen := none[reasons == _CODES[reason]])}


def reason_for(facts: Facts, chunking: Chunking, index: int) -> NoOverlap:
    """Why chunk `index` repeats nothing."""
    code = int(reasons_for(facts, chunking, np.array([index]))[0])
    return next(reason for reason in NoOverlap if _CODES[reason] == code)


def reasons_for(facts: Facts, chunking: Chunking, none: NDArray[np.intp]) -> NDArray[np.int8]:
    """The codes of the reasons for chunks that repeat nothing, shape of `none`."""
    parameters = chunking.parameters
    if parameters.strategy.startswith("sliding"):
        return np.full(len(none), _CODES[NoOverlap.WINDOW], np.int8)
    bodies, words = chunking.body_starts[none], last_words(facts, chunking.body_starts[none])
    last = facts.measures[parameters.unit].counts(words, bodies)
    reasons = np.where(last > parameters.overlap, _CODES[NoOverlap.LARGE_WORD], _CODES[NoOverlap.FULL])
    reasons[words <= chunking.starts[none - 1]] = _CODES[NoOverlap.ONE_WORD]
    return reasons.astype(np.int8)


def last_words(facts: Facts, bodies: Ints) -> Ints:
    """Where the last word that begins before each body begins, shape of `bodies`; 0 where there is none."""
    k = np.searchsorted(facts.word_starts, bodies.astype(np.int32)) - 1
    return np.where(k >= 0, facts.word_starts[np.maximum(k, 0)].astype(np.int64), 0)


_CODES = {reason: code for code, reason in enumerate(NoOverlap)}
