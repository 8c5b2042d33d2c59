"""A slim line on the pass over the document: how far it is, a button to pause it and to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from inspector.core.late import EXACT_ONLY, POOLED_ONLY
from inspector.model.token_pass import PAUSED, RUNNING
from inspector.views.score_choice import why_no_pass

if TYPE_CHECKING:
    from inspector.model.session import Session

_STEPS = 1000


class PassLine(QWidget):
    """Takes no room while there is no pass under way and none is missed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.words, self.button, self.bar = QLabel(wordWrap=True), QPushButton(), QProgressBar()
        self._lay_out()
        self.button.clicked.connect(self._press)
        for signal in (session.token_pass.changed, session.scores_changed, session.query_changed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say how far the pass is, or why there is none although its scores are asked for."""
        words, state = pass_words(self._session), self._session.token_pass.state
        if words != self.words.text():
            self.words.setText(words)
        self.setVisible(bool(words))
        under_way = state in (RUNNING, PAUSED)
        self.button.setVisible(under_way)
        self.bar.setVisible(under_way)
        if under_way:
            self._show_button(state == RUNNING)
            known, total = self._session.token_pass.known, self._session.token_pass.total
            self.bar.setValue(round(_STEPS * known / total) if total else 0)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another number of lines."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the words need beside the button: a minimum that every layout keeps."""
        button = self.button.sizeHint() if not self.button.isHidden() else QSize(0, 0)
        room = max(self.width() - (button.width() + self._row.spacing() if button.width() else 0), 1)
        tall = max(self.words.heightForWidth(room), button.height())
        below = 0 if self.bar.isHidden() else self.bar.sizeHint().height() + self._column.spacing()
        self.setFixedHeight(tall + below)

    def _show_button(self, running: bool) -> None:
        word = "Pause" if running else "Resume"
        if self.button.text() != word:
            self.button.setText(word)
            self.button.setAccessibleName(f"{word} the pass over the document")
            self.button.setToolTip(
                "Stops the pass for now; what it knows stays." if running else "Goes on where the pass stopped."
            )

    def _press(self) -> None:
        found = self._session.token_pass
        (found.pause if found.state == RUNNING else found.resume)()

    def _lay_out(self) -> None:
        self.words.setTextFormat(self.words.textFormat().PlainText)
        self.words.setProperty("quiet", True)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.words.setAccessibleName("One pass over the document")
        self.words.setToolTip(
            "The document goes through the model once; then every setting is scored at once, without embedding anew."
        )
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName("How far the pass over the document is")
        row = self._row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.bar)


def pass_words(session: Session) -> str:
    """ "one pass: 12,300 of 250,000 tokens", or why there is none; empty where it is done or not wanted."""
    found, mode = session.token_pass, session.score_mode
    asked = bool(session.query.strip()) or bool(session.queries.drawn)
    if not asked or mode == EXACT_ONLY or session.document is None:
        return ""
    if found.state == RUNNING:
        return f"one pass: {found.known:,} of {found.total:,} tokens" if found.total else "one pass: reading the tokens"
    if found.state == PAUSED:
        share = 100 * found.known // found.total if found.total else 0
        return f"paused: scores for the first {share} % of the document" if found.known else "paused: no scores yet"
    why = why_no_pass(session)
    return f"{why} Each chunk is embedded alone instead." if why and mode == POOLED_ONLY else ""
