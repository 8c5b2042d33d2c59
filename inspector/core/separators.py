"""Separator presets: where a text may be cut, and how strong each such place is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from inspector.core.clusters import Clusters
from inspector.core.codepoints import Codes, Mask
from inspector.core.cuts import Cuts
from inspector.core.levels import Level
from inspector.core.markdown_cuts import structured
from inspector.core.white_space import white_space_cuts


def unicode_cuts(text: str, points: Codes, clusters: Clusters) -> Cuts:
    """One cut per run of white space, and after the sentence and clause marks of scripts written without spaces."""
    positions, levels = white_space_cuts(text, points)
    return _without_torn_clusters(positions, levels, clusters, white_space_is_word=True)


def markdown_cuts(text: str, points: Codes, clusters: Clusters) -> Cuts:
    """Those of `unicode`, ranked by the blocks of the document as Markdown: headings, lists, tables, code."""
    return structured(unicode_cuts(text, points, clusters), text, points)


def classic_cuts(text: str, points: Codes, clusters: Clusters) -> Cuts:
    r"""After the literal strings `"\n\n"`, `". "`, `"\n"` and `" "`: paragraph, sentence, line and word."""
    size = len(text)
    levels = np.full(size + 1, -1, np.int8)
    line, blank, stop = points == 10, points == 32, points == 46
    levels[1:][blank] = Level.WORD
    levels[1:][line] = Level.LINE
    levels[2:][stop[:-1] & blank[1:]] = Level.SENTENCE
    levels[1:][_every_second(line)] = Level.PARAGRAPH
    inner = levels[1:-1] if size > 1 else levels[:0]
    positions = (np.flatnonzero(inner >= 0) + 1).astype(np.int32)
    return _without_torn_clusters(positions, levels[positions], clusters, white_space_is_word=False)


def _every_second(mask: Mask) -> Mask:
    """The places in each run of True with an odd rank: the ends of leftmost, non-overlapping pairs."""
    index = np.arange(len(mask))
    starts = np.where(mask & ~np.concatenate([[False], mask[:-1]]), index, 0)
    rank = index - np.maximum.accumulate(starts)
    odd: Mask = rank % 2 == 1
    return mask & odd


def _without_torn_clusters(
    positions: NDArray[np.int32], levels: NDArray[np.int8], clusters: Clusters, *, white_space_is_word: bool
) -> Cuts:
    keep = ~clusters.inside(positions)
    return Cuts(positions[keep], levels[keep], white_space_is_word)


PRESET_CUTS: dict[str, Callable[[str, Codes, Clusters], Cuts]] = {
    "unicode": unicode_cuts,
    "classic": classic_cuts,
    "markdown": markdown_cuts,
}
