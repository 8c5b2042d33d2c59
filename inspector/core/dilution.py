"""The dilution curve: how the chunk that holds an answer grows with the size, and its meaning smears out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from inspector.core.chunker import chunk
from inspector.core.chunking import Chunking
from inspector.core.errors import CannotError, RefusedError
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters

POINTS = 24


@dataclass(frozen=True)
class Holder:
    """The chunk that holds the answer at one size: `text[start:end]`, `count` in the unit, `tokens` of text.

    `whole` says whether it holds all of the answer; else it is the one that holds the most of it. `prefix` is what the
    model gets before it. `read` is False where the model's context is too small for it.
    """

    size: int
    start: int
    end: int
    count: int
    tokens: int
    whole: bool
    prefix: str
    read: bool


def dilution_sizes(facts: Facts, unit: str, start: int, end: int, count: int = POINTS) -> list[int]:
    """Sizes from the sentence around `text[start:end]` to the whole document, evenly on a logarithmic axis."""
    low = max(sentence_size(facts, unit, start, end), 1)
    high = max(facts.count(unit, 0, len(facts.text)), low)
    return sorted({round(float(size)) for size in np.geomspace(low, high, count)} | {low, high})


def sentence_size(facts: Facts, unit: str, start: int, end: int) -> int:
    """How many units the sentence or sentences have in which `text[start:end]` lies."""
    cuts = facts.cuts("unicode")
    strong = cuts.positions[cuts.levels >= Level.SENTENCE]
    first = int(np.searchsorted(strong, np.int32(start), side="right")) - 1
    last = int(np.searchsorted(strong, np.int32(end), side="left"))
    begin = int(strong[first]) if first >= 0 else 0
    stop = int(strong[last]) if last < len(strong) else len(facts.text)
    return facts.count(unit, begin, stop)


def sentences(facts: Facts, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of `text[start:end]` as spans that partition it."""
    cuts = facts.cuts("unicode")
    strong = cuts.positions[cuts.levels >= Level.SENTENCE]
    inner = strong[np.searchsorted(strong, np.int32(start), side="right") : np.searchsorted(strong, np.int32(end))]
    edges = [start, *inner.tolist(), end]
    return list(pairwise(edges))


def holders(
    facts: Facts,
    parameters: Parameters,
    limits: ModelLimits,
    start: int,
    end: int,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Holder]:
    """For growing sizes the chunk that holds the answer `text[start:end]`; stops early when cancelled.

    All else is as in `parameters`; the overlap is at most half of the size. Sizes that are refused (a cluster is
    larger) are left out.
    """
    if not 0 <= start < end <= len(facts.text):
        raise RefusedError(
            f"an answer from {start} to {end} is not a part of a document of {len(facts.text)} characters"
        )
    for size in dilution_sizes(facts, parameters.unit, start, end):
        if cancelled():
            return
        asked = replace(parameters, size=size, overlap=min(parameters.overlap, size // 2))
        try:
            chunking = chunk(facts, asked, limits)
        except (RefusedError, CannotError):
            continue
        if len(chunking):
            yield _holder(chunking, size, limits, start, end)


def _holder(chunking: Chunking, size: int, limits: ModelLimits, start: int, end: int) -> Holder:
    shared = np.minimum(chunking.ends, end) - np.maximum(chunking.starts, start)
    index = int(np.argmax(shared))
    received = int(chunking.input_tokens[index])
    return Holder(
        size,
        int(chunking.starts[index]),
        int(chunking.ends[index]),
        int(chunking.counts[index]),
        int(chunking.tokens[index]),
        int(shared[index]) == end - start,
        chunking.prefix(index, limits.prefix),
        limits.context is None or received <= limits.context,
    )
