"""Finding a text in the document view: at once in a short document, in the worker in a long one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.core.find import find_all
from inspector.views.paint_plan import NO_SPANS, Spans

if TYPE_CHECKING:
    from inspector.views.document_view import DocumentView

AT_ONCE = 200_000
"""A text of up to this many characters is looked through at once."""

Asked = tuple[str, bool]
"""What is looked for, and whether its case matters."""


class DocumentSearch(QObject):
    """Marks every place of a text in a view and goes from one to the next; `found` tells that places have come."""

    found = Signal()

    def __init__(self, view: DocumentView) -> None:
        super().__init__(view)
        self._view = view
        self._asked: Asked = ("", False)
        self._forward = True
        self.waiting = False

    def forget(self) -> None:
        """Another document is on screen."""
        self._asked, self.waiting = ("", False), False

    def find(self, text: str, forward: bool, case_sensitive: bool) -> int | None:
        """Go to the next (or previous) place of `text`; how many there are, None while they are looked for."""
        self._forward = forward
        if self._asked != (text, case_sensitive):
            self._asked, self.waiting = (text, case_sensitive), False
            self._look()
        if self.waiting:
            return None
        self._go()
        return len(self._view.marks.matches)

    def _look(self) -> None:
        """The places of before are gone at once; those of now are remembered, so that a step is quick."""
        view, (wanted, case_sensitive) = self._view, self._asked
        view.marks.matches = NO_SPANS
        if len(view.rows.text) <= AT_ONCE or not wanted:
            view.marks.matches = find_all(view.rows.text, wanted, case_sensitive=case_sensitive)
            return
        asked, self.waiting = self._asked, True
        view.session.find(wanted, lambda places: self._take(asked, places), case_sensitive=case_sensitive)

    def _take(self, asked: Asked, places: Spans) -> None:
        if self.waiting and asked == self._asked:
            self.waiting = False
            self._view.marks.matches = places
            self._go()
            self.found.emit()

    def _go(self) -> None:
        view = self._view
        here = view.text_cursor.span or (view.text_cursor.caret, view.text_cursor.caret)
        index = view.marks.match_from(here[1] if self._forward else here[0], forward=self._forward)
        if index is not None:
            start, end = (int(offset) for offset in view.marks.matches[index])
            view.select_text(start, end)
            view.reveal(start, end)
        view.refresh()
