"""Under which headings each chunk of a Markdown document stands."""

from __future__ import annotations

import numpy as np

from inspector.core.chunking import Chunking
from inspector.core.codepoints import codes_at, spaces
from inspector.core.facts import Facts
from inspector.core.headings import Path


def knows_headings(chunking: Chunking) -> bool:
    """Whether the chunks were cut with an eye to headings, so that their paths are worth telling."""
    return "markdown" in {chunking.parameters.strategy, chunking.parameters.separators}


def known_paths(facts: Facts, chunking: Chunking) -> list[Path] | None:
    """`heading_paths` where they are worth telling, else None: what records are made with."""
    return heading_paths(facts, chunking) if knows_headings(chunking) else None


def heading_paths(facts: Facts, chunking: Chunking) -> list[Path]:
    """For each chunk the titles of the headings in force where its body starts, the outermost first.

    White space at a body's start does not count: a body that begins with a heading stands under it. The document is
    parsed as Markdown when that was not done before.
    """
    headings = facts.cuts("markdown").headings
    if headings is None or not len(chunking):
        return [()] * len(chunking)
    starts = chunking.body_starts.copy()
    blank = np.flatnonzero(spaces(codes_at(facts.text, starts)))
    words = facts.word_starts
    k = np.minimum(np.searchsorted(words, starts[blank].astype(np.int32)), len(words) - 1)
    starts[blank] = np.minimum(np.maximum(words[k], starts[blank]), chunking.ends[blank] - 1)
    return headings.paths_at(starts)
