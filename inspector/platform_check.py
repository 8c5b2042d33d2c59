"""Which of Qt's platforms there are and whether one can be used: Qt itself would abort instead of saying so."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from inspector.core.errors import CannotError

VARIABLE = "QT_QPA_PLATFORM"
SAFE = ("xcb", "wayland", "offscreen", "minimal", "windows", "cocoa")
"""Platforms that need no trial: their displays and libraries are looked at, or they need none."""
TRIAL_SECONDS = 20
_PLUGIN = re.compile(r"(?:lib)?q(\w+)\.(?:so|dll|dylib)")
_TRIAL = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"


def entries(asked: str) -> list[str]:
    """The platforms of a list like "xcb;offscreen:dpi=96", each with its options, in the order Qt tries them."""
    return [entry for entry in asked.split(";") if name_of(entry)]


def name_of(entry: str) -> str:
    """The name of the platform without its options, in small letters: Qt takes any."""
    return entry.split(":", maxsplit=1)[0].lower()


def plugin_folders(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Where Qt looks for platforms."""
    spec = importlib.util.find_spec("PySide6")
    places = [Path(place) for place in (spec.submodule_search_locations or [])] if spec is not None else []
    own = [place / part for place in places for part in ("Qt/plugins/platforms", "plugins/platforms")]
    more = [Path(place, "platforms") for place in environment.get("QT_PLUGIN_PATH", "").split(os.pathsep) if place]
    direct = [Path(place) for place in (environment.get("QT_QPA_PLATFORM_PLUGIN_PATH"),) if place]
    return [*own, *more, *direct]


def known_platforms(environment: Mapping[str, str] = os.environ) -> list[str]:
    """The names of the platforms that are installed, sorted; none where Qt keeps them elsewhere."""
    files = [file for folder in plugin_folders(environment) if folder.is_dir() for file in folder.iterdir()]
    return sorted({found[1] for file in files if (found := _PLUGIN.fullmatch(file.name))})


def check_known(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Those of the asked platforms that are installed, with their options; none when none is asked.

    Raises CannotError that names the asked and the known ones when none of them is installed.
    """
    asked, known = environment.get(VARIABLE, ""), known_platforms(environment)
    found = [entry for entry in entries(asked) if not known or name_of(entry) in known or _wayland(entry, known)]
    if entries(asked) and not found:
        raise CannotError(
            f"{VARIABLE} is {asked!r}: Qt has no such platform; known are {', '.join(known)};"
            " without the variable Qt takes the usual one"
        )
    return found


def check_usable(asked: str | None) -> None:
    """Start Qt on an unusual platform in a process of its own; CannotError, with its last words, when it cannot."""
    if all(name_of(entry).split("-")[0] in SAFE for entry in entries(asked or "")):
        return
    environment = {**os.environ, VARIABLE: asked or ""}
    try:
        done = subprocess.run(
            [sys.executable, "-c", _TRIAL], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=TRIAL_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise CannotError(f"{VARIABLE} is {asked!r}: Qt did not start in {TRIAL_SECONDS} seconds") from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").split("\n\n")[0].split()
        raise CannotError(
            f"{VARIABLE} is {asked!r}: Qt cannot use this platform here ({' '.join(said) or done.returncode});"
            " without the variable it takes the usual one"
        )


def _wayland(entry: str, known: list[str]) -> bool:
    return "wayland" in known and name_of(entry) in ("wayland-egl", "wayland-brcm")
