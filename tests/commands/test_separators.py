"""Own separators on the command line: a JSON list or a file with one, and exit status 2 for what is refused."""

import json
from pathlib import Path

import pytest

from inspector.cli import main

TEXT = "The pump starts at dawn.\n\nIt fills the upper tank.\n\nThe lower valve stays shut. A red lamp shows the level."


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "pump.txt"
    path.write_text(TEXT, encoding="utf-8")

    def call(separators: str, *more: str) -> tuple[int, list[dict], str]:
        status = main(["chunk", str(path), "--size", "8", "--separators", separators, *more])
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err

    return call


def test_a_list_is_typed_as_json(run) -> None:
    status, records, _ = run('["\\n\\n", ". "]')
    assert status == 0
    assert [record["level"] for record in records] == ["paragraph", "paragraph", "word", "end"]
    assert "".join(record["text"] for record in records) == TEXT


def test_a_list_is_read_from_a_file_with_levels_and_regular_expressions(run, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text('["\\n\\n", {"regex": "[.!?] ", "level": "sentence"}]', encoding="utf-8-sig")
    status, records, _ = run(f"own:{path}")
    assert status == 0
    assert [record["level"] for record in records] == ["paragraph", "paragraph", "sentence", "end"]


def test_the_strings_of_the_preset_classic_give_its_records(run) -> None:
    assert run('["\\n\\n", ". ", "\\n", " "]')[1] == run("classic")[1]


def test_a_separator_that_occurs_nowhere_is_said(run) -> None:
    status, _, said = run('["\\n\\n", "|"]')
    assert status == 0
    assert 'note: separator 2 ("|") occurs nowhere in the text' in said
    assert "separator 1" not in said


@pytest.mark.parametrize(
    ("separators", "words"),
    [
        ("[]", "empty"),
        ('["a"', "--separators is no JSON"),
        ('[""]', "separator 1"),
        ('[{"regex": "a*"}]', "can match nothing"),
        ('["x", {"regex": "("}]', 'separator 2 ("("): it is no regular expression: missing ) at position 1'),
        (r'[{"regex": "(?s)(.|..)+\\d"}]', "too long"),
        ('[{"text": "a", "level": "word"}, {"text": "b", "level": "line"}]', "line is stronger than word"),
        ("nope", "known are unicode, classic, markdown"),
    ],
)
def test_what_is_refused_ends_with_status_2_and_writes_nothing(run, separators: str, words: str) -> None:
    status, records, said = run(separators)
    assert status == 2
    assert records == []
    assert words in said


def test_a_file_that_is_no_list_is_refused_and_one_that_is_not_there_cannot_be_read(run, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(b'["\xff"]')
    assert run(f"own:{path}")[0] == 2
    path.write_text("{}")
    assert run(f"own:{path}")[0] == 2
    assert run(f"own:{tmp_path / 'none.json'}")[0] == 1
