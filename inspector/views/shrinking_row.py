"""A row that gives up its least important pieces first when it is too narrow, then shortens texts; it never clips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

_GAP, _MARGIN = 8, 8
Step = Callable[[], None]


@dataclass(frozen=True, eq=False)
class Piece:
    """One widget of the row: at its right end if `right`, `wanted()` when there is something to show.

    One that stands `instead` of the others at the right has room kept for it also while it is not wanted: when it
    comes and goes, nothing else moves.
    """

    widget: QWidget
    wanted: Callable[[], bool]
    right: bool = False
    instead: bool = False
    stretches: bool = False
    """Whether its text may be shortened, once nothing is left to give up."""


class ShrinkingRow(QWidget):
    """Lays out `pieces`, with functions that each make the row a little narrower, the least loss first.

    `steps` are taken until everything fits in full, `last_steps` until it fits with shortened texts; `restore` undoes
    all. `hide_piece` is the step that leaves out a piece; what is left out is named in the tooltip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: Sequence[Piece] = ()
        self._steps: Sequence[Step] = ()
        self._last_steps: Sequence[Step] = ()
        self._restore: Step = lambda: None
        self._left_out: set[QWidget] = set()
        self._wanted: set[Piece] = set()
        self._hints: dict[QWidget, QSize] = {}
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.arrange)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_pieces(
        self, pieces: Sequence[Piece], steps: Sequence[Step], last_steps: Sequence[Step], restore: Step
    ) -> None:
        """Say once what the row is made of and how it shrinks."""
        self._pieces, self._steps, self._last_steps, self._restore = pieces, steps, last_steps, restore
        for piece in pieces:
            piece.widget.setParent(self)

    def hide_piece(self, widget: QWidget) -> Step:
        """The step that leaves out `widget`."""
        return lambda: self._left_out.add(widget)

    def left_out(self) -> list[QWidget]:
        """The pieces that there is no room for at the present width."""
        return [piece.widget for piece in self._pieces if piece in self._wanted and piece.widget in self._left_out]

    def arrange(self) -> None:
        """Lay the row out anew for its present width and contents."""
        self._wanted = {piece for piece in self._pieces if piece.wanted()}
        self._left_out.clear()
        self._restore()
        self._hints.clear()
        self._take(self._steps, shortened=False)
        self._take(self._last_steps, shortened=True)
        self._place(self._widths())
        hidden = [widget.accessibleName() for widget in self.left_out()]
        self.setToolTip("Not shown for want of room: " + " · ".join(hidden) if hidden else "")

    def arrange_soon(self) -> None:
        """Lay out once after everything that changes now."""
        self._soon.start()

    def sizeHint(self) -> QSize:
        """One line; any width."""
        return QSize(640, 32)

    def minimumSizeHint(self) -> QSize:
        """Narrower than this nothing is legible."""
        return QSize(280, 32)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, other pieces."""
        super().resizeEvent(event)
        self.arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Another font, other widths."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.arrange_soon()

    def _shown(self) -> list[Piece]:
        return [piece for piece in self._pieces if piece in self._wanted and piece.widget not in self._left_out]

    def _visible(self) -> list[Piece]:
        shown = self._shown()
        if any(piece.instead for piece in shown):
            return [piece for piece in shown if piece.instead or not piece.right]
        return shown

    def _take(self, steps: Sequence[Step], shortened: bool) -> None:
        for step in steps:
            if self._needed(shortened) <= self.width():
                break
            step()
            self._hints.clear()

    def _hint(self, widget: QWidget) -> QSize:
        """The widget's size hint, asked for once between two steps."""
        if widget not in self._hints:
            self._hints[widget] = widget.sizeHint()
        return self._hints[widget]

    def _needed(self, shortened: bool = False) -> int:
        """The width that the row needs, whether or not what stands instead of others is there."""
        shown = self._shown()

        def extent(pieces: list[Piece]) -> int:
            return sum(
                (self._least(piece) if shortened else self._hint(piece.widget).width()) + _GAP for piece in pieces
            )

        right = [extent([piece for piece in shown if piece.right and not piece.instead])]
        right += [extent([piece]) for piece in self._pieces if piece.instead]
        return extent([piece for piece in shown if not piece.right]) + max(right) - _GAP + 2 * _MARGIN

    def _widths(self) -> dict[QWidget, int]:
        widths = {piece.widget: self._hint(piece.widget).width() for piece in self._visible()}
        missing = self._needed() - self.width()
        for piece in self._visible():
            if missing > 0 and piece.stretches:
                given = min(missing, widths[piece.widget] - self._least(piece))
                widths[piece.widget] -= given
                missing -= given
        return widths

    def _place(self, widths: dict[QWidget, int]) -> None:
        left, right = _MARGIN, self.width() - _MARGIN
        for piece in self._pieces:
            if piece.widget in widths and not piece.right:
                self._put(piece.widget, left, widths[piece.widget])
                left += widths[piece.widget] + _GAP
        for piece in reversed(self._pieces):
            if piece.widget in widths and piece.right:
                right -= widths[piece.widget]
                self._put(piece.widget, right, widths[piece.widget])
                right -= _GAP
        for piece in self._pieces:
            piece.widget.setVisible(piece.widget in widths)

    def _put(self, widget: QWidget, left: int, width: int) -> None:
        height = min(self._hint(widget).height(), self.height())
        widget.setGeometry(left, (self.height() - height) // 2, width, height)

    def _least(self, piece: Piece) -> int:
        hint = self._hint(piece.widget).width()
        return min(piece.widget.minimumSizeHint().width(), hint) if piece.stretches else hint
