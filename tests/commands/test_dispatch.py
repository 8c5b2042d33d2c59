"""The program as a whole on the command line: wrong usage, help, version, interruption."""

import pytest

from inspector.cli import main
from tests.commands.written import Run


@pytest.mark.parametrize(
    "arguments",
    [
        ["chunk"],
        ["chunk", "a", "b"],
        ["chunk", "a", "--nonsense"],
        ["chunk", "a", "--siz", "16"],
        ["chunk", "a", "--size"],
        ["rank", "a"],
        ["picture", "a"],
        ["--nonsense"],
        ["a", "b"],
    ],
)
def test_wrong_usage_is_one_line_and_status_2(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert "--help" in done.said[0]


def test_ctrl_c_is_one_line_and_status_130(run: Run, rain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inspector.commands.chunk.request", interrupted)
    done = run("chunk", rain)
    assert (done.status, done.said) == (130, ["inspector: interrupted"])


@pytest.mark.parametrize("arguments", [["--help"], ["chunk", "--help"], ["rank", "--help"], ["picture", "--help"]])
def test_help_names_every_option_of_the_design(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    told = capsys.readouterr().out
    shared = [
        "strategy",
        "size",
        "unit",
        "overlap",
        "separators",
        "tokenizer",
        "context",
        "prefix",
        "embedder",
        "encoding",
    ]
    assert all(f"--{option}" in told for option in shared)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    import inspector

    assert main(["--version"]) == 0
    assert inspector.__version__ in capsys.readouterr().out
