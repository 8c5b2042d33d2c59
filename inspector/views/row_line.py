"""One row of the document as Qt lays it out: what is shown for each character, and where it lies."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter, QTextLayout, QTextLine, QTextOption

from inspector.core.direction import has_right_to_left

Span = tuple[float, float]

_STRANGE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufff9-\uffff]")
_BREAKS = frozenset("\n\r\x0b\x0c\x85\u2028\u2029")
_BOX = "\u25af"
_SURROGATES = re.compile("[\U00010000-\U0010ffff]")


def shown(text: str) -> str:
    """What stands on screen for `text`, one character for each: breaks as blanks, control characters as signs.

    Qt takes some characters (U+2029, U+FDD0, U+FFFC) for marks of its own, so none of them reaches it.
    """
    return _STRANGE.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    character = match.group()
    if character in _BREAKS:
        return " "
    if character < " ":
        return chr(0x2400 + ord(character))
    return "\u2421" if character == "\x7f" else _BOX


class RowLine:
    """The layout of one row; offsets are code points of the row, x in logical pixels from the text's left edge."""

    def __init__(self, text: str, font: QFont, tab: float, right_to_left: bool, width: float) -> None:
        self.text = text
        self.right_to_left = right_to_left
        visible = shown(text)
        self._units = _units(visible)
        self._mixed = right_to_left or has_right_to_left(text)
        self._layout = QTextLayout(visible, font)
        self._layout.setTextOption(_option(tab, right_to_left))
        self._layout.beginLayout()
        self._line: QTextLine = self._layout.createLine()
        self._line.setLineWidth(1e7)
        self._layout.endLayout()
        self.width = self._line.horizontalAdvance()
        self.left = max(width - self.width, 0.0) if right_to_left else 0.0
        self._known: dict[int, float] = {}

    def x(self, offset: int) -> float:
        """Where a caret before the character at `offset` stands."""
        if offset not in self._known:
            unit = self._units[offset] if self._units else offset
            self._known[offset] = self.left + self._line.cursorToX(unit)[0]  # type: ignore[index]
        return self._known[offset]

    def spans(self, start: int, end: int) -> list[Span]:
        """The stretches, from left to right, that `start:end` covers: more than one in mixed directions."""
        if not self._mixed:
            return [(self.x(start), self.x(end))] if end > start else []
        merged: list[Span] = []
        for left, right in sorted(self._extent(offset) for offset in range(start, end)):
            if merged and left <= merged[-1][1] + 0.01:
                merged[-1] = (merged[-1][0], max(right, merged[-1][1]))
            else:
                merged.append((left, right))
        return merged

    def many_spans(self, spans: list[tuple[int, int]]) -> list[Span]:
        """The stretches of many short spans, one after the other."""
        if self._mixed:
            return [stretch for start, end in spans for stretch in self.spans(start, end)]
        edges = {offset for span in spans for offset in span} - self._known.keys()
        units, left, to_x = self._units or range(len(self.text) + 1), self.left, self._line.cursorToX
        self._known.update({offset: left + to_x(units[offset])[0] for offset in edges})  # type: ignore[index]
        return [(self._known[start], self._known[end]) for start, end in spans]

    def offset_at(self, x: float) -> int:
        """The caret position nearest to `x`."""
        return self._offset(int(self._line.xToCursor(x - self.left, QTextLine.CursorPosition.CursorBetweenCharacters)))

    def character_at(self, x: float) -> int:
        """The character under `x`, the nearest one beside the row's ends."""
        on = self._line.xToCursor(x - self.left, QTextLine.CursorPosition.CursorOnCharacter)
        return min(self._offset(int(on)), max(len(self.text) - 1, 0))

    def draw(self, painter: QPainter, left: float, baseline: float) -> None:
        """Draw the letters in the painter's pen, the row's left edge at `left`."""
        self._layout.draw(painter, QPointF(left + self.left, baseline - self._line.ascent()))

    def _extent(self, offset: int) -> Span:
        first, after = self._units[offset : offset + 2] if self._units else (offset, offset + 1)
        one = self._line.cursorToX(first, QTextLine.Edge.Leading)[0]  # type: ignore[index]
        other = self._line.cursorToX(after - 1, QTextLine.Edge.Trailing)[0]  # type: ignore[index]
        if one == other:  # Qt puts the first caret of a run in the other direction at the end of the run before
            return self._glyphs(first, after - first)
        return self.left + min(one, other), self.left + max(one, other)

    def _glyphs(self, first: int, units: int) -> Span:
        """The extent of the glyphs of some UTF-16 units; where there are none, nothing at the caret."""
        edges: list[float] = []
        for run in self._line.glyphRuns(first, units):
            advances = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes())
            for point, advance in zip(run.positions(), advances, strict=True):
                edges += [point.x(), point.x() + advance.x()]
        caret = self._line.cursorToX(first)[0]  # type: ignore[index]
        return self.left + min(edges, default=caret), self.left + max(edges, default=caret)

    def _offset(self, unit: int) -> int:
        if not self._units:
            return unit
        return next(offset for offset, begin in enumerate(self._units) if begin >= unit)


def _units(visible: str) -> list[int]:
    """For each code point, and the end, its offset in UTF-16 units; empty where the two are the same."""
    if visible.isascii() or not _SURROGATES.search(visible):
        return []
    units = [0]
    for character in visible:
        units.append(units[-1] + (2 if character > "\uffff" else 1))
    return units


def _option(tab: float, right_to_left: bool) -> QTextOption:
    option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    option.setTabStopDistance(tab)
    option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
    direction = Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
    option.setTextDirection(direction)
    return option
