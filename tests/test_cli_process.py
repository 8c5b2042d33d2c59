"""The command line as a process of its own: streams, encodings of the terminal, pipes that close, Ctrl+C."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
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
def test_a_closed_standard_input_is_one_line() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m inspector chunk - <&-', sys.executable],
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


def test_no_progress_is_written_where_nobody_watches(long_file: Path) -> None:
    assert b"\r" not in run("chunk", long_file, "--size", 8).stderr


def test_the_command_line_needs_no_qt() -> None:
    code = (
        "import sys\n"
        "for name in ('PySide6', 'pyqtgraph', 'shiboken6'): sys.modules[name] = None\n"
        "from inspector.cli import main\n"
        "sys.exit(main(['chunk', '-']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"Bees.", capture_output=True, env=environment(), check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["text"] == "Bees."
