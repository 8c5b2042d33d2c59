"""The parameters of a chunking, checked once for the window, the command line and samples alike."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.core.errors import RefusedError
from inspector.core.own_separators import OwnSeparators, Separators, check_own

UNITS = ("tokens", "words", "characters")
PRESETS = ("unicode", "classic", "markdown")
DEFAULT_SIZE = 254
"""What all-MiniLM-L6-v2's context of 256 input tokens leaves for text."""
MAX_SIZE = 2**31 - 1

_MOST_DIGITS = 100
"""So many are read as a number, so that it is the range that refuses it; more are no number that a person means."""
_WHOLE = re.compile(r"[+-]?[0-9]+", re.ASCII)


@dataclass(frozen=True)
class Weights:
    """What a cut of each level costs in the strategy `optimal`, in hundredths of a chunk."""

    heading: int = 0
    paragraph: int = 0
    sentence: int = 15
    line: int = 25
    word: int = 80
    hard: int = 300


DEFAULT_WEIGHTS = Weights()
MAX_WEIGHT = 100_000


@dataclass(frozen=True)
class Parameters:
    """What a chunking depends on besides the text and the tokenizer.

    `size` and `overlap` are in `unit`; use `checked` to make one from what a person typed.
    """

    strategy: str = "recursive"
    size: int = DEFAULT_SIZE
    unit: str = "tokens"
    overlap: int = 0
    separators: Separators = "unicode"
    """A preset's name, or the person's own list."""
    weights: Weights = DEFAULT_WEIGHTS
    """What cuts cost; only `optimal` looks at them."""
    floor: int = 0
    """No chunk has fewer units than this where it can be helped; only `optimal` looks at it."""


def whole_number(name: str, value: object) -> int:
    """`value` as an int when it is a whole number or its decimal digits, else refused by name and value."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and _WHOLE.fullmatch(value) and len(value) <= _MOST_DIGITS:
        return int(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        raise RefusedError(f"{name} is {value[:_MOST_DIGITS]}\N{HORIZONTAL ELLIPSIS}: it has too many digits")
    raise RefusedError(f"{name} is {value!r}: it must be a whole number, written in digits only")


def check_size(size: int, overlap: int) -> None:
    """Refuse a size below 1, an overlap below 0 and an overlap that is not smaller than the size, with the values."""
    if size < 1:
        raise RefusedError(f"size is {size}: it must be at least 1")
    if size > MAX_SIZE:
        raise RefusedError(f"size is {size}: it must be at most {MAX_SIZE}")
    if overlap < 0:
        raise RefusedError(f"overlap is {overlap} and size {size}: overlap must be at least 0")
    if overlap >= size:
        raise RefusedError(f"overlap is {overlap} and size {size}: overlap must be smaller than the size")


def check_floor(floor: int) -> int:
    """Refuse a floor below 0 by its value; one above the size asks for the size."""
    if not 0 <= floor <= MAX_SIZE:
        raise RefusedError(f"floor is {floor}: it must be from 0 to {MAX_SIZE}")
    return floor


def check_weights(weights: Weights) -> None:
    """Refuse a weight that is no whole number of hundredths from 0 to 100,000, by its level and value."""
    for level, weight in vars(weights).items():
        if not 0 <= whole_number(f"the weight of a {level} cut", weight) <= MAX_WEIGHT:
            raise RefusedError(f"the weight of a {level} cut is {weight}: it must be from 0 to {MAX_WEIGHT} hundredths")


def check_separators(separators: Separators) -> None:
    """Refuse an unknown preset, and an own list for the first thing that is wrong with it in any document."""
    if isinstance(separators, OwnSeparators):
        check_own(separators)
    else:
        check_choice("separators", separators, PRESETS)


def check_choice(name: str, value: str, known: tuple[str, ...]) -> None:
    """Refuse a name that is not among the known ones, and list these."""
    if value not in known:
        raise RefusedError(f"unknown {name} {value!r}: known are {', '.join(known)}")
