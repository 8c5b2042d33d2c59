"""What the document view says of a chunk in words: in its tooltip, and to assistive technology."""

from __future__ import annotations

import textwrap

from inspector.core.chunking import Chunking
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.model.wording import counted, first_words

_LINE = 72


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


def description(text: str, chunking: Chunking | None, limits: ModelLimits, selected: int | None) -> str:
    """What is selected, for assistive technology."""
    if chunking is None:
        return "The document, not cut yet." if text else "No text."
    if selected is None:
        return f"{counted(len(chunking), 'chunks')}, none selected. N goes to the next, P to the previous."
    body = first_words(text, int(chunking.body_starts[selected]), int(chunking.ends[selected]), 400)
    return f"Chunk {numbers(chunking, limits, selected)}\n{body}"
