"""Choosing the model that embeds: read or connected to in the worker, with what must be asked, and what follows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.core.embedders import EMBEDDERS, load_embedder
from inspector.core.embedding import Embedder
from inspector.core.model_spec import Question, UnansweredError
from inspector.core.models import EmbeddingModel, of_embedder
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.servers.errors import UnknownModelError
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.servers.server_tokenizer import check_tokenizer, matching_tokenizer
from inspector.core.tokenizer import DEFAULT_TOKENIZER, Tokenizer, load_tokenizer
from inspector.model.worker import Job, Worker

if TYPE_CHECKING:
    from inspector.model.session import Session


@dataclass(frozen=True)
class EmbedderInfo:
    """What is known of the embedder: `facts` are (name, value) for a table, `notices` what a person should know."""

    spec: str
    facts: tuple[tuple[str, str], ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class _Loaded:
    embedder: Embedder
    model: EmbeddingModel
    tokenizer: Tokenizer | None
    info: EmbedderInfo


class EmbedderChoice(QObject):
    """`info` is that of the embedder in use. `loading` is what is being read or connected to.

    Where files or the server leave something open `asked` is what was chosen and `questions` what to answer: choose it
    again with the answers. `refusal` says why the latest choice could not be taken; the embedder before stays in use.
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

    def choose(self, spec: str, **answers: object) -> None:
        """Take the embedder that `spec` names (see `load_embedder`); only a server named here is contacted."""
        self.loading, self.asked, self.questions, self.refusal = spec, spec, (), ""
        present = self._session.tokenizer_name
        self._worker.run(
            "embedder",
            lambda job: _load(job, spec, answers, present),
            self._take,
            self._could_not,
            lane="embedder",
        )
        self.changed.emit()

    def cancel(self) -> None:
        """Leave it at the embedder in use."""
        self._worker.cancel("embedder")
        self.loading, self.asked, self.questions, self.refusal = None, None, (), ""
        self.changed.emit()

    def _take(self, loaded: _Loaded) -> None:
        self.loading, self.asked, self.info = None, None, loaded.info
        self._session.take_embedder(loaded.embedder, loaded.model, loaded.tokenizer)
        self.changed.emit()

    def _could_not(self, error: Exception) -> None:
        self.loading = None
        if isinstance(error, UnansweredError):
            self.questions = error.questions
        elif isinstance(error, UnknownModelError) and error.models:
            self.questions = (Question("model", "Which model of the server shall embed?", tuple(error.models)),)
        else:
            self.refusal = str(error) or type(error).__name__
        self.changed.emit()


def _load(job: Job, spec: str, answers: dict[str, object], present: str) -> _Loaded:
    embedder = load_embedder(spec, job.cancelled, **answers)
    dimension = embedder.dimension  # reads the model: what is wrong with it is told now
    info = describe(embedder)
    info = replace(info, spec=spec, facts=(*info.facts, ("Dimension", f"{dimension:,}")))
    if isinstance(embedder, ServerEmbedder):
        return _with_counts(job, embedder, info, present)
    if isinstance(embedder, OnnxEmbedder):
        name = DEFAULT_TOKENIZER if embedder.name in EMBEDDERS else str(embedder.tokenizer_path)
        return _Loaded(embedder, _model(embedder), load_tokenizer(name), info)
    return _Loaded(embedder, _model(embedder), None, info)


def _with_counts(job: Job, server: ServerEmbedder, info: EmbedderInfo, present: str) -> _Loaded:
    """A server with the tokenizer that counts as it does on texts of ours; the present one where none does."""
    found = matching_tokenizer(server, cancelled=job.cancelled)
    tokenizer = load_tokenizer(present) if found is None else found
    check = check_tokenizer(server, tokenizer, job.cancelled)
    if check.agrees:
        server.count_with(lambda texts: tokenizer.count_input(texts, ""))
    told = (*info.notices, check.line())
    return _Loaded(server, _model(server), found, replace(info, notices=told))


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


def describe(embedder: Embedder) -> EmbedderInfo:
    """What an embedder states about itself; reads no model and asks no server."""
    if isinstance(embedder, ServerEmbedder):
        found = embedder.capabilities
        facts = [("Server", found.line()), ("Told by", "; ".join(found.source))]
        return EmbedderInfo(embedder.address, tuple(facts), found.notices)
    if isinstance(embedder, OnnxEmbedder):
        spec = embedder.spec
        facts = [("Pooling", spec.pooling), ("Told by", "; ".join(spec.source))]
        name = embedder.name if embedder.name in EMBEDDERS else str(spec.tokenizer.parent)
        return EmbedderInfo(name, tuple(fact for fact in facts if fact[1]))
    return EmbedderInfo(embedder.name)
