"""Choosing who embeds: the model on this machine, a folder, or a server; with what was found out about it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from inspector.core.embedders import EMBEDDERS
from inspector.core.servers.address import is_address
from inspector.views.beside import beside
from inspector.views.embedder_facts import EmbedderFacts
from inspector.views.noting import note_label, show_note
from inspector.views.questions_form import QuestionsForm
from inspector.views.server_form import ServerForm
from inspector.views.theme import Theme

if TYPE_CHECKING:
    from inspector.model.session import Session

_WIDTH, _HEIGHT = 560, 660
_SECOND = 1000


class EmbedderDialog(QDialog):
    """Not modal: the scores behind it follow at once. `folder_asked` wants a folder, to be given to `choose`."""

    folder_asked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asked_here = False
        self._since = 0.0
        self.facts, self.server, self.questions = EmbedderFacts(), ServerForm(session), QuestionsForm()
        self.usual, self.open_folder = QPushButton(f"Use {EMBEDDERS[0]}"), QPushButton("Open model folder…")
        self.loading, self.cancel = QLabel(), QPushButton("Cancel")
        self.refusal, self.open_words = note_label("refused"), note_label("notice")
        self._clock = QTimer(self, interval=_SECOND)
        self.setWindowTitle("Embedder")
        self._name()
        self._lay_out()
        self._connect()
        self.refresh()

    def open_now(self) -> None:
        """Show who embeds; where a server of the last time is offered its address stands ready."""
        embedders = self._session.embedders
        offered = embedders.offered
        if offered is not None and not self.server.address.text():
            self.server.show_address(offered.spec, str(offered.answers.get("model") or ""))
        self._place()
        self.show()
        self.raise_()
        self.activateWindow()
        first = self.open_folder if self.usual.isHidden() else self.usual
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_server(self) -> None:
        """Show the dialog with the keyboard in the address line."""
        self.open_now()
        self.server.address.setFocus(Qt.FocusReason.OtherFocusReason)
        self.server.address.selectAll()
        self._area.ensureWidgetVisible(self.server.connect_button)

    def choose(self, spec: str, **answers: object) -> None:
        """Take what was chosen; the dialog opens by itself when something has to be asked or is refused."""
        self._asked_here = True
        self._session.set_embedder(spec, **answers)

    def refresh(self) -> None:
        """Show what the session's embedder is, what is being read, what is asked, and what is refused."""
        session, embedders = self._session, self._session.embedders
        self.facts.show_info(session.embedder_name, embedders.info)
        self.usual.setVisible(session.embedder_name != EMBEDDERS[0])
        self._show_loading(embedders.loading)
        of_server = bool(embedders.asked) and is_address(embedders.asked or "")
        self.questions.ask(() if of_server else embedders.questions)
        refused = f"Refused: {embedders.refusal.rstrip('.')}." if embedders.refusal else ""
        open_words = ""
        if of_server and embedders.questions:
            self.server.show_address(embedders.asked or "")
            self.server.show_models(embedders.asked or "", embedders.questions[0].choices)
            count = len(embedders.questions[0].choices)
            open_words = f"{embedders.asked} has {count:,} models: choose one, then connect."
        elif embedders.questions:
            open_words = f"{embedders.asked} does not tell everything: answer above."
        stays = f" {session.embedder_name} goes on embedding."
        show_note(self.refusal, refused and refused + stays)
        show_note(self.open_words, open_words and open_words + stays)
        if (embedders.questions or embedders.refusal) and self._asked_here:
            self._open_for_answers(of_server)

    def apply_theme(self, theme: Theme) -> None:
        """Take the theme's colours."""
        del theme
        self.facts.apply_theme()

    def _open_for_answers(self, of_server: bool) -> None:
        self._asked_here = False
        if not self.isVisible():
            self.open_now()
        if of_server and self._session.embedders.questions:
            self.server.model.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._session.embedders.questions:
            self.questions.focus_first()

    def _show_loading(self, spec: str | None) -> None:
        busy = spec is not None
        if busy and not self._clock.isActive():
            self._since = time.monotonic()
            self._clock.start()
        elif not busy:
            self._clock.stop()
        self.loading.setVisible(busy)
        self.cancel.setVisible(busy)
        waiting: tuple[QWidget, ...] = (self.usual, self.open_folder, self.server, self.questions)
        for widget in waiting:
            widget.setEnabled(not busy)
        if spec is not None:
            seconds = int(time.monotonic() - self._since)
            doing = "Connecting to" if is_address(spec) else "Reading"
            self.loading.setText(f"{doing} {spec}…" + (f" {seconds} s" if seconds else ""))

    def _taken(self) -> None:
        """Tell the server's models once it is in use."""
        info = self._session.embedders.info
        if info.models and self.server.address.text():
            self.server.show_models(info.spec, info.models, info.model)
        self.refresh()
        self._asked_here = self._asked_here and self._session.embedders.loading is not None

    def _name(self) -> None:
        self.setAccessibleName("Embedder")
        self.usual.setToolTip("Embeds with the model that is part of this program, without a network.")
        self.open_folder.setToolTip("A folder with model.onnx and tokenizer.json; you can also drop it on the window.")
        self.loading.setAccessibleName("What is being read or connected to")
        self.loading.setWordWrap(True)
        self.loading.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel.setToolTip("Leaves it at the embedder in use.")

    def _connect(self) -> None:
        session = self._session
        session.embedders.changed.connect(self._taken)
        session.model_changed.connect(self.refresh)
        self._clock.timeout.connect(lambda: self._show_loading(session.embedders.loading))
        self.usual.clicked.connect(lambda: self.choose(EMBEDDERS[0]))
        self.open_folder.clicked.connect(self.folder_asked)
        self.server.asked.connect(self._choose_server)
        self.questions.answered.connect(self._answer)
        self.cancel.clicked.connect(session.embedders.cancel)

    def _choose_server(self, address: str, model: str | None) -> None:
        self.choose(address, **({"model": model} if model else {}))

    def _answer(self, answers: dict[str, str]) -> None:
        self._asked_here = True
        self._session.embedders.answer(**answers)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        folders = beside(self.usual, self.open_folder)
        for part in (self.facts, folders, self.questions, _heading("A server"), self.server):
            column.addWidget(part)
        column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(inside)
        close = QPushButton("Close")
        close.setToolTip("The choice stays; what is being read goes on.")
        close.clicked.connect(self.close)
        last = QHBoxLayout()
        last.setSpacing(8)
        last.addWidget(self.loading, 1)
        last.addWidget(self.cancel)
        last.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 0, 16, 0)
        for note in (self.refusal, self.open_words):
            foot.addWidget(note)
        foot.addLayout(last)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 16)
        whole.addWidget(self._area, 1)
        whole.addLayout(foot)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.resize(_WIDTH, _HEIGHT)

    def _place(self) -> None:
        """Over the window, inside the screen, where it was not moved by the person."""
        parent = self.parentWidget()
        if parent is None or self.isVisible():
            return
        screen = parent.screen().availableGeometry()
        self.resize(min(_WIDTH, screen.width() - 32), min(_HEIGHT, screen.height() - 64))
        corner = parent.mapToGlobal(QPoint(max((parent.width() - self.width()) // 2, 0), 64))
        left = max(screen.left(), min(corner.x(), screen.right() - self.width()))
        self.move(left, max(screen.top(), min(corner.y(), screen.bottom() - self.height() - 32)))


def _heading(words: str) -> QLabel:
    label = QLabel(words)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label
