"""Starting the program: what is missing is said in one line and never aborts; pictures need no display."""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest
from platformdirs import user_cache_path

from inspector import display_check, platform_check
from inspector.core.errors import CannotError
from inspector.core.row_store import cache_folder
from inspector.display_check import check_display, check_libraries
from inspector.platform_check import check_usable

ROOT = Path(display_check.__file__).parents[1]


def started(code: str, *wrapper: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    return subprocess.run(
        [*wrapper, sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env=kept | {"PYTHONPATH": str(ROOT)} | environment,
        check=False,
    )


def program(then: str, before: str = "", kept: Path | None = None) -> str:
    """Code that runs `before`, starts the program on the preferences `kept`, and runs `then` with its `window`."""
    preferences = "Preferences()" if kept is None else f"Preferences.in_file(Path({str(kept)!r}))"
    return (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from PySide6.QtCore import QSettings, QTimer\n"
        "from inspector import app\n"
        "from inspector.model.preferences import Preferences\n"
        f"{before}"
        "made = app.make_window\n"
        "def make(*a):\n"
        "    window = made(*a)\n"
        f"{indent(then, '    ')}"
        "    return window\n"
        "app.make_window = make\n"
        f"sys.exit(app.run(None, preferences={preferences}))\n"
    )


def test_without_a_display_it_says_what_is_missing_and_what_works():
    with pytest.raises(CannotError, match=r"neither DISPLAY nor WAYLAND_DISPLAY.*chunk, rank and picture work"):
        check_display({}, "linux")


@pytest.mark.parametrize("display", [":987", "no.such.host.invalid:0", "nonsense"])
def test_a_display_that_does_not_answer_is_named(display):
    with pytest.raises(CannotError, match="does not answer") as refused:
        check_display({"DISPLAY": display}, "linux")
    assert display in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_wayland_display_that_does_not_answer_is_named(tmp_path):
    with pytest.raises(CannotError, match="wayland-7"):
        check_display({"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}, "linux")


def test_a_wayland_display_that_answers_is_used(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        found = check_display({"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}, "linux")
    assert found == "wayland"


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "offscreen:size=800x600", "vnc"])
def test_a_platform_without_a_display_needs_none(platform):
    assert check_display({"QT_QPA_PLATFORM": platform}, "linux") is None


@pytest.mark.parametrize("platform", ["foo", "foo;bar", "Offscrean", "foo:offscreen"])
@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_a_platform_that_there_is_not_is_named_with_those_that_there_are(platform, system):
    with pytest.raises(CannotError, match=r"known are .*offscreen") as refused:
        check_display({"QT_QPA_PLATFORM": platform, "DISPLAY": ":987"}, system)
    assert repr(platform) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_platform_asked_by_name_is_blamed_with_its_own_display():
    with pytest.raises(CannotError, match=r"QT_QPA_PLATFORM is 'wayland': WAYLAND_DISPLAY is not set") as refused:
        check_display({"QT_QPA_PLATFORM": "wayland", "DISPLAY": ":987"}, "linux")
    assert ":987" not in str(refused.value)
    with pytest.raises(CannotError, match=r"QT_QPA_PLATFORM is 'XCB': DISPLAY is not set") as refused:
        check_display({"QT_QPA_PLATFORM": "XCB", "WAYLAND_DISPLAY": "wayland-7"}, "linux")
    assert "wayland" not in str(refused.value)


@pytest.mark.parametrize("platform", ["xcb;offscreen", "foo;xcb;offscreen", "wayland;;offscreen"])
def test_of_several_platforms_the_first_that_can_be_used_is_taken(platform):
    assert check_display({"QT_QPA_PLATFORM": platform}, "linux") == "offscreen"


def test_a_platform_that_qt_cannot_start_is_one_line(monkeypatch):
    monkeypatch.setattr(platform_check, "_TRIAL", "import os, sys; print('no screen\\n', file=sys.stderr); os.abort()")
    with pytest.raises(CannotError, match=r"QT_QPA_PLATFORM is 'eglfs': Qt cannot use .*\(no screen\)"):
        check_usable("eglfs")
    check_usable("offscreen:dpi=96")
    check_usable(None)


def test_a_platform_that_does_not_answer_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(platform_check, "_TRIAL", "import time; time.sleep(9)")
    monkeypatch.setattr(platform_check, "TRIAL_SECONDS", 0.2)
    with pytest.raises(CannotError, match="did not start"):
        check_usable("vnc")


@pytest.mark.skipif(sys.platform != "linux", reason="the platforms of Linux")
@pytest.mark.parametrize("platform", ["foo", "eglfs", "wayland", "xcb"])
def test_the_program_never_aborts_over_a_platform(platform):
    done = started("import sys\nfrom inspector.cli import main\nsys.exit(main([]))", QT_QPA_PLATFORM=platform)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert repr(platform) in done.stderr


def test_other_systems_are_left_to_qt():
    assert check_display({}, "darwin") is None
    assert check_display({}, "win32") is None


def test_missing_libraries_are_named_with_their_packages(monkeypatch):
    def load(name, *_):
        if "qxcb" in str(name) or "xcb-cursor" in str(name) or "icccm" in str(name):
            raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(display_check.ctypes, "CDLL", load)
    with pytest.raises(CannotError) as refused:
        check_libraries("xcb")
    assert "libxcb-cursor.so.0, libxcb-icccm.so.4" in str(refused.value)
    assert "sudo apt install libxcb-cursor0 libxcb-icccm4" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_library_that_qt_itself_misses_is_named(monkeypatch):
    def load(_name):
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(display_check.importlib, "import_module", load)
    with pytest.raises(CannotError, match=r"libEGL\.so\.1.*libegl1"):
        check_libraries(None)


@pytest.mark.skipif(sys.platform != "linux", reason="only there a display can be missing")
@pytest.mark.parametrize("display", ["", ":987"])
def test_the_program_ends_with_one_line_and_status_1_without_a_display(display):
    code = "import sys\nfrom inspector.cli import main\nsys.exit(main([]))"
    done = started(code, **({"DISPLAY": display} if display else {}))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "display" in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs a virtual screen")
def test_the_window_opens_and_closes_on_a_real_screen():
    done = started(program("QTimer.singleShot(1500, window.close)\n"), "xvfb-run", "-a")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_closes_the_window_as_a_person_does(tmp_path, name):
    then = f"window.look.set('zoom', 3)\nQTimer.singleShot(1000, lambda: os.kill(os.getpid(), signal.{name}))\n"
    done = started(program(then, kept=tmp_path / "kept.ini"), QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, done.stderr) == (0, "")
    kept = (tmp_path / "kept.ini").read_text()
    assert "zoom=3" in kept
    assert "geometry=" in kept


@pytest.mark.skipif(sys.platform != "linux", reason="the variable is Linux's")
def test_token_vectors_that_a_program_left_on_the_disk_are_deleted_at_the_start(tmp_path):
    left = cache_folder().relative_to(user_cache_path()) / "rows-1-1-abc"
    (tmp_path / left).parent.mkdir(parents=True)
    (tmp_path / left).touch()
    code = program("QTimer.singleShot(500, window.close)\n")
    done = started(code, QT_QPA_PLATFORM="offscreen", XDG_CACHE_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / left).exists()


@pytest.mark.parametrize("kept", [{"context": 2**31}, {"prefix": "\ud800"}, {"context": 1}, {"context": "many"}])
def test_remembered_limits_that_make_no_sense_do_not_keep_the_window_from_opening(tmp_path, kept):
    path = tmp_path / "kept.ini"
    before = (
        f"settings = QSettings({str(path)!r}, QSettings.Format.IniFormat)\n"
        f"settings.setValue('limits', {json.dumps(kept)!r})\n"
        "settings.sync()\n"
    )
    then = (
        "def tell():\n"
        "    session = window.session\n"
        "    if session.chunking is None:\n"
        "        return QTimer.singleShot(100, tell)\n"
        "    print(session.limits, len(session.chunking), session.limits_refusal or window.notices.log[0].text)\n"
        "    window.close()\n"
        "QTimer.singleShot(100, tell)\n"
    )
    done = started(program(then, before, path), QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert done.stdout.startswith("ModelLimits(context=256, prefix='', ")
    assert "context is 1" in done.stdout or "the remembered limits was left out" in done.stdout


def test_a_picture_has_the_size_and_scale_that_were_asked(tmp_path):
    out = tmp_path / "out.png"
    code = (
        "from inspector.app import picture\n"
        f"picture('sample:field-guide', {str(out)!r}, window=(900, 700), scale=1.5, theme='dark', select=3)\n"
        "from PySide6.QtGui import QImage\n"
        f"image = QImage({str(out)!r})\n"
        "print(image.width(), image.height(), image.pixelColor(2, 2).lightness() < 80)\n"
    )
    done = started(code)
    assert done.stdout == "1350 1050 True\n"
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("options", "reason"),
    [("select=99999", "99999"), ("out='/no/such/folder/x.png'", "/no/such/folder/x.png"), ("query='?'", "")],
)
def test_a_picture_that_cannot_be_made_says_why(tmp_path, options, reason):
    path = tmp_path / "a.txt"
    path.write_text("some words in a text")
    code = (
        "from inspector.app import picture\n"
        f"options = dict(path={str(path)!r}, out={str(tmp_path / 'x.png')!r}, window=(700, 500), scale=1)\n"
        f"options |= dict({options})\n"
        "try:\n    picture(**options)\nexcept Exception as error:\n    print(type(error).__name__, error)\n"
    )
    done = started(code)
    assert done.returncode == 0
    assert reason in done.stdout
    assert bool(done.stdout) == bool(reason)
