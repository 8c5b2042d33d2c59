"""The commands of the menu Query that have to do with several queries, and with which scores are shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from inspector.core.late import POOLED_ONLY
from inspector.model.wording import SCORE_LABELS, SCORE_SUMMARIES
from inspector.views.actions import Command

if TYPE_CHECKING:
    from inspector.views.window import MainWindow


def list_commands(window: MainWindow) -> tuple[Command, ...]:
    """What there is to do with the list of queries."""
    queries, files = window.session.queries, window.query_files
    return (
        Command(
            "add-query", "Query", "Add t&o the list", "Put the question in the list: it gets a line in the plot.",
            window.panels.query.add_query, ("Ctrl+Return", "Ctrl+Enter"), "query", divided=True,
        ),
        Command(
            "load-queries", "Query", "&Load queries…", "Put the queries of a file, one a line or JSON, in the list.",
            files.ask_load,
        ),
        Command(
            "save-queries", "Query", "Save &queries…", "Write the list of queries to a file.", files.ask_save,
            needs="queries",
        ),
        Command("clear-queries", "Query", "Clea&r the list", "Take every query out.", queries.clear, needs="queries"),
    )  # fmt: skip


def score_commands(window: MainWindow) -> tuple[Command, ...]:
    """Which scores are shown, and the keyword score beside them."""
    session = window.session
    return (
        *(
            Command(
                f"scores-{mode}", "Query/S&cores", words.capitalize(), SCORE_SUMMARIES[mode],
                partial(session.set_score_mode, mode), needs="pass" if mode == POOLED_ONLY else "",
                checked=lambda mode=mode: session.score_mode == mode, group="scores",  # type: ignore[misc]
            )
            for mode, words in SCORE_LABELS.items()
        ),
        Command(
            "keywords", "Query", "&Keywords (BM25)", "Show how well the question's words pick out each chunk.",
            lambda: session.keywords.set_on(not session.keywords.on), checked=lambda: session.keywords.on,
        ),
    )  # fmt: skip
