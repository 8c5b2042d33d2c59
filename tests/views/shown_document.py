"""A document view on a fake session, shown; where its characters stand, and its pixels."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from inspector.views.document_view import DocumentView
from inspector.views.theme import theme
from tests.views.fake_session import FakeSession
from tests.views.made import naive_chunking

TEXT = (
    "One two three four. Five six seven eight.\r\n\r\nNine ten \u2029 eleven\x0b twelve\rthirteen\n"
    "one\ufdd0two\ufdd1three four 😀 fin. " + "Some more words here. " * 30
)


def shown(
    qtbot: QtBot, text: str | None = TEXT, size: int = 8, overlap: int = 0, width: int = 900, height: int = 400
) -> DocumentView:
    """A view of `text` in chunks of at most `size` words; of no document when there is no text."""
    chunking = None if text is None else naive_chunking(text, size, overlap)
    view = DocumentView(FakeSession(chunking, text))
    view.apply_theme(theme("light"))
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()
    qtbot.waitExposed(view)
    view.setFocus()
    return view


def point(view: DocumentView, offset: int, shift: float = 2) -> QPoint:
    """A point on the character at `offset`."""
    frame, row = view.frame(), view.rows.row_of(offset)
    return QPoint(round(frame.x(row, offset) + shift), frame.top(row) + view.rows.height // 2)


def picture(view: DocumentView) -> QImage:
    QToolTip.hideText()
    return view.viewport().grab().toImage()


def is_near(one: QColor, other: QColor) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))
