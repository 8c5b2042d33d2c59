"""The session: the one mutable thing. Views read it, connect to its signals, and ask it for changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from inspector.core.embedders import load_embedder
from inspector.core.embedding import Embedder
from inspector.core.find import find_all
from inspector.core.fold import FOLDS
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits, readable_text
from inspector.core.models import EmbeddingModel
from inspector.core.own_matches import Places, look
from inspector.core.own_separators import OwnSeparators, Separators
from inspector.core.parameters import Parameters, check_choice
from inspector.core.rows import BrokenRows
from inspector.core.tokenizer import Tokenizer, load_tokenizer
from inspector.core.vector_cache import VectorCache
from inspector.core.why import why_here, why_overlap
from inspector.model.attributing import Attributing
from inspector.model.dilution import DilutionCurve
from inspector.model.embedder_choice import EmbedderChoice
from inspector.model.kept_vectors import KeptVectors
from inspector.model.keywords import Keywords
from inspector.model.row_breaker import broken_rows
from inspector.model.server_keys import ServerKeys
from inspector.model.shown import Shown
from inspector.model.source import Source
from inspector.model.token_pass import RUNNING
from inspector.model.unread import UnreadPlaces


class Session(Shown):
    """One document with everything that follows from it, and the requests that change it."""

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        tokenizer: Callable[[], Tokenizer] = load_tokenizer,
        embedder: Embedder | None = None,
        cache: VectorCache | None = None,
    ) -> None:
        """A session without a document; `tokenizer` is called in the worker when the first document is counted.

        Vectors are kept in `cache`, which needs a lock; None: in memory, for this session.
        """
        super().__init__(tokenizer, load_embedder() if embedder is None else embedder, cache, parent)
        self.unread = UnreadPlaces(self, self._worker)
        self.unread.failed.connect(lambda text: self.message.emit("error", text))
        self.keywords = Keywords(self, self._worker)
        self.dilution = DilutionCurve(self, self._scoring, self._worker)
        self.attribution = Attributing(self, self._scoring, self._worker)
        self.embedders = EmbedderChoice(self, self._worker, self._scoring.embedder)
        self.server_keys = ServerKeys(self._worker, self)
        self.kept_vectors = KeptVectors(self._worker, self._scoring.cache, self)
        self._scoring.changed.connect(self.kept_vectors.tell)
        for part in (self.keywords, self.dilution, self.attribution, self.kept_vectors):
            part.message.connect(self.message)

    @property
    def at_rest(self) -> bool:
        """Whether nothing is under way: everything on screen is final."""
        return super().at_rest and not (self._looking or self._worker.busy("rows") or self._worker.busy("find"))

    @property
    def _looking(self) -> bool:
        parts = (self.unread, self.keywords, self.dilution, self.attribution)
        return any(part.waiting for part in parts) or self.embedders.waiting

    def open_path(self, path: Path | str, encoding: str | None = None, parameters: Parameters | None = None) -> None:
        """Open a file; `parameters` are what it starts with instead of the defaults."""
        path = Path(path)
        self._stages.open(Source(path.name or str(path), path=path, encoding=encoding, parameters=parameters))

    def open_bytes(
        self, data: bytes, name: str, encoding: str | None = None, parameters: Parameters | None = None
    ) -> None:
        """Open what came from elsewhere than a file."""
        self._stages.open(Source(name, data=data, encoding=encoding, parameters=parameters))

    def open_sample(self, name: str, parameters: Parameters | None = None) -> None:
        """Open a sample with its own settings, or with `parameters`."""
        self._stages.open(Source(name, sample=name, parameters=parameters))

    def reopen(self, encoding: str | None) -> None:
        """Read the document on screen anew in another encoding (None: as found), with the parameters it has."""
        if self.source is not None:
            parameters = self.chunking.parameters if self.chunking else None
            self._stages.open(replace(self.source, encoding=encoding, parameters=parameters))

    def open_as(self, encoding: str) -> None:
        """Open what was unreadable in this encoding."""
        if self.unreadable is not None:
            self._stages.open(replace(self.unreadable.source, encoding=encoding))

    def close_document(self) -> None:
        """Show no document."""
        self._stages.close()

    def set_strategy(self, name: str) -> None:
        """Ask for another strategy."""
        self._stages.change_strategy(name)

    def set_size(self, size: int | str) -> None:
        """Ask for another size, in the unit."""
        self._stages.change(size=size)

    def set_unit(self, unit: str) -> None:
        """Ask for another unit; the numbers stay as they are."""
        self._stages.change(unit=unit)

    def set_overlap(self, overlap: int | str) -> None:
        """Ask for another overlap, in the unit."""
        self._stages.change(overlap=overlap)

    def set_separators(self, separators: Separators) -> None:
        """Ask for another separator preset, or for a person's own separators."""
        self._stages.change(separators=separators)

    def look_for(self, separators: OwnSeparators, done: Callable[[list[Places]], None]) -> None:
        """Find in the worker what each separator matches in the document; only the latest request is answered."""
        matches = None if self.facts is None else self.facts.matches
        self._worker.run(
            "separators", lambda job: look(separators, matches, job.cancelled), done, self._could_not, lane="separators"
        )

    def break_rows(self, columns: int, take: Callable[[BrokenRows], None]) -> None:
        """Break the document into rows in the worker; `take` gets those known so far, then all of them.

        Only the latest request is answered, and none for a document that is no longer on screen.
        """
        text = "" if self.document is None else self.document.text
        self._worker.run(
            "rows", lambda job: broken_rows(job, text, columns), take, self._could_not, lane="rows", partial=take
        )

    def find(self, wanted: str, done: Callable[[NDArray[np.int64]], None], *, case_sensitive: bool = False) -> None:
        """Find in the worker every place of `wanted` in the document (see `find_all`); answered like `break_rows`."""
        text = "" if self.document is None else self.document.text
        self._worker.run(
            "find",
            lambda job: find_all(text, wanted, case_sensitive=case_sensitive, cancelled=job.cancelled),
            done,
            self._could_not,
            lane="find",
        )

    def _could_not(self, error: Exception) -> None:
        self.message.emit("error", f"{type(error).__name__}: {error}")

    def set_parameters(self, parameters: Parameters | None = None, **changes: object) -> None:
        """Ask for several parameters at once: whole ones, or some by name."""
        self._stages.change(**(vars(parameters) if parameters else {}), **changes)

    def reset_parameters(self) -> None:
        """Ask for what the document started with when it has settings of its own, else for the defaults."""
        self.set_parameters(self._stages.own_parameters())

    def set_limits(self, limits: ModelLimits | None = None, **changes: object) -> None:
        """Say what the model reads: whole limits, or `context` and `prefix` by name."""
        self._stages.change_limits(limits or ModelLimits(**{**vars(self.asked_limits), **changes}))

    def set_tokenizer(self, name: str) -> None:
        """Count with another tokenizer, by name or path."""
        self._stages.change_tokenizer(lambda: load_tokenizer(name))

    def set_model(self, model: EmbeddingModel, tokenizer: str | None = None) -> None:
        """Take a model's context and prefix, and count with its tokenizer, or with `tokenizer` in place of it.

        When that cannot be read nothing changes. Without any tokenizer the present one goes on counting.
        """
        name = tokenizer or model.tokenizer
        present = self._stages.tokenizer
        if name is None or (present is not None and present.name == name):
            self._stages.change_model(model)
        else:
            self._stages.change_tokenizer(lambda: load_tokenizer(name), model)

    def recall_model(self, model: EmbeddingModel) -> None:
        """Say which model was chosen the last time; context, prefix and tokenizer are given on their own."""
        self._stages.model = model
        self.model_changed.emit()

    def select(self, index: int | None) -> None:
        """Select a chunk, or none."""
        self._selection.select(index)

    def select_at(self, offset: int) -> None:
        """Select the chunk whose body holds the character at `offset`."""
        self._selection.select_at(offset)

    def hover(self, index: int | None) -> None:
        """Hover a chunk, or none."""
        self._selection.hover(index)

    def step_chunk(self, step: int) -> None:
        """Select the next (+1) or the previous (-1) chunk."""
        self._selection.step_chunk(step)

    def step_level(self, level: Level, step: int = 1) -> None:
        """Go to the next or previous cut of a level."""
        if not self._selection.step_level(level, step) and self.chunking is not None:
            self.message.emit("info", f"there is no cut at a {level.label} here")

    def step_unread(self, step: int = 1) -> None:
        """Go to the next or previous text that the model cannot read."""
        self.unread.step(step)

    def go_to(self, start: int, end: int, chunk: int | None = None) -> None:
        """Bring a span into view and select a chunk; when none is given, the one whose body holds `start`."""
        if chunk is None:
            self._selection.select_at(start)
        else:
            self._selection.select(chunk)
        self.reveal.emit(start, end)

    def select_best(self) -> None:
        """Select the chunk with the best score."""
        if self.scores is not None and len(self.scores.order) and not self.scores_stale:
            self.select(int(self.scores.order[0]))
        else:
            self.message.emit("info", "there are no scores yet: ask something first")

    def set_query(self, query: str) -> None:
        """Ask something of the document; a blank query asks nothing, and half characters are replaced with a notice."""
        readable = readable_text(query)
        if readable != query:
            self.message.emit(
                "warning", "the question holds half a character, which nothing can read: \ufffd stands for it"
            )
        self._scoring.set_query(readable)

    def ask_now(self) -> None:
        """Embed for the query at once instead of waiting for more of it."""
        self._scoring.start_now()

    def set_score_mode(self, mode: str) -> None:
        """Show exact scores, pooled ones, or exact ones where they are there; raises RefusedError for another mode."""
        self._scoring.set_mode(mode)

    def look_at(self, start: int, end: int) -> None:
        """Say which part of the text is in view: its chunks are embedded first."""
        self._scoring.visible = (start, end)

    def set_embedder(self, spec: str, **answers: object) -> None:
        """Embed with another model: by name, folder or address (see `EmbedderChoice`)."""
        self.embedders.choose(spec, **answers)

    def take_embedder(
        self, embedder: Embedder, model: EmbeddingModel, tokenizer: Tokenizer | None, *, keep: bool = False
    ) -> None:
        """Use an embedder that is ready, with its context and prefixes, and count with its tokenizer if it has one.

        With `keep` limits and tokenizer stay as they are: they were given on their own.
        """
        self._scoring.set_embedder(embedder)
        if keep:
            self._stages.model = model
        elif tokenizer is None:
            self._stages.change_model(model)
        else:
            self._stages.change_tokenizer(lambda: tokenizer, model)
        self.model_changed.emit()

    def allow_sending(self) -> None:
        """Send this document's chunks and the queries to the server that was named, now and as they change."""
        self._scoring.allow()

    def retry_failures(self) -> None:
        """Send again what a server gave no vector for."""
        self._scoring.retry()

    def use_learned_context(self) -> None:
        """Take the limit that a server's refusal told as the context, and the size in tokens that it leaves."""
        learned, facts = self.learned_context, self.facts
        if learned is None or facts is None:
            return
        self.set_limits(context=learned)
        room = self.limits.room(facts.tokenizer)
        if self.limits_refusal is None and room is not None and room > 0 and self.parameters.unit == "tokens":
            self.set_size(room)

    def set_fold(self, name: str) -> None:
        """Fold chunk vectors in another way; raises RefusedError for an unknown one."""
        check_choice("fold", name, FOLDS)
        if name != self._scoring.fold:
            self._scoring.fold = name
            self.scores_changed.emit()

    def mark_answer(self, start: int, end: int) -> None:
        """Mark the span that answers the query; an empty one is ignored."""
        if self.document is not None and 0 <= start < end <= len(self.document.text):
            self._set_answer((start, end))

    def clear_answer(self) -> None:
        """Mark nothing."""
        self._set_answer(None)

    def why(self, index: int) -> str:
        """Why the cut at the end of chunk `index` is there, and why its overlap is what it is."""
        if self.facts is None or self.chunking is None:
            return ""
        sentences = why_here(self.facts, self.chunking, index), why_overlap(self.facts, self.chunking, index)
        return " ".join(filter(None, sentences))

    def cancel(self) -> None:
        """Cancel the long work that is under way; what is on screen stays."""
        if self._scoring.waiting:
            again = "change the question or any setting to start it again"
            if self.token_pass.state == RUNNING:
                again = f"Resume goes on with the pass, which is paused; or {again}"
            self.message.emit("warning", f"embedding was cancelled: {again}")
        self._scoring.stop()
        self._certifier.cancel()
        self._sweeper.cancel()
        self._stages.cancel_all()
        self.progress_changed.emit()

    def close(self) -> bool:
        """Cancel everything and stop the worker; whether all of it ended in time. Nothing is told any more."""
        self.blockSignals(True)
        self._scoring.cancel()
        self._certifier.cancel()
        self._sweeper.cancel()
        ended = self._worker.stop()
        self._scoring.token_pass.close()
        if ended:
            self._scoring.cache.close()
        return ended
