"""The table of everything that a person can ask for in the window: menu, words, keys, and what it does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from inspector.core.levels import CUT_LEVELS, Level
from inspector.core.strategies import STRATEGIES
from inspector.views.actions import Command
from inspector.views.query_commands import list_commands, score_commands

if TYPE_CHECKING:
    from inspector.views.window import MainWindow

_LEVEL_KEYS = {Level.PARAGRAPH: "P", Level.SENTENCE: "S", Level.LINE: "L", Level.WORD: "W", Level.HARD: "H"}


def commands(window: MainWindow) -> tuple[Command, ...]:
    """All commands in the order of the menus."""
    return (*_file(window), *_edit(window), *_view(window), *_chunks(window), *_query(window), *_help(window))


def _file(window: MainWindow) -> tuple[Command, ...]:
    files = window.files
    return (
        Command("open", "File", "&Open…", "Open a text or Markdown file.", files.ask_open, ("Ctrl+O",)),
        Command(
            "embedder", "File", "Em&bedder…", "Choose the model that embeds: a folder, or a server.",
            window.embedding.open, ("Ctrl+Shift+M",), divided=True,
        ),
        Command(
            "model-folder", "File", "Open &model folder…", "Embed with the model in a folder, with its own tokenizer.",
            window.embedding.ask_folder,
        ),
        Command(
            "export", "File", "&Export chunks as JSON lines…", "Write every chunk as one JSON object a line.",
            files.ask_export, ("Ctrl+E",), "chunks", divided=True,
        ),
        Command(
            "picture", "File", "Export &picture…", "Write the window as it is now as a PNG picture.",
            files.ask_picture, ("Ctrl+Shift+E",),
        ),
        Command(
            "close", "File", "&Close document", "Show no document.",
            window.session.close_document, ("Ctrl+W",), "document", divided=True,
        ),
        Command("quit", "File", "&Quit", "Close the window.", window.close, ("Ctrl+Q",)),
    )  # fmt: skip


def _edit(window: MainWindow) -> tuple[Command, ...]:
    return (
        Command(
            "copy", "Edit", "&Copy", "Copy the selected text exactly as it is in the document.",
            window.copy, ("Ctrl+C",), "selection", document_keys=True,
        ),
        Command(
            "copy-chunk", "Edit", "Copy c&hunk", "Copy the text of the selected chunk, overlap included.",
            window.copy_chunk, ("Ctrl+Shift+C",), "chunk",
        ),
        Command(
            "paste", "Edit", "&Paste as a document", "Show the text on the clipboard as a document.",
            window.paste, ("Ctrl+Shift+V",),
        ),
        Command(
            "select-all", "Edit", "Select &all", "Select the whole text.",
            window.document_view.select_all, ("Ctrl+A",), "document", document_keys=True,
        ),
        Command(
            "find", "Edit", "&Find…", "Find a text in the document.",
            window.open_find, ("Ctrl+F",), "document", divided=True,
        ),
        Command(
            "find-next", "Edit", "Find &next", "Go to the next match.",
            partial(window.find_bar.step, 1), ("F3",), "document",
        ),
        Command(
            "find-previous", "Edit", "Find pre&vious", "Go to the match before.",
            partial(window.find_bar.step, -1), ("Shift+F3",), "document",
        ),
    )  # fmt: skip


def _view(window: MainWindow) -> tuple[Command, ...]:
    look = window.look
    return (
        Command(
            "zoom-in", "View", "Zoom &in", "Make the document's text larger.",
            partial(look.zoom, 1), ("Ctrl++", "Ctrl+="), divided=True,
        ),
        Command(
            "zoom-out", "View", "Zoom &out", "Make the document's text smaller.", partial(look.zoom, -1), ("Ctrl+-",),
        ),
        Command(
            "zoom-reset", "View", "&Usual size", "Show the document's text in its usual size.",
            look.reset_zoom, ("Ctrl+0",),
        ),
        *(
            Command(
                f"font-{kind}", "View/Document &font", words, f"Read the document in a {words.lower()} font.",
                partial(look.set, "font", kind), checked=partial(look.is_set, "font", kind), group="font",
            )
            for kind, words in (("proportional", "Proportional"), ("mono", "Monospace"))
        ),
        *(
            Command(
                f"theme-{name}", "View/&Theme", words, tip,
                partial(look.set, "theme", name), checked=partial(look.is_set, "theme", name), group="theme",
            )
            for name, words, tip in (
                ("auto", "As the system", "Follow what the desktop prefers."),
                ("light", "Light", "Dark text on a light ground."),
                ("dark", "Dark", "Light text on a dark ground."),
            )
        ),
        Command(
            "token-borders", "View", "To&ken borders", "Show where the tokens of the text begin and end.",
            partial(look.toggle, "token_borders"), ("T",), checked=partial(look.is_set, "token_borders", True),
            document_keys=True, divided=True,
        ),
        Command(
            "white-space", "View", "&White space", "Show blanks, tabs and line ends.",
            partial(look.toggle, "white_space"), checked=partial(look.is_set, "white_space", True),
        ),
        Command(
            "motion", "View", "&Motion", "Let the old place of a moved cut fade for a moment.",
            partial(look.toggle, "motion"), checked=partial(look.is_set, "motion", True),
        ),
        Command(
            "dilution", "View", "&Dilution curve", "Show how the answer's score falls as its chunk grows.",
            window.panels.show_dilution, ("Ctrl+D",), divided=True,
        ),
        Command(
            "next-pane", "View", "&Next pane", "Move the focus to the next pane.",
            partial(window.panes.step, 1), ("F6",), divided=True,
        ),
        Command(
            "previous-pane", "View", "&Previous pane", "Move the focus to the pane before.",
            partial(window.panes.step, -1), ("Shift+F6",),
        ),
        Command("reset-layout", "View", "&Reset layout", "Put every panel back to its place.", window.reset_layout),
    )  # fmt: skip


def _chunks(window: MainWindow) -> tuple[Command, ...]:
    session = window.session
    return (
        *(
            Command(
                f"strategy-{strategy.name}", "Chunks/&Strategy", strategy.label, strategy.summary,
                partial(session.set_strategy, strategy.name), (f"Ctrl+{number}",),
                checked=partial(window.uses_strategy, strategy.name), group="strategy",
            )
            for number, strategy in enumerate(STRATEGIES.values(), start=1)
        ),
        *_steps(window),
        Command(
            "separators", "Chunks", "&Own separators…", "Edit your own list of texts and expressions to cut at.",
            window.edit_separators,
        ),
        Command(
            "reset-parameters", "Chunks", "&Reset settings", "Go to the defaults, or to a sample's own settings.",
            session.reset_parameters,
        ),
        Command(
            "next-chunk", "Chunks", "&Next chunk", "Select the chunk after.",
            partial(session.step_chunk, 1), ("N",), "chunks", document_keys=True, divided=True,
        ),
        Command(
            "previous-chunk", "Chunks", "&Previous chunk", "Select the chunk before.",
            partial(session.step_chunk, -1), ("P",), "chunks", document_keys=True,
        ),
        *(
            Command(
                f"next-{level.label}", "Chunks/Next c&ut", f"Next {level.label} cut", _next_tip(level),
                partial(session.step_level, level, 1), (f"L, {_LEVEL_KEYS[level]}",), "chunks", document_keys=True,
            )
            for level in CUT_LEVELS
        ),
        Command(
            "next-unread", "Chunks", "Next &thing the model cannot read",
            "Go to the next unknown token or cut-off tail.",
            partial(session.step_unread, 1), ("U",), "chunks", document_keys=True,
        ),
        Command(
            "details", "Chunks", "&Details: why here?",
            "Show the selected chunk's numbers and why it ends where it does.",
            window.show_details, ("D",), "chunks", document_keys=True, divided=True,
        ),
    )  # fmt: skip


def _steps(window: MainWindow) -> tuple[Command, ...]:
    rows = (
        ("size", 1, "Alt+Right"), ("size", -1, "Alt+Left"),
        ("size", 10, "Alt+Shift+Right"), ("size", -10, "Alt+Shift+Left"),
        ("overlap", 1, "Alt+Up"), ("overlap", -1, "Alt+Down"),
        ("overlap", 10, "Alt+Shift+Up"), ("overlap", -10, "Alt+Shift+Down"),
    )  # fmt: skip
    return tuple(
        Command(
            f"{name}{by:+}", "Chunks/Si&ze and overlap", f"{name.capitalize()} {by:+}".replace("-", "\u2212"),
            f"Make the {name} {abs(by)} {'larger' if by > 0 else 'smaller'}.",
            partial(window.change, name, by), (keys,), "document", divided=name == "overlap" and by == 1,
        )
        for name, by, keys in rows
    )  # fmt: skip


def _next_tip(level: Level) -> str:
    """What goes to the next cut of a level, in words."""
    return "Go to the next cut inside a word." if level is Level.HARD else f"Go to the next cut at a {level.label}."


def _query(window: MainWindow) -> tuple[Command, ...]:
    session = window.session
    return (
        Command("ask", "Query", "&Ask…", "Type a question and see how near each chunk comes.", window.ask, ("Ctrl+L",)),
        Command(
            "suggested", "Query", "&Suggested question", "Ask the question that goes with this sample.",
            lambda: session.set_query(session.suggested_query), needs="suggestion",
        ),
        Command(
            "best", "Query", "&Best chunk", "Select the chunk with the best score.",
            session.select_best, ("B",), "scores", document_keys=True,
        ),
        Command(
            "shares", "Query", "Show which &words carry the score",
            "Draw a bar below each word of the selected chunk: its part of the score.",
            window.document_view.shares.toggle, ("A",), "document", checked=lambda: session.attribution.on,
            document_keys=True,
        ),
        *list_commands(window),
        Command(
            "mark", "Query", "&Mark selection as answer",
            "See whether the chunks keep the selected text whole, and at which rank.",
            window.mark_answer, ("M",), "selection", document_keys=True, divided=True,
        ),
        Command(
            "clear-answer", "Query", "Clear a&nswer", "Forget the marked answer.", session.clear_answer, needs="answer",
        ),
        *score_commands(window),
        *(
            Command(
                f"fold-{name}", "Query/Whole &document’s vector", words.capitalize(), tip,
                partial(session.set_fold, name), checked=partial(window.uses_fold, name), group="fold",
            )
            for name, words, tip in window.folds()
        ),
        Command(
            "retry", "Query", "&Try failed chunks again", "Send again what a server gave no vector for.",
            session.retry_failures, needs="failures", divided=True,
        ),
        Command(
            "vectors", "Query", "&Vectors and cache…", "How much room vectors may take in memory and on disk.",
            window.embedding.open_vectors,
        ),
        Command(
            "empty-cache", "Query", "&Empty the vector cache…", "Forget every vector, in memory and on disk.",
            window.embedding.empty_cache,
        ),
    )  # fmt: skip


def _help(window: MainWindow) -> tuple[Command, ...]:
    return (
        Command("keys", "Help", "&Keys", "Show every key.", window.show_keys, ("F1",)),
        Command(
            "scores-help", "Help", "How &scores are made",
            "Read what the scores are, how the two kinds differ, and what they do not say.", window.show_scores_help,
        ),
        Command("log", "Help", "&Notices so far", "Show every notice since the start.", window.show_log),
        Command(
            "about", "Help", "&About Inspector", "Show the version and what the program is made with.",
            window.show_about, divided=True,
        ),
    )  # fmt: skip
