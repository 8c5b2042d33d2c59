"""The strategy and the separators `markdown`: cuts follow the document's own structure."""

from __future__ import annotations

import bisect
import itertools
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inspector.core.certificate import Audit
from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.markdown_parser import front_matter_end
from inspector.core.model_limits import ModelLimits
from inspector.core.tokenizer import load_tokenizer
from inspector.core.white_space import BREAKS
from tests.core import reference
from tests.core.texts import sizes

TOKENIZER = load_tokenizer()
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
UNITS = ("tokens", "words", "characters")
LINES = (
    "# One", "## Two", "### Three ##", "###### Six", "####### seven", "#no", "  ## in", "    # code", "#", "Title",
    "===", "---", "***", "Word one. Word two!", "plain text", "a", "- item. More.", "  - inner", "    - third",
    "1. first", "2) b", "* star", "  more of it", "   ", "", "", "", "> quote. Two.", "> # in quote", ">",
    "> > deep", "> - in it", "lazy", "```", "```py", "~~~", "````", "   ```", "  ```", "``` no ` fence", "- ```",
    "> ```", "x = 1  # a. b", "# in code?", "| a | b |", "|---|:-:|", "| c. d | e |", "|f|", "a | b", "-|-",
    "<div>", "</div>", "<!-- x", "-->", "[a]: /url", "[a]:", "\t tab", "- \ttab", "+ + + +", "+++", "...",
    "第一句。第二句，好", "a\u2028b", "\u2028- x", "\x0cform", "\x85", "e\u0301", "👍🏽 up", "\x00", "key: value",
)  # fmt: skip


@st.composite
def documents(draw: st.DrawFn, lines: tuple[str, ...] = LINES) -> str:
    """Lines at random, each with its own line end, the last sometimes without."""
    chosen = draw(st.lists(st.sampled_from(lines), max_size=25))
    style = draw(st.sampled_from([("\n",), ("\r\n",), ("\r",), ("\n", "\n\n", "\r\n", "\r")]))
    text = "".join(line + draw(st.sampled_from(style)) for line in chosen)
    return text if draw(st.booleans()) else text.rstrip("\r\n")


def cut(text: str, size: int, overlap: int = 0, unit: str = "tokens") -> Chunking | None:
    """The chunking; None where it is refused."""
    try:
        return chunk(Facts.build(text, TOKENIZER), checked("markdown", size, unit, overlap, "markdown"))
    except CannotError:
        return None


def bodies(text: str, size: int, unit: str = "characters") -> list[str]:
    c = cut(text, size, 0, unit)
    assert c is not None
    return [text[a:b] for a, b in zip(c.body_starts.tolist(), c.ends.tolist(), strict=True)]


def line_starts(text: str) -> list[int]:
    return [0, *(m.end() for m in re.finditer(r"\r\n?|\n", text))]


@pytest.mark.parametrize("unit", UNITS)
@given(text=documents(), how=sizes())
@QUICK
def test_bodies_partition_the_text_and_everything_is_within_the_size(
    unit: str, text: str, how: tuple[int, int]
) -> None:
    c = cut(text, *how, unit)
    if c is None or not len(c):
        assert c is None or not text.strip()
        return
    ends = c.ends.tolist()
    assert c.body_starts.tolist() == [0, *ends[:-1]]
    assert ends[-1] == len(text)
    assert all(a < b for a, b in itertools.pairwise(ends))
    assert set(ends) <= reference.boundaries(text)
    assert c.counts.max() <= how[0]
    assert Audit(Facts.build(text, TOKENIZER), c, ModelLimits()).final().state == "checked"


@given(text=documents())
@QUICK
def test_there_is_at_most_one_cut_in_a_run_of_white_space_and_each_is_one_of_unicode(text: str) -> None:
    facts = Facts.build(text, TOKENIZER)
    found = facts.cuts("markdown").positions.tolist()
    assert set(found) <= set(facts.cuts("unicode").positions.tolist())
    assert all(text[a:b].strip() for a, b in itertools.pairwise(found))


def whole_things(text: str) -> list[tuple[int, int]]:
    """Lines of code blocks and table rows as markdown-it finds them."""
    tokens = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table").parse(text)
    return [t.map for t in tokens if t.map and t.type in {"fence", "code_block", "tr_open"}]


@pytest.mark.parametrize("unit", UNITS)
@given(text=documents(), how=sizes())
@example(text="# a\n\n```\nb\n\nc\n```\n", how=(7, 0))
@example(text="- a\n\n  ```\n  b\n\n  c\n  ```\n", how=(9, 0))
@QUICK
def test_a_fence_and_a_table_row_are_not_cut_while_they_fit(unit: str, text: str, how: tuple[int, int]) -> None:
    if text.startswith(("---", "+++")):
        return
    c = cut(text, *how, unit)
    if c is None:
        return
    facts = Facts.build(text, TOKENIZER)
    possible = [*facts.cuts("markdown").positions.tolist(), len(text)]
    starts = [*line_starts(text), len(text)]
    for first, last in whole_things(text):
        start, after = starts[first], starts[min(last, len(starts) - 1)]
        start = 0 if not text[:start].strip() else start
        stop = possible[bisect.bisect_left(possible, after)]
        if facts.count(unit, start, stop) <= how[0] - how[1]:
            assert not [e for e in c.ends.tolist() if start < e < after], (text[start:stop], c.ends)


def naive_headings(text: str) -> list[tuple[int, int]]:
    """Offset and rank of ATX headings outside fences, for documents without lists, quotes, HTML and front matter."""
    found, fence, at = [], None, 0
    for line in text.split("\n"):
        opened = re.match(r" {0,3}(`{3,}|~{3,})([^\n]*)$", line)
        if fence:
            if opened and opened[1][0] == fence[0] and len(opened[1]) >= len(fence) and not opened[2].strip(" \t"):
                fence = None
        elif opened and not (opened[1][0] == "`" and "`" in opened[2]):
            fence = opened[1]
        elif heading := re.match(r" {0,3}(#{1,6})([ \t]|$)", line):
            found.append((at, len(heading[1])))
        at += len(line) + 1
    return found


FENCES_AND_HEADINGS = re.compile(r"[ ]{0,3}(#|`|~|[a-zW]\w* [^|]*$|$)")
SIMPLE = (*filter(FENCES_AND_HEADINGS.match, LINES), "`````", "~~~~ x", "# x\u2028# y")


@given(lines=st.lists(st.sampled_from(SIMPLE), max_size=30))
@QUICK
def test_headings_are_the_hash_lines_outside_fences(lines: list[str]) -> None:
    text = "\n".join(lines)
    headings = Facts.build(text, TOKENIZER).cuts("markdown").headings
    assert headings is not None
    assert list(zip(headings.offsets.tolist(), headings.ranks.tolist(), strict=True)) == naive_headings(text)


@given(text=documents())
@example("# One\n\u2028- x\n===")
@QUICK
def test_a_heading_cut_stands_just_before_each_heading_line_and_nowhere_else(text: str) -> None:
    cuts = Facts.build(text, TOKENIZER).cuts("markdown")
    assert cuts.headings is not None
    at = cuts.positions[cuts.levels == Level.HEADING].tolist()
    expected = [behind_breaks(text, o) for o in cuts.headings.offsets.tolist() if text[:o].strip()]
    assert at == expected


def behind_breaks(text: str, at: int) -> int:
    """Where a heading's line begins for us: behind line breaks such as U+2028 that Markdown takes for its text."""
    blank = text[at : at + len(text[at:]) - len(text[at:].lstrip())]
    return at + max((k + 1 for k, sign in enumerate(blank) if sign in BREAKS), default=0)


@given(text=documents(), how=sizes())
@QUICK
def test_the_level_of_a_cut_is_the_same_in_every_strategy_with_these_separators(
    text: str, how: tuple[int, int]
) -> None:
    facts, seen = Facts.build(text, TOKENIZER), {}
    for strategy in ("markdown", "recursive", "sliding-tokens"):
        try:
            c = chunk(facts, checked(strategy, *(how[0], "tokens", how[1]), "markdown"))
        except CannotError:
            return
        for end, level in zip(c.ends.tolist()[:-1], c.levels.tolist()[:-1], strict=True):
            assert seen.setdefault(end, level) == level


@given(text=documents(), how=sizes())
@QUICK
def test_recursive_with_these_separators_gives_the_same_chunks(text: str, how: tuple[int, int]) -> None:
    c = cut(text, *how)
    if c is not None:
        other = chunk(Facts.build(text, TOKENIZER), checked("recursive", how[0], "tokens", how[1], "markdown"))
        assert (other.starts.tolist(), other.ends.tolist()) == (c.starts.tolist(), c.ends.tolist())


def test_sections_are_split_by_rank_before_their_blocks() -> None:
    text = "# A\n\ntext a\n\n## B\n\ntext b\n\n## C\n\ntext c\n\n# D\n\ntext d\n"
    assert bodies(text, 45) == ["# A\n\ntext a\n\n## B\n\ntext b\n\n## C\n\ntext c\n\n", "# D\n\ntext d\n"]
    assert bodies(text, 30) == [
        "# A\n\ntext a\n\n## B\n\ntext b\n\n", "## C\n\ntext c\n\n", "# D\n\ntext d\n",
    ]  # fmt: skip


def test_a_heading_stays_with_the_first_sentence_below_it() -> None:
    text = "# Pumps\n\nA pump moves water. It needs power to do so.\n\n"
    assert bodies(text, 32) == ["# Pumps\n\nA pump moves water. ", "It needs power to do so.\n\n"]
    text = "# Pumps\n\n## Kinds\n\nA pump moves water. It needs power to do so.\n"
    assert bodies(text, 42) == ["# Pumps\n\n## Kinds\n\nA pump moves water. ", "It needs power to do so.\n"]


def test_an_empty_section_does_not_join_the_one_after_it() -> None:
    text = "Some text here.\n\n## B\n\n# C\n\nText.\n"
    assert bodies(text, 24) == ["Some text here.\n\n## B\n\n", "# C\n\nText.\n"]


def test_list_items_stay_whole_and_inner_lists_are_weaker() -> None:
    text = "- One. Two.\n- Three.\n  - four\n  - five\n- Six.\n"
    assert bodies(text, 30) == ["- One. Two.\n", "- Three.\n  - four\n  - five\n", "- Six.\n"]
    assert bodies(text, 20) == ["- One. Two.\n", "- Three.\n  - four\n", "  - five\n", "- Six.\n"]


def test_a_list_and_a_quote_are_whole_while_they_fit_and_a_quotes_empty_line_is_not_cut_off() -> None:
    text = "Intro:\n\n- a. b\n- c\n\n> q. r\n> s\n>\n> t\n"
    assert bodies(text, 22) == ["Intro:\n\n- a. b\n- c\n\n", "> q. r\n> s\n>\n> t\n"]
    assert bodies(text, 12) == ["Intro:\n\n", "- a. b\n- c\n\n", "> q. r\n", "> s\n>\n", "> t\n"]


def test_table_rows_stay_whole_and_the_rule_stays_with_the_head() -> None:
    text = "| a | b |\n|---|---|\n| One. Two. | c |\n| Three. | d |\n"
    assert bodies(text, 20) == ["| a | b |\n|---|---|\n", "| One. Two. | c |\n", "| Three. | d |\n"]
    assert bodies(text, 12)[:2] == ["| a | b |\n", "|---|---|\n"]


def test_code_is_cut_at_empty_lines_then_at_lines() -> None:
    text = "```\naa. bb\ncc\n\ndd\nee\n```\n"
    assert bodies(text, 16) == ["```\naa. bb\ncc\n\n", "dd\nee\n```\n"]
    assert bodies(text, 11) == ["```\naa. bb\n", "cc\n\n", "dd\nee\n```\n"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_front_matter_is_whole_and_ends_before_the_text(end: str) -> None:
    text = end.join(
        [
            "---",
            "title: A note. Two.",
            "",
            "tags: [a]",
            "---",
            "# A note",
            "",
            "Text.",
            "",
            "---",
            "",
            "x: y",
            "---",
            "",
        ]
    )
    facts = Facts.build(text, TOKENIZER)
    cuts = facts.cuts("markdown")
    assert cuts.headings is not None
    assert cuts.headings.titles == ("A note", "x: y")
    first = text.index("# A note")
    assert bodies(text, first)[0] == text[:first]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("---\n\nText\n---\n", ("Text",)),  # a rule, for an empty line follows it
        ("---\nText\n", ()),  # nothing closes it
        ("\n---\nText\n---\n", ("Text",)),  # not at the first line
        ("---\nText\n---\n", ()),
        ("---\nText\n...\n# A\n", ("A",)),
        ("+++\na = 1\n+++\n# A\n", ("A",)),
        ("--- \na: 1\n---\t\n# A\n", ("A",)),
        ("----\na: 1\n---\n", ("a: 1",)),
        ("---\n---\n# A\n", ("A",)),
        ("---\na: 1\n----\n", ("a: 1",)),
    ],
)
def test_front_matter_begins_at_the_first_line_only(text: str, titles: tuple[str, ...]) -> None:
    headings = Facts.build(text, TOKENIZER).cuts("markdown").headings
    assert headings is not None
    assert headings.titles == titles


def test_a_line_of_markers_does_not_swallow_what_follows() -> None:
    text = "+ " * 5000 + "\n\n# After\n"
    headings = Facts.build(text, TOKENIZER).cuts("markdown").headings
    assert headings is not None
    assert headings.titles == ("After",)


FILES = Path(__file__).parents[1] / "cases" / "files"


def test_a_hash_in_a_fence_is_no_heading_whatever_the_fence() -> None:
    text = (FILES / "fences.md").read_bytes().decode()
    headings = Facts.build(text, TOKENIZER).cuts("markdown").headings
    assert headings is not None
    assert headings.titles == ("Guide", "Real heading")


def test_rules_later_in_the_text_are_no_front_matter() -> None:
    text = (FILES / "frontmatter.md").read_bytes().decode()
    assert text[: front_matter_end(text)].count("\n") == 4
    assert "".join(bodies(text, 30)) == text


def test_overlap_works_as_in_every_strategy() -> None:
    text = (
        "# Pumps\n\nRain came early. The river rose past the mill.\n\n## Valves\n\nNobody had seen it so high before.\n"
    )
    c = cut(text, 12, 4)
    assert c is not None
    assert len(c) > 2
    assert (c.overlaps[1:] > 0).all()
    assert c.overlaps.max() <= 4
