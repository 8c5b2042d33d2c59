"""Details of one chunk: what it takes, where it lies, why it ends there, and what of it the model cannot read."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from inspector.core.chunking import Chunking
from inspector.core.heading_paths import knows_headings, paths_of_bodies
from inspector.core.input_parts import input_parts
from inspector.core.levels import Level
from inspector.core.measures import Ints
from inspector.core.unread_places import Total, Unread
from inspector.model.wording import KIND_WORDS, UNDEFINED, counted, score_text
from inspector.views.labels import restyle, small_pixels
from inspector.views.score_words import other_scores
from inspector.views.share_words import share_rows
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

Row = tuple[str, str]
"""One line of the table: a term and its value."""
_NOTHING = "Point at a chunk or select one to see what it takes and why it ends where it does"


class Details(QScrollArea):
    """The hovered chunk, else the selected one; all of the text can be selected and copied."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.theme = current()
        self.title, self.lead, self.facts = QLabel(), QLabel(), QLabel()
        self._build()
        for signal in (
            session.selection_changed, session.hover_changed, session.chunking_changed,
            session.scores_changed, session.model_changed, session.unread.lost_changed, session.attribution.changed,
            session.keywords.changed,
        ):  # fmt: skip
            signal.connect(self.refresh)
        self.apply_theme(self.theme)

    def shown(self) -> int | None:
        """The chunk that is told about."""
        chunking = self.session.chunking
        index = self.session.hovered if self.session.hovered is not None else self.session.selected
        return index if index is not None and chunking is not None and index < len(chunking) else None

    def refresh(self) -> None:
        """Tell about the hovered or the selected chunk."""
        index, chunking = self.shown(), self.session.chunking
        self.facts.setVisible(index is not None)
        if index is None or chunking is None:
            self._say("Chunk", _NOTHING, "")
            return
        lead = f"{input_sentence(self.session, chunking, index)} {self.session.why(index)}".strip()
        pointed = " · under the pointer" if index == self.session.hovered != self.session.selected else ""
        self._say(f"Chunk #{index + 1:,} · why here?{pointed}", lead, self._table(self._rows(chunking, index)))

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        restyle(self.title, theme.muted, self.font(), small=True, bold=True)
        restyle(self.lead, theme.text, self.font())
        restyle(self.facts, theme.text, self.font(), small=True)
        self.setStyleSheet(f"Details, Details > QWidget > QWidget {{ background: {theme.window.name()}; }}")
        self.refresh()

    def _build(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(6)
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        for label in (self.title, self.lead, self.facts):
            label.setWordWrap(True)
            label.setTextInteractionFlags(flags)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            column.addWidget(label)
        column.addStretch(1)
        self.lead.setTextFormat(Qt.TextFormat.PlainText)
        self.facts.setTextFormat(Qt.TextFormat.RichText)
        self.lead.setAccessibleName("Why the chunk ends here")
        self.facts.setAccessibleName("Numbers of the chunk")
        self.lead.setToolTip("Text, prefix and special tokens together are what the model receives.")
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("pane", True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Details of the chunk")

    def _say(self, title: str, lead: str, facts: str) -> None:
        for label, words in ((self.title, title), (self.lead, lead), (self.facts, facts)):
            if label.text() != words:
                label.setText(words)

    def _rows(self, chunking: Chunking, index: int) -> list[Row]:
        unit, size = chunking.parameters.unit, chunking.parameters.size
        start, body, end = (int(part[index]) for part in (chunking.starts, chunking.body_starts, chunking.ends))
        count, level = int(chunking.counts[index]), chunking.level(index)
        overlap = f"{chunking.overlaps[index]:,} of {counted(chunking.parameters.overlap, unit)}"
        score, cut = self._score(chunking, index), self.session.cut_short(index)
        return [
            ("Size", f"{count:,} of {counted(size, unit)}, {100 * count / size:.0f}\u00a0%"),
            ("Cut", "none, the last chunk" if level is Level.END else f"{level.label} ({level.letter})"),
            ("Overlap", overlap),
            *([("Score", score)] if score else []),
            *other_scores(self.session, chunking, index),
            *share_rows(self.session, index),
            *([("Server", cut)] if cut else []),
            ("Text", f"{counted(int(chunking.words[index]), 'words')}, {counted(end - start, 'characters')}"),
            ("Place", f"{start:,} to {end:,}" + (f", body from {body:,}" if body > start else "")),
            *self._headings(chunking, index),
            ("Unread", unread_words(self.session, index)),
        ]

    def _headings(self, chunking: Chunking, index: int) -> list[Row]:
        """Where the chunk stands in a Markdown document."""
        facts = self.session.facts
        path = paths_of_bodies(facts, *_one(chunking, index))[0] if facts and knows_headings(chunking) else ()
        return [("Under", " > ".join(path))] if path else []

    def _score(self, chunking: Chunking, index: int) -> str:
        scores = self.session.scores
        if scores is None or self.session.scores_stale or len(scores.values) != len(chunking) or scores.notice:
            return ""
        rank = scores.rank_of(index)
        if rank is not None:
            kind = KIND_WORDS[scores.kind(index)]
            return f"{score_text(scores.value(index))}, {kind}, rank {rank:,} of {len(scores.order):,}"
        if chunking.blank[index]:
            return "none: white space is not embedded"
        if failure := self.session.failure(index):
            return f"none, the server says: {failure}"
        return UNDEFINED if scores.embedded >= scores.total else "not embedded yet"

    def _table(self, rows: list[Row]) -> str:
        """The terms below each other, their values beside them."""
        muted, small = self.theme.muted.name(), small_pixels(self.font())
        lines = (
            f'<tr><td style="color:{muted}; padding-right:10px; font-size:{small}px">{escape(term)}</td>'
            f'<td style="padding-right:8px; font-size:{small}px">{escape(value)}</td></tr>'
            for term, value in rows
        )
        return f"<table cellspacing=0 cellpadding=1>{''.join(lines)}</table>"


def input_sentence(session: Session, chunking: Chunking, index: int) -> str:
    """ "241 text + 4 prefix + 2 special = 247 of 256 tokens." A prefix that adds what it is not alone is explained."""
    if session.facts is None:
        return ""
    parts = input_parts(session.facts, chunking, session.limits, index)
    limit = "tokens" if parts.context is None else f"of {counted(parts.context, 'tokens')}"
    words = f"{parts.sum()} = {parts.received:,} {limit}."
    if parts.prefix != parts.prefix_alone:
        alone = counted(parts.prefix_alone, "tokens")
        words += f" The prefix alone is {alone}: where it meets the text, other tokens come of both."
    if parts.beyond:
        words += f" The model does not read the last {parts.beyond:,}."
    return words


def unread_words(session: Session, index: int) -> str:
    """What the model cannot read of a chunk, kind by kind; what is still looked for is not counted as nothing."""
    totals = session.unread.of_chunk(index)
    if totals is None:
        return "still looked for"
    return ", ".join(_UNREAD[kind](total) for kind, total in totals.items()) or "nothing"


_UNREAD: dict[Unread, Callable[[Total], str]] = {
    Unread.UNKNOWN: lambda t: f"{counted(t.characters, 'characters')} in {counted(t.tokens, 'unknown tokens')}",
    Unread.BEYOND: lambda t: f"{counted(t.tokens, 'tokens')} beyond the context",
    Unread.LOST: lambda t: f"{counted(t.characters, 'characters')} lost",
    Unread.SPECIAL: lambda t: f"{counted(t.tokens, 'special tokens')} spelled",
}


def _one(chunking: Chunking, index: int) -> tuple[Ints, Ints]:
    """Where the body of one chunk begins and ends, each of shape (1,)."""
    return chunking.body_starts[index : index + 1], chunking.ends[index : index + 1]
