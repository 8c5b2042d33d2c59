"""The findings: a short list of what is worth knowing; a row that points to a chunk selects it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from inspector.core.overlap_audit import no_overlap
from inspector.model.findings import Finding, findings
from inspector.views.lazily import Lazily
from inspector.views.plot_header import PlotHeader
from inspector.views.theme import Theme, current

if TYPE_CHECKING:
    from inspector.model.session import Session

CHUNK = Qt.ItemDataRole.UserRole
ARROW = "\u2192"


class Findings(QWidget):
    """Rows in words; those with an arrow go to a chunk, by a click or with Enter."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.theme = current()
        self.header = PlotHeader("Findings", self)
        self.rows = QListWidget(self)
        self._found: list[Finding] = []
        self._old = False
        self._told: list[tuple[Finding, bool, str]] = []
        self._build()
        self.rows.itemClicked.connect(self._go)
        self.rows.itemActivated.connect(self._go)
        follow = Lazily(self, self.refresh)
        changes = session.chunking_changed, session.facts_changed, session.model_changed, session.unread.lost_changed
        for signal in changes:
            signal.connect(follow)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._tell_age)
        session.parameters_changed.connect(self._soon.start)
        self.refresh()
        self.apply_theme(self.theme)

    def refresh(self) -> None:
        """Look at the session's chunking anew."""
        chunking, facts = self.session.chunking, self.session.facts
        before = self._found
        self._found = []
        if chunking is not None and facts is not None:
            none, lost = no_overlap(facts, chunking), self.session.unread.lost
            self._found = findings(chunking, facts.tokens, self.session.limits, none, lost)
        if before != self._found or not self.rows.count():
            self._fill()
        self._tell_age()

    def _tell_age(self) -> None:
        """Say it while other chunks than those asked for are on screen."""
        chunking = self.session.chunking
        old = chunking is not None and chunking.parameters != self.session.parameters
        self.header.set_caption("of the setting before" if old else "")
        if old != self._old:
            self._old = old
            self._fill()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        self.header.apply_theme(theme)
        ground = theme.window.name()
        self.rows.setStyleSheet(f"QListWidget {{ background: {ground}; }} QListWidget::item {{ padding: 3px 0; }}")
        self._fill()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(4)
        column.addWidget(self.header)
        column.addWidget(self.rows, 1)
        self.rows.setFrameShape(QFrame.Shape.NoFrame)
        self.rows.setProperty("pane", True)
        self.rows.setWordWrap(True)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.rows.setAccessibleName("Findings")
        self.header.setToolTip(f"What is worth knowing of these chunks; a row with {ARROW} goes to the first one.")

    def _fill(self) -> None:
        row, before = self.rows.currentRow(), self._told
        self._told = [(finding, self._old, self.theme.name) for finding in self._found]
        if self._found and len(self._found) == self.rows.count():
            for place, told in enumerate(self._told):
                if before[place : place + 1] != [told]:
                    self._word(self.rows.item(place), told[0])
            return
        self.rows.clear()
        for finding in self._found:
            self.rows.addItem(self._word(QListWidgetItem(), finding))
        if not self._found:
            item = QListWidgetItem("What is worth knowing of the chunks will stand here")
            item.setForeground(QBrush(self.theme.muted))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.rows.addItem(item)
        self.rows.setCurrentRow(min(row, len(self._found) - 1))

    def _word(self, item: QListWidgetItem, finding: Finding) -> QListWidgetItem:
        """Let a row tell a finding."""
        item.setText(finding.text if finding.chunk is None else f"{finding.text} {ARROW}")
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        item.setToolTip(finding.meaning)
        item.setData(CHUNK, finding.chunk)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, finding.text)
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, finding.meaning)
        new = self.theme.warning if finding.warning else self.theme.text
        item.setForeground(QBrush(self.theme.muted if self._old else new))
        return item

    def _go(self, item: QListWidgetItem) -> None:
        if (chunk := item.data(CHUNK)) is not None:
            self.session.select(chunk)
