"""How far a piece of long work is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """What is being done, and `done` of `total` in `unit`; a total of 0 means that nobody knows."""

    what: str
    done: int
    total: int
    unit: str = ""
