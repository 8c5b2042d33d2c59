"""Compares the tokenizer that counts with the server's own figures, once for each pair, whoever chose it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.core.embedding import Embedder
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.servers.server_tokenizer import TokenizerCheck, check_tokenizer
from inspector.core.tokenizer import Tokenizer
from inspector.model.embedder_info import EmbedderInfo
from inspector.model.worker import Worker

if TYPE_CHECKING:
    from inspector.model.session import Session

FACT = "Tokenizer"


class CountCheck(QObject):
    """Looks when the embedder or the tokenizer has changed; sends texts of our own only.

    `told(check, earlier)` tells a new outcome, and the one before that it replaces (None for the first).
    """

    told = Signal(object, object)
    message = Signal(str, str)

    def __init__(self, session: Session, worker: Worker) -> None:
        super().__init__(session)
        self._worker = worker
        self._server: ServerEmbedder | None = None
        self._asked = ""
        self._latest: TokenizerCheck | None = None

    @property
    def waiting(self) -> bool:
        """Whether a comparison is under way."""
        return self._worker.busy("count check")

    def know(self, server: ServerEmbedder | None, check: TokenizerCheck | None) -> None:
        """Another embedder is used; `check` is what was found out while connecting to it."""
        self._worker.cancel("count check")
        self._server, self._latest = server, check
        self._asked = "" if check is None else check.tokenizer

    def look(self, embedder: Embedder, tokenizer: Tokenizer | None) -> None:
        """Compare, unless this pair was compared last."""
        server = self._server
        if server is None or server is not embedder or tokenizer is None or tokenizer.name == self._asked:
            return
        self._asked = tokenizer.name
        server.count_with(None)  # until they are seen to agree, this one's counts are not the server's
        self._worker.run(
            "count check",
            lambda job: check_tokenizer(server, tokenizer, job.cancelled),
            lambda check: self._take(server, tokenizer, check),
            self._could_not,
            lane="embedder",
        )

    def _take(self, server: ServerEmbedder, tokenizer: Tokenizer, check: TokenizerCheck) -> None:
        if check.agrees:
            server.count_with(lambda texts: tokenizer.count_input(texts, ""), tokenizer.name)
        earlier, self._latest = self._latest, check
        self.told.emit(check, earlier)

    def _could_not(self, error: Exception) -> None:
        self._asked = ""
        self.message.emit("warning", f"the tokenizer could not be compared with the server: {error}")


def with_check(info: EmbedderInfo, check: TokenizerCheck, earlier: TokenizerCheck | None = None) -> EmbedderInfo:
    """`info` with the outcome of a comparison in place of an earlier one; a difference is a notice too."""
    old = "" if earlier is None else earlier.line()
    facts = [fact for fact in info.facts if fact[0] != FACT]
    notices = [notice for notice in info.notices if notice != old]
    if not check.agrees:
        notices.append(check.line())
    return replace(info, facts=(*facts, (FACT, check.line())), notices=tuple(notices))
