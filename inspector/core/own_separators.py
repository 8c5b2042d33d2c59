"""A person's own separators: an ordered list of texts and regular expressions, the strongest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from inspector.core.cuts import RANKS
from inspector.core.errors import RefusedError
from inspector.core.escapes import escaped
from inspector.core.levels import Level
from inspector.core.own_regex import compiled

LEVELS = (Level.HEADING, Level.PARAGRAPH, Level.SENTENCE, Level.LINE, Level.WORD)
"""The levels that a separator may have, strongest first."""
MOST, LONGEST = 64, 1000
"""So many separators, each of so many characters, are enough for anybody."""
_USUAL = LEVELS[1:]


class SeparatorRefusedError(RefusedError):
    """What is wrong with one separator of a list: its `index`, and `why`, a sentence without a name."""

    def __init__(self, index: int, separator: Separator, why: str) -> None:
        super().__init__(f"separator {index + 1} ({separator.label}): {why}")
        self.index = index
        self.why = why


@dataclass(frozen=True)
class Separator:
    """A literal text, or a regular expression as the library `regex` reads it; a cut stands at the end of a match."""

    pattern: str
    regex: bool
    level: Level

    @property
    def label(self) -> str:
        """The pattern as a person would type it, in quotes."""
        return f'"{self.pattern if self.regex else escaped(self.pattern)}"'


@dataclass(frozen=True)
class OwnSeparators:
    """Separators, the strongest first; their levels never become stronger. `check_own` says whether they make sense."""

    items: tuple[Separator, ...]

    @property
    def strengths(self) -> tuple[int, ...]:
        """A strength as in `Cuts.strengths` for each: its level, and within the level its place in the list."""
        levels = [one.level for one in self.items]
        return tuple(level * RANKS + levels[k + 1 :].count(level) for k, level in enumerate(levels))


Separators = str | OwnSeparators
"""The name of a preset, or a person's own."""


def spread(levels: Sequence[Level | None]) -> list[Level]:
    """A level for each place where None was chosen: from paragraph to word, within what is chosen beside it."""
    result: list[Level] = []
    for k, (level, usual) in enumerate(zip(levels, _spread_evenly(len(levels)), strict=True)):
        before = result[-1] if result else LEVELS[0]
        after = next((later for later in levels[k:] if later is not None), LEVELS[-1])
        result.append(max(min(usual, before), after) if level is None else level)
    return result


def own(*patterns: str) -> OwnSeparators:
    """Literal texts with the usual levels."""
    levels = spread([None] * len(patterns))
    return OwnSeparators(tuple(Separator(p, False, level) for p, level in zip(patterns, levels, strict=True)))


def check_own(separators: OwnSeparators) -> None:
    """Raise RefusedError for the first thing that is wrong with a list, whatever the document."""
    if not separators.items:
        raise RefusedError("the list of separators is empty: it must hold at least one")
    if len(separators.items) > MOST:
        raise RefusedError(f"the list holds {len(separators.items)} separators: it may hold at most {MOST}")
    for index, why in sorted(faults(separators).items()):
        raise SeparatorRefusedError(index, separators.items[index], why)


@lru_cache(maxsize=256)
def faults(separators: OwnSeparators) -> dict[int, str]:
    """What is wrong with separators, by their index, whatever the document; each a sentence without a name."""
    found = {k: why for k, one in enumerate(separators.items) if (why := _fault(one.pattern, one.regex, one.level))}
    levels = [one.level for one in separators.items]
    for k in range(1, len(levels)):
        if levels[k] > levels[k - 1]:
            found.setdefault(
                k, f"its level {levels[k].label} is stronger than {levels[k - 1].label}, the level of the one before it"
            )
        if levels[: k + 1].count(levels[k]) > RANKS:
            found.setdefault(k, f"more than {RANKS} separators have the level {levels[k].label}")
    return found


def _fault(pattern: str, is_regex: bool, level: Level) -> str | None:
    if not pattern:
        return "it is empty; between characters a cut stands anyway where nothing else is left"
    if len(pattern) > LONGEST:
        return f"it has {len(pattern):,} characters: at most {LONGEST:,} are allowed"
    if any("\ud800" <= character <= "\udfff" for character in pattern):
        return "it holds a lone surrogate, which is in no text"
    if level not in LEVELS:
        return f"its level is {level.label}: it must be one of {', '.join(one.label for one in LEVELS)}"
    try:
        if is_regex:
            compiled(pattern)
    except RefusedError as error:
        return str(error)
    return None


def _spread_evenly(count: int) -> list[Level]:
    """The usual levels for so many separators: the first paragraph, the last word."""
    if count < len(_USUAL):
        return [_USUAL[k * (len(_USUAL) - 1) // max(count - 1, 1)] for k in range(count)]
    return [_USUAL[k * len(_USUAL) // count] for k in range(count)]


CLASSIC = own("\n\n", ". ", "\n", " ")
"""The preset `classic` as a list; this very list is cut as the preset is, blank chunks included."""
