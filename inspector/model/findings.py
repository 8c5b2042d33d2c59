"""What is worth knowing of a whole chunking: the audit of the overlap, what the model cannot read, the extremes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunking import Chunking
from inspector.core.model_limits import ModelLimits
from inspector.core.overlap_audit import NoOverlap
from inspector.core.tokens import Spans, Tokens
from inspector.core.unread_places import Unread
from inspector.model.sweep_words import signed_percent
from inspector.model.wording import counted, measured

_HIDDEN: WeakKeyDictionary[Tokens, int] = WeakKeyDictionary()


@dataclass(frozen=True)
class Finding:
    """One sentence, what its words mean, and the chunk that it points to."""

    text: str
    meaning: str
    chunk: int | None = None
    warning: bool = False


NoneByReason = Mapping[NoOverlap, NDArray[np.intp]]


def findings(
    chunking: Chunking, tokens: Tokens, limits: ModelLimits, none: NoneByReason, lost: Spans | None = None
) -> list[Finding]:
    """Everything found, warnings first; empty for a chunking without chunks.

    `none` as of `no_overlap`, `lost` as of `lost_spans`, once known.
    """
    if not len(chunking):
        return []
    found = [
        *_context(chunking, limits),
        *_unknown(chunking, tokens),
        *_lost(chunking, lost),
        *_specials(chunking, tokens),
        *[Finding(remark.text, _sentence(remark.meaning)) for remark in chunking.remarks],
    ]
    return [*found, *_overlap(chunking, tokens, none), *_extremes(chunking), *_thin(chunking), *_blank(chunking)]


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _context(chunking: Chunking, limits: ModelLimits) -> list[Finding]:
    if limits.context is None:
        return []
    above = np.flatnonzero(chunking.input_tokens > limits.context)
    if not len(above):
        return []
    text = f"{counted(len(above), 'chunks')} above the context of {limits.context:,}"
    return [Finding(text, "The model silently drops what comes after its context.", int(above[0]), warning=True)]


def _unknown(chunking: Chunking, tokens: Tokens) -> list[Finding]:
    spans = tokens.unknown
    if not len(spans):
        return []
    hidden = counted(_hidden(tokens), "characters")
    verb = "hides" if len(spans) == 1 else "hide"
    text = f"{counted(len(spans), 'unknown tokens')} {verb} {hidden}"
    meaning = "The vocabulary has no token for these characters: the model cannot tell them from others."
    return [Finding(text, meaning, chunking.body_at(int(spans[0, 0])), warning=True)]


def _hidden(tokens: Tokens) -> int:
    """Characters in unknown tokens: summed up once for a text, whatever its chunks."""
    if tokens not in _HIDDEN:
        spans = tokens.unknown
        _HIDDEN[tokens] = int(spans[:, 1].sum(dtype=np.int64) - spans[:, 0].sum(dtype=np.int64))
    return _HIDDEN[tokens]


def _lost(chunking: Chunking, lost: Spans | None) -> list[Finding]:
    if lost is None or not len(lost):
        return []
    number = int((lost[:, 1].astype(np.int64) - lost[:, 0]).sum())
    text = f"{counted(number, 'characters')} {'is' if number == 1 else 'are'} lost"
    return [Finding(text, Unread.LOST.meaning, chunking.body_at(int(lost[0, 0])), warning=True)]


def _specials(chunking: Chunking, tokens: Tokens) -> list[Finding]:
    spans = tokens.specials
    if not len(spans):
        return []
    text = f"the text spells {counted(len(spans), 'special tokens')}"
    meaning = "The tokenizer reads them as such, not as letters, as it would in a pipeline."
    return [Finding(text, meaning, chunking.body_at(int(spans[0, 0])))]


def _overlap(chunking: Chunking, tokens: Tokens, none: NoneByReason) -> list[Finding]:
    asked, unit = chunking.parameters.overlap, chunking.parameters.unit
    if not asked:
        return [Finding("no overlap asked", "Overlap is text that a chunk repeats from the one before.")]
    if len(chunking) < 2:
        return []
    got = f"overlap: asked {counted(asked, unit)}, got {measured(float(chunking.overlaps[1:].mean()))} on average"
    meaning = "Overlap is taken in whole words and gives way where the chunk would be too large."
    return [Finding(got, meaning), *_no_overlap(chunking, none), *_cost(chunking, tokens)]


def _no_overlap(chunking: Chunking, none: NoneByReason) -> list[Finding]:
    """One finding for each reason for which chunks repeat nothing, the most frequent first."""
    parameters, found = chunking.parameters, []
    asked, size = counted(parameters.overlap, parameters.unit), counted(parameters.size, parameters.unit)
    reasons = {
        NoOverlap.ONE_WORD: ("the chunk before is one word", "To repeat it would reach the start of the chunk before."),
        NoOverlap.LARGE_WORD: (f"the last word before has more than {asked}", "No whole character of it fits either."),
        NoOverlap.FULL: (f"one word more would be above {size}", "Overlap gives way: a chunk is never too large."),
        NoOverlap.WINDOW: ("the window before ended early", "It was moved back to a whole character."),
    }
    for reason, chunks in sorted(none.items(), key=lambda pair: -len(pair[1])):
        words, meaning = reasons[reason]
        verb = "repeats" if len(chunks) == 1 else "repeat"
        text = f"{counted(len(chunks), 'chunks')} {verb} nothing: {words}"
        found.append(Finding(text, f"{meaning} Goes to the first.", int(chunks[0])))
    return found


def _cost(chunking: Chunking, tokens: Tokens) -> list[Finding]:
    if not len(tokens):
        return []
    share = signed_percent(float(chunking.tokens.sum()) / len(tokens) - 1).replace("\u00a0", " ")
    return [
        Finding(f"{share} tokens to embed", "What embedding the repeated text costs beside the document's own tokens.")
    ]


def _extremes(chunking: Chunking) -> list[Finding]:
    if len(chunking) < 2:
        return []
    small, large = int(chunking.counts.argmin()), int(chunking.counts.argmax())
    unit, size = chunking.parameters.unit, chunking.parameters.size
    return [
        Finding(
            f"smallest {counted(int(chunking.counts[small]), unit)}, #{small + 1:,}", "The first of that count.", small
        ),
        Finding(
            f"largest {chunking.counts[large]:,} of {counted(size, unit)}, #{large + 1:,}",
            "The first of that count.",
            large,
        ),
    ]


def _thin(chunking: Chunking) -> list[Finding]:
    thin = np.flatnonzero(chunking.counts * 4 < chunking.parameters.size)
    if not len(thin) or len(chunking) < 2:
        return []
    text = f"{counted(len(thin), 'chunks')} less than a quarter full"
    return [Finding(text, "Small chunks have vague vectors and take room among the results.", int(thin[0]))]


def _blank(chunking: Chunking) -> list[Finding]:
    blank = np.flatnonzero(chunking.blank)
    if not len(blank):
        return []
    text = f"{counted(len(blank), 'blank chunks')}"
    return [Finding(text, "White space only: shown, but neither embedded nor ranked.", int(blank[0]))]
