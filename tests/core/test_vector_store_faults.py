"""The vectors on disk when things go wrong: killed programs, damaged and foreign files, locks, no right to write."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from inspector.core import vector_database, vector_store
from inspector.core.embedding import embed_all
from inspector.core.errors import CannotError
from inspector.core.vector_cache import VectorCache
from inspector.core.vector_database import VectorDatabase
from inspector.core.vector_store import VectorStore

ROOT = Path(__file__).parents[2]
LIMIT = 2**20
ONE = np.ones(4, dtype=np.float32)
WRITER = """
import sys
import numpy as np
from pathlib import Path
from inspector.core.vector_database import VectorDatabase
from inspector.core.vector_store import VectorStore

path, name, stop_at, batches = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
store = VectorStore(path, 2**20)
turn = 0
evict = VectorDatabase._evict

def stop(database):
    if turn == stop_at:
        print("inside", flush=True)
        sys.stdin.read()
    evict(database)

VectorDatabase._evict = stop
while turn < batches:
    store.put_many("m", {f"{name}{turn}-{n}": np.full(384, turn * 1000 + n, np.float32) for n in range(60)})
    print(turn, *store.notices, flush=True)
    turn += 1
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[VectorStore]:
    store = VectorStore(path, LIMIT)
    yield store
    store.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the store sees."""
    now = [1_000.0]
    monkeypatch.setattr(vector_store.time, "monotonic", lambda: now[0])
    return now


def writer(path: Path, name: str, stop_at: int = -1, batches: int = 100_000) -> subprocess.Popen[str]:
    """A program of its own that writes batch after batch, and stands still inside of batch `stop_at`."""
    arguments = [sys.executable, "-c", WRITER, str(path), name, str(stop_at), str(batches)]
    return subprocess.Popen(arguments, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


def whole(store: VectorStore, turns: int) -> list[int]:
    """How many vectors of each batch are there; every one of them is right in every number."""
    counts = []
    for turn in range(turns):
        found = store.get_many("m", [f"a{turn}-{n}" for n in range(60)])
        for text, row in found.items():
            assert np.array_equal(row, np.full(384, turn * 1000 + int(text.partition("-")[2]), np.float32))
        counts.append(len(found))
    return counts


def sound(path: Path) -> bool:
    connection = sqlite3.connect(path)
    answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    return bool(answer == "ok")


def test_a_program_killed_inside_a_write_leaves_the_batches_before_it_and_nothing_of_this_one(path: Path) -> None:
    process = writer(path, "a", stop_at=3)
    assert process.stdout is not None
    assert [process.stdout.readline().strip() for _ in range(4)] == ["0", "1", "2", "inside"]
    kill(process)
    store = VectorStore(path, LIMIT)
    assert whole(store, 4) == [60, 60, 60, 0]
    store.put_many("m", {"next": ONE})
    assert store.count == 181
    assert store.notices == ()
    store.close()
    assert sound(path)


def test_killed_at_any_moment_the_file_opens_again_and_every_vector_is_whole(path: Path) -> None:
    for lines in (0, 1, 7, 40):
        process = writer(path, "a")
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        kill(process)
        store = VectorStore(path, LIMIT)
        assert sum(whole(store, 200)) == store.count
        assert store.bytes <= LIMIT or not lines
        assert store.notices == ()
        store.close()
        assert not path.exists() or sound(path)


def test_several_programs_write_at_once(path: Path, store: VectorStore) -> None:
    processes = [writer(path, name, batches=25) for name in "ab"]
    for turn in range(25):
        store.put_many("m", {f"c{turn}": ONE})
        store.get_many("m", [f"{name}{turn}-1" for name in "abc"])
    for process in processes:
        out, _ = process.communicate()
        assert process.returncode == 0
        assert out.splitlines()[-1].startswith("24")
    whole(store, 25)
    assert store.count
    assert all("another program holds it" in notice for notice in store.notices)
    store.close()
    assert sound(path)


def test_a_locked_file_is_skipped_for_a_while_and_said_once(
    path: Path, store: VectorStore, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put_many("m", {"before": ONE})
    tried = []
    write = VectorDatabase.write
    monkeypatch.setattr(VectorDatabase, "write", lambda *given: (tried.append(1), write(*given))[1])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    for text in "abc":
        store.put_many("m", {text: ONE})
    assert list(store.get_many("m", ["before", "a"])) == ["before"]
    assert len(tried) == 1, "a locked file delays one batch, not every one"
    assert len(store.notices) == 1
    assert "another program holds it" in store.notices[0]
    with pytest.raises(CannotError, match="could not be emptied: database is locked"):
        store.clear()
    other.execute("ROLLBACK")
    other.close()
    store.put_many("m", {"d": ONE})
    clock[0] += vector_store.PAUSE_SECONDS
    store.put_many("m", {"e": ONE})
    assert {"before", "e"} <= set(store.get_many("m", ["before", "a", "d", "e"]))
    assert len(store.notices) == 1


def test_a_file_that_is_no_database_is_set_aside_with_a_notice_and_a_new_one_begins(path: Path) -> None:
    told: list[str] = []
    path.write_bytes(b"not a database at all" * 1_000)
    store = VectorStore(path, LIMIT, told.append)
    assert store.get_many("m", ["a"]) == {}
    store.put_many("m", {"a": ONE})
    assert list(store.get_many("m", ["a"])) == ["a"]
    assert told == list(store.notices)
    assert "damaged: it is set aside as vectors.sqlite.damaged" in told[0]
    aside = path.with_name("vectors.sqlite.damaged")
    assert aside.read_bytes().startswith(b"not a database")
    store.clear()
    assert not aside.exists()
    store.close()


def test_a_file_damaged_in_its_middle_never_gives_a_wrong_vector(path: Path, store: VectorStore) -> None:
    texts = [f"a0-{n}" for n in range(60)]
    store.put_many("m", {text: np.full(384, int(text[3:]), np.float32) for text in texts})
    store.close()
    data = bytearray(path.read_bytes())
    for page in range(8192 * 3, len(data), 8192):
        data[page + 4_000] ^= 0xFF
        data[page + 7_000] ^= 0xFF
    path.write_bytes(data)
    found = whole(store, 1)
    assert found[0] < 60
    store.put_many("m", {"new": ONE})
    assert list(store.get_many("m", ["new"])) == ["new"]


def test_pages_cut_off_are_damage_that_is_set_aside(path: Path, store: VectorStore) -> None:
    store.put_many("m", {str(n): np.ones(384, np.float32) for n in range(200)})
    store.close()
    path.write_bytes(path.read_bytes()[: 8192 * 4])
    assert store.get_many("m", map(str, range(200))) == {}
    store.put_many("m", {"new": ONE})
    assert (store.count, len(store.notices)) == (1, 1)


def test_a_file_that_stays_damaged_ends_the_store_and_not_the_work(path: Path, store: VectorStore) -> None:
    path.write_bytes(b"x" * 9_000)
    store.put_many("m", {"a": ONE})
    path.write_bytes(b"x" * 9_000)
    store.close()
    path.write_bytes(b"x" * 9_000)
    store.put_many("m", {"a": ONE})
    assert store.get_many("m", ["a"]) == {}
    assert "memory only" in store.notices[-1]
    store.clear()
    store.put_many("m", {"a": ONE})
    assert list(store.get_many("m", ["a"])) == ["a"]


def test_a_database_of_another_program_is_left_alone(path: Path, store: VectorStore) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE precious (thing)")
    other.close()
    before = path.read_bytes()
    store.put_many("m", {"a": ONE})
    assert store.get_many("m", ["a"]) == {}
    with pytest.raises(CannotError, match="the database of another program"):
        store.clear()
    store.close()
    assert path.read_bytes() == before
    assert store.notices == (f"Vectors are kept in memory only: {path} cannot be used"
                             " (it is the database of another program).",)  # fmt: skip


def test_a_file_of_a_newer_version_is_left_alone(
    path: Path, store: VectorStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(vector_database, "_VERSION", 2)
        store.put_many("m", {"a": ONE})
        store.close()
    before = path.read_bytes()
    store.put_many("m", {"b": ONE})
    assert store.count == 0
    assert path.read_bytes() == before
    assert "it has version 2, and this program knows version 1" in store.notices[0]


@pytest.mark.parametrize("place", ["a folder at its place", "a file at its folder's place"])
def test_without_a_place_to_write_the_memory_goes_on_alone_and_it_is_said_once(tmp_path: Path, place: str) -> None:
    path = tmp_path / "cache" / "vectors.sqlite"
    if place.startswith("a folder"):
        path.mkdir(parents=True)
    else:
        path.parent.write_text("in the way")
    store = VectorStore(path, LIMIT)
    cache = VectorCache(store=store)
    cache.put("m", "a", ONE)
    cache.put("m", "b", ONE)
    assert len(cache.get_many("m", ["a", "b", "c"])) == 2
    assert len(store.notices) == 1
    assert "memory only" in store.notices[0]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_a_file_that_may_not_be_written_is_said_once(path: Path, store: VectorStore) -> None:
    store.put_many("m", {"a": ONE})
    store.close()
    path.chmod(0o400)
    store.put_many("m", {"b": ONE})
    assert "memory only" in store.notices[0]


def test_a_full_disk_is_said_once_and_what_is_there_is_read(
    store: VectorStore, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put_many("m", {"a": ONE})
    assert store._database is not None
    pages = store._database._number("PRAGMA page_count")
    store._database._connection.execute(f"PRAGMA max_page_count = {pages}")
    for turn in range(3):
        store.put_many("m", {f"{turn}": np.ones(8_192, np.float32)})
    assert list(store.get_many("m", ["a", "0"])) == ["a"]
    assert len(store.notices) == 1
    assert "the disk is full" in store.notices[0]


def test_a_file_deleted_while_it_is_open_is_made_again(path: Path, store: VectorStore) -> None:
    store.put_many("m", {"a": ONE})
    for file in path.parent.iterdir():
        file.unlink()
    assert store.get_many("m", ["a"]) == {}
    store.put_many("m", {"b": ONE})
    assert path.exists()
    assert (store.count, store.notices) == (1, ())


def test_scores_do_not_notice_a_broken_store(path: Path) -> None:
    from tests.core.test_embedding import Letters

    path.write_bytes(b"x" * 9_000)
    texts = [f"{'a' * n} text" for n in range(70)]
    broken = embed_all(Letters(), texts, VectorCache(store=VectorStore(path, LIMIT)))
    assert np.array_equal(broken, embed_all(Letters(), texts, VectorCache()))
