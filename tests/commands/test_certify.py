"""The certificate on the command line: the last line said, written as JSON, refused where it cannot be written."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.commands.request import Request, cut
from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from tests.commands.written import Run, write


def test_the_certificate_is_the_last_line_on_standard_error(run: Run, rain: str) -> None:
    done = run("chunk", rain, "--size", 16)
    assert done.said[-1].startswith("inspector: certificate: ")
    assert str(len(done.records)) in done.said[-1]


def test_the_certificate_is_written_as_json(run: Run, rain: str, tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    done = run("chunk", rain, "--size", 16, "--certificate", target)
    written = json.loads(target.read_text(encoding="utf-8"))
    assert done.status == 0
    assert written["state"] == "checked"
    assert written["chunks"] == len(done.records)


def test_an_empty_document_s_certificate_says_that_there_is_nothing_to_check(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    assert run("chunk", write(tmp_path, "empty.txt", ""), "--certificate", target).status == 0
    assert json.loads(target.read_text(encoding="utf-8"))["state"] == "nothing"


@pytest.mark.parametrize("target", ["-", ""])
def test_the_certificate_does_not_go_where_the_records_go(run: Run, rain: str, target: str) -> None:
    assert run("chunk", rain, "--certificate", target).status == 2


def test_the_certificate_does_not_overwrite_the_document(run: Run, rain: str) -> None:
    done = run("chunk", rain, "--certificate", rain)
    assert (done.status, len(done.said)) == (2, 1)


def test_a_certificate_that_cannot_be_written_is_one_line_and_status_1(run: Run, rain: str, tmp_path: Path) -> None:
    done = run("chunk", rain, "--certificate", tmp_path / "missing" / "certificate.json")
    assert done.status == 1
    assert "missing" in done.said[-1]
    assert run("chunk", rain, "--certificate", tmp_path).status == 1


def test_a_failed_certificate_names_the_first_offending_chunk_and_is_status_1(
    run: Run, rain: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong_cut(asked: Request) -> tuple[Facts, Chunking]:
        facts, chunking = cut(asked)
        tokens = chunking.tokens.copy()
        tokens[2] += 1
        return facts, replace(chunking, tokens=tokens)

    monkeypatch.setattr("inspector.commands.chunk.cut", wrong_cut)
    target = tmp_path / "certificate.json"
    done = run("chunk", rain, "--size", 16, "--certificate", target)
    assert done.status == 1
    assert "chunk #3" in done.said[-1]
    written = json.loads(target.read_text(encoding="utf-8"))
    assert (written["state"], written["first_offender"]) == ("failed", 2)


@pytest.mark.parametrize("command", [["chunk"], ["rank", "--query", "eggs"], ["picture", "-o", "x.png"]])
@pytest.mark.parametrize("target", ["no-such-folder/c.json", "rain.txt/c.json", "c" * 5000])
def test_a_certificate_that_cannot_be_written_is_refused_before_any_output(
    run: Run, rain: str, command: list[str], target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(rain).parent)
    done = run(*command, rain, "--certificate", target)
    assert (done.status, done.out, len(done.said)) == (1, "", 1)
    assert "cannot write" in done.said[0]
    assert not Path("x.png").exists()
