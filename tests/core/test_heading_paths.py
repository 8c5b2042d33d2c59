"""The headings that each chunk stands under."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.core.chunker import checked, chunk
from inspector.core.facts import Facts
from inspector.core.heading_paths import heading_paths, known_paths
from inspector.core.headings import Headings, heading_prefix
from inspector.core.markdown_parser import LONGEST_TITLE
from inspector.core.records import ranked_records, records
from inspector.core.similarity import scores
from inspector.core.tokenizer import load_tokenizer

TOKENIZER = load_tokenizer()
GUIDE = """\
---
title: Manual
---
Before any heading.

# Guide

Text about the guide.

## Pumps

Text about pumps.

### Small ones

Text about small pumps.

## Valves

Text about valves.

Appendix
========

Text after all.
"""


def paths(text: str, size: int, unit: str = "characters", strategy: str = "markdown") -> list[tuple[str, ...]]:
    facts = Facts.build(text, TOKENIZER)
    return heading_paths(facts, chunk(facts, checked(strategy, size, unit, 0, "markdown")))


def titles(text: str) -> tuple[str, ...]:
    headings = Facts.build(text, TOKENIZER).cuts("markdown").headings
    assert headings is not None
    return headings.titles


def test_each_chunk_has_the_headings_in_force_where_its_body_starts() -> None:
    assert list(dict.fromkeys(paths(GUIDE, 40))) == [
        (),
        ("Guide",),
        ("Guide", "Pumps"),
        ("Guide", "Pumps", "Small ones"),
        ("Guide", "Valves"),
        ("Appendix",),
    ]


def test_a_body_inside_a_section_has_its_path_even_when_the_next_heading_follows_in_it() -> None:
    text = "# A\n\nabcdefghij\n\n# B\n\ntext\n"
    facts = Facts.build(text, TOKENIZER)
    c = chunk(facts, checked("sliding-tokens", 5, "tokens", 0, "markdown"))
    for start, path in zip(c.body_starts.tolist(), heading_paths(facts, c), strict=True):
        assert path == (("B",) if start >= text.index("# B") else ("A",))


def test_white_space_before_the_first_heading_belongs_to_it() -> None:
    assert paths("\n \n# A\n\ntext\n", 100) == [("A",)]


def test_a_document_without_headings_or_chunks_has_none() -> None:
    assert paths("plain text", 100) == [()]
    assert paths(" \n ", 100) == []


def test_a_heading_that_skips_a_rank_stands_under_the_next_higher_one() -> None:
    headings = Headings(np.arange(5, dtype=np.int32), np.array([3, 1, 3, 2, 6], np.int8), ("c", "a", "c", "b", ""))
    assert headings.paths == (("c",), ("a",), ("a", "c"), ("a", "b"), ("a", "b"))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# The `code` of **strong** *words* ##\n", "The code of strong words"),
        ("# [Link](url) and ![picture *x*](p.png)\n", "Link and picture x"),
        ("# [Ref][r] &amp; \\* <a name='x'></a>\n\n[r]: /url\n", "Ref & *"),
        ("Two\n  lines\n===\n", "Two lines"),
        ("#\n", ""),
        ("# " + "*" * LONGEST_TITLE + "\n", "*" * LONGEST_TITLE),
    ],
)
def test_titles_are_plain_text_in_one_line(text: str, title: str) -> None:
    assert titles(text) == (title,)


def test_headings_in_quotes_and_items_make_no_sections() -> None:
    assert titles("# A\n\n> # B\n\n- # C\n\n  D\n  ---\n\n# E\n") == ("A", "E")


def test_the_prefix_is_the_path_in_one_line() -> None:
    assert heading_prefix(("Guide", "Pumps")) == "Guide > Pumps\n"
    assert heading_prefix(()) == ""


def test_records_tell_the_headings_before_the_text_where_chunks_were_cut_with_an_eye_to_them() -> None:
    text = "# A\n\n## B\n\ntext\n"
    facts = Facts.build(text, TOKENIZER)
    for strategy, separators in (("markdown", "unicode"), ("recursive", "markdown")):
        c = chunk(facts, checked(strategy, 9, separators=separators))
        (row,) = records(text, c, 256, known_paths(facts, c))
        assert list(row)[-2:] == ["headings", "text"]
        assert row["headings"] == ["A"]
    plain = chunk(facts, checked("recursive", 9))
    assert "headings" not in next(records(text, plain, 256, known_paths(facts, plain)))


def test_ranked_records_tell_the_headings_of_their_own_chunk() -> None:
    text = "# A\n\nrain\n\n# B\n\nsnow\n"
    facts = Facts.build(text, TOKENIZER)
    c = chunk(facts, checked("markdown", 4, separators="markdown"))
    vectors = np.array([[0, 1], [1, 0]], np.float32)
    found = scores("snow", vectors[1], vectors)
    rows = list(ranked_records(text, c, 256, found, known_paths(facts, c)))
    assert [row["headings"] for row in rows] == [["B"], ["A"]]
