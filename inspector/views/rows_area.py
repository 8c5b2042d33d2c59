"""The scrolling area of rows: fonts, zoom, wrapping and scroll bars; what is on the rows is its subclass's affair."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from inspector.core.rows import BrokenRows, break_rows, first_rows
from inspector.views.document_frame import PAD_LEFT, PAD_TOP, Frame
from inspector.views.document_layout import DocumentLayout
from inspector.views.fonts import document_font

MOST_COLUMNS = 100
"""Rows are not wider than this: longer ones are hard to read."""
FEWEST_COLUMNS = 24
LEAST_SIZE = QSize(320, 96)
AT_ONCE = 200_000
"""A text of up to this many characters is broken into rows at once; a longer one elsewhere, but for its begin."""
FIRST = 16_000
"""So many characters of it are broken at once: more than a window shows."""
POINTS = 10.0
_ZOOM = 1.1
_ZOOM_STEPS = 12
_PAUSE_MS = 80
"""A long text is broken anew only when a resize has paused this long."""
_SPARE = 1.08
"""Letters of a proportional font are up to this much wider, on average, than its figures."""


class RowsArea(QAbstractScrollArea):
    """Shows the rows of one text; what stands at the top stays there when rows are broken anew."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = DocumentLayout()
        self._family = "mono"
        self._zoom = 0
        self._anchor: tuple[int, int] | None = None
        self._columns = MOST_COLUMNS
        self._growing = False
        self._later: tuple[int, Callable[[], None]] | None = None
        self._rewrap = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._rewrap.timeout.connect(self._wrap)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.viewport().setAutoFillBackground(False)
        self.rows.set_font(self._font())

    def set_font_family(self, family: str) -> None:
        """Read in "mono", "proportional" or a family by its name."""
        if family != self._family:
            self._family = family
            self._set_font()

    def zoom_in(self) -> None:
        """Larger letters."""
        self._set_zoom(self._zoom + 1)

    def zoom_out(self) -> None:
        """Smaller letters."""
        self._set_zoom(self._zoom - 1)

    def zoom_reset(self) -> None:
        """Letters of the usual size."""
        self._set_zoom(0)

    def frame(self) -> Frame:
        """Where everything stands now."""
        bars, port = (self.horizontalScrollBar(), self.verticalScrollBar()), self.viewport()
        return Frame(self.rows, bars[0].value(), bars[1].value(), port.width(), port.height())

    def visible_rows(self) -> int:
        """How many whole rows fit."""
        return (self.viewport().height() - PAD_TOP) // self.rows.height

    def first_visible_offset(self) -> int:
        """The offset at which the first visible row starts."""
        return self.frame().window().start if len(self.rows) else 0

    def reveal(self, start: int, end: int) -> None:
        """Bring `start:end` into view, as soon as its rows are known; the text moves only when it must."""
        if not len(self.rows):
            return
        if not self._knows(end, lambda: self.reveal(start, end)):
            return
        bar, page = self.verticalScrollBar(), self.viewport().height()
        top = self.rows.row_of(start) * self.rows.height
        bottom = (self.rows.row_of(max(end - 1, start)) + 1) * self.rows.height + 2 * PAD_TOP
        inside = bar.value() <= top and bottom <= bar.value() + page
        filling = bottom - top > page and top <= bar.value() and bar.value() + page <= bottom
        if not inside and not filling:
            room = max(page - (bottom - top), 0)
            bar.setValue(top - min(room // 2, page // 4))

    def centre_on(self, offset: int) -> None:
        """Scroll so that an offset stands in the middle."""
        if not self._knows(offset, lambda: self.centre_on(offset)):
            return
        top = PAD_TOP + self.rows.row_of(offset) * self.rows.height
        self.verticalScrollBar().setValue(top - (self.viewport().height() - self.rows.height) // 2)

    def show_offset(self, offset: int) -> None:
        """Scroll as little as needed to see the row of an offset."""
        if not self._knows(offset, lambda: self.show_offset(offset)):
            return
        top, bar = self.rows.row_of(offset) * self.rows.height, self.verticalScrollBar()
        lowest = top + self.rows.height + 2 * PAD_TOP - self.viewport().height()
        bar.setValue(min(max(bar.value(), lowest), top))

    def set_text(self, text: str) -> None:
        """Show another text from its start."""
        self._later = None
        self.rows.set_text(text)
        self.verticalScrollBar().setValue(0)
        self._anchor = (0, 0)
        self._wrap()

    def ask_rows(self, columns: int) -> None:
        """Have the whole text broken into rows elsewhere, and `take_rows` called with those known so far."""
        self.take_rows(break_rows(self.rows.text, columns))

    def take_rows(self, rows: BrokenRows) -> None:
        """Show these rows: all of the text, or those that are known so far when there were none before."""
        whole = rows.end == len(self.rows.text)
        if not whole and (not self._growing or rows.end < self.rows.end):
            return
        self._growing = not whole
        self._show_rows(rows)
        if self._later is not None and self._later[0] <= rows.end:
            self._later[1]()

    def refresh(self) -> None:
        """Draw everything again soon."""
        self.viewport().update()

    def place_parts(self) -> None:
        """Put what stands beside the text where it belongs."""

    def minimumSizeHint(self) -> QSize:
        """Room for some words of some rows: panels beside the text give way before it does."""
        return LEAST_SIZE

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside the text, and break rows anew where their width changed."""
        super().resizeEvent(event)
        self.place_parts()
        self._fit_rows()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002
        """Draw the rows that are seen now."""
        self._anchor = None
        self._widen()
        self.refresh()

    # Rows and scroll bars ---------------------------------------------------------------------------------------------

    def _font(self) -> QFont:
        points = POINTS * _ZOOM**self._zoom
        font = document_font("mono" if self._family == "mono" else "proportional", points)
        if self._family in ("mono", "proportional"):
            return font
        font.setFamilies([self._family, *font.families()])
        return font

    def _set_font(self) -> None:
        self._keep_place()
        self.rows.set_font(self._font())
        self._wrap()

    def _set_zoom(self, steps: int) -> None:
        self._zoom = max(min(steps, _ZOOM_STEPS), -_ZOOM_STEPS // 2)
        self._set_font()

    def _text_width(self) -> int:
        return self.viewport().width() - 2 * PAD_LEFT

    def _fitting_columns(self) -> int:
        spare = 1.0 if self._family == "mono" else _SPARE
        return max(min(int(self._text_width() / (self.rows.column * spare)), MOST_COLUMNS), FEWEST_COLUMNS)

    def _fit_rows(self) -> None:
        """After a change of the viewport: break rows anew where their width changed, a long text's after a pause."""
        self.rows.set_width(self._text_width())
        self._keep_place()
        if self._fitting_columns() != self._columns:
            if len(self.rows.text) > AT_ONCE and self.isVisible():
                self._rewrap.start()
            else:
                self._wrap()
        self._fit_bars()

    def _keep_place(self) -> None:
        """Remember what stands at the top, and how far it is scrolled out, until the person scrolls."""
        if self._anchor is None:
            offset = self.first_visible_offset()
            past = self.verticalScrollBar().value() - self.rows.row_of(offset) * self.rows.height
            self._anchor = (offset, past)

    def _wrap(self) -> None:
        """Break the text into rows; of a long one at first only what is seen when nothing is yet."""
        self._rewrap.stop()
        self._columns = self._fitting_columns()
        self.rows.set_width(self._text_width())
        if len(self.rows.text) <= AT_ONCE:
            self.take_rows(break_rows(self.rows.text, self._columns))
            return
        if not len(self.rows):
            self._growing = True
            self.take_rows(first_rows(self.rows.text, self._columns, FIRST))
        self.ask_rows(self._columns)

    def _show_rows(self, rows: BrokenRows) -> None:
        self._keep_place()
        anchor = self._anchor
        self.rows.show_rows(rows)
        self.horizontalScrollBar().setRange(0, 0)
        self._fit_bars()
        if anchor is not None and len(self.rows):
            self.verticalScrollBar().setValue(self.rows.row_of(anchor[0]) * self.rows.height + anchor[1])
        self._anchor = anchor
        self._widen()
        self.refresh()

    def _knows(self, offset: int, act: Callable[[], None]) -> bool:
        """Whether the row of an offset is known; unless it is, `act` is called once it is, and only the latest such."""
        known = offset <= self.rows.end
        self._later = None if known else (offset, act)
        return known

    def _fit_bars(self) -> None:
        bar, page = self.verticalScrollBar(), self.viewport().height()
        whole = len(self.rows) * self.rows.height + 2 * PAD_TOP
        anchor = self._anchor
        bar.setRange(0, max(whole - page, 0))
        bar.setPageStep(max(page - self.rows.height, 1))
        bar.setSingleStep(self.rows.height)
        self._anchor = anchor

    def _widen(self) -> None:
        """Let one scroll sideways as far as the widest row seen since the last wrap reaches."""
        if not len(self.rows):
            return
        window = self.frame().window()
        widest = max(self.rows.line(window.first + k).width for k in range(len(window.starts)))
        bar, past = self.horizontalScrollBar(), round(widest) + PAD_LEFT - self.viewport().width()
        over = past + PAD_LEFT if past > 0 else 0  # the blank after a row's last word may stand in the margin
        if over > bar.maximum():
            bar.setRange(0, over)
            bar.setPageStep(self.viewport().width())
