"""What a strategy is: a name, a label, the units it accepts, and a function from text facts to bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from inspector.core.facts import Facts
from inspector.core.measures import Ints
from inspector.core.parameters import Parameters
from inspector.core.remark import Remark

Pause = Callable[[], None]
"""Called every few milliseconds; raises CancelledError when the bodies are no longer wanted."""


def no_pause() -> None:
    """Go on at once."""


@dataclass(frozen=True)
class Bodies:
    """Body ends of a document, strictly growing, the last one its length; int64, shape (n,).

    `starts` are the chunk starts where the strategy fixes them itself (sliding windows); None leaves the overlap to
    the rule that all other strategies share. `words` are the exact counts of the bodies' words, where the strategy
    needed them.
    """

    ends: Ints
    starts: Ints | None = None
    words: Ints | None = None
    remarks: tuple[Remark, ...] = ()
    """What a person should know of how these were found."""


class MakesBodies(Protocol):
    """From text facts and parameters to bodies; calls `pause` every now and then."""

    def __call__(self, facts: Facts, parameters: Parameters, pause: Pause = no_pause) -> Bodies:
        """Raises CannotError when a grapheme cluster alone is larger than the size."""
        ...


@dataclass(frozen=True)
class Strategy:
    """One way to choose the bodies."""

    name: str
    label: str
    summary: str
    """One sentence for the tooltip."""
    units: tuple[str, ...]
    """The units it accepts, the usual one first."""
    uses_separators: bool
    """Whether the separators decide where it cuts (they always decide what level a cut has)."""
    bodies: MakesBodies
    separators: str | None = None
    """The preset that it brings itself; None leaves the choice to the person."""
