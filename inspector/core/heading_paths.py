"""Under which headings each chunk of a Markdown document stands."""

from __future__ import annotations

import numpy as np

from inspector.core.chunking import Chunking
from inspector.core.codepoints import codes_at, spaces
from inspector.core.facts import Facts
from inspector.core.headings import Path, heading_prefix
from inspector.core.measures import Ints


def knows_headings(chunking: Chunking) -> bool:
    """Whether the chunks were cut with an eye to headings, so that their paths are worth telling."""
    return chunking.prefixes is not None or "markdown" in (chunking.parameters.strategy, chunking.parameters.separators)


def known_paths(facts: Facts, chunking: Chunking) -> list[Path] | None:
    """`heading_paths` where they are worth telling, else None: what records are made with."""
    return heading_paths(facts, chunking) if knows_headings(chunking) else None


def heading_paths(facts: Facts, chunking: Chunking) -> list[Path]:
    """For each chunk the headings that it stands under; see `paths_of_bodies`."""
    return paths_of_bodies(facts, chunking.body_starts, chunking.ends)


def heading_prefixes(facts: Facts, common: str, body_starts: Ints, ends: Ints) -> tuple[str, ...]:
    """What the model gets before each chunk: the common prefix, then the path of its headings in a line."""
    return tuple(common + heading_prefix(path) for path in paths_of_bodies(facts, body_starts, ends))


def paths_of_bodies(facts: Facts, body_starts: Ints, ends: Ints) -> list[Path]:
    """For each body the titles of the headings in force where its body starts, the outermost first.

    White space at a body's start does not count: a body that begins with a heading stands under it. The document is
    parsed as Markdown when that was not done before.
    """
    headings = facts.cuts("markdown").headings
    if headings is None or not len(ends):
        return [()] * len(ends)
    starts = body_starts.copy()
    blank = np.flatnonzero(spaces(codes_at(facts.text, starts)))
    words = facts.word_starts
    k = np.minimum(np.searchsorted(words, starts[blank].astype(np.int32)), len(words) - 1)
    starts[blank] = np.minimum(np.maximum(words[k], starts[blank]), ends[blank] - 1)
    return headings.paths_at(starts)
