"""The dilution curve in words: what it is of, what a point on it is, why there is none."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from inspector.model.dilution import Curve
from inspector.model.wording import counted, first_words, score_text

if TYPE_CHECKING:
    from inspector.model.session import Session

TITLE = "Score as the chunk grows"
EXPLAINED = (
    "Meaning smears out: the more a chunk holds beside the answer, the less its one vector is about it. The document "
    "is cut anew at every size from the answer's sentence to the whole; each point is the cosine of the question and "
    "the chunk that then holds the answer. All else is as set, the overlap at most half of the size."
)
STALE = "the curve of the settings before"
CUT = "the answer is cut: the chunk holds only part of it"
UNREAD = "longer than the model's context: exact is the score of its beginning"
_NO_POOLED = {
    "off": "no pooled scores: exact ones are chosen",
    "running": "pooled once the pass is done",
    "paused": "no pooled scores: the pass is paused",
    "unavailable": "no pooled scores from this model",
}
QUOTED = 140
"""So many characters of an answer or a chunk are shown in a tooltip."""


def whose(curve: Curve) -> str:
    """What the chunks of a curve hold."""
    return "marked answer" if curve.marked else "best sentence of the best chunk"


def legend(session: Session, curve: Curve) -> str:
    """Each shape that is drawn and what it means; why there are no pooled scores where there are none."""
    exact, pooled, cut, unread = _kinds(curve)
    parts = ["\u25cf exact"] * exact + ["\u25cb pooled"] * pooled + ["\u25c6 answer cut"] * cut
    parts += ["\u25bc not all read"] * unread
    if not pooled and not session.dilution.waiting:
        parts += filter(None, [_NO_POOLED.get(session.token_pass.state)])
    return "  ".join(parts)


def caption(session: Session, curve: Curve) -> str:
    """What the curve is of, and its legend; that it is an old one, or not all of it is there."""
    if session.dilution.stale:
        return STALE
    coming = "  exact scores are coming\u2026" if session.dilution.waiting else ""
    return f"for the {whose(curve)} \u00b7 {legend(session, curve)}{coming}"


def heading(session: Session, curve: Curve, index: int) -> str:
    """ "Size 254 tokens", and whether that is the size on screen, or the point nearest to it."""
    own, now = curve.points[index].holder.size, size_shown(session)
    here = (
        "as set now" if own == now else f"nearest to {now:,}" if index == nearest(curve, math.log2(max(now, 1))) else ""
    )
    return " \u00b7 ".join(filter(None, (f"Size {counted(own, curve.unit)}", here)))


def nearest(curve: Curve, x: float) -> int:
    """The index of the point whose size is nearest to `x`, a logarithm to base 2."""
    points = curve.points
    return min(range(len(points)), key=lambda index: abs(math.log2(points[index].holder.size) - x))


def size_shown(session: Session) -> int:
    """The size of the chunks on screen."""
    return (session.parameters if session.chunking is None else session.chunking.parameters).size


def numbers(curve: Curve, index: int) -> str:
    """What the chunk at a point takes, and its scores; then what keeps it from being the whole story."""
    point = curve.points[index]
    takes = f"chunk of {counted(point.holder.count, curve.unit)}"
    if curve.unit != "tokens":
        takes += f", {counted(point.holder.tokens, 'tokens')}"
    scores = (("exact", point.exact), ("pooled", point.pooled))
    told = [f"{name} {score_text(value)}" for name, value in scores if value is not None]
    lines = [takes, " \u00b7 ".join(told) or "no score yet"]
    lines += [CUT] * (not point.holder.whole) + [UNREAD] * (not point.holder.read and point.exact is not None)
    return "\n".join(lines)


def quoted(session: Session, start: int, end: int, most: int = QUOTED) -> str:
    """The first words of a part of the document, `most` characters, with an ellipsis where there are more."""
    text = "" if session.document is None else session.document.text
    words = first_words(text, start, end, most)
    more = len(" ".join(text[start : min(end, start + 3 * most)].split())) > len(words)
    return f"\u201c{words}\u2026\u201d" if more else f"\u201c{words}\u201d"


def tip(session: Session, curve: Curve, index: int) -> str:
    """All of a point, for its tooltip."""
    holder = curve.points[index].holder
    first = heading(session, curve, index)
    return "\n".join([first, numbers(curve, index), quoted(session, holder.start, holder.end)])


def nothing(session: Session, failure: str) -> str:
    """Why there is no curve, and what to do, in words for the person in front."""
    scores = session.scores
    if session.dilution.why:
        return session.dilution.why
    if session.chunking is not None and not len(session.chunking):
        return "No chunks to follow: the document holds no text"
    if failure:
        return f"{failure}\nChange the question or any setting to try again"
    if scores is not None and scores.notice:
        return f"No curve: {scores.notice}"
    return _to_come(session)


def _to_come(session: Session) -> str:
    if session.send_plan is not None:
        return "Nothing is scored before you have said, above the ranking, that the text may be sent"
    progress = session.progress
    if session.scores is None and progress is not None and progress.total:
        return f"{progress.what}: {progress.done:,} of {progress.total:,}"
    waiting = session.dilution.waiting
    return "Cutting the document at every size\u2026" if waiting else "The curve follows when there are scores"


def _kinds(curve: Curve) -> tuple[bool, bool, bool, bool]:
    """Whether there are exact and pooled scores, cut answers, exact scores of what is not all read."""
    points = curve.points
    return (
        any(point.exact is not None for point in points),
        any(point.pooled is not None for point in points),
        not all(point.holder.whole for point in points),
        any(point.exact is not None and point.holder.whole and not point.holder.read for point in points),
    )
