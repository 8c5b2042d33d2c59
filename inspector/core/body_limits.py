"""What a body may hold in the programmes of least cost, whether all of them do, and what is done where one does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.core.errors import CannotError

BODY = 100
"""What a body costs, in hundredths."""


@dataclass(frozen=True)
class Limits:
    """The most units of the first body and of the later ones, of a body of its own, and the floor (0: none)."""

    first: int
    later: int
    own: int
    floor: int = 0


class TooLargeError(CannotError):
    """A piece between two neighbouring candidates that is larger than the size; says which, with its count."""

    def __init__(self, index: int, count: int) -> None:
        super().__init__(f"candidate {index} begins a piece of {count}")
        self.index, self.count = index, count


Count = Callable[[int, int], int]
"""The exact count between two candidates."""


def all_fit(ends: list[int], limits: Limits, count: Count) -> bool:
    """Whether every body that ends at these candidates is within its limit, each counted."""
    return all(_fits(start, end, limits, count) for start, end in zip([0, *ends], ends, strict=False))


def repaired(ends: list[int], limits: Limits, count: Count) -> list[int]:
    """The same ends, with the bodies that are too large cut greedily at candidates. Raises TooLargeError."""
    result: list[int] = []
    for end in ends:
        start = result[-1] if result else 0
        while not _fits(start, end, limits, count):
            high = end - 1
            while high > start and not _fits(start, high, limits, count):
                high -= 1
            if high == start:
                raise TooLargeError(start, count(start, start + 1))
            result.append(high)
            start = high
        result.append(end)
    return result


def _fits(start: int, end: int, limits: Limits, count: Count) -> bool:
    limit = limits.own if end == start + 1 else limits.later if start else limits.first
    return count(start, end) <= limit
