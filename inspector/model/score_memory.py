"""Which scores were shown the last time and the list of queries: kept in the preferences, as the last query is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.model.query_list import Listed

if TYPE_CHECKING:
    from inspector.model.preferences import Preferences
    from inspector.model.session import Session


def remember_scores(session: Session, preferences: Preferences) -> None:
    """Keep the score mode, whether the keyword score is on, and the list of queries."""
    preferences.set("scores", session.score_mode)
    preferences.set("keywords", session.keywords.on)
    preferences.set("queries", [{"text": entry.text, "slot": entry.slot} for entry in session.queries.entries])


def recall_scores(session: Session, preferences: Preferences) -> None:
    """Take them again."""
    session.set_score_mode(preferences.get("scores"))
    session.keywords.set_on(preferences.get("keywords"))
    session.queries.restore(Listed(entry["text"], entry["slot"]) for entry in preferences.get("queries"))
