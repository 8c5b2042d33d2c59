"""What the model cannot read of the document on screen, and the steps from one such place to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from inspector.core.lost import lost_spans
from inspector.core.tokens import Spans
from inspector.core.unread_places import Places, Total, Unread, chunk_totals, chunks_over, merged, tails, text_places
from inspector.model.worker import Job, Worker

if TYPE_CHECKING:
    from inspector.core.chunking import Chunking
    from inspector.core.facts import Facts
    from inspector.core.model_limits import ModelLimits
    from inspector.model.session import Session

AT_ONCE = 300
"""Up to so many tails are found in the GUI thread; more in the worker."""


class UnreadPlaces(QObject):
    """Finds the lost characters once for a document, in the worker; the rest when somebody asks.

    `changed` tells that `places` may be others than before, `lost_changed` that `lost` is (it hangs on the document
    alone, so it does not come while one drags), `failed` why they could not be found.
    """

    changed = Signal()
    lost_changed = Signal()
    current_changed = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, worker: Worker) -> None:
        super().__init__(session)
        self._session, self._worker = session, worker
        self.lost: Spans | None = None
        self.current: int | None = None
        self._of_text: Places | None = None
        self._tails: Places | None = None
        self._places: Places | None = None
        self._run: tuple[Facts, Chunking, ModelLimits] | None = None
        self._step = 0
        session.facts_changed.connect(self._on_facts)
        session.chunking_changed.connect(self._on_chunks)
        session.model_changed.connect(self._on_chunks)
        session.selection_changed.connect(self._on_selection)

    @property
    def waiting(self) -> bool:
        """Whether places are still looked for."""
        return self._worker.busy("lost") or self._worker.busy("tails")

    @property
    def places(self) -> Places | None:
        """Every place of the chunks on screen; None while some of them are still looked for."""
        if self._places is None and self._of_text is not None and self._find_tails():
            assert self._tails is not None
            self._places = merged(self._of_text, self._tails)
        return self._places

    def of_chunk(self, index: int) -> dict[Unread, Total] | None:
        """How much of each kind there is in a chunk; None until the lost characters are known."""
        facts, chunking = self._session.facts, self._session.chunking
        if facts is None or chunking is None or self.lost is None:
            return None
        return chunk_totals(facts, chunking, self._session.limits, self.lost, index)

    def go(self, index: int) -> None:
        """Make a place the current one, select its chunk and bring it into view."""
        places, chunking = self.places, self._session.chunking
        if places is None or chunking is None or not 0 <= index < len(places):
            return
        start, end = int(places.starts[index]), int(places.ends[index])
        chunk = places.chunk(index, chunking)
        if chunking.body_at(start) == chunk:
            self._session.go_to(start, end)
        else:
            self._session.go_to(start, end, chunk)
        self._set_current(index)

    def step(self, by: int) -> None:
        """Go to the next (+1) or previous (-1) place, around the end; as soon as they are found."""
        places, chunking = self.places, self._session.chunking
        self._step = by if places is None and self.waiting else 0
        if places is None or chunking is None:
            return
        if len(places):
            self.go(self._next(places, chunking, by) % len(places))
        else:
            self._session.message.emit("info", "the model can read all of this document")

    def _next(self, places: Places, chunking: Chunking, by: int) -> int:
        selected = self._session.selected
        if self.current is not None and places.chunk(self.current, chunking) == selected:
            return self.current + by
        if selected is None:
            return 0 if by > 0 else -1
        later = int(np.searchsorted(places.starts, chunking.body_starts[selected]))
        return later if by > 0 else later - 1

    def _on_facts(self) -> None:
        facts = self._session.facts
        self.lost = self._of_text = self._run = None
        self._forget()
        self._worker.cancel("lost")
        if facts is not None:
            self._worker.run(
                "lost", lambda job: _look(job, facts), self._found, lambda e: self.failed.emit(str(e)), lane="recount"
            )
        self.lost_changed.emit()
        self.changed.emit()

    def _found(self, found: tuple[Spans, Places]) -> None:
        self.lost, self._of_text = found
        self.lost_changed.emit()
        self._arrived()

    def _on_chunks(self) -> None:
        facts, chunking = self._session.facts, self._session.chunking
        run = None if facts is None or chunking is None else (facts, chunking, self._session.limits)
        if run == self._run:
            return
        self._run = run
        self._forget()
        self.changed.emit()

    def _on_selection(self) -> None:
        """A chunk that the current place is not told with was selected by other means: no place is current."""
        places, chunking = self._places, self._session.chunking
        if self.current is None or places is None or chunking is None:
            return
        if places.chunk(self.current, chunking) != self._session.selected:
            self._set_current(None)

    def _find_tails(self) -> bool:
        """Whether the tails are known; many are looked for in the worker."""
        if self._tails is None and self._run is not None:
            run = self._run
            if len(chunks_over(*run[1:])) <= AT_ONCE:
                self._tails = tails(*run)
            elif not self._worker.busy("tails"):
                self._worker.run(
                    "tails",
                    lambda _: tails(*run),
                    self._found_tails,
                    lambda e: self.failed.emit(str(e)),
                    lane="recount",
                )
        return self._tails is not None

    def _found_tails(self, found: Places) -> None:
        self._tails = found
        self._arrived()

    def _arrived(self) -> None:
        self._places = None
        self.changed.emit()
        if self._step:
            self.step(self._step)

    def _forget(self) -> None:
        self._worker.cancel("tails")
        self._places = self._tails = None
        self._step = 0
        self._set_current(None)

    def _set_current(self, index: int | None) -> None:
        if index != self.current:
            self.current = index
            self.current_changed.emit()


def _look(job: Job, facts: Facts) -> tuple[Spans, Places]:
    lost = lost_spans(facts, job.cancelled)
    return lost, text_places(facts, lost)
