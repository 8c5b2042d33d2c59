"""What a server could not do with some of the chunks, in its own words, and what helps: a limit, another try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from inspector.views.flow_row import FlowRow

if TYPE_CHECKING:
    from inspector.model.session import Session


class TroublesNote(QWidget):
    """Takes no room while every chunk was embedded whole."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._first: int | None = None
        self.words = QLabel(wordWrap=True)
        self.show_first, self.use_limit, self.retry = QPushButton(), QPushButton(), QPushButton("Try again")
        self._lay_out()
        self.show_first.clicked.connect(self._select)
        self.use_limit.clicked.connect(session.use_learned_context)
        self.retry.clicked.connect(session.retry_failures)
        for signal in (session.scores_changed, session.chunking_changed, session.model_changed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Tell of the chunks on screen."""
        session, places = self._session, self._session.troubled
        chunking = session.chunking
        self.setVisible(len(places) > 0 and chunking is not None)
        if not len(places) or chunking is None:
            self._first = None
            return
        first = self._first = int(places[0])
        failed = [index for index in places.tolist() if session.failure(index)]
        said = session.failure(first) or session.cut_short(first)
        self.words.setText(f"{_counted(len(failed), len(places), len(chunking))} #{first + 1:,}: {said}")
        self.show_first.setText(f"Show #{first + 1:,}")
        self.retry.setVisible(bool(failed))
        self._show_limit()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another height."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its words need at its width: a minimum that every layout keeps."""
        self.buttons.refit()
        self.setMinimumHeight(max(self._column.totalHeightForWidth(self.width()), 0))

    def _show_limit(self) -> None:
        learned, context = self._session.learned_context, self._session.limits.context
        useful = learned is not None and (context is None or learned < context)
        self.use_limit.setVisible(useful)
        if learned is not None:
            self.use_limit.setText(f"Cut for {learned:,} tokens")
            self.use_limit.setToolTip(
                f"Takes {learned:,} input tokens, as the server told, as the context, and the size that it leaves."
            )

    def _select(self) -> None:
        if self._first is not None:
            self._session.select(self._first)

    def _lay_out(self) -> None:
        self.words.setTextFormat(self.words.textFormat().PlainText)
        self.words.setTextInteractionFlags(self.words.textInteractionFlags().TextSelectableByMouse)
        self.words.setProperty("refused", True)
        self.words.setAccessibleName("Chunks that the server could not embed")
        self.show_first.setToolTip("Selects the first of these chunks.")
        self.retry.setToolTip("Sends the chunks that have no score again.")
        self.buttons = FlowRow(gap=8, inset=False)
        for button in (self.show_first, self.use_limit, self.retry):
            self.buttons.add(button)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.words)
        column.addWidget(self.buttons)


def _counted(failed: int, told: int, chunks: int) -> str:
    """ "3 of 41 chunks have no score." and "2 were read in part only." """
    parts = []
    if failed:
        parts.append(f"{failed:,} of {chunks:,} chunks {'has' if failed == 1 else 'have'} no score.")
    if told > failed:
        cut = told - failed
        of = "" if failed else f" of {chunks:,} chunks"
        parts.append(f"{cut:,}{of} {'was' if cut == 1 else 'were'} read in part only.")
    return " ".join(parts)
