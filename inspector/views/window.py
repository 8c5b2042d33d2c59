"""The main window: the control bar, the document in the middle, panels around it, the status line."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QMessageBox, QVBoxLayout, QWidget

from inspector import __version__
from inspector.core.fold import FOLDS
from inspector.model.model_words import whole_name
from inspector.model.preferences import Preferences
from inspector.model.score_memory import recall_scores, remember_scores
from inspector.model.session import Session
from inspector.model.token_pass import UNAVAILABLE
from inspector.model.wording import FOLD_LABELS, FOLD_SUMMARIES
from inspector.views.actions import Actions
from inspector.views.controls import ControlBar
from inspector.views.document_view import DocumentView
from inspector.views.embedding import Embedding
from inspector.views.files import Files
from inspector.views.find_bar import FindBar
from inspector.views.icons import application_icon
from inspector.views.keys_dialog import KeysDialog
from inspector.views.log_dialog import LogDialog
from inspector.views.look import Look
from inspector.views.menus import commands
from inspector.views.notices import NoticeBar
from inspector.views.panels import Panels
from inspector.views.panes import Panes
from inspector.views.query_files import QueryFiles
from inspector.views.scores_help import ScoresHelp
from inspector.views.separators_dialog import SeparatorsDialog
from inspector.views.status_line import StatusLine
from inspector.views.sweep_profile import SweepProfile
from inspector.views.telling import OPEN_AS, Teller
from inspector.views.theme import current
from inspector.views.unforeseen import Unforeseen

USUAL_SIZE = QSize(1440, 920)
LEAST_SIZE = QSize(640, 480)
REFRESH_MS = 30
"""Ticks and greyed commands of the menus follow so soon after the last change, not after each one of a drag."""


class MainWindow(QMainWindow):
    """Shows one session; everything that it keeps itself is how things look."""

    def __init__(self, session: Session | None = None, preferences: Preferences | None = None) -> None:
        """A window on `session` (a new one without a document by default) that remembers its look in `preferences`."""
        super().__init__()
        self.session = Session(self) if session is None else session
        self.preferences = Preferences() if preferences is None else preferences
        self.look = Look(self.preferences, self)
        self.look.apply_theme()
        self._shown_before = False
        self._applied_zoom = 0
        self._make_parts()
        self._lay_out()
        self._make_menus()
        self._connect()
        self._restore()

    # What the menus ask for -------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the selected text exactly as it is in the document."""
        self.document_view.copy()

    def copy_chunk(self) -> None:
        """Copy the text of the selected chunk, overlap included."""
        document, chunking, selected = self.session.document, self.session.chunking, self.session.selected
        if document is not None and chunking is not None and selected is not None:
            QGuiApplication.clipboard().setText(chunking.text(document.text, selected))

    def paste(self) -> None:
        """Show what is on the clipboard as a document."""
        data = QGuiApplication.clipboard().mimeData()
        if data is not None and self.files.accepts(data):
            self.files.take(data)
        else:
            self.notices.show_notice("info", "there is no text on the clipboard")

    def open_find(self) -> None:
        """Open the find bar, with the selected text in it when it is short."""
        span = self.document_view.selected_span()
        text = self.document_view.rows.text[slice(*span)] if span and span[1] - span[0] <= 200 else ""
        self.find_bar.open(text)

    def ask(self) -> None:
        """Let the person type a question."""
        self.panes.show("query")
        self.panels.query.focus_query()

    def mark_answer(self) -> None:
        """Mark the selected text as the answer."""
        self.panes.show("query")
        self.document_view.mark_answer()

    def show_details(self) -> None:
        """Show why the selected chunk ends where it does; without one, the first one in view is selected."""
        if self.session.selected is None:
            self.session.select_at(self.document_view.first_visible_offset())
        self.panes.show("query")
        self.panels.show_details()

    def edit_separators(self) -> None:
        """Let the person edit their own separators, which are then asked for."""
        self.separators_dialog.open_list()

    def change(self, name: str, by: int) -> None:
        """Change the size or the overlap by so much, never below what makes sense."""
        asked = self.session.parameters
        if name == "size":
            self.session.set_size(max(asked.size + by, 1))
        else:
            self.session.set_overlap(min(max(asked.overlap + by, 0), max(asked.size - 1, 0)))

    def ask_when_open(self, query: str) -> None:
        """Ask this once the document that is being opened is there, instead of the question that it brings."""

        def ask() -> None:
            self.session.document_changed.disconnect(ask)
            QTimer.singleShot(0, lambda: self.session.set_query(query))

        self.session.document_changed.connect(ask)

    def uses_strategy(self, name: str) -> bool:
        """Whether this strategy is asked."""
        return self.session.parameters.strategy == name

    def uses_fold(self, name: str) -> bool:
        """Whether chunk vectors are folded this way."""
        return self.session.fold == name

    def folds(self) -> list[tuple[str, str, str]]:
        """(name, label, sentence) of every way to fold chunk vectors."""
        return [(name, FOLD_LABELS[name], FOLD_SUMMARIES[name]) for name in FOLDS]

    def reset_layout(self) -> None:
        """Put every panel back to its place and size."""
        self.panes.reset()
        QTimer.singleShot(0, self.panels.settle)

    def show_keys(self) -> None:
        """Show every key."""
        KeysDialog(self.actions_table.commands, self).exec()

    def show_scores_help(self) -> None:
        """Show how scores are made, beside the work."""
        (self.findChild(ScoresHelp) or ScoresHelp(self)).open_now()

    def show_log(self) -> None:
        """Show every notice since the start."""
        LogDialog(self.notices.log, self).exec()

    def show_about(self) -> None:
        """Show the version and what the program is made with."""
        QMessageBox.about(
            self,
            "About Inspector",
            f"<b>Inspector {__version__}</b><p>Shows how a document is cut into chunks for retrieval, why each cut is "
            "where it is, what it costs in tokens, and what it does to search.</p>"
            "<p>Made with Qt for Python, numpy, tokenizers and onnxruntime.</p>",
        )

    # How it is made ---------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        session = self.session
        self.controls = ControlBar(session)
        self.document_view = DocumentView(session)
        self.find_bar = FindBar(self.document_view)
        self.notices = NoticeBar()
        self.encodings = QMenu(self)
        self.unforeseen = Unforeseen(self.notices)
        self.status = StatusLine(session)
        self.query_files = QueryFiles(session, self)
        self.files = Files(session, self.preferences, self)
        self.panes = Panes(self)
        self.panels = Panels(session, self.panes)
        self.profile = SweepProfile(session, self.controls)
        self.controls.model.popup.own.remember_in(self.preferences)
        self.embedding = Embedding(session, self.preferences, self.files, self.controls.model.popup, self)
        self.teller = Teller(session, self.preferences, self.notices)
        self.separators_dialog = SeparatorsDialog(session, self.preferences, self)

    def _lay_out(self) -> None:
        self.setWindowIcon(application_icon())
        self.setMinimumSize(LEAST_SIZE)
        self.resize(USUAL_SIZE)
        self.setAcceptDrops(True)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.document_view, self.notices, self.find_bar):
            column.addWidget(widget, 1 if widget is self.document_view else 0)
        self.setCentralWidget(centre)
        self._lay_out_edges()
        self.panes.visit(self.document_view, *self.panels.stops(), self.status, self.controls)
        self._title()

    def _lay_out_edges(self) -> None:
        """The menus and the control bar above everything, the status line below."""
        top = QWidget()
        rows = QVBoxLayout(top)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self.menus_bar = self.menuBar()
        rows.addWidget(self.menus_bar)
        rows.addWidget(self.controls)
        self.setMenuWidget(top)
        self.status_host = self.statusBar()
        self.status_host.setSizeGripEnabled(False)
        self.status_host.addWidget(self.status, 1)

    def _make_menus(self) -> None:
        self.actions_table = Actions(commands(self), self.menus_bar, self)
        view, file = self.actions_table.menu("View"), self.actions_table.menu("File")
        view.insertActions(view.actions()[0], self.panes.toggles())
        after = self.actions_table.by_name["embedder"]
        query = self.actions_table.menu("Query")
        self.embedding.follow_menu(query, self.actions_table.by_name["empty-cache"])
        for title, fill, every_time in (
            ("Open &sample", self.files.fill_samples, False),
            ("Open &recent", self.files.fill_recent, True),
            ("Reopen with e&ncoding", self.files.fill_encodings, True),
        ):
            menu = self.actions_table.menu(f"File/{title}")
            file.insertMenu(file.actions()[file.actions().index(after) - 1], menu)
            fill(menu)
            if every_time:
                menu.aboutToShow.connect(lambda fill=fill, menu=menu: fill(menu))

    def _connect(self) -> None:
        session, view = self.session, self.document_view
        self._soon = QTimer(self, singleShot=True, interval=REFRESH_MS)
        self._soon.timeout.connect(self._refresh_actions)
        for signal in (session.chunking_changed, session.parameters_changed, session.scores_changed,
                       session.query_changed, session.queries.changed, session.keywords.changed,
                       session.token_pass.changed):  # fmt: skip
            signal.connect(self._soon.start)
        session.attribution.changed.connect(self._soon.start)
        for signal in (
            session.document_changed,
            session.selection_changed,
            session.answer_changed,
            view.text_selection_changed,
            self.look.changed,
        ):
            signal.connect(self._refresh_actions)
        session.document_changed.connect(self._title)
        self.look.changed.connect(self._apply_look)
        self.look.theme_changed.connect(self._apply_theme)
        self.look.follow_system()
        view.details_requested.connect(self.show_details)
        view.tokens_toggled.connect(lambda shown: self.look.set("token_borders", shown))
        self.controls.own_chosen.connect(self.edit_separators)
        self.controls.model.popup.tokenizer_asked.connect(self._ask_tokenizer)
        self.find_bar.closed.connect(view.setFocus)
        self.notices.remedy_asked.connect(self._offer_encodings)

    def _restore(self) -> None:
        """The look, place and panels of the last time."""
        recall_scores(self.session, self.preferences)
        self._apply_theme()
        self._apply_look()
        self.restoreGeometry(QByteArray(self.preferences.get("geometry")))
        self._has_docks = self.restoreState(QByteArray(self.preferences.get("docks")))
        self._refresh_actions()
        self.document_view.setFocus()

    # What follows from what -------------------------------------------------------------------------------------------

    def _holds(self, condition: str) -> bool:
        """Whether a condition of `Command.needs` holds now."""
        session = self.session
        has_chunks = session.chunking is not None and len(session.chunking) > 0
        return {
            "document": session.document is not None,
            "chunks": has_chunks,
            "chunk": has_chunks and session.selected is not None,
            "selection": self.document_view.selected_span() is not None,
            "failures": len(session.troubled) > 0,
            "scores": session.scores is not None and len(session.scores.order) > 0,
            "answer": session.answer is not None,
            "query": bool(session.query.strip()),
            "queries": bool(session.queries.entries),
            "pass": session.token_pass.state != UNAVAILABLE,
            "suggestion": bool(session.suggested_query),
        }[condition]

    def _refresh_actions(self) -> None:
        self.actions_table.refresh(self._holds)

    def _title(self) -> None:
        document = self.session.document
        self.setWindowTitle(f"Inspector · {document.name}" if document else "Inspector")

    def _apply_look(self) -> None:
        look, view = self.look, self.document_view
        view.show_tokens(look.value("token_borders"))
        view.show_whitespace(look.value("white_space"))
        view.set_motion(look.value("motion"))
        view.set_font_family(look.value("font"))
        while self._applied_zoom != look.value("zoom"):
            up = self._applied_zoom < look.value("zoom")
            (view.zoom_in if up else view.zoom_out)()
            self._applied_zoom += 1 if up else -1

    def _apply_theme(self) -> None:
        theme = current()
        for part in (
            self.controls,
            self.document_view,
            self.find_bar,
            self.notices,
            self.status,
            self.panes,
            self.panels,
            self.separators_dialog,
            self.embedding,
        ):
            part.apply_theme(theme)

    def _ask_tokenizer(self, folder: bool) -> None:
        """Ask for the tokenizer that the model's popup wants; without one no model waits for it any more."""
        popup = self.controls.model.popup
        if path := self.files.ask_tokenizer(folder):
            popup.take_tokenizer(path)
        else:
            popup.forget_choice()

    def _offer_encodings(self, remedy: str) -> None:
        """List the encodings of what the notice is about: the document on screen, or what could not be opened."""
        menu = self.encodings
        (self.files.fill_unreadable if remedy == OPEN_AS else self.files.fill_encodings)(menu)
        menu.popup(
            self.notices.mapToGlobal(
                self.notices.rect().topRight() - QPoint(menu.sizeHint().width(), menu.sizeHint().height())
            )
        )

    # Qt's events ------------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Give the panels their usual extent when nothing is remembered of them."""
        super().showEvent(event)
        if not self._shown_before:
            self._shown_before = True
            if not self._has_docks:
                self.panes.resize()
            QTimer.singleShot(0, self.panels.settle)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and texts."""
        if self.files.accepts(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.files.take(event.mimeData())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember everything, cancel what runs, and go."""
        self.teller.remember()
        self.files.remember()
        remember_scores(self.session, self.preferences)
        limits = self.session.limits
        self.preferences.set("limits", vars(limits))
        tokenizer = whole_name(self.session.tokenizer_name)
        self.preferences.set("model", {"name": self.session.model.name, "tokenizer": tokenizer})
        self.preferences.set("geometry", bytes(self.saveGeometry().data()))
        self.preferences.set("docks", bytes(self.saveState().data()))
        self.preferences.save()
        self.session.close()
        self.unforeseen.uninstall()
        event.accept()
