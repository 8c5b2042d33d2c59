"""What a window needs of the machine: a display that answers and Qt's system libraries; found out without Qt."""

from __future__ import annotations

import ctypes
import importlib
import os
import re
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from inspector.core.errors import CannotError
from inspector.platform_check import VARIABLE, check_known, entries, known_platforms, name_of, plugin_folders

WITHOUT = "inspector chunk, rank and picture work without a display"

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""Qt's system libraries and the Debian and Ubuntu packages that bring them."""

_LIBRARY = re.compile(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file")


def check_display(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> str | None:
    """The Qt platform to use, None for Qt's own choice.

    Raises CannotError when no display answers, or when QT_QPA_PLATFORM names only platforms that there are not.
    """
    asked = check_known(environment)
    if system != "linux":
        return None
    if not asked:
        return _usual(environment)
    reasons = []
    for place, entry in enumerate(asked):
        problem = _PROBLEMS.get(name_of(entry).split("-")[0])
        if problem is None:
            return entry if place else None
        if (reason := problem(environment)) is None:
            return entry
        reasons.append(reason)
    raise CannotError(f"{VARIABLE} is {environment[VARIABLE]!r}: {' and '.join(reasons)}; {WITHOUT}")


def _usual(environment: Mapping[str, str]) -> str:
    """Wayland where it answers, else X11."""
    wayland, x11 = environment.get("WAYLAND_DISPLAY"), environment.get("DISPLAY")
    if not wayland and not x11:
        raise CannotError(f"there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set; {WITHOUT}")
    if wayland and "wayland" in known_platforms(environment) and _wayland_answers(environment, wayland):
        return "wayland"
    if x11 and _x11_answers(x11):
        return "xcb"
    named = (("WAYLAND_DISPLAY", wayland), ("DISPLAY", x11))
    tried = [f"{name} {value!r}" for name, value in named if value]
    raise CannotError(f"the display does not answer: {' and '.join(tried)}; {WITHOUT}")


def _wayland_problem(environment: Mapping[str, str]) -> str | None:
    named = environment.get("WAYLAND_DISPLAY")
    if _wayland_answers(environment, named or "wayland-0"):
        return None
    return f"the display WAYLAND_DISPLAY {named!r} does not answer" if named else "WAYLAND_DISPLAY is not set"


def _x11_problem(environment: Mapping[str, str]) -> str | None:
    named = environment.get("DISPLAY")
    if named and _x11_answers(named):
        return None
    return f"the display DISPLAY {named!r} does not answer" if named else "DISPLAY is not set"


_PROBLEMS: Mapping[str, Callable[[Mapping[str, str]], str | None]] = {
    "xcb": _x11_problem,
    "wayland": _wayland_problem,
}
"""What keeps a platform that needs a display from being used here."""


def check_libraries(platform: str | None) -> None:
    """Load what Qt will load for `platform` ("xcb" or another). Raises CannotError that names what is missing."""
    try:
        for module in ("QtCore", "QtGui", "QtWidgets", "QtSvg"):
            importlib.import_module(f"PySide6.{module}")
    except ModuleNotFoundError as error:
        raise CannotError(f"the window needs the Python package PySide6-Essentials ({error}); {_REST}") from error
    except ImportError as error:
        raise CannotError(_missing(str(error))) from error
    if "xcb" in map(name_of, entries(platform or "")):
        _load_xcb()


def _load_xcb() -> None:
    for plugin in (folder / "libqxcb.so" for folder in plugin_folders()):
        if plugin.is_file():
            try:
                ctypes.CDLL(str(plugin))
            except OSError as error:
                raise CannotError(_missing(str(error))) from error


_REST = "inspector chunk and rank work without it"


def _missing(reason: str) -> str:
    """One line that names every missing library of Qt and the packages to install."""
    found = _LIBRARY.search(reason)
    if found is None:
        return f"Qt cannot be loaded: {' '.join(reason.split())}; {_REST}"
    missing = list(dict.fromkeys([found[1], *(name for name in PACKAGES if not _loads(name))]))
    packages = " ".join(dict.fromkeys(PACKAGES[name] for name in missing if name in PACKAGES))
    advice = f": sudo apt install {packages}" if packages else ""
    return f"Qt needs {', '.join(missing)}, not found on this system{advice} (Debian, Ubuntu); {_REST}"


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _wayland_answers(environment: Mapping[str, str], name: str) -> bool:
    folder = environment.get("XDG_RUNTIME_DIR")
    if not folder and not Path(name).is_absolute():
        return False
    path = Path(folder or "", name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(2)
        try:
            connection.connect(str(path))
        except OSError:
            return False
    return True


def _x11_answers(name: str) -> bool:
    """Connect as Qt would, through libxcb, which knows every form of DISPLAY and the permission to use it."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        raise CannotError(_missing(str(error))) from error
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_int)]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(name), None)
    try:
        return int(xcb.xcb_connection_has_error(connection)) == 0
    finally:
        xcb.xcb_disconnect(connection)
