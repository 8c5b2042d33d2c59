"""Scores in words: why there are none, what a chunk's is, what the whole document's are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.model.scored import Scored
from inspector.model.wording import FOLD_LABELS, UNDEFINED, score_text

if TYPE_CHECKING:
    from inspector.model.session import Session


def why_no_scores(session: Session, shown: Scored | None, failure: str) -> str:
    """Why no score can be shown, in words for the person in front; empty where there are some."""
    if session.document is None:
        return "Open a document to ask it something"
    if session.chunking is not None and not len(session.chunking):
        return "No chunks to compare with: the document holds no text"
    if not session.query.strip():
        return "Ask the document a question: each chunk gets a score for how near it is in meaning"
    if shown is None:
        return _waiting(session, failure)
    return f"No scores: {shown.scores.notice}" if shown.scores.notice else ""


def _waiting(session: Session, failure: str) -> str:
    if session.sending_held:
        return "Nothing is sent yet: allow it above, or choose an embedder on this machine"
    if failure:
        return f"No scores: {failure}\nChange the question or any setting to try again"
    progress = session.progress
    if progress is not None and progress.total:
        return f"{progress.what}: {progress.done:,} of {progress.total:,}"
    return "Comparing the question with every chunk\u2026"


def chunk_line(shown: Scored, index: int) -> str:
    """ "#14 · score 0.59 · rank 1 of 21", or why the chunk has no score."""
    if shown.chunking.blank[index]:
        return f"#{index + 1} · white space only: not embedded"
    if shown.pending[index]:
        return f"#{index + 1} · not embedded yet"
    rank = shown.scores.rank_of(index)
    if rank is None:
        return f"#{index + 1} · score {UNDEFINED}: its vector is zero or broken"
    score = score_text(float(shown.scores.values[index]))
    return f"#{index + 1} · score {score} · rank {rank:,} of {len(shown.scores.order):,}"


def whole_lines(shown: Scored) -> str:
    """The whole document's score for each way of folding the chunk vectors into one."""
    parts = [f"{label} {score_text(shown.scores.whole.get(name))}" for name, label in FOLD_LABELS.items()]
    return f"{whole_name(shown)}: {', '.join(parts)}"


def whole_name(shown: Scored) -> str:
    """What the scores of the whole document are of: of a part of it while chunks are still being embedded."""
    return "whole document" if shown.complete else "whole document so far"
