"""The structure that the design promises: who may import whom, a sentence at the head of every file, no Qt below."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "inspector"
FILES = sorted(PACKAGE.rglob("*.py"))
LAYERS = {"core": {"core"}, "model": {"core", "model"}, "views": {"core", "model", "views"}}
QT = {"PySide6", "shiboken6"}
LONGEST_FILE = 400


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(path: Path) -> set[str]:
    found: set[str] = set()
    package = module_name(path) if path.name == "__init__.py" else module_name(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("path", FILES, ids=named)
def test_every_file_begins_with_a_one_sentence_docstring(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring, "no docstring"
    first_line = docstring.splitlines()[0]
    assert first_line.endswith("."), first_line
    assert docstring.splitlines()[1:2] in ([], [""]), "the first sentence is one line"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_file_is_longer_than_the_limit(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("path", [p for p in FILES if p.relative_to(PACKAGE).parts[0] in LAYERS], ids=named)
def test_no_module_imports_upwards(path: Path) -> None:
    allowed = LAYERS[path.relative_to(PACKAGE).parts[0]]
    for module in imported_modules(path):
        parts = module.split(".")
        if parts[0] == "inspector" and len(parts) > 1 and (PACKAGE / parts[1]).exists():
            assert parts[1] in allowed, f"imports {module}"
        assert not (parts[0] == "inspector" and len(parts) > 1 and parts[1] in {"app", "cli", "commands"}), module


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.relative_to(PACKAGE).parts[0] in {"core", "commands", "cli.py"}], ids=named
)
def test_core_and_command_line_name_no_qt_module(path: Path) -> None:
    assert not {module.split(".")[0] for module in imported_modules(path)} & QT


@pytest.mark.parametrize("path", [p for p in FILES if p.relative_to(PACKAGE).parts[0] == "model"], ids=named)
def test_the_model_has_no_widgets(path: Path) -> None:
    assert not any(module.startswith("PySide6.QtWidgets") for module in imported_modules(path))


@pytest.mark.parametrize("path", [p for p in FILES if p.relative_to(PACKAGE).parts[0] == "core"], ids=named)
def test_the_core_starts_no_threads(path: Path) -> None:
    assert not {module.split(".")[0] for module in imported_modules(path)} & {
        "threading",
        "concurrent",
        "multiprocessing",
    }


def test_importing_the_core_and_the_command_line_loads_no_qt() -> None:
    modules = [module_name(p) for p in FILES if p.relative_to(PACKAGE).parts[0] in {"core", "commands", "cli.py"}]
    code = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        f"print(sorted(name for name in sys.modules if name.split('.')[0] in {QT!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on: nothing can be lost")
def test_void_qt_calls_do_not_lose_references_to_none(qapp: object) -> None:
    from PySide6.QtCore import QObject

    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("x")
    assert sys.getrefcount(None) - before > -50
