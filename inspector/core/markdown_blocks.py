"""The block structure of a Markdown document line by line: where blocks begin, how strongly, and what each line is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from inspector.core.codepoints import Codes
from inspector.core.cuts import RANKS
from inspector.core.headings import Headings
from inspector.core.levels import Level
from inspector.core.markdown_parser import BlockParser, front_matter_end

if TYPE_CHECKING:
    from markdown_it.token import Token

GAP, PROSE, CODE, CELLS = range(4)
"""What a line belongs to: nothing, text, code or front matter, a heading or a table row (which have no sentences)."""

_TOP = RANKS - 1
_AFTER_HEADING = Level.LINE * RANKS + 4
"""A heading stays with what follows as long as anything does that is no fence or table that fits alone."""
CODE_PARAGRAPH, CODE_LINE = Level.LINE * RANKS + 2, Level.LINE * RANKS + 1
CELL_SENTENCE = Level.WORD * RANKS + 1
_ROW, _TABLE_RULE = Level.LINE * RANKS + 2, Level.LINE * RANKS + 1
"""The rule below a table's head stays with the head while it can."""
_LISTS = {"bullet_list_open", "ordered_list_open"}
_CONTAINERS = _LISTS | {"list_item_open", "blockquote_open"}
_CLOSED = {name.replace("_open", "_close") for name in _CONTAINERS}
_KINDS = {
    "paragraph_open": PROSE, "html_block": PROSE, "hr": PROSE, "definition": PROSE, "table_open": CELLS,
    "fence": CODE, "code_block": CODE, "heading_open": CELLS,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Blocks:
    """Of a text with n lines (ended by LF, CR or CRLF, the last by the end): what they are and where blocks begin.

    `line_starts` (int32, (n,)); `kinds` (uint8, (n,)); `borders` (int32, (b,)) the lines with which a block, an item or
    a row begins, with the `levels` (int8) and `strengths` (int8) of a cut there.
    """

    line_starts: NDArray[np.int32]
    kinds: NDArray[np.uint8]
    borders: NDArray[np.int32]
    levels: NDArray[np.int8]
    strengths: NDArray[np.int8]
    headings: Headings


def read_blocks(text: str, points: Codes) -> Blocks:
    """Parse `text`, whose code points are `points`."""
    starts = _line_starts(points)
    reader = _Reader(len(starts))
    parser = BlockParser(reader.take)
    skipped = front_matter_end(text)
    if skipped:
        reader.front_matter(int(np.searchsorted(starts, skipped)))
    parser.read(text, skipped)
    lines = np.array(reader.heading_lines, np.intp)
    titles = tuple(map(parser.title, reader.contents))
    headings = Headings(starts[lines], np.array(reader.heading_ranks, np.int8), titles)
    return Blocks(
        starts,
        np.frombuffer(reader.kinds, np.uint8),
        np.array(reader.borders, np.int32),
        np.array(reader.levels, np.int8),
        np.array(reader.strengths, np.int8),
        headings,
    )


def _line_starts(points: Codes) -> NDArray[np.int32]:
    """Where lines start: LF, CR and CRLF end one, and no other character does."""
    ends = points == 10
    carriage = points == 13
    carriage[:-1] &= ~ends[1:]
    return np.append(np.int32(0), np.flatnonzero(ends | carriage).astype(np.int32) + np.int32(1))


@dataclass
class _Reader:
    """Takes the tokens in; a line's first token, the outermost block that begins there, decides."""

    lines: int
    kinds: bytearray = field(init=False)
    borders: list[int] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    strengths: list[int] = field(default_factory=list)
    heading_lines: list[int] = field(default_factory=list)
    heading_ranks: list[int] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)
    _before: list[int] = field(default_factory=lambda: [0])
    """For each open container, and the document, the rank of the heading that is its last block so far, or 0."""
    _awaits_content: bool = False

    def __post_init__(self) -> None:
        self.kinds = bytearray(self.lines)

    def front_matter(self, lines: int) -> None:
        """The first so many lines are front matter."""
        self._fill(0, lines, CODE)

    def take(self, tokens: list[Token]) -> None:
        """The next tokens of the document."""
        for token in tokens:
            kind = _KINDS.get(token.type)
            if kind is not None:
                self._leaf(token, kind)
            elif token.type in _CONTAINERS:
                self._border(token, *self._block(token, 0))
                self._before.append(0)
            elif token.type in _CLOSED:
                self._before.pop()
            elif token.type == "thead_open":
                self._add(_span(token)[1], Level.LINE, _TABLE_RULE)
            elif token.type == "tr_open":
                self._border(token, Level.LINE, _ROW)
            elif token.type == "inline" and self._awaits_content:
                self.contents.append(token.content)
                self._awaits_content = False

    def _leaf(self, token: Token, kind: int) -> None:
        rank = int(token.tag[1]) if token.type == "heading_open" else 0
        level, strength = self._block(token, rank)
        self._border(token, level, strength)
        first, end = _span(token)
        self._fill(first, end, kind)
        if level == Level.HEADING:
            self.heading_lines.append(first)
            self.heading_ranks.append(rank)
            self._awaits_content = True

    def _block(self, token: Token, rank: int) -> tuple[int, int]:
        """Level and strength of a cut before a block; `rank` is that of a heading, else 0."""
        before, self._before[-1] = self._before[-1], rank
        depth = len(self._before) - 1
        if rank and not depth:
            deeper = 0 < before < rank
            return Level.HEADING, _AFTER_HEADING if deeper else Level.HEADING * RANKS + _TOP - rank
        if before:
            return Level.LINE, _AFTER_HEADING
        if depth and token.type in _LISTS:
            depth += 1  # a list inside an item is not held together: its items go with the item's text
        return Level.PARAGRAPH, Level.PARAGRAPH * RANKS + max(_TOP - depth, 0)

    def _border(self, token: Token, level: int, strength: int) -> None:
        self._add(_span(token)[0], level, strength)

    def _add(self, line: int, level: int, strength: int) -> None:
        if not self.borders or line > self.borders[-1]:
            self.borders.append(line)
            self.levels.append(level)
            self.strengths.append(strength)

    def _fill(self, first: int, end: int, kind: int) -> None:
        end = min(end, self.lines)
        self.kinds[first:end] = bytes([kind]) * (end - first)


def _span(token: Token) -> tuple[int, int]:
    """The lines of a block, half-open."""
    assert token.map is not None
    return token.map[0], token.map[1]
