"""The document view's keys: letters that step through chunks and cuts, and those that move the caret."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from inspector.core.levels import Level

if TYPE_CHECKING:
    from inspector.views.document_view import DocumentView

_LEVEL_KEYS = {
    Qt.Key.Key_P: Level.PARAGRAPH,
    Qt.Key.Key_S: Level.SENTENCE,
    Qt.Key.Key_L: Level.LINE,
    Qt.Key.Key_W: Level.WORD,
    Qt.Key.Key_H: Level.HARD,
}
_Std = QKeySequence.StandardKey


class DocumentKeys:
    """Answers key presses for a view; after L the next letter names a level, with Shift backwards."""

    def __init__(self, view: DocumentView) -> None:
        self._view = view
        self._level_next = False

    def press(self, event: QKeyEvent) -> bool:
        """Do what the key says; False when it is none of ours."""
        waiting, self._level_next = self._level_next, False
        if waiting and event.key() in (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt):
            self._level_next = True
            return True
        if waiting and event.key() in _LEVEL_KEYS:
            step = -1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self._view.session.step_level(_LEVEL_KEYS[Qt.Key(event.key())], step)
            return True
        return self._standard(event) or self._letter(event)

    def _standard(self, event: QKeyEvent) -> bool:
        view, cursor = self._view, self._view.text_cursor
        if event.matches(_Std.Copy):
            view.copy()
        elif event.matches(_Std.SelectAll):
            view.select_all()
        elif event.key() == Qt.Key.Key_Escape:
            if cursor.span is None:
                return False
            view.place_caret(cursor.caret)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            view.session.select_at(cursor.caret)
        else:
            return self._move(event)
        return True

    def _move(self, event: QKeyEvent) -> bool:
        for plain, selecting, target in self._moves():
            if event.matches(plain) or event.matches(selecting):
                self._view.place_caret(target(), keep=event.matches(selecting))
                return True
        return False

    def _moves(self) -> list[tuple[_Std, _Std, Callable[[], int]]]:
        cursor, page = self._view.text_cursor, max(self._view.visible_rows() - 2, 1)
        length = len(self._view.rows.text)
        return [
            (_Std.MoveToNextChar, _Std.SelectNextChar, cursor.next_cluster),
            (_Std.MoveToPreviousChar, _Std.SelectPreviousChar, cursor.previous_cluster),
            (_Std.MoveToNextWord, _Std.SelectNextWord, cursor.next_word),
            (_Std.MoveToPreviousWord, _Std.SelectPreviousWord, cursor.previous_word),
            (_Std.MoveToNextLine, _Std.SelectNextLine, lambda: cursor.rows_away(1)),
            (_Std.MoveToPreviousLine, _Std.SelectPreviousLine, lambda: cursor.rows_away(-1)),
            (_Std.MoveToNextPage, _Std.SelectNextPage, lambda: cursor.rows_away(page)),
            (_Std.MoveToPreviousPage, _Std.SelectPreviousPage, lambda: cursor.rows_away(-page)),
            (_Std.MoveToStartOfLine, _Std.SelectStartOfLine, cursor.row_start),
            (_Std.MoveToEndOfLine, _Std.SelectEndOfLine, cursor.row_end),
            (_Std.MoveToStartOfDocument, _Std.SelectStartOfDocument, lambda: 0),
            (_Std.MoveToEndOfDocument, _Std.SelectEndOfDocument, lambda: length),
        ]

    def _letter(self, event: QKeyEvent) -> bool:
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.modifiers() not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
            return False
        view, session = self._view, self._view.session
        actions: dict[int, Callable[[], object]] = {
            Qt.Key.Key_N: lambda: session.step_chunk(1),
            Qt.Key.Key_P: lambda: session.step_chunk(-1),
            Qt.Key.Key_L: self._await_level,
            Qt.Key.Key_U: lambda: session.step_unread(-1 if shift else 1),
            Qt.Key.Key_B: session.select_best,
            Qt.Key.Key_M: view.mark_answer,
            Qt.Key.Key_T: lambda: view.show_tokens(not view.tokens_shown),
            Qt.Key.Key_D: view.details_requested.emit,
            Qt.Key.Key_A: view.shares.toggle,
        }
        if event.key() not in actions:
            return False
        actions[event.key()]()
        return True

    def _await_level(self) -> None:
        self._level_next = True
