"""Starts the window; what is missing on this machine is found out before Qt could abort, and said in one line."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from threading import RLock, Thread
from typing import TYPE_CHECKING, Any

from inspector.core.model_limits import ModelLimits
from inspector.core.row_store import remove_stale
from inspector.display_check import check_display, check_libraries
from inspector.platform_check import VARIABLE, check_usable
from inspector.streams import standard_input

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from inspector.core.embedding import Embedder
    from inspector.core.parameters import Parameters
    from inspector.core.vector_cache import VectorCache
    from inspector.model.preferences import Preferences
    from inspector.model.session import Session
    from inspector.views.window import MainWindow

FIRST_SAMPLE = "field-guide"
SAMPLE = "sample:"
CLOSING = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that ask a program to end."""


def run(
    file: str | None = None,
    *,
    parameters: Parameters | None = None,
    limits: ModelLimits | None = None,
    encoding: str | None = None,
    tokenizer: str | None = None,
    model: str | None = None,
    embedder: Embedder | None = None,
    preferences: Preferences | None = None,
) -> int:
    """Open the window on FILE (a path, "-" or "sample:NAME"; None: the first sample) and wait until it is closed.

    `parameters`, `limits`, `tokenizer` and `model` replace what the document or the last time would bring; `model` is
    only a name here, what it says is in the two before. `embedder` None: the one on this machine. The exit status.
    Raises CannotError when there is no display or a library of the system is missing.
    """
    platform = check_display()
    check_libraries(platform or os.environ.get(VARIABLE))
    check_usable(platform or os.environ.get(VARIABLE))
    if platform is not None:
        os.environ[VARIABLE] = platform
    data = standard_input() if file == "-" else None
    app = application()
    window = make_window(preferences, limits, tokenizer, model, embedder)
    window.unforeseen.install()
    if data is not None:
        window.session.open_bytes(data, "standard input", encoding, parameters)
    else:
        open_first(window, file, parameters, encoding)
    _show(window)
    Thread(target=remove_stale, daemon=True).start()  # large files, left by a program that was ended
    return _wait(app, window)


def _show(window: MainWindow) -> None:
    from inspector.views.fitting import fit_screen  # noqa: PLC0415

    fit_screen(window)
    window.show()


def application() -> QApplication:
    """The process's QApplication, made when there is none."""
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 - Qt is loaded only once it is known that it can be

    app = QApplication.instance()
    if isinstance(app, QApplication):
        return app
    QApplication.setApplicationName("Inspector")
    QApplication.setDesktopFileName("inspector")
    return QApplication([sys.argv[0]])


def make_window(
    preferences: Preferences | None,
    limits: ModelLimits | None = None,
    tokenizer: str | None = None,
    model: str | None = None,
    embedder: Embedder | None = None,
    cache: VectorCache | None = None,
) -> MainWindow:
    """A window that remembers in `preferences` (None: in those of the person who runs the program).

    Vectors are kept in `cache` (None: in memory), but the person's own are in their cache folder.
    """
    from inspector.core.models import model as known_model  # noqa: PLC0415
    from inspector.core.tokenizer import DEFAULT_TOKENIZER, load_tokenizer  # noqa: PLC0415
    from inspector.model.embedder_memory import recall_embedder  # noqa: PLC0415
    from inspector.model.preferences import Preferences  # noqa: PLC0415
    from inspector.model.session import Session  # noqa: PLC0415
    from inspector.model.vector_limits import token_vector_limits  # noqa: PLC0415
    from inspector.views.window import MainWindow  # noqa: PLC0415

    kept = Preferences.of_user() if preferences is None else preferences
    session = Session(
        tokenizer=lambda: load_tokenizer(tokenizer or DEFAULT_TOKENIZER),
        embedder=embedder,
        cache=_cache_of_user(kept) if preferences is None else cache,
    )
    session.token_pass.set_limits(token_vector_limits(kept))
    session.set_limits(limits or ModelLimits(**kept.get("limits")))
    if model is not None:
        session.recall_model(known_model(model))
    elif limits is None and tokenizer is None:
        _recall_model(session, kept)
    window = MainWindow(session, kept)
    if embedder is None and model is None and limits is None and tokenizer is None:
        recall_embedder(session, kept)
    return window


def _cache_of_user(kept: Preferences) -> VectorCache:
    """Vectors from one start to the next, where the system keeps such things."""
    from inspector.core.vector_cache import VectorCache  # noqa: PLC0415
    from inspector.core.vector_store import VectorStore, default_path  # noqa: PLC0415
    from inspector.model.vector_limits import store_bytes  # noqa: PLC0415

    return VectorCache(store=VectorStore(default_path(), store_bytes(kept)), lock=RLock())


def _recall_model(session: Session, kept: Preferences) -> None:
    """The model and the tokenizer of the last time; a tokenizer that is not there any more is told."""
    from inspector.core.tokenizer import DEFAULT_TOKENIZER, TOKENIZERS  # noqa: PLC0415

    chosen, tokenizer = kept.last_model()
    if chosen is not None:
        session.recall_model(chosen)
    if tokenizer in {None, DEFAULT_TOKENIZER}:
        return
    if tokenizer in TOKENIZERS or os.path.exists(tokenizer):  # noqa: PTH110 - no error for any name
        session.set_tokenizer(tokenizer)
    else:
        kept.notices.append(f"the tokenizer of the last time is not there any more: {tokenizer}")


def open_first(
    window: MainWindow, file: str | None, parameters: Parameters | None = None, encoding: str | None = None
) -> None:
    """Open FILE, or the first sample; a document of before comes with the settings that it had last."""
    last = window.preferences.get("last")
    name = SAMPLE + FIRST_SAMPLE if file is None else file
    place = name if name.startswith(SAMPLE) else os.path.abspath(name)  # noqa: PTH100 - as it was kept, links and all
    again = last.get("document") == place
    query = last.get("query")
    if name.startswith(SAMPLE):
        kept = window.preferences.parameters_in(last) if again else None
        window.session.open_sample(name.removeprefix(SAMPLE), parameters or kept)
    else:
        window.files.open(name, encoding, parameters)
    window.teller.tell_preferences()
    if again and isinstance(query, str):
        window.ask_when_open(query)


def _wait(app: QApplication, window: MainWindow) -> int:
    """Run until the window is closed; a thread that does not end in time is not waited for any longer."""
    from PySide6.QtCore import QCoreApplication, QEvent, QTimer  # noqa: PLC0415

    _close_on_signals(app, window)
    pulse = QTimer(interval=300)
    pulse.timeout.connect(lambda: None)  # lets Python see the signal
    pulse.start()
    status = app.exec()
    stopped = window.session.close()
    pulse.stop()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if not stopped:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):  # a stream may be closed, and it is all over anyway
                stream.flush()
        os._exit(status)
    return status


def _close_on_signals(app: QApplication, window: MainWindow) -> None:
    """Ctrl+C, the end of the session and a closed terminal close the window as a person does; what is ignored stays."""

    def close(*_: object) -> None:
        window.close()
        app.quit()

    for name in CLOSING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, close)


def picture(path: str, out: str, **options: Any) -> None:
    """Write the window as a picture; see `inspector.picture`."""
    from inspector.picture import picture as write  # noqa: PLC0415

    write(path, out, **options)
