"""Where the command line's document comes from: a file, standard input, a sample; and those that cannot be read."""

from pathlib import Path

import pytest

from tests.commands.written import Run, feed, write
from tests.rain import RAIN


def test_a_dash_reads_standard_input_as_bytes(run: Run, monkeypatch: pytest.MonkeyPatch, rain: str) -> None:
    feed(monkeypatch, b"\xef\xbb\xbf" + RAIN.encode())
    from_stdin = run("chunk", "-", "--size", 16)
    assert from_stdin.status == 0
    assert from_stdin.records == run("chunk", rain, "--size", 16).records


def test_standard_input_can_be_read_in_a_given_encoding(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "caf\u00e9 \u00a3350".encode("cp1252"))
    assert run("chunk", "-", "--encoding", "cp1252").records[0]["text"] == "caf\u00e9 \u00a3350"


def test_an_empty_standard_input_has_no_chunks_and_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, b"")
    done = run("chunk", "-", "--size", 16, "--overlap", 4)
    assert (done.status, done.records) == (0, [])
    assert "standard input" in done.said[0]


def test_a_file_named_like_a_command_opens_by_its_path(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "chunk", "hello there")
    monkeypatch.chdir(tmp_path)
    assert run("chunk", "./chunk").records[0]["text"] == "hello there"
    assert run("chunk", "chunk").records[0]["text"] == "hello there"


def test_a_sample_brings_its_own_settings(run: Run) -> None:
    done = run("chunk", "sample:field-guide")
    assert done.status == 0
    assert max(r["tokens"] for r in done.records) <= 72
    assert any(r["overlap"] for r in done.records)
    assert {"paragraph", "sentence", "line", "word", "hard", "end"} == {r["level"] for r in done.records}


def test_what_is_typed_wins_over_a_sample_s_own_settings(run: Run) -> None:
    records = run("chunk", "sample:field-guide", "--size", 200, "--overlap", 0).records
    assert 72 < max(r["tokens"] for r in records) <= 200
    assert not any(r["overlap"] for r in records)


def test_an_unknown_sample_is_refused_with_the_known_ones(run: Run) -> None:
    done = run("chunk", "sample:nothing")
    assert done.status == 2
    assert len(done.said) == 1
    assert "'nothing'" in done.said[0]
    assert "field-guide" in done.said[0]


def test_a_missing_file_is_named(run: Run) -> None:
    done = run("chunk", "no-such-file.txt")
    assert (done.status, len(done.said)) == (1, 1)
    assert "no-such-file.txt" in done.said[0]


def test_a_folder_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("chunk", tmp_path)
    assert (done.status, len(done.said)) == (1, 1)
    assert "folder" in done.said[0]


def test_a_binary_file_is_refused_by_name_and_not_written_as_mojibake(run: Run, tmp_path: Path) -> None:
    noise = bytes((i * 73 + (i >> 3) * 151) % 256 for i in range(4096))
    done = run("chunk", write(tmp_path, "blob.txt", noise))
    assert (done.status, done.out) == (1, "")
    assert "blob.txt" in done.said[-1]


def test_a_message_stays_one_line_whatever_the_file_is_called(run: Run) -> None:
    assert len(run("chunk", "two\nlines\x1b[31m.txt").said) == 1


@pytest.mark.parametrize("command", [["chunk"], ["rank", "--query", "eggs"], ["picture", "-o", "x.png"], []])
def test_an_empty_file_name_is_named_as_such(run: Run, command: list[str]) -> None:
    done = run(*command[:1], "", *command[1:])
    assert (done.status, len(done.said)) == (2, 1)
    assert "the file name is empty" in done.said[0]


@pytest.mark.parametrize("command", [["chunk"], ["rank", "--query", "eggs"], ["picture", "-o", "x.png"], []])
@pytest.mark.parametrize("name", ["a" * 5000, "a/" * 3000 + "b"])
def test_a_file_name_that_is_too_long_is_one_line(run: Run, command: list[str], name: str) -> None:
    done = run(*command[:1], name, *command[1:])
    assert (done.status, len(done.said)) == (1, 1)
