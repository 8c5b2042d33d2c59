"""Who embedded the last time: remembered in the preferences, and taken again at the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inspector.core.embedders import EMBEDDERS
from inspector.model.embedder_choice import Chosen

if TYPE_CHECKING:
    from inspector.model.preferences import Preferences
    from inspector.model.session import Session

LISTED = 8
"""How many folders and servers are listed to be chosen again."""


def remember_embedder(session: Session, preferences: Preferences) -> None:
    """Keep what was chosen in this run; what was not chosen anew stays as it is remembered."""
    taken = session.embedders.taken
    shown = session.embedders.model
    if taken is None or shown is None:
        return
    if taken.spec in EMBEDDERS:
        preferences.set("embedder", {})
        return
    entry: dict[str, Any] = {"spec": taken.spec, "answers": dict(taken.answers)}
    preferences.set("embedder", entry | {"model": shown.as_dict()})
    others = [other for other in preferences.get("embedders") if other != entry]
    preferences.set("embedders", [entry, *others][:LISTED])


def recall_embedder(session: Session, preferences: Preferences) -> None:
    """Take the embedder of the last time; a server is only offered: nothing is contacted at a start."""
    entry = preferences.get("embedder")
    if entry:
        session.embedders.recall(_chosen(entry))


def listed_embedders(preferences: Preferences) -> tuple[Chosen, ...]:
    """The folders and servers that embedded lately, newest first."""
    return tuple(map(_chosen, preferences.get("embedders")))


def _chosen(entry: dict[str, Any]) -> Chosen:
    return Chosen(entry["spec"], entry.get("answers", {}))
