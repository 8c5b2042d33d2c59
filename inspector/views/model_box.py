"""The model box: one button that names embedder and context, and a popup that sets context and prefix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from inspector.core.model_limits import DEFAULT_CONTEXT, MAX_CONTEXT
from inspector.views import theme as themes

if TYPE_CHECKING:
    from inspector.model.session import Session

_PAUSE = 350
_NOTE = (
    "The model reads the prefix, the chunk and its special tokens together, up to the context; "
    "what comes after is dropped without a word."
)
_HINT = "The embedding model: its tokenizer, how much it reads, and what is put before each chunk."
_OPENS = "Opens a popup with tokenizer, context, prefix and embedder."


class ModelBox(QPushButton):
    """Shows "embedder · context" and opens the popup on click, Space, Enter or Alt+Down."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.popup = ModelPopup(session, self)
        self.setProperty("popup", True)
        self.clicked.connect(self.open_popup)
        session.model_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what the session's model is now."""
        context = self._session.limits.context
        limit = "no limit" if context is None else f"{context:,}"
        self.setText(f"{self._session.embedder_name} · {limit}")
        spoken = "no limit to its context" if context is None else f"context {context:,} input tokens"
        self.setAccessibleName(f"Model: {self._session.embedder_name}, {spoken}")
        refusal = self._session.limits_refusal
        self.setAccessibleDescription(f"Refused: {refusal}. {_OPENS}" if refusal else _OPENS)
        self.setToolTip(f"Refused: {refusal}" if refusal else _HINT)
        mark(self, refusal is not None)
        self.updateGeometry()

    def open_popup(self) -> None:
        """Open the popup below the button, inside the screen."""
        self.popup.adjustSize()
        corner = self.mapToGlobal(QPoint(0, self.height() + 4))
        screen = self.screen().availableGeometry()
        left = max(screen.left(), min(corner.x(), screen.right() - self.popup.width()))
        self.popup.move(left, corner.y())
        self.popup.show()
        self.popup.context.setFocus(Qt.FocusReason.PopupFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The button with a small arrow, as the lists beside it have one."""
        super().paintEvent(event)
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(themes.current().edge, 1.4))
            arrow = QRectF(self.width() - 19, self.height() / 2 - 2, 8, 4)
            painter.drawPolyline([arrow.topLeft(), QPointF(arrow.center().x(), arrow.bottom()), arrow.topRight()])
        finally:
            painter.end()


class ModelPopup(QFrame):
    """Tokenizer and embedder by name, context and prefix to change; every change is asked for at once."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._session = session
        self.tokenizer, self.embedder = QLabel(), QLabel()
        self.context, self.prefix, self.refusal = QSpinBox(), QLineEdit(), QLabel()
        self.headings = QCheckBox("and the headings above the chunk")
        self._prefix_pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self.setAccessibleName("Model")
        self._lay_out()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show what is asked of the session's model, and why it is refused; a prefix that is being typed stays."""
        asked, refusal = self._session.asked_limits, self._session.limits_refusal
        self.tokenizer.setText(self._session.tokenizer_name)
        self.embedder.setText(self._session.embedder_name)
        blocked = self.context.blockSignals(True)
        self.context.setValue(min(asked.context or 0, MAX_CONTEXT))
        self.context.blockSignals(blocked)
        if not self._prefix_pause.isActive() and self.prefix.text() != asked.prefix:
            self.prefix.setText(asked.prefix)
        blocked = self.headings.blockSignals(True)
        self.headings.setChecked(asked.headings)
        self.headings.blockSignals(blocked)
        self.refusal.setText(f"Refused: {refusal}" if refusal else "")
        self.refusal.setVisible(refusal is not None)
        mark(self.context, refusal is not None and refusal.startswith("context"))
        mark(self.prefix, refusal is not None and refusal.startswith("prefix"))
        self.adjustSize()

    def _lay_out(self) -> None:
        self.setProperty("card", True)
        self.context.setRange(0, MAX_CONTEXT)
        self.context.setSpecialValueText("no limit")
        self.context.lineEdit().setTextMargins(6, 0, 6, 0)
        self.context.setAccessibleName("Context in input tokens")
        self.context.setToolTip(
            f"How many input tokens the model reads; 0 for no limit. The default is {DEFAULT_CONTEXT}."
        )
        self.prefix.setAccessibleName("Prefix before each chunk")
        self.prefix.setPlaceholderText("none")
        self.prefix.setToolTip("Text that is put before each chunk, such as “search_document: ”; it costs tokens too.")
        self.headings.setAccessibleName("Put the path of headings before each chunk")
        self.headings.setToolTip(
            "Puts the Markdown headings that a chunk stands under, such as “Guide > Pumps”, between prefix and chunk; "
            "they cost tokens too."
        )
        note = QLabel(_NOTE)
        note.setWordWrap(True)
        note.setProperty("quiet", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(16)
        column.addLayout(self._form())
        self.refusal.setWordWrap(True)
        self.refusal.setTextFormat(Qt.TextFormat.PlainText)
        self.refusal.setProperty("refused", True)
        column.addWidget(self.refusal)
        column.addWidget(note)
        self.setFixedWidth(360)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        rows = {
            "Embedder": self.embedder,
            "Tokenizer": self.tokenizer,
            "Context": self.context,
            "Prefix": self.prefix,
            "": self.headings,
        }
        for name, field in rows.items():
            label = QLabel(name)
            label.setProperty("quiet", True)
            form.addRow(label, field)
        return form

    def _connect(self) -> None:
        self._session.model_changed.connect(self.refresh)
        self.context.valueChanged.connect(lambda value: self._session.set_limits(context=value or None))
        self.headings.toggled.connect(lambda on: self._session.set_limits(headings=on))
        self.prefix.textEdited.connect(lambda _text: self._prefix_pause.start())
        self.prefix.editingFinished.connect(self._ask_prefix)
        self._prefix_pause.timeout.connect(self._ask_prefix)

    def _ask_prefix(self) -> None:
        self._prefix_pause.stop()
        if self.prefix.text() != self._session.asked_limits.prefix:
            self._session.set_limits(prefix=self.prefix.text())


def mark(widget: QWidget, refused: bool) -> None:
    """Mark what a widget shows as refused, or not."""
    if widget.property("refused") != refused:
        widget.setProperty("refused", refused)
        widget.style().polish(widget)
