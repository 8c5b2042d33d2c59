"""Lists of queries: what is saved is loaded again, other programs' lists are understood, the rest is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.errors import CannotError, RefusedError
from inspector.core.queries import LONGEST, MOST, read_queries, write_queries

QUERY = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(str.strip).filter(bool)


@given(st.lists(QUERY, min_size=1, unique=True))
def test_what_is_saved_is_loaded_again(queries: list[str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "queries.json")
        write_queries(path, queries)
        assert read_queries(path) == tuple(queries)


@pytest.mark.parametrize(
    "content",
    [
        '["How many eggs?", "Who dances?"]',
        '[{"question": "How many eggs?", "id": 4}, {"question": "Who dances?"}]',
        '{"questions": [{"text": "How many eggs?"}, "Who dances?"]}',
        "How many eggs?\n\nWho dances?\nHow many eggs?\n",
        "\ufeffHow many eggs?\r\nWho dances?",
    ],
)
def test_lists_of_other_programs_and_plain_lines_are_understood(content: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(content, encoding="utf-8")
    assert read_queries(path) == ("How many eggs?", "Who dances?")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "holds no query"),
        ("[1]", "query 1 of .* is 1: it must be text"),
        ('[{"q": "x"}]', "query 1"),
        ('{"a": 1}', "no list of queries"),
        ("[", "starts like JSON"),
        (f"[{'1' * 5000}]", "starts like JSON"),
        (json.dumps([{"query": ["x" * 10_000]}]), r"query 1 of .{,200} is \['xx.{,40}\]: it must be text"),
        ('["\\ud800"]', "lone surrogate"),
        (json.dumps(["x" * (LONGEST + 1)]), "10,001 characters"),
        ("\n".join(map(str, range(MOST + 1))), "501 queries"),
    ],
)
def test_what_is_no_list_of_queries_is_refused_with_its_place(content: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RefusedError, match=words):
        read_queries(path)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match="cannot be read"):
        read_queries(tmp_path / "none")
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(RefusedError, match="byte 3 is 0xE9"):
        read_queries(tmp_path / "latin")
    with pytest.raises(CannotError, match="it is no file"):
        read_queries(tmp_path)
    with pytest.raises(CannotError, match="cannot be written"):
        write_queries(tmp_path / "none" / "x.json", ["a"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CannotError, match="it is no file"):
        read_queries(tmp_path / "pipe")


def test_a_file_without_end_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "vast").open("wb") as file:
        file.truncate(64_000_001)
    with pytest.raises(RefusedError, match="more than 64,000,000 bytes"):
        read_queries(tmp_path / "vast")
