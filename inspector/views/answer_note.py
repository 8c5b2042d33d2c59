"""The marked answer: its words, and whether it lies whole in a chunk and at which rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from inspector.core.answer import CUT, AnswerReport
from inspector.core.similarity import Scores
from inspector.model.wording import first_words, score_text
from inspector.views.labels import restyle
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

_QUOTED = 72


class AnswerNote(QWidget):
    """The answer on one line and what became of it, beside a bar in the accent; hidden while no answer is marked.

    Its height is what the words need at its width: a minimum that every layout keeps.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.theme = current()
        self.quote, self.report = QLabel(self), QLabel(self)
        self._quoted = ""
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(16, 6, 8, 6)
        column.setSpacing(2)
        self.report.setWordWrap(True)
        for label in (self.quote, self.report):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            column.addWidget(label)
        self.setAccessibleName("Marked answer")
        self.setToolTip("Whether one chunk holds all of the marked text, and how high the first such chunk ranks.")
        for signal in (session.answer_changed, session.scores_changed, session.chunking_changed):
            signal.connect(self.refresh)
        self.apply_theme(self.theme)
        self.refresh()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        restyle(self.quote, theme.text, self.font(), small=True, bold=True)
        restyle(self.report, theme.text, self.font(), small=True)
        self._fit()

    def refresh(self) -> None:
        """Show what became of the session's answer."""
        answer, report, document = self.session.answer, self.session.answer_report, self.session.document
        self.setVisible(answer is not None and report is not None)
        if answer is None or report is None or document is None:
            return
        start, end = answer
        words = first_words(document.text, start, end, _QUOTED)
        more = "\u2026" if end - start > len(words) + 2 else ""
        self._quoted = f"Marked answer \u201c{words}{more}\u201d"
        scores = None if self.session.scores_stale else self.session.scores
        line = report_words(report, scores)
        self.report.setText(line)
        self.setAccessibleDescription(f"{self._quoted} {line}")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another number of lines."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A quiet ground and the bar."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.base)
        painter.fillRect(QRectF(0, 0, 3, self.height()), self.theme.text)
        painter.end()

    def _fit(self) -> None:
        margins = self._column.contentsMargins()
        room = max(self.width() - margins.left() - margins.right(), 1)
        self.quote.setText(self.quote.fontMetrics().elidedText(self._quoted, Qt.TextElideMode.ElideRight, room))
        lines = self.quote.sizeHint().height() + self._column.spacing() + self.report.heightForWidth(room)
        self.setFixedHeight(margins.top() + lines + margins.bottom())
        self.update()


def report_words(report: AnswerReport, scores: Scores | None) -> str:
    """ "whole in #14 · rank 1 of 21 · margin 0.34 to the next"; what is not known is left out."""
    line = report.line().removeprefix("answer marked: ")
    if report.state == CUT or report.rank is None or scores is None:
        return line
    line = f"{line} of {len(scores.order):,}"
    if report.margin is None:
        return line
    if report.margin >= 0:
        return f"{line} · margin {score_text(report.margin)} to the next"
    return f"{line} · {score_text(-report.margin)} below the best without it"
