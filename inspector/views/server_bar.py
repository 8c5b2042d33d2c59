"""What stands between the window and a server: what would be sent, to be allowed or not; a server not connected yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from inspector.core.servers.server_embedder import SendPlan

if TYPE_CHECKING:
    from inspector.model.session import Session

SOON_MS = 40
"""A plan counts every chunk: while one drags it follows the last change only."""
SEND, NOT_NOW, CONNECT, CANCEL, AGAIN, SHOW = "Send", "Not now", "Connect", "Cancel", "Try again", "Send…"
_FURTHER = "Further settings, questions and the dilution curve then send what is new, while this text is open."


@dataclass(frozen=True)
class BarWords:
    """What the bar says, in one or two sentences, and its one or two buttons; all empty when there is nothing."""

    words: str = ""
    more: str = ""
    first: str = ""
    second: str = ""


class ServerBar(QFrame):
    """A calm bar that takes no room while there is nothing to decide; "Not now" leaves a line with a way back."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._declined: tuple[str, object] | None = None
        self.shown = BarWords()
        self.words, self.more = QLabel(wordWrap=True), QLabel(wordWrap=True)
        self.first, self.second = QPushButton(), QPushButton()
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        self._lay_out()
        self.first.clicked.connect(lambda: self._press(self.shown.first))
        self.second.clicked.connect(lambda: self._press(self.shown.second))
        for signal in (session.document_changed, session.chunking_changed, session.query_changed,
                       session.model_changed, session.queries.changed):  # fmt: skip
            signal.connect(self._soon.start)
        session.embedders.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say what there is to decide now."""
        self._soon.stop()
        plan = self._session.send_plan
        if plan is None:
            self._show(_offer(self._session))
        elif self._declined == self._place(plan):
            self._show(BarWords(f"Nothing of this document was sent to {plan.address}: there are no scores of it.",
                                first=SHOW))  # fmt: skip
        else:
            self._show(BarWords(f"{plan_words(self._session, plan)}?", _FURTHER, SEND, NOT_NOW))

    def _press(self, button: str) -> None:
        session, plan = self._session, self._session.send_plan
        if button == SEND:
            session.allow_sending()
        elif button == NOT_NOW and plan is not None:
            self._declined = self._place(plan)
        elif button == SHOW:
            self._declined = None
        elif button in (CONNECT, AGAIN):
            session.embedders.take_offered()
        elif button == CANCEL:
            session.embedders.cancel()
        self.refresh()
        if button in (NOT_NOW, SHOW):
            self.first.setFocus()

    def _place(self, plan: SendPlan) -> tuple[str, object]:
        return plan.address, self._session.document

    def _show(self, words: BarWords) -> None:
        self.shown = words
        for label, text in ((self.words, words.words), (self.more, words.more)):
            label.setText(text)
            label.setVisible(bool(text))
        for button, text in ((self.first, words.first), (self.second, words.second)):
            button.setText(text)
            button.setVisible(bool(text))
            button.setAccessibleDescription(words.words)
        self.setAccessibleName(words.words)
        self.setVisible(bool(words.words))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another height."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its words need at its width: a minimum that every layout keeps."""
        self.setMinimumHeight(max(self._column.totalHeightForWidth(self.width()), 0))

    def _lay_out(self) -> None:
        self.setProperty("card", True)
        self.more.setProperty("quiet", True)
        for label in (self.words, self.more):
            label.setTextFormat(label.textFormat().PlainText)
        self.first.setToolTip("Goes on with what is said here.")
        self.second.setToolTip("Leaves it at what there is.")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.first)
        buttons.addWidget(self.second)
        buttons.addStretch(1)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addWidget(self.words)
        column.addWidget(self.more)
        column.addLayout(buttons)


def plan_words(session: Session, plan: SendPlan) -> str:
    """ "Send 12 chunks (9,310 characters, 2,104 tokens) and the question to http://localhost:8080"."""
    asked = {query for query in (session.query, *(entry.text for entry in session.queries.drawn)) if query.strip()}
    questions = "the question" if len(asked) == 1 else f"{len(asked):,} questions"
    chunks = f"{plan.chunks:,} chunk{'' if plan.chunks == 1 else 's'}"
    tokens = "" if plan.tokens is None else f", {plan.tokens:,} tokens"
    return f"Send {chunks} ({plan.characters:,} characters{tokens}) and {questions} to {plan.address}"


def _offer(session: Session) -> BarWords:
    """A server of the last time, while nobody has connected to it in this run."""
    embedders = session.embedders
    offered = embedders.offered
    if offered is None:
        return BarWords()
    if embedders.loading == offered.spec:
        return BarWords(f"Connecting to {offered.spec}…", first=CANCEL)
    if embedders.asked == offered.spec and embedders.refusal:
        return BarWords(f"Not connected: {embedders.refusal}", f"Scores come from {session.embedder_name}.", AGAIN)
    words = f"Not connected to {offered.spec}, which embedded the last time."
    return BarWords(words, f"Until then scores come from {session.embedder_name}.", CONNECT)
