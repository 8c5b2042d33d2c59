"""What the document view shows when there is no text to show."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from inspector.model.session import Session
from inspector.views.fonts import ui_font
from inspector.views.theme import Theme


def empty_words(session: Session) -> tuple[str, str]:
    """A heading, and what to do next; while something is being opened, what it is and how far."""
    progress = session.progress
    if progress is not None:
        part = f"{progress.done / progress.total:.0%}" if progress.total else "one moment"
        return progress.what[:1].upper() + progress.what[1:], part
    if session.document is not None:
        return f"{session.document.name} is empty", "There is nothing to cut. Open another text or drop one here"
    return "Open a text or drop one here", "Ctrl+O opens a file · samples are in the File menu"


def paint_empty(painter: QPainter, area: QRectF, theme: Theme, session: Session) -> None:
    """Draw the words in a dashed frame, which says that something can be dropped."""
    heading, advice = empty_words(session)
    box = QRectF(0, 0, min(area.width() - 48, 440), 132)
    box.moveCenter(area.center())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.edge, 1, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box, 8, 8)
    font = ui_font()
    painter.setPen(theme.muted)
    painter.setFont(font)
    painter.drawText(box.adjusted(16, 72, -16, -8), _CENTRED, advice)
    large = QFont(font)
    large.setPixelSize(font.pixelSize() + 4)
    painter.setPen(theme.text)
    painter.setFont(large)
    painter.drawText(box.adjusted(16, 24, -16, -64), _CENTRED, heading)


_CENTRED = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
