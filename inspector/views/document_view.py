"""The document view: one continuous text with its chunks, drawn row by row from the text itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.model.session import Session
from inspector.views.document_frame import Frame
from inspector.views.document_keys import DocumentKeys
from inspector.views.document_marks import DocumentMarks
from inspector.views.document_menu import document_menu
from inspector.views.document_mouse import DocumentMouse
from inspector.views.document_painter import DocumentPainter, Emphasis, cut_bar
from inspector.views.document_search import DocumentSearch
from inspector.views.document_words import description, hidden_words, plain, token_words, tooltip
from inspector.views.empty_state import paint_empty
from inspector.views.fade import Fade
from inspector.views.ghosts import Ghosts, Places
from inspector.views.gutter import Gutter
from inspector.views.letters import Letters
from inspector.views.overview import WIDTH, Overview
from inspector.views.paint_plan import Kind, Piece, gone_cuts, plan_chunks, plan_ghosts
from inspector.views.rows_area import RowsArea
from inspector.views.share_bars import ShareBars
from inspector.views.sight import Sight
from inspector.views.still import Still
from inspector.views.text_cursor import TextCursor
from inspector.views.theme import Theme, current

_GHOST_MS = 400
_FLASH_MS = 900


class DocumentView(RowsArea):
    """Shows the session's document; asks the session for everything but the text selection, which is its own."""

    details_requested = Signal()
    text_selection_changed = Signal()
    tokens_toggled = Signal(bool)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.text_cursor = TextCursor(self.rows)
        self.marks = DocumentMarks(session)
        self._theme = current()
        self._white_space = False
        self._keys, self._mouse = DocumentKeys(self), DocumentMouse(self)
        self.search = DocumentSearch(self)
        self._letters, self._still, self._fading = Letters(), Still(self.viewport()), QRegion()
        self._ghosts, self._flash = Ghosts(_GHOST_MS, self), Fade(_FLASH_MS, self)
        self.gutter, self.overview = Gutter(self), Overview(self)
        self.shares, self.sight = ShareBars(self), Sight(self)
        self.setAccessibleName("Document")
        self._connect()
        self._on_document()

    # What the window asks for -----------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.gutter.apply_theme(theme)
        self.overview.apply_theme(theme)
        self.viewport().update()

    @property
    def tokens_shown(self) -> bool:
        """Whether the borders between tokens are shown."""
        return self.marks.tokens

    def show_tokens(self, shown: bool) -> None:
        """Show the borders between tokens, or not."""
        if shown != self.marks.tokens:
            self.marks.tokens = shown
            self.tokens_toggled.emit(shown)
            self.viewport().update()

    def show_whitespace(self, shown: bool) -> None:
        """Show a sign for every white-space character, or none; no letter moves."""
        self._white_space = shown
        self.viewport().update()

    def set_motion(self, on: bool) -> None:
        """Let marks fade, or not."""
        for fade in (self._ghosts, self._flash):
            fade.motion = on
            if not on:
                fade.stop()

    def flash(self, start: int, end: int) -> None:
        """Bring a span into view, select it when it has letters, and let it light up for a moment."""
        self.reveal(start, end)
        self.marks.flash = (start, end)
        self._flash.start()
        if self.rows.text[start:end].strip():
            self.select_text(start, end)

    def find(  # type: ignore[override]
        self, text: str, forward: bool = True, case_sensitive: bool = False
    ) -> int | None:
        """Mark every place of `text`, select the next (or previous) one around the end; how many there are.

        None while a long text is looked through: `search.found` tells when that is done.
        """
        return self.search.find(text, forward, case_sensitive)

    def selected_span(self) -> tuple[int, int] | None:
        """The selected text, half-open; None when none is."""
        return self.text_cursor.span

    def copy(self) -> None:
        """Put the selected text on the clipboard, exactly as it is in the document."""
        if self.text_cursor.span is not None:
            QGuiApplication.clipboard().setText(self.rows.text[slice(*self.text_cursor.span)])

    def select_all(self) -> None:
        """Select the whole text."""
        self.select_text(0, len(self.rows.text))

    def select_text(self, start: int, end: int) -> None:
        """Select a span of the text."""
        self.text_cursor.select(start, end)
        self._on_text_selection()

    def place_caret(self, offset: int, *, keep: bool = False) -> None:
        """Put the caret at an offset and bring it into view; with `keep` the selection follows."""
        self.text_cursor.move(offset, keep=keep)
        self._on_text_selection()
        self.show_offset(self.text_cursor.caret)

    def mark_answer(self) -> None:
        """Ask the session to mark the selected text as the answer."""
        if self.text_cursor.span is not None:
            self.session.mark_answer(*self.text_cursor.span)

    # What the parts ask for -------------------------------------------------------------------------------------------

    def plan(self) -> list[Piece]:
        """What is marked in the visible rows."""
        window = self.frame().window()
        chunks = self.marks.plan(window, self.text_cursor.span, ghosts=self._ghosts.places())
        return [*chunks, *self.marks.text_plan(window)]

    def chunk_at(self, point: QPointF) -> int | None:
        """The chunk whose body is at a point of the viewport."""
        chunking = self.session.chunking
        offset = self.frame().character_at(point) if len(self.rows) else None
        return chunking.body_at(offset) if chunking and offset is not None else None

    def select_at(self, point: QPointF) -> None:
        """Select the chunk at a point of the viewport, and with it the character there; none beside the text."""
        offset = self.frame().character_at(point) if len(self.rows) else None
        if offset is None:
            self.session.select(None)
        else:
            self.session.select_at(offset)

    def beyond_context(self, chunk: int) -> bool:
        """Whether a chunk has more input tokens than the model reads."""
        chunking, context = self.session.chunking, self.session.limits.context
        return chunking is not None and context is not None and int(chunking.input_tokens[chunk]) > context

    def tell(self, chunk: int | None, place: QPoint, offset: int | None = None, hidden: tuple[int, ...] = ()) -> None:
        """Show a chunk's numbers and the reason for its cut at a place on the screen, then the `hidden` chunks there.

        The share of the word at `offset` comes first, then the tokens that its character is in, where they are shown.
        """
        chunking, facts, words = self.session.chunking, self.session.facts, [self.shares.words(offset)]
        if facts is not None and offset is not None and self.tokens_shown:
            words.append(token_words(facts, offset))
        if chunk is not None and chunking is not None:
            words.append(tooltip(chunking, self.session.limits, chunk, self.session.why(chunk)))
            words.append(hidden_words(chunking, hidden))
        QToolTip.showText(place, plain("\n\n".join(filter(None, words))), self)

    def match_places(self, height: int) -> list[int]:
        """The pixel rows of a strip `height` high at which there is a match, each once."""
        return self.marks.match_places(len(self.rows.text), height)

    # Qt's events ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the visible rows; where only marks fade, these over a picture of the rest."""
        painter = QPainter(self.viewport())
        try:
            if len(self.rows) and self._still.is_part(event):
                self._still.draw(painter, lambda own: self._paint(own, []))
                self._documents_painter(painter).paint_ghosts(self._ghost_plan())
            else:
                self._still.forget()
                self._paint(painter, self._ghosts.places())
        finally:
            painter.end()

    def _paint(self, painter: QPainter, ghosts: Places) -> None:
        frame = self.frame()
        painter.fillRect(self.viewport().rect(), self._theme.base)
        if not len(self.rows):
            paint_empty(painter, QRectF(self.viewport().rect()), self._theme, self.session)
            return
        pieces = self.marks.plan(frame.window(), self.text_cursor.span, ghosts=ghosts)
        self._documents_painter(painter).paint(pieces, lambda: self._paint_letters(painter, frame))
        self._paint_caret(painter)

    def _documents_painter(self, painter: QPainter) -> DocumentPainter:
        emphasis = Emphasis(self.session.selected, self.session.hovered, self._flash.value)
        return DocumentPainter(painter, self.frame(), self._theme, emphasis)

    def _ghost_plan(self) -> list[Piece]:
        """The marks that fade, and those of the cuts, which may stand beside them."""
        chunking, window = self.session.chunking, self.frame().window()
        if chunking is None or not window.starts:
            return []
        return [*plan_ghosts(self._ghosts.places(), chunking, window), *plan_chunks(chunking, window)]

    def _fade(self) -> None:
        """Draw again what fades, or has faded, and nothing else."""
        frame = self.frame()
        before, self._fading = self._fading, QRegion()
        for piece in self._ghost_plan():
            if piece.kind is Kind.GHOST:
                self._fading += cut_bar(frame, piece).toAlignedRect()
        self.viewport().update(before + self._fading)

    def _paint_letters(self, painter: QPainter, frame: Frame) -> None:
        self.shares.paint(painter, frame, self._theme)
        self._letters.draw(
            painter, frame, self._theme, lambda: self.marks.text_plan(frame.window()), self._white_space,
            (self.session.facts, self.marks.tokens),
        )  # fmt: skip

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step, move and copy; what is none of ours goes on."""
        if not len(self.rows) or not self._keys.press(event):
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a selection."""
        self._mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hover, or go on selecting."""
        self._mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the chunk when it was a click."""
        self._mouse.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the word."""
        self._mouse.double_click(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the text and the chunk there."""
        if len(self.rows):
            menu = document_menu(self, self.chunk_at(QPointF(event.pos())))
            menu.exec(event.globalPos())
            menu.deleteLater()

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell a chunk's numbers as a tooltip; hover nothing when the mouse has left."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            point = QPointF(event.pos())
            offset = self.frame().character_at(point) if len(self.rows) else None
            self.tell(self.chunk_at(point), event.globalPos(), offset)
            return True
        if event.type() == QEvent.Type.Leave:
            self.session.hover(None)
        return super().viewportEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, and hover what has come under the mouse."""
        super().wheelEvent(event)
        point = self.viewport().mapFromGlobal(event.globalPosition())
        inside = QRectF(self.viewport().rect()).contains(point)
        self.session.hover(self.chunk_at(point) if inside else None)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """The text moves away from under the mouse."""
        super().scrollContentsBy(dx, dy)
        self.session.hover(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the caret."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the caret."""
        super().focusOutEvent(event)
        self.viewport().update()

    # How it follows the session ---------------------------------------------------------------------------------------

    def _connect(self) -> None:
        session = self.session
        session.document_changed.connect(self._on_document)
        session.chunking_changed.connect(self._on_chunking)
        session.selection_changed.connect(self._on_selection)
        session.model_changed.connect(self.refresh)
        session.reveal.connect(self.flash)
        for signal in (session.facts_changed, session.hover_changed, session.scores_changed, session.answer_changed):
            signal.connect(self.refresh)
        session.progress_changed.connect(self._on_progress)
        self._ghosts.changed.connect(self._fade)
        self._flash.changed.connect(self.viewport().update)

    def _on_document(self) -> None:
        document = self.session.document
        self.marks = self.marks.fresh()
        self.search.forget()
        self._ghosts.stop()
        self._flash.stop()
        self.gutter.forget()
        self.set_text(document.text if document else "")
        self.text_cursor.move(0)
        self._on_chunking()

    def _on_chunking(self) -> None:
        chunking = self.session.chunking
        self.gutter.fit(chunking)
        self.overview.forget()
        if chunking is not None and len(self.rows):
            self._ghosts.leave(gone_cuts(self.session.previous_cuts, chunking, self.frame().window()))
        self.place_parts()
        self._describe()
        self.refresh()

    def _on_progress(self) -> None:
        if not len(self.rows):
            self.viewport().update()

    def _on_selection(self) -> None:
        chunking, selected = self.session.chunking, self.session.selected
        if selected is not None and chunking is not None and not self._mouse.pressed:
            self.reveal(int(chunking.body_starts[selected]), int(chunking.ends[selected]))
        self._describe()
        self.refresh()

    def _on_text_selection(self) -> None:
        self.viewport().update()
        self.text_selection_changed.emit()

    def _describe(self) -> None:
        session = self.session
        words = description(self.rows.text, session.chunking, session.limits, session.selected)
        self.setAccessibleDescription(words)

    def ask_rows(self, columns: int) -> None:
        """Have the rows of a long text broken in the worker."""
        self.session.break_rows(columns, self.take_rows)

    def refresh(self) -> None:
        """Draw the text and what stands beside it again soon."""
        self.viewport().update()
        self.gutter.update()
        self.overview.update()

    def place_parts(self) -> None:
        """Put the gutter at the left margin and the overview at the right one."""
        self.gutter.compact = self.width() < 620
        left = self.gutter.wanted_width()
        if self.viewportMargins().left() != left:
            self.setViewportMargins(left, 0, WIDTH, 0)
        port = self.viewport().geometry()
        self.gutter.setGeometry(port.left() - left, port.top(), left, port.height())
        self.overview.setGeometry(port.right() + 1, port.top(), WIDTH, port.height())

    def _paint_caret(self, painter: QPainter) -> None:
        if not self.hasFocus() or self.text_cursor.span is not None:
            return
        row = self.rows.row_of(self.text_cursor.caret)
        frame = self.frame()
        x = frame.x(row, self.text_cursor.caret)
        painter.fillRect(QRectF(x - 0.5, frame.top(row) + 2, 1.5, self.rows.height - 4), self._theme.text)
