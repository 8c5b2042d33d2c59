"""Markdown's blocks as markdown-it finds them (CommonMark and tables), handed over one top-level block at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token
    from markdown_it.utils import EnvType

    Rule = Callable[[StateBlock, int, int, bool], bool]

DEEPEST = 30
"""Lists, items and quotes inside each other; what is deeper is text, or `+ + +` would be dear."""
LONGEST_TITLE = 1000
"""A longer title keeps its inline marks: to look for them takes time that grows with the square of its length."""
_YAML = re.compile(
    r"---[ \t]*(?:\r\n?|\n)(?![ \t]*[\r\n])(?:[^\r\n]*(?:\r\n?|\n))*?(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)"
)
_TOML = re.compile(r"\+\+\+[ \t]*(?:\r\n?|\n)(?:[^\r\n]*(?:\r\n?|\n))*?\+\+\+[ \t]*(?:\r\n?|\n|\Z)")
_LINE_END = re.compile(r"\r\n?|\n")


def front_matter_end(text: str) -> int:
    """Where the front matter that begins the text ends, after its last line break; 0 where there is none.

    YAML between `---` and `---` or `...`, or TOML between `+++`, from the first line on. A `---` before an empty line,
    or one that nothing closes, is a rule.
    """
    found = _YAML.match(text) or _TOML.match(text)
    return found.end() if found else 0


class BlockParser:
    """Reads one document; `titles` may be asked for afterwards, when all link definitions are known."""

    def __init__(self, sink: Callable[[list[Token]], None]) -> None:
        self._sink = sink
        self._env: EnvType = {}
        self._parser = self._make()

    def read(self, text: str, skipped: int) -> None:
        """Hand the tokens of `text` over, those of each top-level block together.

        The first `skipped` characters, which end with a line, are front matter: they are as empty lines. Lines are
        counted from 0 and end with LF, CR or CRLF.
        """
        lines = len(_LINE_END.findall(text, 0, skipped))
        self._sink(self._parser.parse("\n" * lines + text[skipped:], self._env))

    def title(self, content: str) -> str:
        """A heading's content as plain text in one line, without marks and tags."""
        if len(content) <= LONGEST_TITLE:
            tokens: list[Token] = []
            self._parser.inline.parse(content, self._parser, self._env, tokens)
            content = _plain(tokens)
        return " ".join(content.split())

    def _make(self) -> MarkdownIt:
        # 50 ms that only a document cut as Markdown has to wait for
        from markdown_it import MarkdownIt  # noqa: PLC0415
        from markdown_it.rules_block import blockquote, list_block  # noqa: PLC0415

        parser = MarkdownIt("commonmark", {"maxNesting": 2 * DEEPEST, "inline_definitions": True}).enable("table")
        parser.core.ruler.enableOnly(["normalize", "block"])
        rules = parser.block.ruler
        rules.at("list", _not_too_deep(list_block), {"alt": ["paragraph", "reference", "blockquote"]})
        rules.at("blockquote", _not_too_deep(blockquote), {"alt": ["paragraph", "reference", "blockquote", "list"]})
        rules.before("table", "hand_over", self._hand_over)
        return parser

    def _hand_over(self, state: StateBlock, _start: int, _end: int, silent: bool) -> bool:
        """A rule that never applies: it sees that a top-level block is finished."""
        if not silent and state.level == 0 and state.tokens:
            self._sink(state.tokens)
            state.tokens.clear()
        return False


def _not_too_deep(rule: Rule) -> Rule:
    def bounded(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return state.level < DEEPEST and rule(state, start, end, silent)

    return bounded


def _plain(tokens: list[Token]) -> str:
    parts = []
    for token in tokens:
        if token.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
        elif token.type == "image":
            parts.append(_plain(token.children or []))
        elif token.type in {"text", "text_special", "code_inline"}:
            parts.append(token.content)
    return "".join(parts)
