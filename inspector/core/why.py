"""Why here: what speaks for a cut where it is, with the rejected alternative and both counts."""

from __future__ import annotations

import numpy as np

from inspector.core.chunking import Chunking
from inspector.core.cuts import RANKS, Cuts
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.overlap_audit import NoOverlap, last_words, reason_for
from inspector.core.own_separators import OwnSeparators

_NEXT = {
    Level.HEADING: "section",
    Level.PARAGRAPH: "paragraph",
    Level.SENTENCE: "sentence",
    Level.LINE: "line",
    Level.WORD: "word",
    Level.HARD: "character",
}


def why_here(facts: Facts, chunking: Chunking, index: int) -> str:
    """One sentence or two on why the cut at the end of chunk `index` is there."""
    if index == len(chunking) - 1:
        return "The document ends here."
    if chunking.parameters.strategy.startswith("sliding"):
        return _sliding(facts, chunking, index)
    return _packed(facts, chunking, index) + _own(facts, chunking, index)


def why_overlap(facts: Facts, chunking: Chunking, index: int) -> str:
    """One sentence on the overlap of chunk `index`: what was asked, what it got, and why it is 0 where it is."""
    parameters = chunking.parameters
    asked, got, unit = parameters.overlap, int(chunking.overlaps[index]), parameters.unit
    if not asked:
        return "No overlap was asked for."
    if index == 0:
        return "The first chunk has nothing before it to repeat."
    if chunking.starts[index] < chunking.body_starts[index]:
        if got == asked:
            return f"Repeats {got:,} of {_counted(asked, unit)} asked for."
        return f"Repeats {got:,} of {_counted(asked, unit)} asked for: {_why_less(facts, chunking, index)}."
    return f"Repeats 0 of {_counted(asked, unit)} asked for: {_why_none(facts, chunking, index)}."


def _packed(facts: Facts, chunking: Chunking, index: int) -> str:
    """For a strategy that packs pieces: what the next piece would have made."""
    parameters, cuts = chunking.parameters, facts.cuts(chunking.parameters.separators)
    body, end, unit = int(chunking.body_starts[index]), int(chunking.ends[index]), parameters.unit
    level = chunking.level(index)
    limit = parameters.size - (parameters.overlap if index else 0)
    leaving = f" that {parameters.size:,} less {parameters.overlap:,} for overlap leave"
    the_limit = f"{limit:,}" if limit == parameters.size else f"the {limit:,}{leaving}"
    units = _counted(limit, unit) if limit == parameters.size else f"the {_counted(limit, unit)}{leaving}"
    if level == Level.HARD:
        return _hard(facts, chunking, body, end, units)
    following = _next_cut(cuts, end, len(facts.text))
    piece, together = facts.count(unit, end, following), facts.count(unit, body, following)
    name = f"{_NEXT[level]} ({_counted(piece, unit)})"
    if together > limit:
        reason = f"The next {name} would make {together:,}, more than {the_limit}"
    elif parameters.strategy == "optimal":
        reason = (
            f"The next {name} would fit as well ({together:,} of {the_limit}), but a cut there "
            "costs more in all: more chunks, weaker cuts or less even ones"
        )
    else:
        reason = (
            f"What comes before was split out of a piece too large for {units}, so the next {name} was not added to it"
        )
    return f"{reason}; {_stronger(facts, cuts, chunking, index)}."


def _own(facts: Facts, chunking: Chunking, index: int) -> str:
    """Which of a person's own separators the cut stands after; nothing for a preset."""
    own, end = chunking.parameters.separators, int(chunking.ends[index])
    if not isinstance(own, OwnSeparators):
        return ""
    cuts = facts.cuts(own)
    k = int(np.searchsorted(cuts.positions, np.int32(end)))
    if k == len(cuts.positions) or cuts.positions[k] != end:
        return " None of your own separators ends here."
    which = own.strengths.index(int(cuts.strengths[k]))
    return f" It stands after your separator {which + 1}, {own.items[which].label}."


def _hard(facts: Facts, chunking: Chunking, body: int, end: int, limit: str) -> str:
    """For a cut inside a word: how large the word is."""
    words, unit = facts.word_starts, chunking.parameters.unit
    k = int(np.searchsorted(words, np.int32(end), side="right")) - 1
    start = int(words[k])
    stop = int(words[k + 1]) if k + 1 < len(words) else len(facts.text)
    stop = start + len(facts.text[start:stop].rstrip())
    if start < end < stop:
        count = facts.count(unit, start, stop)
        if count <= chunking.parameters.size - chunking.parameters.overlap:
            return (
                f"No separator ends between offsets {body:,} and {end:,}, so a word is cut: there is room for {limit}."
            )
        return f"The word around this cut has {_counted(count, unit)}, more than {limit}, and no separator inside."
    return f"No separator ends between offsets {body:,} and {end:,}, and there is room for {limit}."


def _strength(cuts: Cuts, offset: int) -> int:
    """The strength of the candidate cut at `offset`; that of a word where it is none."""
    k = int(np.searchsorted(cuts.positions, np.int32(offset)))
    known = k < len(cuts.positions) and int(cuts.positions[k]) == offset
    return int(cuts.strengths[k]) if known else Level.WORD * RANKS


def _next_cut(cuts: Cuts, end: int, size: int) -> int:
    """The next candidate cut after `end` that is as strong or stronger, or the end of the text."""
    k = int(np.searchsorted(cuts.positions, np.int32(end), side="right"))
    found = np.flatnonzero(cuts.strengths[k : k + 20_000] >= _strength(cuts, end))
    return int(cuts.positions[k + int(found[0])]) if len(found) else size


def _stronger(facts: Facts, cuts: Cuts, chunking: Chunking, index: int) -> str:
    """How far back the last stronger cut is."""
    body, end = int(chunking.body_starts[index]), int(chunking.ends[index])
    level, unit, strength = chunking.level(index), chunking.parameters.unit, _strength(cuts, end)
    if not (cuts.strengths > strength).any():
        return "no separator of this text is stronger"
    first, last = np.searchsorted(cuts.positions, np.array([body + 1, end], np.int32))
    inside = np.flatnonzero(cuts.strengths[first:last] > strength)
    if not len(inside):
        return f"no separator stronger than this {level.label} is inside this chunk"
    position = int(cuts.positions[first + int(inside[-1])])
    name = Level(int(cuts.levels[first + int(inside[-1])])).label
    back = _counted(facts.count(unit, position, end), unit)
    return f"a {'stronger ' if name == level.label else ''}{name} break was {back} back"


def _sliding(facts: Facts, chunking: Chunking, index: int) -> str:
    parameters, unit = chunking.parameters, chunking.parameters.unit
    count, size = int(chunking.counts[index]), parameters.size
    if count == size:
        return f"The window is full: {count:,} of {_counted(size, unit)}."
    following = facts.clusters.after(int(chunking.ends[index]))
    more = facts.count(unit, int(chunking.starts[index]), following)
    return (
        f"The window has {count:,} of {_counted(size, unit)}: it was moved back to a whole character and recounted "
        f"(with the next character it counts {more:,})."
    )


def _why_less(facts: Facts, chunking: Chunking, index: int) -> str:
    """Why an overlap is smaller than asked for: the word before it would not fit."""
    start, body = int(chunking.starts[index]), int(chunking.body_starts[index])
    unit, parameters = chunking.parameters.unit, chunking.parameters
    if chunking.parameters.strategy.startswith("sliding"):
        return "the window before ended early"
    k = int(np.searchsorted(facts.word_starts, np.int32(start))) - 1
    word = int(facts.word_starts[k]) if k >= 0 else 0
    if word <= int(chunking.starts[index - 1]):
        return "one word more would reach the start of the chunk before"
    repeated = facts.count(unit, word, body)
    if repeated > parameters.overlap:
        return f"one word more would repeat {repeated:,}"
    whole = facts.count(unit, word, int(chunking.ends[index]))
    return f"one word more would make the chunk {whole:,} of {parameters.size:,}"


def _why_none(facts: Facts, chunking: Chunking, index: int) -> str:
    """Why nothing is repeated."""
    parameters, body = chunking.parameters, int(chunking.body_starts[index])
    reason = reason_for(facts, chunking, index)
    if reason is NoOverlap.WINDOW:
        return "the window before ended early"
    if reason is NoOverlap.ONE_WORD:
        return "the chunk before is one word, and repeating it would reach its start"
    word = int(last_words(facts, chunking.body_starts[index : index + 1])[0])
    last = facts.count(parameters.unit, word, body)
    if reason is NoOverlap.LARGE_WORD:
        return f"the last word alone has {_counted(last, parameters.unit)}, and no whole character of it fits"
    whole = facts.count(parameters.unit, word, int(chunking.ends[index]))
    return (
        f"with the last word ({_counted(last, parameters.unit)}) the chunk would have {whole:,} of {parameters.size:,}"
    )


def _counted(number: int, unit: str) -> str:
    """A count with its unit, in the singular where it is one: "1 token", "2,660 characters"."""
    return f"{number:,} {unit.removesuffix('s') if number == 1 else unit}"
