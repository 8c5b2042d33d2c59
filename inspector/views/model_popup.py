"""The model's popup: a known or own model, its tokenizer, context and prefix, each to be changed on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from inspector.core.model_limits import DEFAULT_CONTEXT, MAX_CONTEXT
from inspector.core.models import EmbeddingModel
from inspector.model.model_words import (
    differences,
    limit_words,
    query_prefix_words,
    source_line,
    unchecked_note,
    whole_name,
    whose_scores,
)
from inspector.views.beside import beside
from inspector.views.embedder_list import EmbedderList
from inspector.views.model_lists import ModelList, TokenizerList
from inspector.views.noting import mark, note_label, show_note
from inspector.views.own_models import OwnModels

if TYPE_CHECKING:
    from inspector.model.session import Session

_PAUSE = 350
_WIDTH = 440
_NOTE = (
    "The model reads the prefix, the chunk and its special tokens together, up to the context; "
    "what comes after is dropped without a word."
)
_CONTEXT = f"How many input tokens the model reads; 0 for no limit. The default is {DEFAULT_CONTEXT}."
_PREFIX = "Text that is put before each chunk, such as “search_document: ”; it costs tokens too."
_HEADINGS = (
    "Puts the Markdown headings that a chunk stands under, such as “Guide > Pumps”, between prefix and chunk; "
    "they cost tokens too."
)
_MEANINGS = {
    "Model": "The model that the chunks are made for; it fills tokenizer, context and prefix and need not be here.",
    "Embedder": "What makes the vectors that the scores compare: a model on this machine, or a server that you name.",
    "Tokenizer": "What counts the tokens: the model's own, if the counts are to be those of the model.",
    "Context": _CONTEXT,
    "Prefix": _PREFIX,
    "My models": "Models that you keep under names of your own.",
}
_OPEN = "Count with a tokenizer.json, as it lies beside a model."
_OPEN_FOLDER = "Count with the tokenizer.json of a model's folder, also one of the Hugging Face cache."


class ModelPopup(QFrame):
    """Every change is asked for at once; `tokenizer_asked` wants a path, True for a folder, to be given back."""

    tokenizer_asked = Signal(bool)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._session = session
        self._awaiting: EmbeddingModel | None = None
        self.model, self.tokenizer, self.embedder = ModelList(), TokenizerList(), EmbedderList()
        self.open_file, self.open_folder = QPushButton("Open tokenizer.json…"), QPushButton("Open folder…")
        self.context, self.prefix, self.refusal = QSpinBox(), QLineEdit(), note_label("refused")
        self.headings = QCheckBox("and the headings above the chunk")
        self.own = OwnModels(session)
        self.waits, self.scores, self.switched_off = note_label(), note_label(), note_label()
        self.query_prefix, self.differs, self.unchecked = note_label(), note_label(), note_label()
        self._prefix_pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self.setAccessibleName("Model")
        self._name()
        self._lay_out()
        self._connect()
        self.refresh()

    def take_tokenizer(self, name: str) -> None:
        """Count with this tokenizer, by name or path; for the model that waits for one where there is one."""
        whole = whole_name(name)
        awaiting, self._awaiting = self._awaiting, None
        if awaiting is None:
            self._session.set_tokenizer(whole)
        else:
            self._session.set_model(awaiting, whole)
        self.refresh()

    def forget_choice(self) -> None:
        """No model waits for its tokenizer any more."""
        self._awaiting = None
        self.refresh()

    def refresh(self) -> None:
        """Show what is asked of the session's model, and why it is refused; a prefix that is being typed stays."""
        asked, model = self._session.asked_limits, self._session.model
        self.model.show_model(self._awaiting or model)
        self.tokenizer.show_name(self._session.tokenizer_name)
        self.embedder.show_embedder(self._session.embedder_name, self._session.embedders.taken)
        with QSignalBlocker(self.context), QSignalBlocker(self.headings):
            self.context.setValue(min(asked.context or 0, MAX_CONTEXT))
            self.headings.setChecked(asked.headings)
        if not self._prefix_pause.isActive() and self.prefix.text() != asked.prefix:
            self.prefix.setText(asked.prefix)
        self._show_refusal(self._session.limits_refusal)
        self._show_source(model)
        self._show_notes(model)
        self.own.refresh()
        self.fit()

    def fit(self) -> None:
        """As high as all lines need: Qt's own `adjustSize` stops at two thirds of the screen and would cut them."""
        self._column.activate()
        self.resize(_WIDTH, self._column.totalHeightForWidth(_WIDTH))

    def event(self, event: QEvent) -> bool:
        """Fit anew when what it holds needs other room."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return done

    def _show_refusal(self, refusal: str | None) -> None:
        show_note(self.refusal, f"Refused: {refusal}" if refusal else "")
        mark(self.context, refusal is not None and refusal.startswith("context"))
        mark(self.prefix, refusal is not None and refusal.startswith("prefix"))

    def _show_source(self, model: EmbeddingModel) -> None:
        context, read = limit_words(model.context), source_line(model, model.context_source)
        self.context.setToolTip(f"{_CONTEXT}\n{model.name}: {context}. {read}")
        prefix = f"“{model.document_prefix}”" if model.document_prefix else "none"
        self.prefix.setToolTip(f"{_PREFIX}\n{model.name}: {prefix}. {source_line(model, model.prefix_source)}")

    def _show_notes(self, model: EmbeddingModel) -> None:
        session, waits = self._session, self._awaiting
        show_note(self.waits, _wanted(waits, model) if waits else "")
        show_note(self.unchecked, unchecked_note(waits or model))
        offered = session.embedders.offered
        whose = whose_scores(model.name, session.embedder_name, offered.spec if offered else "")
        show_note(self.scores, whose)
        show_note(self.switched_off, "\n".join(session.tokenizer_notices))
        show_note(self.query_prefix, query_prefix_words(model, session.embedder_name, session.query_prefix))
        show_note(self.differs, differences(model, session.asked_limits, session.tokenizer_name))

    def _name(self) -> None:
        self.context.setRange(0, MAX_CONTEXT)
        self.context.setSpecialValueText("no limit")
        self.context.lineEdit().setTextMargins(6, 0, 6, 0)
        self.context.setAccessibleName("Context in input tokens")
        self.prefix.setAccessibleName("Prefix before each chunk")
        self.prefix.setPlaceholderText("none")
        self.headings.setAccessibleName("Put the path of headings before each chunk")
        self.headings.setToolTip(_HEADINGS)
        self.open_file.setToolTip(_OPEN)
        self.open_folder.setToolTip(_OPEN_FOLDER)
        self.open_folder.setAccessibleName("Open a folder with a tokenizer.json")

    def _lay_out(self) -> None:
        self.setProperty("card", True)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(self._fields())
        note = note_label()
        show_note(note, _NOTE)
        for line in (self.refusal, self.differs, note):
            column.addWidget(line)
        self.setFixedWidth(_WIDTH)

    def _fields(self) -> QGridLayout:
        """All in one grid, not nested: so it knows at once how high its wrapped lines are."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for name, fields in {
            "Model": (self.model, self.waits, self.unchecked),
            "Embedder": (self.embedder, self.scores),
            "Tokenizer": (self.tokenizer, beside(self.open_file, self.open_folder), self.switched_off),
            "Context": (self.context,),
            "Prefix": (self.prefix, self.headings, self.query_prefix),
            "My models": (self.own, self.own.refusal),
        }.items():
            label = QLabel(name)
            label.setProperty("quiet", True)
            label.setBuddy(fields[0])
            label.setToolTip(_MEANINGS[name])
            grid.addWidget(label, grid.rowCount(), 0)
            grid.addWidget(fields[0], grid.rowCount() - 1, 1)
            for field in fields[1:]:
                grid.addWidget(field, grid.rowCount(), 1)
        return grid

    def _connect(self) -> None:
        session = self._session
        session.model_changed.connect(self.refresh)
        session.embedders.changed.connect(self.refresh)
        self.model.chosen.connect(self._choose)
        self.tokenizer.chosen.connect(self.take_tokenizer)
        self.open_file.clicked.connect(lambda: self._ask(False))
        self.open_folder.clicked.connect(lambda: self._ask(True))
        self.own.changed.connect(self._list_models)
        self.context.valueChanged.connect(lambda value: session.set_limits(context=value or None))
        self.headings.toggled.connect(lambda on: session.set_limits(headings=on))
        self.prefix.textEdited.connect(lambda _text: self._prefix_pause.start())
        self.prefix.editingFinished.connect(self._ask_prefix)
        self._prefix_pause.timeout.connect(self._ask_prefix)

    def _choose(self, model: EmbeddingModel) -> None:
        self._prefix_pause.stop()
        self._awaiting = model if model.tokenizer is None else None
        if model.tokenizer is not None:
            self._session.set_model(model)
        self.refresh()

    def _ask(self, folder: bool) -> None:
        """A popup would lie above the dialog: it closes first."""
        self.hide()
        self.tokenizer_asked.emit(folder)

    def _list_models(self) -> None:
        self.model.fill(self.own.own)
        self.refresh()

    def _ask_prefix(self) -> None:
        self._prefix_pause.stop()
        if self.prefix.text() != self._session.asked_limits.prefix:
            self._session.set_limits(prefix=self.prefix.text())


def _wanted(waits: EmbeddingModel, model: EmbeddingModel) -> str:
    """What a model waits for, and which one all is for until then."""
    return (
        f"{waits.name} counts with its own tokenizer.json: open it. This program ships none that counts for it. "
        f"Until then all is for {model.name}."
    )
