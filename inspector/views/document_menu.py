"""The document view's context menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from inspector.views.document_view import DocumentView


def document_menu(view: DocumentView, chunk: int | None) -> QMenu:
    """What can be done with the selected text and with the chunk under the mouse, `chunk`."""
    menu = QMenu(view)
    copy = menu.addAction("Copy", view.copy)
    copy.setShortcut(QKeySequence.StandardKey.Copy)
    mark = menu.addAction("Mark as the answer\tM", view.mark_answer)
    for action in (copy, mark):
        action.setEnabled(view.selected_span() is not None)
    clear = menu.addAction("Unmark the answer", view.session.clear_answer)
    clear.setEnabled(view.session.answer is not None)
    menu.addSeparator()
    why = menu.addAction("Why here?\tD", lambda: _explain(view, chunk))
    whole = menu.addAction("Copy chunk text", lambda: _copy_chunk(view, chunk))
    for action in (why, whole):
        action.setEnabled(chunk is not None)
    menu.addSeparator()
    menu.addAction("Select all", view.select_all).setShortcut(QKeySequence.StandardKey.SelectAll)
    return menu


def _explain(view: DocumentView, chunk: int | None) -> None:
    view.session.select(chunk)
    view.details_requested.emit()


def _copy_chunk(view: DocumentView, chunk: int | None) -> None:
    chunking = view.session.chunking
    if chunking is not None and chunk is not None:
        QGuiApplication.clipboard().setText(chunking.text(view.rows.text, chunk))
