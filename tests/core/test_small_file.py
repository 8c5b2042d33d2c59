"""A small text file: read whole or refused in words, whatever the path names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector.core import own_json, queries
from inspector.core.errors import CannotError, RefusedError
from inspector.core.small_file import read_small


def test_a_signature_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    assert read_small(tmp_path / "a", 100, "list") == "one\r\ntwo"


def test_a_file_above_the_limit_is_refused_and_one_of_it_is_not(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 10)
    assert len(read_small(tmp_path / "a", 10, "list")) == 10
    with pytest.raises(RefusedError, match="more than 9 bytes: that is no list"):
        read_small(tmp_path / "a", 9, "list")


def test_what_is_no_text_or_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(RefusedError, match="byte 3 is 0xE9"):
        read_small(tmp_path / "latin", 10, "list")
    with pytest.raises(CannotError, match="cannot be read"):
        read_small(tmp_path / "none", 10, "list")
    with pytest.raises(CannotError, match="it is no file"):
        read_small(tmp_path, 10, "list")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("load", [own_json.load, queries.read_queries])
def test_a_pipe_is_told_and_not_waited_for(load: object, tmp_path: Path) -> None:
    assert callable(load)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CannotError, match="it is no file"):
        load(tmp_path / "pipe")
