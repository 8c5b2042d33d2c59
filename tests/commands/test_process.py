"""The command line as a process of its own: streams, encodings of the terminal, pipes that close, Ctrl+C."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-m", "inspector"]

posix = pytest.mark.skipif(os.name != "posix", reason="signals, /dev/full and closed descriptors are POSIX")


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def run(*arguments: object, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, env=environment(**more), check=False
    )


@pytest.fixture
def long_file(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt"
    path.write_text("\n".join(f"Line {n} tells of café number {n}." for n in range(20_000)), encoding="utf-8")
    return path


def test_records_are_utf_8_whatever_the_locale_says() -> None:
    done = run(
        "chunk", "-", stdin="Grüße 你好\r\n👩‍👩‍👧".encode(), LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode("utf-8"))["text"] == "Grüße 你好\r\n👩‍👩‍👧"
    assert b"\r" not in done.stdout


def test_messages_survive_a_locale_that_cannot_write_them() -> None:
    done = run("chunk", "Grüße.txt", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "Grüße.txt" in done.stderr.decode("utf-8")


@posix
def test_a_file_name_that_is_no_text_is_one_line() -> None:
    done = run("chunk", os.fsdecode(b"caf\xe9.txt"))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


@posix
@pytest.mark.parametrize("option", ["--query", "--prefix", "--size", "--strategy", "--encoding"])
def test_an_option_that_is_no_text_is_refused_in_one_line(option: str) -> None:
    arguments = ["rank", "-", "--query", "bees", option, os.fsdecode(b"caf\xe9")]
    done = run(*arguments, stdin=b"Bees.")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@posix
def test_a_reader_that_has_seen_enough_ends_it_quietly(long_file: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "chunk", str(long_file), "--size", "8"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(),
    ) as process:  # fmt: skip
        assert process.stdout.readline().startswith(b'{"index":0,')
        process.stdout.close()
        said = process.stderr.read().decode()
        assert process.wait() == 0
    assert all(line.startswith("inspector: ") for line in said.splitlines()), said


@posix
def test_a_full_disk_is_one_line_and_status_1(long_file: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "chunk", str(long_file)], stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1].startswith("inspector: cannot write to standard output: ")
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@posix
def test_ctrl_c_while_waiting_for_standard_input_is_one_line_and_status_130() -> None:
    with subprocess.Popen(
        [*PROGRAM, "chunk", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read().decode()
        assert process.wait() == 130
    assert said == "inspector: interrupted\n"


@posix
@pytest.mark.parametrize("delay", [0.01, 0.1, 0.2, 0.4])
def test_ctrl_c_while_modules_are_loaded_is_one_line_and_status_130(delay: float) -> None:
    code = (
        "import os, signal, sys, threading\n"
        "from inspector.cli import main\n"
        f"threading.Timer({delay}, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "sys.exit(main(['chunk', '-']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        said = process.stderr.read().decode()
        assert (process.wait(), said) == (130, "inspector: interrupted\n")


def test_the_command_is_a_light_import_that_ctrl_c_cannot_hit() -> None:
    code = "import sys, inspector.cli; print([name for name in sys.modules if name in ('numpy', 'argparse', 'psutil')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=True)
    assert done.stdout == b"[]\n"


def in_shell(redirected: str, *arguments: str) -> tuple[int, str]:
    """The exit status and what is said when the shell redirects streams so."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m inspector "$@" {redirected}', sys.executable, *arguments],
        capture_output=True,
        env=environment(QT_QPA_PLATFORM="offscreen"),
        check=False,
    )
    return done.returncode, done.stderr.decode()


@posix
@pytest.mark.parametrize(
    "arguments", [["chunk", "-"], ["rank", "-", "--query", "eggs"], ["picture", "-", "-o", "x.png"], ["-"]]
)
def test_a_closed_standard_input_is_one_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert in_shell("<&-", *arguments) == (1, "inspector: cannot read standard input: it is closed\n")


@posix
@pytest.mark.parametrize("arguments", [["chunk"], ["rank", "--query", "eggs"]])
def test_a_closed_standard_output_is_one_line_before_any_work(arguments: list[str], tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    command, *options = arguments
    said = in_shell(">&-", command, "sample:field-guide", *options, "--certificate", str(target))
    assert said == (1, "inspector: cannot write to standard output: it is closed\n")
    assert not target.exists()


@posix
def test_a_picture_needs_no_standard_streams(tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    status, _ = in_shell("<&- >&- 2>&-", "picture", "sample:field-guide", "-o", str(out), "--scale", "1")
    assert status == 0
    assert out.read_bytes().startswith(b"\x89PNG")


@posix
def test_records_are_whole_when_nobody_listens_to_standard_error(tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    assert in_shell(f"<&- >{out} 2>&-", "chunk", "sample:field-guide") == (0, "")
    assert all(json.loads(line) for line in out.read_text(encoding="utf-8").splitlines())
    assert in_shell(">/dev/null 2>&-", "chunk", "no-such-file.txt") == (1, "")


@posix
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_help_that_cannot_be_written_is_one_line(option: str) -> None:
    status, said = in_shell(">/dev/full", option)
    assert (status, said) == (1, "inspector: cannot write to standard output: No space left on device\n")


@posix
def test_a_picture_on_a_full_disk_is_one_line(tmp_path: Path) -> None:
    out = tmp_path / "full.png"
    out.symlink_to("/dev/full")
    status, said = in_shell("", "picture", "sample:field-guide", "-o", str(out), "--scale", "1")
    assert (status, said.splitlines()[-1]) == (1, f"inspector: cannot write {out}: No space left on device")
    assert "Traceback" not in said


def test_no_progress_is_written_where_nobody_watches(long_file: Path) -> None:
    assert b"\r" not in run("chunk", long_file, "--size", 8).stderr


def test_the_command_line_needs_no_qt() -> None:
    code = (
        "import sys\n"
        "for name in ('PySide6', 'shiboken6'): sys.modules[name] = None\n"
        "from inspector.cli import main\n"
        "sys.exit(main(['chunk', '-']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"Bees.", capture_output=True, env=environment(), check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["text"] == "Bees."
