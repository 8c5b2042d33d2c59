"""What the document view says of a chunk in words: in its tooltip, and to assistive technology."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.lost import is_lost
from inspector.core.model_limits import ModelLimits
from inspector.core.token_pieces import pieces_at
from inspector.model.unread_table import character_name
from inspector.model.wording import counted, first_words

_LINE = 72
_LISTED = 8
"""So many chunks of one row are listed; the rest is counted."""
_PIECES = 6
"""So many tokens of one character are named; the rest is counted."""


def numbers(chunking: Chunking, limits: ModelLimits, index: int) -> str:
    """A chunk's numbers in one or two lines, with their units."""
    parameters, level = chunking.parameters, chunking.level(index)
    words = "the last chunk, no cut" if level is Level.END else f"cut at a {level.label}"
    if level is Level.HARD:
        words = "cut hard, inside a word"
    lines = [
        f"#{index + 1:,} of {len(chunking):,} · {words}",
        f"{int(chunking.counts[index]):,} of {counted(parameters.size, parameters.unit)}"
        f" · {counted(int(chunking.ends[index] - chunking.starts[index]), 'characters')}"
        f" · overlap {int(chunking.overlaps[index]):,}",
    ]
    received = int(chunking.input_tokens[index])
    if limits.context is None:
        return "\n".join([*lines, f"the model receives {counted(received, 'tokens')}"])
    lines.append(f"the model receives {received:,} of {counted(limits.context, 'tokens')}")
    if received > limits.context:
        lines[-1] += f": it does not read the last {received - limits.context:,}"
    return "\n".join(lines)


def tooltip(chunking: Chunking, limits: ModelLimits, index: int, why: str) -> str:
    """The numbers, then the reason for the cut, in lines of some 70 characters."""
    reason = textwrap.fill(why, _LINE)
    return "\n\n".join(filter(None, [numbers(chunking, limits, index), reason]))


def hidden_words(chunking: Chunking, chunks: Sequence[int]) -> str:
    """The chunks that begin in the same row, each in a line: "#15 · cut at a sentence · 8 of 72 tokens"."""
    if not chunks:
        return ""
    size, unit = chunking.parameters.size, chunking.parameters.unit
    lines = []
    for index in chunks[:_LISTED]:
        level = chunking.level(index)
        ending = "the last chunk" if level is Level.END else f"cut at a {level.label} ({level.letter})"
        lines.append(f"#{index + 1:,} · {ending} · {int(chunking.counts[index]):,} of {counted(size, unit)}")
    more = [f"and {len(chunks) - _LISTED:,} more"] if len(chunks) > _LISTED else []
    return "\n".join(["In the same row:", *lines, *more])


def token_words(facts: Facts, offset: int) -> str:
    """The tokens that a character is in, "##ing \u00b7 2075" each on its line, or why it is in none; "" if unknown."""
    character = facts.text[offset]
    if is_lost(facts, offset):
        return f"{character_name(character)}: lost, no token is made of it"
    pieces = pieces_at(facts, offset)
    if not pieces:
        return "white space: no token is made of it here" if character.isspace() else ""
    lines = [p.spelling if p.number is None else f"{p.spelling} \u00b7 {p.number}" for p in pieces[:_PIECES]]
    return "\n".join(lines + ([f"and {len(pieces) - _PIECES:,} more"] if len(pieces) > _PIECES else []))


def plain(words: str) -> str:
    """Words for a tooltip, which must not take what looks like a tag in them for one."""
    return f"<p style='white-space:pre'>{escape(words)}</p>" if "<" in words else words


def description(text: str, chunking: Chunking | None, limits: ModelLimits, selected: int | None) -> str:
    """What is selected, for assistive technology."""
    if chunking is None:
        return "The document, not cut yet." if text else "No text."
    if selected is None:
        return f"{counted(len(chunking), 'chunks')}, none selected. N goes to the next, P to the previous."
    body = first_words(text, int(chunking.body_starts[selected]), int(chunking.ends[selected]), 400)
    return f"Chunk {numbers(chunking, limits, selected)}\n{body}"
