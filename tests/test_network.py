"""The program opens no socket: not for its model, and not behind its back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.servers.fake_server import openai, serving

WATCH = """
import os, sys, threading, time

seen = set()
over = False

def watch():
    while not over:
        for fd in os.listdir("/proc/self/fd"):
            try:
                target = os.readlink(f"/proc/self/fd/{fd}")
            except OSError:
                continue
            if target.startswith("socket:"):
                seen.add(target)
        time.sleep(0.002)

watcher = threading.Thread(target=watch)
watcher.start()
import importlib, json
for name in json.loads(sys.argv[1]): importlib.import_module(name)
from inspector.cli import main
status = main(["rank", "sample:field-guide", "--query", "how many eggs", *sys.argv[2:]])
time.sleep(6)  # the library's first look-up comes some seconds after it was loaded
over = True
watcher.join()
print(sorted(seen), file=sys.stderr)
sys.exit(3 if seen else status)
"""


SERVERS = sorted((Path(__file__).parents[1] / "inspector" / "core" / "servers").glob("*.py"))
MODULES = [
    "inspector.core.keys",
    *(f"inspector.core.servers.{path.stem}" for path in SERVERS if path.stem != "__init__"),
]


def watched(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program, its server modules loaded, while its open files are watched; status 3: there was a socket."""
    places = {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"} | places
    return subprocess.run(
        [sys.executable, "-c", WATCH, json.dumps(MODULES), *arguments],
        env=environment,
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open sockets are read from /proc")
def test_embedding_opens_no_socket_and_writes_nothing_into_the_home_folder(tmp_path: Path) -> None:
    result = watched(tmp_path)
    assert result.returncode == 0, result.stderr
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open sockets are read from /proc")
def test_a_socket_is_seen_where_a_server_is_named(tmp_path: Path) -> None:
    with serving(openai()) as server:
        result = watched(tmp_path, "--embedder", server.address)
    assert result.returncode == 3, result.stderr
    assert server.texts()


WINDOW = """
import sys
from PySide6.QtTest import QTest
from inspector.app import application, make_window
from inspector.model.preferences import Preferences
application()
kept = Preferences()
kept.set("embedder", {"spec": sys.argv[1], "answers": {"model": "m"}, "model": {"name": "m"}})
window = make_window(kept)
session = window.session
session.open_sample("field-guide")
window.embedding.open()
for _ in range(3000):
    QTest.qWait(20)
    if session.document is not None and session.at_rest:
        break
asked = (session.scores is not None, session.embedders.offered.spec == sys.argv[1])
print(asked, sorted({"urllib3", "ssl", "keyring"} & set(sys.modules)), file=sys.stderr)
window.close()
"""


def test_the_window_contacts_no_server_of_the_last_time_and_loads_nothing_that_could() -> None:
    with serving(openai()) as server:
        done = subprocess.run(
            [sys.executable, "-c", WINDOW, server.address], cwd=Path(__file__).parents[1], capture_output=True,
            env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.stderr.splitlines()[-1] == "(True, True) []", done.stderr
        assert server.asked == []


def test_what_speaks_http_is_not_even_loaded_before_a_server_is_named() -> None:
    code = (
        "import sys\nfrom inspector.cli import main\n"
        "status = main(['rank', 'sample:field-guide', '--query', 'how many eggs'])\n"
        "print(status, sorted({'urllib3', 'ssl', 'keyring'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1] == "0 []"
