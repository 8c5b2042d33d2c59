"""Documents: loaded exactly as they are, or refused in one clear line that names file, values and remedy."""

import os
import socket
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core import document
from inspector.core.document import Document, check_length, display, load, load_bytes, load_sample
from inspector.core.errors import CannotError, RefusedError
from inspector.core.samples import samples


def text_of(text: str) -> Document:
    return Document(text, "a", None, "utf-8")


def test_a_file_is_loaded_with_name_path_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_bytes("# Tïtle\r\n\r\nText.\r".encode())
    found = load(path)
    assert (found.text, found.name, found.path) == ("# Tïtle\r\n\r\nText.\r", "notes.md", path)
    assert (found.encoding, found.notices, found.sample) == ("utf-8", (), None)
    assert load(str(path)).text == found.text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("ab \t\r\n\f\v\x85\u2028\u2029é"), max_size=40))
def test_line_ends_are_kept_as_they_are(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(text.encode())
    assert load(path).text == text


def test_two_documents_with_the_same_text_are_not_the_same_document() -> None:
    assert text_of("a") != text_of("a")


def test_line_ends_are_counted_by_kind_once() -> None:
    mixed = text_of("a\r\nb\nc\nd\re\x85f\u2028g\u2029\n\r\r\n")
    assert mixed.newlines == {"LF": 3, "CRLF": 2, "CR": 2, "NEL": 1, "LS": 1, "PS": 1}
    assert mixed.newlines is mixed.newlines
    assert text_of("one line").newlines == {}


def test_nul_characters_are_kept_and_told() -> None:
    found = load_bytes(b"one\0two three four\0five six", "nul.txt")
    assert found.text == "one\0two three four\0five six"
    assert found.notices == ("the text holds 2 NUL characters (U+0000), kept as they are",)
    assert "1 NUL character (" in load_bytes(b"one two\0 three", "a").notices[0]


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_an_empty_file_is_a_document_that_says_so(data: bytes) -> None:
    found = load_bytes(data, "empty.txt")
    assert found.text == ""
    assert found.notices == ("empty.txt is empty: there is nothing to cut",)


def test_a_guessed_encoding_comes_before_what_the_text_holds() -> None:
    notices = load_bytes("Grüße, schöne Größe\0 übrig".encode("cp1252"), "a").notices
    assert [notice.split(":")[0].split(" ")[0] for notice in notices] == ["encoding", "the"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match="there is no such file; check the path") as cannot:
        load(tmp_path / "gone.txt")
    assert str(tmp_path / "gone.txt") in str(cannot.value)


def test_a_folder_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match="is a folder; open a file in it"):
        load(tmp_path)


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "\ud800"])
def test_a_path_that_no_system_takes_is_one_clear_line(name: str) -> None:
    with pytest.raises(CannotError, match="cannot be read") as cannot:
        load(name)
    assert len(str(cannot.value).splitlines()) == 1
    assert str(cannot.value).isprintable()


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.txt"
    path.write_text("x")

    def forbidden(*_args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(CannotError, match=r"secret\.txt: you may not read it; change its permissions"):
        load(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CannotError, match=r"is a pipe, not a file; pass its text on standard input \(-\)"):
        load(tmp_path / "pipe")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no /dev/zero")
def test_a_device_is_refused() -> None:
    with pytest.raises(CannotError, match=r"^/dev/zero: is a device"):
        load("/dev/zero")


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the system has no sockets in the file system")
def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as end:
        end.bind("s")
        with pytest.raises(CannotError, match=r"^s: is a socket"):
            load("s")


def test_a_file_larger_than_half_the_free_memory_allows_is_refused_with_both_numbers(tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_bytes(b"a" * 1001)
    with pytest.raises(CannotError, match=r"has 1,001 bytes, and half of the free memory is enough for 1,000 only"):
        load(path, free=lambda: 2 * 1000 * document.MEMORY_PER_BYTE)
    assert load(path, free=lambda: 2 * 1001 * document.MEMORY_PER_BYTE).text == "a" * 1001
    with pytest.raises(CannotError, match="has 1,001 bytes"):
        load_bytes(path.read_bytes(), "standard input", free=lambda: 100)


def test_a_text_with_too_many_code_points_is_refused_with_both_numbers() -> None:
    check_length("a", 2**31 - 1)
    with pytest.raises(CannotError, match="2,147,483,648 characters, more than the 2,147,483,647 possible"):
        check_length("a", 2**31)


def test_an_unknown_encoding_is_refused_before_the_file_is_looked_at() -> None:
    with pytest.raises(RefusedError, match="unknown encoding 'klingon'"):
        load("no-such-file", "klingon")


def test_a_name_is_fit_for_one_line_of_a_message() -> None:
    assert display("a\nb\udcff\u202e.txt") == "a\\nb\ufffd\\u202e.txt"
    assert display("Familie 👨\u200d👩\u200d👧 ü.md") == "Familie 👨\u200d👩\u200d👧 ü.md"


def test_every_sample_loads_by_its_name_without_a_notice() -> None:
    for one in samples():
        found = load_sample(one.name)
        assert (found.name, found.sample, found.path, found.notices) == (one.file, one.name, None, ())
        assert found.text.strip()


def test_an_unknown_sample_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RefusedError, match=f"unknown sample 'nothing': known are {samples()[0].name}"):
        load_sample("nothing")
