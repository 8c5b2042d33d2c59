"""The caret and the text selection: offsets in a text, and how keys and clicks move them."""

from __future__ import annotations

import regex

from inspector.views.document_layout import DocumentLayout

_CLUSTER = regex.compile(r"\X")
_WORD_END = regex.compile(r"\s*(?:\w+|[^\w\s]+)?")
_LONGEST_WORD = 10_000


class TextCursor:
    """A caret and the other end of the selection (`anchor`), both offsets in the text of a layout."""

    def __init__(self, layout: DocumentLayout) -> None:
        self._layout = layout
        self.caret = self.anchor = 0

    @property
    def span(self) -> tuple[int, int] | None:
        """What is selected, half-open; None when nothing is."""
        start, end = sorted((self.anchor, self.caret))
        return (start, end) if start < end else None

    def move(self, offset: int, *, keep: bool = False) -> None:
        """Put the caret at an offset; with `keep` the selection grows or shrinks to there."""
        self.caret = min(max(offset, 0), len(self._layout.text))
        if not keep:
            self.anchor = self.caret

    def select(self, start: int, end: int) -> None:
        """Select a span, the caret at its end."""
        self.move(start)
        self.move(end, keep=True)

    def next_cluster(self) -> int:
        """The offset after the character, as a reader sees it, at the caret."""
        found = _CLUSTER.match(self._layout.text, self.caret)
        return int(found.end()) if found else self.caret

    def previous_cluster(self) -> int:
        """The offset before the character, as a reader sees it, that ends at the caret."""
        if self.caret == 0:
            return 0
        start = self._layout.span(self._layout.row_of(self.caret - 1))[0]
        return max((int(m.start()) for m in _CLUSTER.finditer(self._layout.text, start, self.caret)), default=0)

    def next_word(self) -> int:
        """The end of the word at or after the caret."""
        found = _WORD_END.match(self._layout.text, self.caret, self.caret + _LONGEST_WORD)
        return max(found.end() if found else 0, self.next_cluster())

    def previous_word(self) -> int:
        """The start of the word before the caret."""
        low = max(self.caret - _LONGEST_WORD, 0)
        found = regex.search(r"(?:\w+|[^\w\s]+)?\s*\Z", self._layout.text[low : self.caret])
        return min(low + found.start(), self.previous_cluster()) if found else self.previous_cluster()

    def word_at(self, offset: int) -> tuple[int, int]:
        """The span of the word, or the run of white space or signs, that holds the character at `offset`."""
        low = max(offset - _LONGEST_WORD, 0)
        piece = self._layout.text[low : offset + _LONGEST_WORD]
        for found in regex.finditer(r"\w(?:[\w\u200c\u200d]|['’](?=\w))*|[^\S\n\r]+|\X", piece):
            if found.end() > offset - low:
                return low + found.start(), low + found.end()
        return offset, offset

    def row_start(self) -> int:
        """The start of the caret's row."""
        return self._layout.span(self._layout.row_of(self.caret))[0]

    def row_end(self) -> int:
        """The last caret position of the caret's row."""
        return self._layout.last_caret(self._layout.row_of(self.caret))

    def rows_away(self, rows: int) -> int:
        """The offset nearest below (or, negative, above) the caret, `rows` rows away."""
        row = self._layout.row_of(self.caret)
        x = self._layout.line(row).x(self.caret - self._layout.span(row)[0])
        target = min(max(row + rows, 0), len(self._layout) - 1)
        if target == row:
            return 0 if rows < 0 else len(self._layout.text)
        start = self._layout.span(target)[0]
        return min(start + self._layout.line(target).offset_at(x), self._layout.last_caret(target))
