"""The window as a picture: painted without a display once everything on it is final."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.app import SAMPLE, application, make_window
from inspector.core.errors import CannotError, RefusedError
from inspector.display_check import check_libraries
from inspector.picture_size import check_picture
from inspector.streams import standard_input

if TYPE_CHECKING:
    from inspector.core.embedding import Embedder
    from inspector.core.model_limits import ModelLimits
    from inspector.core.parameters import Parameters
    from inspector.views.window import MainWindow

SECONDS = 600.0
"""How long a picture waits for its document to be counted, checked and embedded."""
_SETTLE_MS = 150


def picture(
    path: str,
    out: str | Path,
    *,
    window: tuple[int, int] = (1440, 920),
    scale: float = 2,
    theme: str = "light",
    query: str | None = None,
    select: int | None = None,
    parameters: Parameters | None = None,
    limits: ModelLimits | None = None,
    encoding: str | None = None,
    tokenizer: str | None = None,
    model: str | None = None,
    embedder: Embedder | None = None,
    seconds: float = SECONDS,
) -> None:
    """Write the window (logical pixels, `scale` device pixels each) with the document PATH, "-" or "sample:NAME" in it.

    Raises CannotError when something cannot be opened, finished or written, RefusedError for what makes no sense. The
    settings of the person who runs the program are neither read nor written.
    """
    check_picture(window, scale)
    data = standard_input() if path == "-" else None
    _prepare(scale)
    shown = _window(theme, window, (limits, tokenizer, model, embedder))
    try:
        if data is not None:
            shown.session.open_bytes(data, "standard input", encoding, parameters)
        elif path.startswith(SAMPLE):
            shown.session.open_sample(path.removeprefix(SAMPLE), parameters)
        else:
            shown.session.open_path(path, encoding, parameters)
        _finish(shown, query, seconds)
        _select(shown, select)
        _write(shown, scale, str(out))
    finally:
        shown.close()
        shown.deleteLater()


def _prepare(scale: float) -> None:
    """No display, every device pixel used; only what was not decided before, when the process has an application."""
    from_here = {
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": str(scale),
        "QT_SCALE_FACTOR_ROUNDING_POLICY": "PassThrough",
    }
    if "PySide6.QtWidgets" not in sys.modules:
        os.environ.update(from_here)
    check_libraries("offscreen")


def _window(
    theme: str, size: tuple[int, int], asked: tuple[ModelLimits | None, str | None, str | None, Embedder | None]
) -> MainWindow:
    from inspector.model.preferences import Preferences  # noqa: PLC0415 - Qt is loaded only once it is known to load
    from inspector.views.fonts import use_dejavu  # noqa: PLC0415

    application()
    use_dejavu()
    preferences = Preferences()
    preferences.set("theme", theme)
    preferences.set("motion", False)
    shown = make_window(preferences, *asked)
    shown.resize(*size)
    shown.show()
    return shown


def _finish(shown: MainWindow, query: str | None, seconds: float) -> None:
    """Wait until the document is counted, checked, scored and swept; raise what went wrong."""
    from PySide6.QtCore import QEventLoop, QTimer  # noqa: PLC0415

    session = shown.session
    errors: list[str] = []
    session.message.connect(lambda kind, text: errors.extend([text] * (kind == "error")))
    if query is not None:
        shown.ask_when_open(query)
    loop = QEventLoop()

    def ready() -> bool:
        return bool(errors) or (session.document is not None and session.at_rest and not session.sweep_pending)

    def look() -> None:
        if ready():
            loop.quit()

    pulse, limit = QTimer(interval=20), QTimer(singleShot=True, interval=round(seconds * 1000))
    pulse.timeout.connect(look)
    limit.timeout.connect(loop.quit)
    pulse.start()
    limit.start()
    loop.exec()
    if errors:
        raise CannotError(errors[0])
    if not ready():
        work = session.progress
        raise CannotError(f"not finished after {seconds:g} seconds: {work.what if work else 'checking'}")
    if refusal := session.refusal or session.limits_refusal:
        raise RefusedError(refusal)


def _select(shown: MainWindow, index: int | None) -> None:
    count = len(shown.session.chunking) if shown.session.chunking is not None else 0
    if index is not None:
        if not 0 <= index < count:
            raise RefusedError(f"select is {index}: there are {count} chunks, numbered from 0")
        shown.session.select(index)


def _write(shown: MainWindow, scale: float, out: str) -> None:
    from PySide6.QtCore import QBuffer, QEventLoop, QIODevice, QTimer  # noqa: PLC0415
    from PySide6.QtGui import QImage  # noqa: PLC0415

    loop = QEventLoop()
    QTimer.singleShot(_SETTLE_MS, loop.quit)
    loop.exec()
    size = shown.size() * scale
    image = QImage(size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise CannotError(f"there is no memory for a picture of {size.width():,} x {size.height():,} pixels")
    image.setDevicePixelRatio(scale)
    shown.render(image)
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(made, "PNG"):  # type: ignore[call-overload]
        raise CannotError(f"{out}: the picture could not be made a PNG")
    try:
        Path(out).write_bytes(made.data().data())
    except OSError as error:
        raise CannotError(f"cannot write {out}: {error.strerror or error}") from error
