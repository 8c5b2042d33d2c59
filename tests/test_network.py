"""The program opens no socket: not for its model, and not behind its back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
from inspector.cli import main
status = main(["rank", "sample:field-guide", "--query", "how many eggs"])
time.sleep(6)  # the library's first look-up comes some seconds after it was loaded
over = True
watcher.join()
print(sorted(seen), file=sys.stderr)
sys.exit(3 if seen else status)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open sockets are read from /proc")
def test_embedding_opens_no_socket_and_writes_nothing_into_the_home_folder(tmp_path: Path) -> None:
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"} | home
    result = subprocess.run(
        [sys.executable, "-c", WATCH],
        env=environment,
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []
