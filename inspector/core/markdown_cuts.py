"""The candidate cuts of the preset `markdown`: those of `unicode`, as strong as the document's own structure says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import Codes, among
from inspector.core.cuts import RANKS, Cuts
from inspector.core.levels import Level
from inspector.core.markdown_blocks import (
    CELL_SENTENCE,
    CELLS,
    CODE,
    CODE_LINE,
    CODE_PARAGRAPH,
    GAP,
    Blocks,
    read_blocks,
)
from inspector.core.white_space import BREAKS

_NONE = -1


def structured(plain: Cuts, text: str, points: Codes) -> Cuts:
    """The cuts `plain` of `text` (code points `points`) with the strengths of its blocks.

    A cut before a block, an item or a row has the strength of that; inside code and rows lines and sentences are weak;
    a line that only goes on with a quote is not cut off.
    """
    blocks = read_blocks(text, points)
    strengths = _inside(plain, points, blocks)
    levels = (strengths // RANKS).astype(np.int8)
    at, border = _places(plain, text, blocks)
    strengths[at], levels[at] = blocks.strengths[border], blocks.levels[border]
    keep = strengths != _NONE
    return Cuts(plain.positions[keep], levels[keep], plain.white_space_is_word, strengths[keep], blocks.headings)


def _inside(plain: Cuts, points: Codes, blocks: Blocks) -> NDArray[np.int8]:
    """The strength of each cut that is inside a block."""
    line = np.searchsorted(blocks.line_starts, plain.positions, side="right") - 1
    kind = blocks.kinds[line]
    after_break = among(points[plain.positions - 1], BREAKS)
    strengths = plain.strengths.copy()
    code, cells = kind == CODE, kind == CELLS
    strengths[code] = Level.WORD * RANKS
    strengths[code & after_break] = CODE_LINE
    strengths[code & (plain.levels == Level.PARAGRAPH)] = CODE_PARAGRAPH
    strengths[cells & (plain.levels > Level.WORD)] = CELL_SENTENCE
    strengths[kind == GAP] = _NONE
    return strengths


def _places(plain: Cuts, text: str, blocks: Blocks) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which cut stands before which block (two arrays of indices, weaker blocks first).

    It is the cut of the run of white space that the block's line begins in or after; there is none where the document
    begins.
    """
    starts = blocks.line_starts[blocks.borders]
    cut = np.searchsorted(plain.positions, starts)
    ends = np.append(plain.positions, np.int32(-1))[cut]
    same = ends == starts
    for k in np.flatnonzero(ends > starts).tolist():
        start = int(starts[k])
        same[k] = start > 0 and text[start].isspace() and text[start : ends[k]].isspace()
    border = np.flatnonzero(same)
    border = border[np.argsort(blocks.strengths[border], kind="stable")]
    return cut[border], border
