"""The document view's mouse: click selects a chunk, drag selects text, double click a word; hovering hovers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QClipboard, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from inspector.views.document_view import DocumentView

_SCROLL_MS = 40


class DocumentMouse:
    """Follows the left button over a view's viewport."""

    def __init__(self, view: DocumentView) -> None:
        self._view = view
        self.pressed = False
        self._from = self._last = QPointF()
        self._dragging = self._extending = False
        self._word: tuple[int, int] | None = None
        self._scroll = QTimer(view, interval=_SCROLL_MS)
        self._scroll.timeout.connect(self._on_scroll)

    def press(self, event: QMouseEvent) -> None:
        """Put the caret there, or with Shift extend the selection to there."""
        if event.button() != Qt.MouseButton.LeftButton or not len(self._view.rows):
            return
        self.pressed, self._dragging, self._word = True, False, None
        self._from = self._last = event.position()
        self._extending = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._view.text_cursor.move(self._view.frame().caret_at(event.position()), keep=self._extending)
        self._view.select_text(self._view.text_cursor.anchor, self._view.text_cursor.caret)

    def move(self, event: QMouseEvent) -> None:
        """Hover the chunk there, or take the selection to there."""
        if not self.pressed:
            self._view.session.hover(self._view.chunk_at(event.position()))
            return
        self._last = event.position()
        far = (event.position() - self._from).manhattanLength() >= QApplication.startDragDistance()
        self._dragging = self._dragging or far
        if self._dragging:
            self._extend()
        outside = not 0 <= event.position().y() < self._view.viewport().height()
        if outside != self._scroll.isActive():
            self._scroll.start() if outside else self._scroll.stop()

    def release(self, event: QMouseEvent) -> None:
        """End a selection; a mere click selects the chunk."""
        if event.button() != Qt.MouseButton.LeftButton or not self.pressed:
            return
        self._scroll.stop()
        if not (self._dragging or self._extending or self._word):
            self._view.select_at(event.position())
        self.pressed = False
        self._offer()

    def double_click(self, event: QMouseEvent) -> None:
        """Select the word there; a drag goes on in whole words."""
        if event.button() != Qt.MouseButton.LeftButton or not len(self._view.rows):
            return
        offset = self._view.frame().character_at(event.position())
        if offset is not None:
            self.pressed, self._dragging, self._from = True, False, event.position()
            self._word = self._view.text_cursor.word_at(offset)
            self._view.select_text(*self._word)

    def _extend(self) -> None:
        caret = self._view.frame().caret_at(self._last)
        if self._word is None:
            self._view.select_text(self._view.text_cursor.anchor, caret)
            return
        other = self._view.text_cursor.word_at(max(caret - 1, 0) if caret > self._word[1] else caret)
        if caret < self._word[0]:
            self._view.select_text(self._word[1], other[0])
        else:
            self._view.select_text(self._word[0], max(other[1], self._word[1]))

    def _on_scroll(self) -> None:
        """The mouse is held above or below the text: scroll, the faster the farther, and select on."""
        height, bar = self._view.viewport().height(), self._view.verticalScrollBar()
        beyond = self._last.y() if self._last.y() < 0 else max(self._last.y() - height, 0)
        bar.setValue(bar.value() + round(beyond))
        self._extend()

    def _offer(self) -> None:
        """Where the desktop has a clipboard for what is selected, put it there."""
        clipboard, span = QGuiApplication.clipboard(), self._view.text_cursor.span
        if span is not None and clipboard.supportsSelection():
            clipboard.setText(self._view.rows.text[slice(*span)], QClipboard.Mode.Selection)
