"""The query panel: the question, the score of every chunk along the document, their ranking, and the marked answer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from inspector.model.model_words import whose_scores
from inspector.model.scored import Scored
from inspector.model.wording import FOLD_LABELS, FOLD_SUMMARIES, score_text
from inspector.views.answer_note import AnswerNote
from inspector.views.flow_row import FlowRow
from inspector.views.labels import restyle
from inspector.views.noting import note_label, show_note
from inspector.views.pass_line import PassLine
from inspector.views.plot_header import PlotHeader
from inspector.views.query_list_view import QueryListPanel
from inspector.views.ranking import RankingView
from inspector.views.score_choice import ScoreChoice
from inspector.views.score_words import missing_words
from inspector.views.server_bar import ServerBar
from inspector.views.similarity_plot import SimilarityPlot
from inspector.views.theme import Theme, current, icon
from inspector.views.troubles_note import TroublesNote

if TYPE_CHECKING:
    from inspector.model.session import Session


_KEYWORDS = (
    "Dots show how well the question's words pick out each chunk, without any model: BM25, on a scale of its own."
)
_ADD = "Puts the question in the list, where it keeps a line of its own in the plot (Ctrl+Return)."


class QueryPanel(QWidget):
    """Asks the session what is typed, key by key, and shows what comes back; Enter asks without waiting for more."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.line = QLineEdit(self)
        self.add = QToolButton(self)
        self.queries = QueryListPanel(session, self)
        self.suggestion = QLabel(self)
        self.whose, self.unread = note_label(), note_label("refused")
        self.server = ServerBar(session, self)
        self.troubles = TroublesNote(session, self)
        self.passing = PassLine(session, self)
        self.plot = SimilarityPlot(session, self)
        self.mode = ScoreChoice(session)
        self.fold = QComboBox(self)
        self.fold_label = QLabel("Whole", self)
        self.keywords = QCheckBox("Keywords (BM25)", self)
        self.heading = PlotHeader("Ranking", self)
        self.ranking = RankingView(session, self)
        self.answer = AnswerNote(session, self)
        self._build()
        self._connect()
        self.apply_theme(current())
        self._show_query()
        self._show_state()
        self._show_whose()
        self._show_keywords()

    def focus_query(self) -> None:
        """Put the keyboard into the query line, all of it selected."""
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.selectAll()

    def add_query(self) -> None:
        """Put the question in the list of queries."""
        if self.line.text().strip():
            self.session.queries.add(self.line.text())

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        for view in (self.plot, self.ranking, self.answer, self.heading, self.queries):
            view.apply_theme(theme)
        self.add.setIcon(icon("add", theme))
        restyle(self.fold_label, theme.muted, self.font(), small=True)
        restyle(self.suggestion, theme.muted, self.font())
        self._show_suggestion()

    def _build(self) -> None:
        self.line.setPlaceholderText("Ask the document a question")
        self.line.setClearButtonEnabled(True)
        self.line.setAccessibleName("Query")
        self.line.setToolTip("Each chunk is compared with this question by meaning: the cosine of their vectors.")
        self.line.setMinimumHeight(32)
        self.add.setAccessibleName("Add the question to the list")
        self.add.setToolTip(_ADD)
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.setFixedSize(32, 32)
        self.suggestion.setWordWrap(True)
        self.suggestion.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse
                                                | Qt.TextInteractionFlag.LinksAccessibleByKeyboard)  # fmt: skip
        self.suggestion.setAccessibleName("Suggested question")
        self.suggestion.setToolTip("The question that goes with this sample: press it to ask it.")
        for name, label in FOLD_LABELS.items():
            self.fold.addItem(label, name)
            self.fold.setItemData(self.fold.count() - 1, FOLD_SUMMARIES[name], Qt.ItemDataRole.ToolTipRole)
        self.fold.setAccessibleName("Vector of the whole document")
        self.fold.setMinimumContentsLength(10)
        self.fold.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.fold_label.setBuddy(self.fold)
        self.fold_label.setToolTip("The score of the whole document: how the vectors of its chunks become one.")
        self.heading.setToolTip("The chunks by their score for the query, best first; a click shows one in the text.")
        self._lay_out()

    def _lay_out(self) -> None:
        self.folding = QWidget(self)
        fold = QHBoxLayout(self.folding)
        fold.setContentsMargins(0, 0, 0, 0)
        fold.setSpacing(8)
        fold.addWidget(self.fold_label)
        fold.addWidget(self.fold)
        self.fold_row = FlowRow(gap=12, inset=False)
        self.fold_row.add(self.mode)
        self.fold_row.add(self.folding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 6)
        column.setSpacing(6)
        column.addLayout(_inset(self.line, self.add))
        for part in (self.queries, self.suggestion, self.unread, self.whose, self.server, self.passing):
            column.addLayout(_inset(part))
        column.addWidget(self.plot, 3)
        column.addLayout(_inset(self.fold_row))
        column.addLayout(_inset(self.heading, self.keywords))
        column.addWidget(self.ranking, 3)
        column.addLayout(_inset(self.troubles))
        column.addLayout(_inset(self.answer))

    def _connect(self) -> None:
        session = self.session
        self.line.textChanged.connect(self._ask)
        self.line.returnPressed.connect(session.ask_now)
        self.add.clicked.connect(self.add_query)
        self.keywords.toggled.connect(session.keywords.set_on)
        session.keywords.changed.connect(self._show_keywords)
        self.suggestion.linkActivated.connect(lambda _: session.set_query(session.suggested_query))
        self.fold.activated.connect(lambda row: session.set_fold(self.fold.itemData(row)))
        session.query_changed.connect(self._show_query)
        session.document_changed.connect(self._show_suggestion)
        session.model_changed.connect(self._show_whose)
        session.embedders.changed.connect(self._show_whose)
        for signal in (
            session.scores_changed,
            session.query_changed,
            session.chunking_changed,
            session.progress_changed,
        ):
            signal.connect(self._show_state)

    def _ask(self, text: str) -> None:
        if text != self.session.query:
            self.session.set_query(text)

    def _show_query(self) -> None:
        if self.line.text() != self.session.query:
            self.line.setText(self.session.query)
            self.line.setCursorPosition(len(self.session.query) if self.line.hasFocus() else 0)
        self.add.setEnabled(bool(self.session.query.strip()))
        self._show_suggestion()

    def _show_keywords(self) -> None:
        """Tick what is on; the tooltip says which words of the question the document does not have."""
        keywords = self.session.keywords
        self.keywords.setChecked(keywords.on)
        missing = "" if keywords.scores is None else missing_words(keywords.scores)
        self.keywords.setToolTip(f"{_KEYWORDS}\n{missing[:1].upper()}{missing[1:]}." if missing else _KEYWORDS)
        self.keywords.setAccessibleDescription(self.keywords.toolTip())

    def _show_suggestion(self) -> None:
        """Offer the document's own question while nothing is asked."""
        question = self.session.suggested_query
        self.suggestion.setVisible(bool(question) and not self.session.query.strip())
        link = f'<a href="ask" style="color: {current().accent.name()}">{escape(question)}</a>'
        self.suggestion.setText(f"Ask: {link}")

    def _show_whose(self) -> None:
        """Say that the scores are another model's than the one that was chosen; of a server its bar says it."""
        whose = whose_scores(self.session.model.name, self.session.embedder_name)
        show_note(self.whose, "" if self.session.embedders.offered else whose)

    def _show_state(self) -> None:
        shown = self.plot.scored
        ranked = shown is not None and not shown.scores.notice
        for widget in (self.folding, self.heading, self.ranking, self.keywords):
            widget.setVisible(ranked)
        self.fold_row.setVisible(bool(self.session.query.strip()) or shown is not None)
        self.fold_row.refit()
        show_note(self.unread, self.session.unread_query if ranked else "")
        self.fold.setCurrentIndex(max(self.fold.findData(self.session.fold), 0))
        if shown is None or not ranked:
            return
        for row in range(self.fold.count()):
            name = self.fold.itemData(row)
            self.fold.setItemText(row, _whole_words(name, shown))
        partly = "" if shown.complete else "\nOf the chunks that have a score so far."
        self.fold.setToolTip(FOLD_SUMMARIES.get(self.session.fold, "") + partly)
        count = f"{len(shown.scores.order):,} of {len(shown.chunking):,} chunks"
        self.heading.set_caption("scores of the setting before" if shown.stale else count)


def _whole_words(fold: str, shown: Scored) -> str:
    """ "by length 0.08", with an ellipsis while it is that of some chunks only; no number before the first score."""
    value = shown.scores.whole.get(fold)
    if shown.complete:
        return f"{FOLD_LABELS[fold]} {score_text(value)}"
    number = "" if value is None else score_text(value)
    return f"{FOLD_LABELS[fold]} {number}\N{HORIZONTAL ELLIPSIS}"


def _inset(*widgets: QWidget) -> QHBoxLayout:
    """A row of these, the first one as wide as it can be, 8 pixels from either side."""
    row = QHBoxLayout()
    row.setContentsMargins(8, 0, 8, 0)
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget, 1 if widget is widgets[0] else 0)
    return row
