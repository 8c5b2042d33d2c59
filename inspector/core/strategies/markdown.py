"""Markdown: as recursive, over the document's own structure, whatever the separators are."""

from __future__ import annotations

from dataclasses import replace

from inspector.core.facts import Facts
from inspector.core.parameters import Parameters
from inspector.core.strategies import recursive
from inspector.core.strategies.base import Bodies, Pause, Strategy, no_pause


def bodies(facts: Facts, parameters: Parameters, pause: Pause = no_pause) -> Bodies:
    """Split at headings by rank, then blocks, items, rows, sentences, lines and words; pack greedily.

    Raises CannotError when a grapheme cluster alone is larger than the size.
    """
    return recursive.bodies(facts, replace(parameters, separators="markdown"), pause)


STRATEGY = Strategy(
    name="markdown",
    label="Markdown",
    summary="As recursive, over headings, blocks, list items and table rows; code and rows stay whole while they fit.",
    units=("tokens", "words", "characters"),
    uses_separators=False,
    bodies=bodies,
    separators="markdown",
)
