"""Faults that nobody foresaw: told in the window as well as on standard error, never passed over in silence."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType

from inspector.views.notices import NoticeBar

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class Unforeseen:
    """While installed, an exception that leaves a slot or an event handler shows a notice; each of them once."""

    def __init__(self, notices: NoticeBar) -> None:
        self._notices = notices
        self._told: set[str] = set()
        self._before: Hook = sys.excepthook

    def install(self) -> None:
        """Be asked about exceptions, before whoever was asked until now."""
        self._before, sys.excepthook = sys.excepthook, self._tell

    def uninstall(self) -> None:
        """Let exceptions go where they went before."""
        if sys.excepthook == self._tell:
            sys.excepthook = self._before

    def _tell(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        words = f"{kind.__name__}: {error}"
        if issubclass(kind, Exception) and words not in self._told:
            self._told.add(words)
            self._notices.show_notice("error", f"something went wrong in the program: {words}; part of the window may "
                                      "be out of date")  # fmt: skip
        self._before(kind, error, trace)
