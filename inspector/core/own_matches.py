"""Where a person's own separators match in one text, found once for each pattern, and the cuts that they make."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.clusters import Clusters
from inspector.core.codepoints import codes
from inspector.core.cuts import RANKS, Cuts
from inspector.core.errors import CancelledError, RefusedError
from inspector.core.own_regex import compiled, empty_match, spans
from inspector.core.own_separators import (
    CLASSIC,
    OwnSeparators,
    Separator,
    SeparatorRefusedError,
    check_own,
    faults,
)

Ends = NDArray[np.int32]
_REMEMBERED = 48
_SECONDS_PER_CHARACTER, _LEAST_SECONDS = 1e-6, 1.0


@dataclass(frozen=True)
class Places:
    """How many matches a separator has, at how many of their ends a cut may stand; or what is wrong with it.

    None without a document.
    """

    matches: int | None = None
    cuts: int | None = None
    refused: str | None = None


class Matches:
    """The matches in `text`, which has the grapheme clusters `clusters`; the last patterns asked are remembered."""

    def __init__(self, text: str, clusters: Clusters) -> None:
        self.text = text
        self.clusters = clusters
        self._known: dict[tuple[str, bool], Ends] = {}

    @property
    def seconds(self) -> float:
        """What the regular expressions of one list may take together, in seconds of the processor."""
        return max(_LEAST_SECONDS, _SECONDS_PER_CHARACTER * len(self.text))

    def ends(self, separator: Separator, seconds: float) -> Ends:
        """The ends of the matches of a separator that is in order: leftmost, non-overlapping; int32, growing.

        Raises RefusedError, without a name, for a regular expression that takes longer or matches nothing somewhere.
        """
        key = (separator.pattern, separator.regex)
        if (known := self._known.pop(key, None)) is None:
            known = self._of_regex(separator.pattern, seconds) if separator.regex else _of_text(self.text, *key[:1])
        self._known[key] = known
        for oldest in list(self._known)[:-_REMEMBERED]:
            self._known.pop(oldest, None)
        return known

    def places(self, separator: Separator) -> Ends:
        """Those of the ends where a cut may stand: inside the text and not inside a cluster."""
        ends = self.ends(separator, self.seconds)
        ends = ends[ends < len(self.text)]
        return ends[~self.clusters.inside(ends)]

    def _of_regex(self, pattern: str, seconds: float) -> Ends:
        found = spans(compiled(pattern), self.text, seconds)
        if (empty := empty_match(found)) is not None:
            raise RefusedError(f"it matches nothing at offset {empty}: a separator must always match something")
        return found[:, 1].copy()


def own_cuts(separators: OwnSeparators, matches: Matches) -> Cuts:
    """A cut at the end of every match, as strong as the strongest separator that ends there.

    Elsewhere a cut counts as a word cut beside white space and as hard inside a word, as with the preset `unicode`.
    Raises RefusedError that names the separator.
    """
    check_own(separators)
    ends = _all_ends(separators, matches)
    strengths = np.full(len(matches.text) + 1, -1, np.int8)
    for strength, there in sorted(zip(separators.strengths, ends, strict=True), key=lambda pair: pair[0]):
        strengths[there] = strength
    positions = (np.flatnonzero(strengths[1:-1] >= 0) + 1).astype(np.int32)
    positions = positions[~matches.clusters.inside(positions)]
    ranked = strengths[positions]
    return Cuts(positions, (ranked // RANKS).astype(np.int8), separators != CLASSIC, ranked)


def look(
    separators: OwnSeparators, matches: Matches | None, cancelled: Callable[[], bool] = lambda: False
) -> list[Places]:
    """What each separator of a list finds in the document, or what is wrong with it; each alone has the whole time.

    Without `matches`, as long as there is no document, only what is wrong in any.
    """
    wrong, found = faults(separators), []
    for k, separator in enumerate(separators.items):
        if cancelled():
            raise CancelledError("the separators are no longer wanted")
        found.append(Places(refused=wrong[k]) if k in wrong else _look(separator, matches))
    return found


def _look(separator: Separator, matches: Matches | None) -> Places:
    if matches is None:
        return Places()
    try:
        return Places(len(matches.ends(separator, matches.seconds)), len(matches.places(separator)))
    except RefusedError as error:
        return Places(refused=str(error))


def _all_ends(separators: OwnSeparators, matches: Matches) -> list[Ends]:
    """The ends of each separator's matches, all within one budget of time."""
    begin, result = time.process_time(), []
    for k, separator in enumerate(separators.items):
        left = matches.seconds - (time.process_time() - begin)
        try:
            result.append(matches.ends(separator, max(left, 0.01)))
        except RefusedError as error:
            raise SeparatorRefusedError(k, separator, str(error)) from error
    return result


def _of_text(text: str, pattern: str) -> Ends:
    if len(pattern) == 1:
        points = codes(text)
        if ord(pattern) > np.iinfo(points.dtype).max:
            return np.zeros(0, np.int32)
        return (np.flatnonzero(points == points.dtype.type(ord(pattern))) + 1).astype(np.int32)
    ends, at = [], text.find(pattern)
    while at >= 0:
        ends.append(at + len(pattern))
        at = text.find(pattern, ends[-1])
    return np.array(ends, np.int32)
