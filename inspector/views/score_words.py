"""Scores in words: why there are none, what they come from, what a chunk's is, what the whole document's are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.bm25 import KeywordScores
from inspector.core.chunking import Chunking
from inspector.core.similarity import EXACT, POOLED, Scores
from inspector.model.query_list import LETTERS
from inspector.model.scored import Scored
from inspector.model.wording import FOLD_LABELS, KIND_WORDS, UNDEFINED, score_text

if TYPE_CHECKING:
    from inspector.model.session import Session

ALONE = "cosine · exact, each chunk alone"
ONE_PASS = "cosine · pooled from one pass"
_QUERY_WORDS = 40


def why_no_scores(session: Session, shown: Scored | None, failure: str) -> str:
    """Why no score can be shown, in words for the person in front; empty where there are some."""
    if session.document is None:
        return "Open a document to ask it something"
    if session.chunking is not None and not len(session.chunking):
        return "No chunks to compare with: the document holds no text"
    if not session.query.strip():
        if shown is not None:
            return ""
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


def method(scores: Scores) -> str:
    """What the scores of all chunks come from: "cosine · exact 120 of 812, the rest pooled"."""
    exact, pooled = scores.many(EXACT), scores.many(POOLED)
    if scores.embedded < scores.total:
        part = f"{scores.embedded:,} of {scores.total:,} chunks so far"
        return f"cosine · pooled, {part}" if pooled else f"embedded {scores.embedded:,} of {scores.total:,}"
    if exact and pooled:
        return f"cosine · exact {exact:,} of {exact + pooled:,}, the rest pooled"
    return ONE_PASS if pooled else ALONE


def chunk_line(shown: Scored, index: int, failure: str = "") -> str:
    """ "#14 · score 0.59 · rank 1 of 21 · embedded alone", or why the chunk has no score."""
    if shown.chunking.blank[index]:
        return f"#{index + 1} · white space only: not embedded"
    if shown.pending[index]:
        return f"#{index + 1} · not embedded yet"
    rank = shown.scores.rank_of(index)
    if rank is None:
        return f"#{index + 1} · score {UNDEFINED}: {failure or 'its vector is zero or broken'}"
    score = score_text(float(shown.scores.values[index]))
    kind = KIND_WORDS[shown.scores.kind(index)]
    return f"#{index + 1} · score {score} · rank {rank:,} of {len(shown.scores.order):,} · {kind}"


def whole_lines(shown: Scored) -> str:
    """The whole document's score for each way of folding the chunk vectors into one."""
    parts = [f"{label} {score_text(shown.scores.whole.get(name))}" for name, label in FOLD_LABELS.items()]
    return f"{whole_name(shown)}: {', '.join(parts)}"


def whole_name(shown: Scored) -> str:
    """What the scores of the whole document are of: of a part of it while chunks are still being embedded."""
    return "whole document" if shown.complete else "whole document so far"


def keyword_text(keywords: KeywordScores, index: int) -> str:
    """ "4.12, rank 2 of 5": the keyword score of a chunk, and its place among those with a word of the query."""
    value, rank = keywords.values[index], keywords.rank_of(index)
    if rank is None:
        return "0, no word of the question" if value == 0 else "none"
    return f"{value:.2f}, rank {rank:,} of {len(keywords.order):,}"


def missing_words(keywords: KeywordScores) -> str:
    """ "not in the document: drone"; empty when every word of the query is there."""
    return f"not in the document: {', '.join(keywords.missing)}" if keywords.missing else ""


def line_texts(session: Session, index: int) -> list[tuple[str, str]]:
    """For each listed query that is drawn: its letter, and what chunk `index` of the scored chunking has for it."""
    if session.scores_stale:
        return []
    found = []
    for entry, scores in zip(session.queries.drawn, session.query_lines, strict=False):
        if entry.text != scores.query or index >= len(scores.values) or entry.slot is None:
            continue
        rank = scores.rank_of(index)
        place = f", rank {rank:,}" if rank is not None else ""
        words = entry.text if len(entry.text) <= _QUERY_WORDS else f"{entry.text[: _QUERY_WORDS - 1]}\u2026"
        found.append((LETTERS[entry.slot], f"{score_text(scores.value(index))}{place} · {words}"))
    return found


def other_scores(session: Session, chunking: Chunking, index: int) -> list[tuple[str, str]]:
    """(term, words) beside the score of chunk `index` on screen: the keyword score, those of the listed queries."""
    keywords = session.keywords.scores
    found = []
    if keywords is not None and len(keywords.values) == len(chunking):
        found.append(("BM25", keyword_text(keywords, index)))
    same = session.scored_chunking is chunking
    return found + ([(f"Query {letter}", text) for letter, text in line_texts(session, index)] if same else [])
