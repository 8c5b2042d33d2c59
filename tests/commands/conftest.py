"""The program run inside this process on a short text."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector.cli import main
from tests.commands.written import Run
from tests.core.servers.conftest import serve  # noqa: F401 - a fixture
from tests.rain import RAIN


@pytest.fixture
def rain(tmp_path: Path) -> str:
    path = tmp_path / "rain.txt"
    path.write_text(RAIN, encoding="utf-8")
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program; its exit status, its records and what it said, line by line."""

    def call(*arguments: object) -> SimpleNamespace:
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return SimpleNamespace(
            status=status, out=out, records=[json.loads(line) for line in out.splitlines()], said=err.splitlines()
        )

    return call
