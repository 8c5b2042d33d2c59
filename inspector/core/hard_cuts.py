"""The last resort: a piece without any separator that is too large alone is cut between grapheme clusters."""

from __future__ import annotations

from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.measures import Measure


def split_hard(facts: Facts, measure: Measure, start: int, end: int, first: int, size: int, later: int) -> list[int]:
    """Body ends of `text[start:end]`, which holds no separator inside: the first within `first` units, others `later`.

    White space before and after the word is not cut unless it is itself too large. Raises CannotError when a cluster
    alone is larger than `size`.
    """
    word_start, word_end = _word(facts.text, start, end)
    ends: list[int] = []
    limit = first
    while start < end:
        start = _next_end(facts, measure, start, (word_start, word_end, end), limit, size)
        ends.append(start)
        limit = later
    return ends


def _word(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the word inside a piece begins and ends."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _next_end(facts: Facts, measure: Measure, start: int, stops: tuple[int, int, int], limit: int, size: int) -> int:
    """Where the body that begins at `start` ends: at the end of the piece, of its word, or inside the word."""
    word_start, word_end, end = stops
    for stop in (end, word_end):
        if stop > start and facts.clusters.floor(stop) == stop and measure.count(start, stop) <= limit:
            return stop
    if start < word_start < word_end and measure.count(start, word_start) <= limit:
        if measure.count(word_start, word_end) <= limit and facts.clusters.floor(word_start) == word_start:
            return word_start
        return reach(facts, measure, start, word_end, limit, size)
    return reach(facts, measure, start, next(s for s in stops if s > start), limit, size)


def reach(facts: Facts, measure: Measure, start: int, stop: int, limit: int, size: int) -> int:
    """The end of a body that begins at `start`, at a cluster boundary up to `stop`, and fits `limit` when counted.

    One cluster that is larger than `limit` but not than `size` is a body of its own.
    """
    clusters = facts.clusters
    end = clusters.floor(min(measure.furthest(start, limit), stop))
    while end > start:
        count = measure.count(start, end)
        if count <= limit:
            return end
        end = _step_back(facts, measure, end, count - limit)
    end = clusters.after(start)
    count = measure.count(start, end)
    if count > size:
        raise too_large(facts, measure, start, end, size)
    return end


def too_large(facts: Facts, measure: Measure, start: int, end: int, size: int) -> CannotError:
    """The refusal of a cluster that is larger than the size, with both numbers."""
    count = measure.count(start, end)
    return CannotError(
        f"size is {size} {measure.unit}, but the character at offset {start} alone ({facts.text[start:end][:8]!r}) "
        f"makes {count} {measure.unit}: choose a size of at least {count}"
    )


def _step_back(facts: Facts, measure: Measure, end: int, excess: int) -> int:
    """The cluster boundary before `end` that leaves out about `excess` units, at least one cluster."""
    back = measure.earliest(end, excess) - 1
    return facts.clusters.floor(max(min(back, end - 1), 0))
