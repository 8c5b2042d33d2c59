"""Choosing the model that embeds: read or connected to in the worker, with what must be asked, and what follows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.core.embedders import EMBEDDERS, load_embedder
from inspector.core.embedding import Embedder
from inspector.core.model_spec import Question, UnansweredError
from inspector.core.models import EmbeddingModel, of_embedder
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.servers.address import is_address
from inspector.core.servers.errors import UnknownModelError
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.servers.server_tokenizer import TokenizerCheck, best_tokenizer
from inspector.core.tokenizer import DEFAULT_TOKENIZER, Tokenizer, load_tokenizer
from inspector.model.count_check import CountCheck, with_check
from inspector.model.embedder_info import EmbedderInfo, describe
from inspector.model.worker import Job, Worker

if TYPE_CHECKING:
    from inspector.model.session import Session


@dataclass(frozen=True)
class Chosen:
    """A choice of embedder as it can be made again: what it was named by, and what was answered."""

    spec: str
    answers: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class _Loaded:
    embedder: Embedder
    model: EmbeddingModel
    tokenizer: Tokenizer | None
    info: EmbedderInfo
    check: TokenizerCheck | None = None


class EmbedderChoice(QObject):
    """`info` is that of the embedder in use. `loading` is what is being read or connected to.

    Where files or the server leave something open `asked` is what was chosen and `questions` what to answer: choose it
    again with the answers. `refusal` says why the latest choice could not be taken; the embedder before stays in use.
    `taken` is the latest choice that could, and `model` what it is; None before there was one. `offered` is a server of
    the last time, which is contacted only when a person says so.
    """

    changed = Signal()

    def __init__(self, session: Session, worker: Worker, embedder: Embedder) -> None:
        super().__init__(session)
        self._session, self._worker = session, worker
        self.info = describe(embedder)
        self.loading: str | None = None
        self.asked: str | None = None
        self.questions: tuple[Question, ...] = ()
        self.refusal = ""
        self.taken: Chosen | None = None
        self.model: EmbeddingModel | None = None
        self.offered: Chosen | None = None
        self._choice = Chosen("")
        self._counts = CountCheck(session, worker)
        self._counts.told.connect(self._take_check)
        self._counts.message.connect(session.message)
        session.model_changed.connect(lambda: self._counts.look(session.embedder, session.tokenizer))
        self._recalling = False

    def choose(self, spec: str, **answers: object) -> None:
        """Take the embedder that `spec` names (see `load_embedder`); only a server named here is contacted."""
        self._recalling = False
        self._start(Chosen(spec, answers))

    def answer(self, **answers: object) -> None:
        """Answer `questions`, with what was answered before."""
        if self.asked is not None:
            self.choose(self.asked, **{**self._choice.answers, **answers})

    def recall(self, chosen: Chosen) -> None:
        """Take what was chosen the last time; limits and tokenizer, which are given on their own, stay.

        A server is only offered, not contacted.
        """
        if is_address(chosen.spec):
            self.offered = chosen
            self.changed.emit()
        else:
            self._recalling = True
            self._start(chosen)

    def take_offered(self) -> None:
        """Connect to the server of the last time."""
        if self.offered is not None:
            self._recalling = True
            self._start(self.offered)

    @property
    def waiting(self) -> bool:
        """Whether something is read, connected to or compared."""
        return self.loading is not None or self._counts.waiting

    def cancel(self) -> None:
        """Leave it at the embedder in use."""
        self._worker.cancel("embedder")
        self.loading, self.asked, self.questions, self.refusal = None, None, (), ""
        self.changed.emit()

    def _start(self, chosen: Chosen) -> None:
        self._choice = chosen
        self.loading, self.asked, self.questions, self.refusal = chosen.spec, chosen.spec, (), ""
        present = self._session.tokenizer_name
        self._worker.run(
            "embedder",
            lambda job: _load(job, chosen.spec, dict(chosen.answers), present),
            self._take,
            self._could_not,
            lane="embedder",
        )
        self.changed.emit()

    def _take(self, loaded: _Loaded) -> None:
        self.loading, self.asked, self.info = None, None, loaded.info
        self.taken, self.offered = self._choice, None
        self.model = loaded.model
        self._counts.know(loaded.embedder if isinstance(loaded.embedder, ServerEmbedder) else None, loaded.check)
        self._session.take_embedder(loaded.embedder, loaded.model, loaded.tokenizer, keep=self._recalling)
        self.changed.emit()

    def _take_check(self, check: TokenizerCheck, earlier: TokenizerCheck | None) -> None:
        self.info = with_check(self.info, check, earlier)
        if not check.agrees:
            self._session.message.emit("warning", check.line())
        self.changed.emit()

    def _could_not(self, error: Exception) -> None:
        self.loading = None
        if isinstance(error, UnansweredError):
            self.questions = error.questions
        elif isinstance(error, UnknownModelError) and error.models:
            self.questions = (Question("model", "Which model of the server shall embed?", tuple(error.models)),)
        else:
            self.refusal = str(error) or type(error).__name__
        if self._recalling and self.offered is None:
            why = self.refusal or "; ".join(question.words for question in self.questions)
            words = f"the embedder of the last time could not be used: {why}"
            self._session.message.emit("error", words)
        self.changed.emit()


def _load(job: Job, spec: str, answers: dict[str, object], present: str) -> _Loaded:
    embedder = load_embedder(spec, job.cancelled, **answers)
    dimension = embedder.dimension  # reads the model: what is wrong with it is told now
    info = describe(embedder)
    told = () if info.value("Dimension") else (("Dimension", f"{dimension:,}"),)
    info = replace(info, spec=spec, facts=(*info.facts, *told))
    if isinstance(embedder, ServerEmbedder):
        return _with_counts(job, embedder, info, present)
    if isinstance(embedder, OnnxEmbedder):
        name = DEFAULT_TOKENIZER if embedder.name in EMBEDDERS else str(embedder.tokenizer_path)
        info = replace(info, notices=tuple(filter(None, (embedder.one_at_a_time,))))
        return _Loaded(embedder, _model(embedder), load_tokenizer(name), info)
    return _Loaded(embedder, _model(embedder), None, info)


def _with_counts(job: Job, server: ServerEmbedder, info: EmbedderInfo, present: str) -> _Loaded:
    """A server with the tokenizer that counts as it does on texts of ours; the present one where none does."""
    tokenizer, check = best_tokenizer(server, present, job.cancelled)
    if check.agrees:
        server.count_with(lambda texts: tokenizer.count_input(texts, ""), tokenizer.name)
    other = tokenizer if tokenizer.name != present else None
    return _Loaded(server, _model(server), other, with_check(info, check), check)


def _model(embedder: Embedder) -> EmbeddingModel:
    """What the window shows as the model: its name, context and prefixes, as its files or the server state them."""
    if embedder.name in EMBEDDERS:
        return of_embedder(embedder.name, embedder.context)
    return EmbeddingModel(
        embedder.name,
        context=embedder.context,
        query_prefix=embedder.query_prefix,
        document_prefix=embedder.document_prefix,
    )
