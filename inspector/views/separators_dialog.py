"""The editor of own separators: the list, strongest first, which acts while one edits it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from inspector.core.own_json import as_json, from_json
from inspector.core.own_separators import CLASSIC, MOST, OwnSeparators
from inspector.model.own_list import Draft, OwnList
from inspector.model.preferences import Preferences
from inspector.model.session import Session
from inspector.views.separator_row import SeparatorRow
from inspector.views.theme import Theme, current

_WORDS = (
    "The strongest first. A cut may stand after each place that matches; what is too large is split at the next "
    "one. Where none is left, text is cut between any two characters."
)


class SeparatorsDialog(QDialog):
    """Not modal: the document behind it shows at once what an edit does. The last good list is remembered."""

    def __init__(self, session: Session, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._preferences = session, preferences
        self.list = OwnList(session, self)
        self.rows: list[SeparatorRow] = []
        self._shown: OwnSeparators | None = None
        self._placed = False
        self.setWindowTitle("Own separators")
        self.resize(760, 380)
        self._build()
        self.list.findings_changed.connect(self._show_findings)
        self.list.asked.connect(self._remember)
        session.parameters_changed.connect(self._follow)
        self.apply_theme(current())

    def open_list(self) -> None:
        """Show the list that is asked for; when a preset is, ask for the one that was asked last."""
        asked = self._session.parameters.separators
        if isinstance(asked, OwnSeparators):
            self._show(asked)
        else:
            kept = self._preferences.get("separators")
            self._show(from_json(kept) if kept else CLASSIC)
            self._edited()
        self.list.active = True
        self._place()
        self.show()
        self.activateWindow()
        self.rows[0].field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        """Below the controls at the right, where least of the document is covered."""
        parent = self.parentWidget()
        if parent is not None and not self.isVisible() and not self._placed:
            self._placed = True
            corner = parent.mapToGlobal(QPoint(parent.width() - self.width() - 16, 120))
            self.move(max(corner.x(), 0), corner.y())

    def apply_theme(self, theme: Theme) -> None:
        """Take the theme's icons."""
        for row in self.rows:
            row.apply_theme(theme)

    def hideEvent(self, event: QHideEvent) -> None:
        """Look for nothing while nobody looks."""
        super().hideEvent(event)
        self.list.active = False

    def _build(self) -> None:
        words = QLabel(_WORDS)
        words.setWordWrap(True)
        words.setProperty("quiet", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(words)
        column.addWidget(self._make_area(), 1)
        self.refusal = QLabel()
        self.refusal.setWordWrap(True)
        self.refusal.setTextFormat(Qt.TextFormat.PlainText)
        self.refusal.setProperty("refused", True)
        column.addWidget(self.refusal)
        column.addLayout(self._make_buttons())

    def _make_area(self) -> QScrollArea:
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(6)
        self._column.addStretch()
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inside)
        return self.area

    def _make_buttons(self) -> QHBoxLayout:
        self.add = QPushButton("Add separator")
        self.add.setToolTip("Add a separator that is weaker than all above (Enter in a field adds one below it)")
        self.add.clicked.connect(lambda: self._add(len(self.rows)))
        self.classic = QPushButton("Classic as a list")
        self.classic.setToolTip(
            "Replace the list by the texts of the preset Classic: empty line, full stop and blank, …"
        )
        self.classic.clicked.connect(self._start_classic)
        self.close_button = QPushButton("Close")
        self.close_button.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        for button in (self.add, self.classic, self.close_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.insertStretch(2)
        return buttons

    def _show(self, separators: OwnSeparators) -> None:
        """Rows for a list that was not typed here."""
        self._shown = separators
        self.list.show(separators)
        for row in self.rows:
            self._column.removeWidget(row)
            row.deleteLater()
        self.rows = []
        for place, draft in enumerate(self.list.drafts):
            self._insert(place, draft)
        self._arrange()
        self._show_findings()

    def _insert(self, place: int, draft: Draft) -> SeparatorRow:
        row = SeparatorRow(draft)
        row.apply_theme(current())
        row.changed.connect(self._edited)
        row.moved.connect(lambda by: self._move(row, by))
        row.removed.connect(lambda: self._remove(row))
        row.added.connect(lambda: self._add(self.rows.index(row) + 1))
        self.rows.insert(place, row)
        self._column.insertWidget(place, row)
        return row

    def _arrange(self) -> None:
        """Numbers, and the order in which the tabulator visits everything."""
        for place, row in enumerate(self.rows, start=1):
            row.show_place(place, len(self.rows))
        stops = [stop for row in self.rows for stop in row.stops()]
        for before, after in zip(stops, [*stops[1:], self.add], strict=True):
            QWidget.setTabOrder(before, after)
        self.add.setEnabled(len(self.rows) < MOST)

    def _edited(self, typing: bool = False) -> None:
        self.list.edit([row.draft for row in self.rows], typing=typing)

    def _add(self, place: int) -> None:
        if len(self.rows) < MOST:
            row = self._insert(place, Draft())
            self._arrange()
            self._edited()
            row.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self._reveal(row)

    def _remove(self, row: SeparatorRow) -> None:
        place = self.rows.index(row)
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        if not self.rows:
            self._insert(0, Draft())
        self._arrange()
        self._edited()
        self.rows[min(place, len(self.rows) - 1)].field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _move(self, row: SeparatorRow, by: int) -> None:
        place = self.rows.index(row) + by
        if not 0 <= place < len(self.rows):
            return
        self.rows.remove(row)
        self.rows.insert(place, row)
        self._column.removeWidget(row)
        self._column.insertWidget(place, row)
        self._arrange()
        self._edited()
        self._reveal(row)

    def _reveal(self, row: SeparatorRow) -> None:
        self._column.activate()
        self.area.ensureWidgetVisible(row)

    def _start_classic(self) -> None:
        self._show(CLASSIC)
        self._edited()

    def _show_findings(self) -> None:
        for row, finding in zip(self.rows, self.list.findings, strict=False):
            row.show_finding(finding)
        self._show_refusal()

    def _show_refusal(self) -> None:
        """What is wrong with the list as a whole, and that what was good before stays meanwhile."""
        asked = self._session.refusal
        reason = self.list.refusal or (asked if asked and "separator" in asked else None)
        wrong = any(finding.refused for finding in self.list.findings)
        stays = "Until this is mended the separators before stay in use."
        self.refusal.setText(
            " ".join(filter(None, (reason and f"Refused: {reason}.", stays if wrong or reason else "")))
        )
        self.refusal.setVisible(bool(self.refusal.text()))

    def _remember(self, separators: OwnSeparators) -> None:
        self._shown = separators
        self._preferences.set("separators", as_json(separators))

    def _follow(self) -> None:
        """Show a list that was asked for elsewhere, by a document's own settings or a reset."""
        asked = self._session.parameters.separators
        if isinstance(asked, OwnSeparators) and asked != self._shown and self.isVisible():
            self._show(asked)
        self._show_refusal()
