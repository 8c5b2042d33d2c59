"""The choice of which scores are shown: exact ones when they are ready, pooled ones only, or exact ones only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox

from inspector.core.late import EXACT_FIRST, POOLED_ONLY
from inspector.model.token_pass import UNAVAILABLE
from inspector.model.wording import SCORE_LABELS, SCORE_SUMMARIES
from inspector.views.choice import Choice

if TYPE_CHECKING:
    from inspector.model.session import Session

_SHORTEST = 10
"""Characters of an entry that are seen where there is little room."""


class ScoreChoice(Choice):
    """Follows the session; what has no pass cannot be chosen, and its tooltip says why."""

    def __init__(self, session: Session) -> None:
        super().__init__("Scores", SCORE_LABELS, SCORE_SUMMARIES)
        self._session = session
        self.setMinimumContentsLength(_SHORTEST)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.chosen.connect(session.set_score_mode)
        session.scores_changed.connect(self.refresh)
        session.token_pass.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is chosen, and what can be."""
        why = why_no_pass(self._session)
        self.summarise(EXACT_FIRST, f"{SCORE_SUMMARIES[EXACT_FIRST]}{f' {why}' if why else ''}")
        self.allow({POOLED_ONLY: why} if why else {})
        self.show_name(self._session.score_mode)


def why_no_pass(session: Session) -> str:
    """Why there can be no scores from one pass, as a sentence; empty where there can be."""
    found = session.token_pass
    return f"No pass over this document: {found.why.rstrip('.')}." if found.state == UNAVAILABLE else ""
