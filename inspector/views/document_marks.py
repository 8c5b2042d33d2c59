"""Everything that is marked in the document, gathered from the session into the paint plan of the visible rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from inspector.core.unread import unknown_spans, unread_spans
from inspector.model.session import Session
from inspector.views.ghosts import Places
from inspector.views.paint_plan import (
    NO_SPANS,
    Kind,
    Piece,
    Spans,
    Window,
    near,
    plan_chunks,
    plan_ghosts,
    plan_many,
    plan_reach,
    plan_spans,
    plan_tokens,
    visible_chunks,
)

if TYPE_CHECKING:
    from inspector.core.facts import Facts
    from inspector.core.model_limits import ModelLimits

_MOST_TAILS = 4096
"""So many tails are remembered."""


class DocumentMarks:
    """What a document view shows besides the letters: the session's spans, and the matches of a search."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.matches: Spans = NO_SPANS
        self.flash: tuple[int, int] | None = None
        self.tokens = False
        self._tails: dict[tuple[int, int, str], Spans] = {}
        self._tails_of: tuple[Facts, ModelLimits] | None = None

    def fresh(self) -> DocumentMarks:
        """Marks for another document that keep what was switched on."""
        result = DocumentMarks(self._session)
        result.tokens = self.tokens
        return result

    def match_from(self, offset: int, *, forward: bool) -> int | None:
        """The first match that starts at or after `offset`, or the last that ends at or before it; around the end."""
        if not len(self.matches):
            return None
        if forward:
            return int(np.searchsorted(self.matches[:, 0], np.int64(offset), side="left")) % len(self.matches)
        return int(np.searchsorted(self.matches[:, 1], np.int64(offset), side="right")) - 1

    def match_places(self, length: int, height: int) -> list[int]:
        """The rows of a strip `height` high, which stands for `length` characters, at which a match starts."""
        bounds = -(-np.arange(height + 1, dtype=np.int64) * length // max(height, 1))
        before = np.searchsorted(self.matches[:, 0], bounds)
        return [int(place) for place in np.flatnonzero(np.diff(before))]

    def plan(self, window: Window, selection: tuple[int, int] | None, *, ghosts: Places) -> list[Piece]:
        """The pieces of the visible rows that hang on chunks and on what is marked, in the order of painting."""
        if not window.starts:
            return []
        spans = [*self._chunks(window, ghosts=ghosts), *plan_many(near(self.matches, window), window, Kind.MATCH)]
        for kind, span in (
            (Kind.SELECTION, selection),
            (Kind.FLASH, self.flash),
            (Kind.ANSWER, self._session.answer),
        ):
            spans += plan_spans([span] if span else [], window, kind)
        return spans

    def text_plan(self, window: Window) -> list[Piece]:
        """The pieces of the visible rows that hang on the text alone: unknown tokens, borders of tokens if shown."""
        facts = self._session.facts
        if facts is None or not window.starts:
            return []
        unknown = plan_many(unknown_spans(facts, window.start, window.end), window, Kind.UNKNOWN)
        return unknown + (plan_tokens(facts.tokens.starts, window) if self.tokens else [])

    def unread(self, first: int, last: int) -> list[tuple[int, int]]:
        """The tails beyond the context of the chunks `first` to before `last`; a chunk that stays keeps its tail."""
        facts, chunking, limits = self._session.facts, self._session.chunking, self._session.limits
        if facts is None or chunking is None or limits.context is None:
            return []
        over = (first + np.flatnonzero(chunking.input_tokens[first:last] > limits.context)).tolist()
        if self._tails_of != (facts, limits) or len(self._tails) > _MOST_TAILS:
            self._tails_of = (facts, limits)
            self._tails.clear()
        tails: list[tuple[int, int]] = []
        for index in over:
            chunk = (int(chunking.starts[index]), int(chunking.ends[index]), chunking.prefix(index, limits.prefix))
            if chunk not in self._tails:
                self._tails[chunk] = unread_spans(facts, chunking, limits, index, index + 1)
            tails += [(start, end) for start, end in self._tails[chunk].tolist()]
        return tails

    def _chunks(self, window: Window, *, ghosts: Places) -> list[Piece]:
        chunking = self._session.chunking
        if chunking is None or not len(chunking):
            return []
        chunks = visible_chunks(chunking, window)
        pieces, selected = plan_chunks(chunking, window), self._session.selected
        if selected is not None:
            pieces += plan_reach(chunking, window, selected)
        pieces += plan_spans(self.unread(chunks.start, chunks.stop), window, Kind.UNREAD)
        return pieces + plan_ghosts(ghosts, chunking, window)
