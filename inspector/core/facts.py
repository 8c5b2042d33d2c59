"""The text facts: everything a strategy needs to know of one document and one tokenizer, found once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from inspector.core.bits import Bits
from inspector.core.clusters import Clusters, find_clusters
from inspector.core.codepoints import codes, runs, spaces
from inspector.core.cuts import Cuts
from inspector.core.errors import CannotError
from inspector.core.level_index import LevelIndex
from inspector.core.measures import CharacterMeasure, Measure, WordMeasure
from inspector.core.own_matches import Matches, own_cuts
from inspector.core.own_separators import OwnSeparators, Separators
from inspector.core.separators import PRESET_CUTS
from inspector.core.token_measure import TokenMeasure
from inspector.core.tokenizer import Tokenizer
from inspector.core.tokens import Tokens

T = TypeVar("T")
KEPT_OWN = 4
"""Of so many of a person's own lists of separators the cuts are kept: what is on screen, and what was asked since."""


@dataclass(frozen=True, eq=False)
class Facts:
    """A document's text with its tokens, clusters and words; cuts and level indices are found when first asked for."""

    text: str
    tokenizer: Tokenizer
    tokens: Tokens
    clusters: Clusters
    measures: dict[str, Measure]
    _remembered: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    _cuts: dict[Separators, Cuts] = field(default_factory=dict, repr=False)
    _indices: dict[tuple[Separators, str], LevelIndex] = field(default_factory=dict, repr=False)

    @classmethod
    def build(
        cls,
        text: str,
        tokenizer: Tokenizer,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Facts:
        """Encode the document and look at its white space and clusters; see `Tokenizer.encode` for the callbacks.

        Raises CancelledError, and CannotError for a text with a lone surrogate, which no tokenizer can read.
        """
        try:
            points = codes(text)
        except UnicodeEncodeError as error:
            raise CannotError(
                f"the text holds a lone surrogate (U+{ord(text[error.start]):04X}) at offset {error.start}: "
                "it is no valid Unicode text; save it again as UTF-8"
            ) from error
        tokens = tokenizer.encode(text, progress, cancelled)
        blank = spaces(points)
        measures: dict[str, Measure] = {
            "tokens": TokenMeasure(text, tokens, tokenizer),
            "words": WordMeasure(text, runs(~blank)[0], Bits(blank)),
            "characters": CharacterMeasure(len(text)),
        }
        facts = cls(text, tokenizer, tokens, find_clusters(text, points), measures)
        facts._cuts["unicode"] = PRESET_CUTS["unicode"](text, points, facts.clusters)
        return facts

    def cuts(self, separators: Separators) -> Cuts:
        """The candidate cuts of a separator preset, or of a person's own separators.

        Raises RefusedError for own ones that take too long or match nothing at some place.
        """
        if separators not in self._cuts:
            if isinstance(separators, OwnSeparators):
                found = own_cuts(separators, self.matches)
                self._forget_own(keep=KEPT_OWN - 1)
            else:
                found = PRESET_CUTS[separators](self.text, codes(self.text), self.clusters)
            self._cuts[separators] = found
        return self._cuts[separators]

    def knows(self, separators: Separators) -> bool:
        """Whether the candidate cuts were found already; those of own separators may take a second or more."""
        return separators in self._cuts

    @property
    def matches(self) -> Matches:
        """Where texts and regular expressions match in the document."""
        return self.remember("matches", lambda: Matches(self.text, self.clusters))

    def levels(self, separators: Separators, unit: str) -> LevelIndex:
        """The candidate cuts of separators level by level, with their prefix sums in a unit."""
        key = (separators, unit)
        if key not in self._indices:
            self._indices[key] = LevelIndex.build(self.cuts(separators), self.measures[unit], len(self.text))
        return self._indices[key]

    def _forget_own(self, keep: int) -> None:
        """Forget all but the latest own separators: somebody who edits a list asks for many."""
        known = [separators for separators in list(self._cuts) if isinstance(separators, OwnSeparators)]
        stores: tuple[dict[Any, Any], ...] = (self._cuts, self._indices, self._remembered)
        for old in known[: max(len(known) - keep, 0)]:
            for store in stores:
                for key in list(store):
                    if key == old or (isinstance(key, tuple) and old in key):
                        store.pop(key, None)

    def remember(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gave when `key` was first asked for: for what depends on the document and the key alone."""
        if key not in self._remembered:
            self._remembered[key] = make()
        found: T = self._remembered[key]
        return found

    def count(self, unit: str, start: int, end: int) -> int:
        """The exact count of `text[start:end]` in a unit."""
        return self.measures[unit].count(start, end)

    @property
    def word_starts(self) -> NDArray[np.int32]:
        """Where the words of the document, as `str.split` sees them, start (int32)."""
        return self._words.starts

    @property
    def blanks(self) -> Bits:
        """Which characters of the document are white space."""
        return self._words.blank

    @property
    def _words(self) -> WordMeasure:
        measure = self.measures["words"]
        assert isinstance(measure, WordMeasure)
        return measure

    @property
    def blank(self) -> bool:
        """Whether the document is empty or holds white space only."""
        return not len(self.word_starts)
