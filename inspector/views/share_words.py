"""The shares of words in a chunk's score in words: of one word, the largest ones, the rest, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from inspector.core.attribution import Attribution
from inspector.core.similarity import EXACT
from inspector.model.wording import KIND_WORDS, first_words, score_text

if TYPE_CHECKING:
    from inspector.model.session import Session

HOW = (
    "A word's part in the cosine of the question and the mean of the chunk's token vectors; all parts and the rest add "
    "up to the score. Every vector has seen its neighbours, so this is not what the score would lose without the word."
)
LEGEND = "In the text a thicker bar is a larger part; a dotted one lowers the score."
_TOP, _LEAST = 6, 2
_LONG = 24
"""Of a longer word only so many characters are named: it would push the lines of the details out of sight."""
_SEEN = 0.0005
"""A share below this is 0.000."""


def share_text(share: float) -> str:
    """A share with its sign and three decimals, "+0.083", "\u22120.012"."""
    text = f"{share:+.3f}"
    return "0.000" if abs(share) < _SEEN else text.replace("-", "\u2212")


def word_words(session: Session, found: Attribution, word: int) -> str:
    """ "queen: +0.083 of 0.59, embedded alone" """
    text = "" if session.document is None else session.document.text[found.starts[word] : found.ends[word]]
    share = share_text(float(found.shares[word]))
    return f"{text}: {share} of {score_text(found.score)}, {KIND_WORDS[found.kind]}"


def share_rows(session: Session, index: int) -> list[tuple[str, str]]:
    """(term, value) lines on the shares in the score of chunk `index`, none while they are not asked for."""
    attribution = session.attribution
    if not attribution.on:
        return []
    if attribution.why:
        return [("Words", attribution.why)]
    if attribution.waiting:
        return [("Words", "shares are still to come")]
    found = attribution.found
    if found is None or session.document is None or attribution.chunk != index:
        return []
    text = session.document.text
    rows = [("Words", top_words(found, text)), ("Rest", _rest(found))]
    if found.unread is not None:
        words = first_words(text, found.unread, found.unread + 120, 60)
        rows.append(("Not read", f"from \u201c{words}\u2026\u201d on: it has no part in the score"))
    return [*rows, ("How", f"{HOW} {LEGEND}")]


def top_words(found: Attribution, text: str) -> str:
    """The words with the largest shares, and those that lower the score the most."""
    order = np.argsort(-found.shares, kind="stable")
    top = [word for word in order[:_TOP].tolist() if found.shares[word] >= _SEEN]
    low = [word for word in order[: -_LEAST - 1 : -1].tolist() if found.shares[word] <= -_SEEN]
    told = [", ".join(_one(found, text, word) for word in words) for words in (top, low)]
    return (told[0] or "none raises the score") + (f"; lowest: {told[1]}" if low else "")


def _one(found: Attribution, text: str, word: int) -> str:
    own = text[found.starts[word] : found.ends[word]]
    own = own if len(own) <= _LONG else f"{own[:_LONG]}\u2026"
    name = own if own[0].isalnum() else f"\u201c{own}\u201d"
    return f"{name} {share_text(float(found.shares[word]))}"


def _rest(found: Attribution) -> str:
    what = "special tokens and prefix" if found.kind == EXACT else "what belongs to no word"
    words = share_text(float(np.sum(found.shares)))
    return f"{share_text(found.rest)}: {what}; with {words} of the words it makes {score_text(found.score)}"
