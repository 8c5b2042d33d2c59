"""The model box: one button that names the model and its context, and opens the popup that chooses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton

from inspector.model.model_words import differences, limit_words, short_name, unchecked_note, whose_scores
from inspector.views import theme as themes
from inspector.views.model_popup import ModelPopup
from inspector.views.noting import mark

if TYPE_CHECKING:
    from inspector.model.session import Session

_HINT = "The embedding model: its tokenizer, how much it reads, and what is put before each chunk."
_OPENS = "Opens a popup with model, tokenizer, context and prefix."


class ModelBox(QPushButton):
    """Shows "model · context" and opens the popup on click, Space, Enter or Alt+Down."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.popup = ModelPopup(session, self)
        self.setProperty("popup", True)
        self.clicked.connect(self.open_popup)
        session.model_changed.connect(self.refresh)
        session.embedders.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what the session's model is now."""
        session, context = self._session, self._session.limits.context
        self.setText(f"{session.model.name} · {limit_words(context)}".replace("&", "&&"))
        spoken = "no limit to its context" if context is None else f"context {context:,} input tokens"
        self.setAccessibleName(f"Model: {session.model.name}, {spoken}")
        refusal = session.limits_refusal
        self.setAccessibleDescription(f"Refused: {refusal}. {_OPENS}" if refusal else _OPENS)
        self.setToolTip(f"Refused: {refusal}" if refusal else self._hint())
        mark(self, refusal is not None)
        self.updateGeometry()

    def _hint(self) -> str:
        session = self._session
        counted = f"Counted by {short_name(session.tokenizer_name)}."
        differs = differences(session.model, session.limits, session.tokenizer_name)
        offered = session.embedders.offered
        scores = whose_scores(session.model.name, session.embedder_name, offered.spec if offered else "")
        return "\n".join(filter(None, [_HINT, counted, differs, unchecked_note(session.model), scores]))

    def open_popup(self) -> None:
        """Open the popup below the button, inside the screen."""
        self.popup.forget_choice()
        corner = self.mapToGlobal(QPoint(0, self.height() + 4))
        screen = self.screen().availableGeometry()
        left = max(screen.left(), min(corner.x(), screen.right() - self.popup.width()))
        self.popup.move(left, max(screen.top(), min(corner.y(), screen.bottom() - self.popup.height())))
        self.popup.show()
        self.popup.model.setFocus(Qt.FocusReason.PopupFocusReason)

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
