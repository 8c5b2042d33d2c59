"""One separator in the editor: its pattern, kind and level, how many places it has, and what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QStyledItemDelegate, QToolButton, QWidget

from inspector.core.levels import Level
from inspector.core.own_separators import LEVELS
from inspector.model.own_list import Draft, Finding
from inspector.views.pattern_field import PatternField
from inspector.views.theme import Theme, icon

_KINDS = (
    (
        "Text",
        "Matches as it stands. Escapes: \\n line break, \\t tab, \\r carriage return, \\\\ backslash, \\u00a0 by code.",
    ),
    ("Regex", "A regular expression as Python's library regex reads it. It must always match something."),
)
_LEVEL_TIP = (
    "What kind of cut this makes. Auto follows the place in the list. A level never is stronger than those above."
)
_COUNT_WIDTH = 92


class SeparatorRow(QWidget):
    """Emits `changed` (True while typing), and what is asked of the list: `moved` by -1 or 1, `removed`, `added`."""

    changed = Signal(bool)
    moved = Signal(int)
    removed = Signal()
    added = Signal()

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self.number, self.count, self.note = QLabel(), QLabel(), QLabel()
        self.field, self.kind, self.level = PatternField(), QComboBox(), QComboBox()
        self.up, self.down, self.remove = QToolButton(), QToolButton(), QToolButton()
        self._fill(draft)
        self._lay_out()
        self._connect()

    @property
    def draft(self) -> Draft:
        """What the row says now."""
        level = self.level.currentData()
        return Draft(self.field.text(), self.kind.currentIndex() == 1, None if level is None else Level(level))

    def stops(self) -> tuple[QWidget, ...]:
        """What the tabulator visits, in order."""
        return self.field, self.kind, self.level, self.up, self.down, self.remove

    def show_place(self, place: int, last: int) -> None:
        """Which of how many it is, from 1."""
        self.number.setText(f"{place}")
        self.up.setEnabled(place > 1)
        self.down.setEnabled(place < last)
        for widget, name in (
            (self.field, "Separator"), (self.kind, "Kind of separator"), (self.level, "Level of separator"),
            (self.up, "Make stronger: separator"), (self.down, "Make weaker: separator"),
            (self.remove, "Remove separator"),
        ):  # fmt: skip
            widget.setAccessibleName(f"{name} {place}")

    def show_finding(self, finding: Finding) -> None:
        """What was found, or what is wrong."""
        auto = "" if finding.level is None else f": {finding.level.label}"
        self.level.setItemText(0, f"Auto{auto}")
        nowhere = finding.places is not None and finding.places.matches == 0
        self.count.setText(_count(finding))
        self.count.setToolTip(_explained(finding))
        words = _sentence(finding.refused) if finding.refused else "Nowhere in this document." if nowhere else ""
        self.note.setText(words)
        self.note.setVisible(bool(words))
        self.field.setToolTip(words or _KINDS[self.kind.currentIndex()][1])
        self.field.setAccessibleDescription(words or self.count.text())
        for widget, marked in ((self.field, bool(finding.refused)), (self.note, True), (self.count, nowhere)):
            if widget.property("refused") is not marked:
                widget.setProperty("refused", marked)
                widget.style().polish(widget)

    def apply_theme(self, theme: Theme) -> None:
        """Take the theme's icons."""
        for button, name in ((self.up, "previous"), (self.down, "next"), (self.remove, "cancel")):
            button.setIcon(icon(name, theme))

    def _fill(self, draft: Draft) -> None:
        self.field.setText(draft.typed)
        self.field.setPlaceholderText("type a separator")
        for k, (label, tip) in enumerate(_KINDS):
            self.kind.addItem(label)
            self.kind.setItemData(k, tip, Qt.ItemDataRole.ToolTipRole)
        self.kind.setCurrentIndex(int(draft.regex))
        self.level.addItem("Auto", None)
        for level in LEVELS:
            self.level.addItem(level.label, int(level))
        self.level.setCurrentIndex(0 if draft.level is None else 1 + LEVELS.index(draft.level))
        for combo in (self.kind, self.level):
            combo.setItemDelegate(QStyledItemDelegate(combo))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        self.number.setFixedWidth(20)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.number.setProperty("quiet", True)
        self.count.setFixedWidth(_COUNT_WIDTH)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.level.setMinimumContentsLength(14)
        for column, widget in enumerate((self.number, *self.stops()[:3], self.count, *self.stops()[3:])):
            grid.addWidget(widget, 0, column)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.hide()
        grid.addWidget(self.note, 1, 1, 1, 4)
        grid.setColumnStretch(1, 1)
        self.field.setMinimumWidth(140)
        self.kind.setToolTip("A text as it stands, or a regular expression.")
        self.level.setToolTip(_LEVEL_TIP)
        self.up.setToolTip("Make it stronger than the one above (Alt+Up)")
        self.down.setToolTip("Make it weaker than the one below (Alt+Down)")
        self.remove.setToolTip("Remove this separator")

    def _connect(self) -> None:
        self.field.textEdited.connect(lambda _: self.changed.emit(True))
        self.kind.activated.connect(lambda _: self.changed.emit(False))
        self.level.activated.connect(lambda _: self.changed.emit(False))
        self.field.moved.connect(self.moved)
        self.field.added.connect(self.added)
        self.up.clicked.connect(lambda: self.moved.emit(-1))
        self.down.clicked.connect(lambda: self.moved.emit(1))
        self.remove.clicked.connect(self.removed)


def _count(finding: Finding) -> str:
    if finding.refused:
        return "refused"
    if finding.level is None or (finding.places is not None and finding.places.matches is None):
        return ""
    if finding.places is None:
        return "counting…"
    return "1 place" if finding.places.matches == 1 else f"{finding.places.matches:,} places"


def _explained(finding: Finding) -> str:
    places = finding.places
    if places is None or places.matches is None or places.cuts == places.matches:
        return "How many places of the document match"
    return (
        f"{places.matches:,} places match, and a cut may stand at {places.cuts:,}: not at the end or inside a character"
    )


def _sentence(reason: str) -> str:
    return f"Refused: {reason}"
