"""`inspector picture` and the window from the command line: what is refused, what is handed on, one real PNG."""

import os
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.cli import main
from inspector.core.errors import CannotError
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.picture_size import check_picture

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def handed_on(monkeypatch: pytest.MonkeyPatch) -> list[SimpleNamespace]:
    """What the app would be called with; no window is opened."""
    calls: list[SimpleNamespace] = []

    def note_call(*arguments: Any, **options: Any) -> int:
        calls.append(SimpleNamespace(arguments=arguments, **options))
        return 0

    monkeypatch.setattr("inspector.app.run", note_call)
    monkeypatch.setattr("inspector.app.picture", note_call)
    return calls


@pytest.fixture
def document(tmp_path: Path) -> str:
    path = tmp_path / "bees.md"
    path.write_text("# Bees\n\nThe queen lays eggs. The others work.\n", encoding="utf-8")
    return str(path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    return said[0]


# The picture ----------------------------------------------------------------------------------------------------------


def test_a_picture_is_a_png_of_the_window_s_size_times_the_scale(document: str, tmp_path: Path) -> None:
    out = tmp_path / "bees.png"
    options = ["--window", "800x600", "--scale", "1.5", "--theme", "dark", "--query", "eggs", "--select", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-m", "inspector", "picture", document, "-o", str(out), *options],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    head = out.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert struct.unpack(">II", head[16:24]) == (1200, 900)


def test_the_picture_s_defaults_are_those_of_the_design(handed_on: list[SimpleNamespace], document: str) -> None:
    assert main(["picture", document, "-o", "bees.png"]) == 0
    (call,) = handed_on
    assert call.arguments == (document, "bees.png")
    assert (call.window, call.scale, call.theme) == ((1440, 920), 2, "light")
    assert (call.query, call.select, call.encoding, call.tokenizer) == (None, None, None, None)
    assert (call.parameters, call.limits) == (Parameters(), ModelLimits())


def test_the_picture_gets_what_was_asked(handed_on: list[SimpleNamespace], document: str) -> None:
    arguments = ["--size", "20", "--overlap", "5", "--context", "64", "--prefix", "passage: ", "--select", "3"]
    assert main(["picture", document, "-o", "bees.png", *arguments]) == 0
    (call,) = handed_on
    assert call.parameters == Parameters(size=20, overlap=5)
    assert call.limits == ModelLimits(64, "passage: ")
    assert call.select == 3


def test_a_picture_can_bring_its_certificate(
    handed_on: list[SimpleNamespace], document: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "certificate.json"
    assert main(["picture", document, "-o", "bees.png", "--certificate", str(target)]) == 0
    assert '"checked"' in target.read_text(encoding="utf-8")
    assert "certificate: all" in capsys.readouterr().err


@pytest.mark.parametrize(
    "size", ["1440", "1440x", "x920", "1440 x 920", "-1x5", "0x0", "319x920", "9000x920", "12.5x900"]
)
def test_a_window_size_that_cannot_be_painted_is_refused(
    size: str, document: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert size in refused(capsys, "picture", document, "-o", "x.png", f"--window={size}")


@pytest.mark.parametrize("scale", ["0", "-1", "nan", "inf", "1e3", "9", "two", "", "٢"])
def test_a_scale_that_cannot_be_painted_is_refused(
    scale: str, document: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert repr(scale) in refused(capsys, "picture", document, "-o", "x.png", f"--scale={scale}")


@pytest.mark.parametrize(
    ("window", "scale"), [("8192x8192", "4"), ("8192x8192", "8"), ("8192x8192", "2"), ("8192x240", "8")]
)
def test_a_picture_that_is_too_large_as_a_whole_is_refused_with_both_values(
    window: str, scale: str, document: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "x.png"
    said = refused(capsys, "picture", document, "-o", out, "--window", window, "--scale", scale)
    assert f"window is {window} and scale {scale}" in said


def test_a_picture_that_the_memory_cannot_hold_is_refused_with_both_numbers() -> None:
    with pytest.raises(CannotError, match=r"needs 84,787,200 bytes, and half of the free memory is 40,000,000"):
        check_picture((1440, 920), 2, lambda: 80_000_000)
    assert check_picture((1440, 920), 1.5, lambda: 10**9) == (2160, 1380)


def test_a_picture_of_which_qt_can_make_no_image_is_one_line(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    from PySide6 import QtGui

    class Nothing(QtGui.QImage):
        def __init__(self, *_: object) -> None:
            super().__init__()

    monkeypatch.setattr(QtGui, "QImage", Nothing)
    assert main(["picture", document, "-o", str(tmp_path / "x.png"), "--scale", "1"]) == 1
    assert "there is no memory for a picture of 1,440 x 920 pixels" in capsys.readouterr().err


def test_the_certificate_does_not_overwrite_the_picture(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "x.png" in refused(capsys, "picture", document, "-o", "x.png", "--certificate", "./x.png")


def test_an_unknown_theme_is_refused_with_the_known_ones(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "picture", document, "-o", "x.png", "--theme", "blue")
    assert all(word in said for word in ("'blue'", "light", "dark"))


@pytest.mark.parametrize("out", ["x.jpg", "picture", "-", ""])
def test_a_picture_s_name_that_is_no_png_is_refused(
    out: str, document: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert repr(out) in refused(capsys, "picture", document, "-o", out)


@pytest.mark.parametrize("query", ["", "  "])
def test_a_blank_query_is_refused(query: str, document: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert repr(query) in refused(capsys, "picture", document, "-o", "x.png", "--query", query)


@pytest.mark.parametrize("select", ["-1", "1", "99"])
def test_a_chunk_that_is_not_there_is_refused(
    select: str, document: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    out = tmp_path / "x.png"
    assert select in refused(capsys, "picture", document, "-o", out, "--scale", 1, "--select", select)
    assert not out.exists()


def test_a_missing_file_or_folder_is_one_line_and_status_1(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", "no-such-file.txt", "-o", "x.png"]) == 1
    assert "no-such-file.txt" in capsys.readouterr().err
    assert main(["picture", document, "-o", "no-such-folder/x.png"]) == 1
    assert "no-such-folder" in capsys.readouterr().err


# The window -----------------------------------------------------------------------------------------------------------


def test_without_options_the_window_decides_everything(handed_on: list[SimpleNamespace]) -> None:
    assert main([]) == 0
    (call,) = handed_on
    assert call.arguments == (None,)
    assert (call.parameters, call.limits, call.encoding, call.tokenizer) == (None, None, None, None)


def test_the_window_gets_what_was_typed(handed_on: list[SimpleNamespace], document: str) -> None:
    assert main([document, "--strategy", "sliding-words", "--size", "9"]) == 0
    (call,) = handed_on
    assert call.arguments == (document,)
    assert call.parameters == Parameters("sliding-words", 9, "words")
    assert call.limits is None


def test_a_typed_context_brings_the_size_that_it_leaves(handed_on: list[SimpleNamespace], document: str) -> None:
    assert main([document, "--context", "512"]) == 0
    (call,) = handed_on
    assert call.parameters == Parameters(size=510)
    assert call.limits == ModelLimits(512)


@pytest.mark.parametrize(
    "arguments", [["--size", "0"], ["--encoding", "utf-99"], ["sample:nothing"], ["--embedder", "x"]]
)
def test_the_window_does_not_open_on_what_makes_no_sense(
    arguments: list[str], handed_on: list[SimpleNamespace], capsys: pytest.CaptureFixture[str]
) -> None:
    refused(capsys, *arguments)
    assert not handed_on


def test_the_window_does_not_open_on_a_file_that_is_not_there(
    handed_on: list[SimpleNamespace], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["no-such-file.txt"]) == 1
    assert main([str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert not handed_on


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has machines without a display as a matter of course")
def test_without_a_display_the_window_says_in_one_line_what_is_missing_and_what_works(document: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-m", "inspector", document], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "display" in line
    assert "inspector chunk" in line
