"""The samples that come with the program, each with the settings and the query that show it best."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from inspector.core.errors import RefusedError
from inspector.core.parameters import Parameters
from inspector.core.paths import resource


@dataclass(frozen=True)
class Sample:
    """One sample: `file` below `resources/samples`; `settings` None stands for the program's defaults."""

    name: str
    title: str
    file: str
    query: str | None = None
    settings: Parameters | None = None
    description: str = ""


@cache
def samples() -> tuple[Sample, ...]:
    """All samples in the order of the catalogue; the first is the one that the window opens on."""
    catalogue = json.loads(resource("samples", "samples.json").read_text(encoding="utf-8"))
    return tuple(_sample(name, entry) for name, entry in catalogue.items())


def sample(name: str) -> Sample:
    """The sample of that name; raises RefusedError with the known ones."""
    for one in samples():
        if one.name == name:
            return one
    raise RefusedError(f"unknown sample {name!r}: known are {', '.join(one.name for one in samples())}")


def _sample(name: str, entry: dict[str, object]) -> Sample:
    settings = entry.get("settings")
    query = entry.get("query")
    return Sample(
        name=name,
        title=str(entry["title"]),
        file=str(entry["file"]),
        query=str(query) if query else None,
        settings=Parameters(**settings) if isinstance(settings, dict) else None,
        description=str(entry.get("description", "")),
    )
