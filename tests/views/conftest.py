"""The window on a real session, the document view on a fake one; short texts are cut at once on any machine."""

import gc
from collections.abc import Callable
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from inspector.model import stages
from inspector.model.preferences import Preferences
from inspector.model.session import Session
from inspector.views.document_view import DocumentView
from inspector.views.theme import apply, current
from inspector.views.window import MainWindow
from tests.model.opened import RAIN, FakeEmbedder
from tests.views.shown_document import shown
from tests.views.shown_window import at_rest


@pytest.fixture(autouse=True)
def _cut_at_once(monkeypatch):
    """A machine that is busy with something else must not make a short cut a long one."""
    monkeypatch.setattr(stages, "SHORT_SECONDS", 10)


@pytest.fixture(autouse=True)
def _light(qapp):
    """Every test begins in the light theme, whatever the one before it has left: the order does not matter.

    Widgets of tests before are collected first: in the midst of restyling all widgets that would be fatal.
    """
    if current().name != "light":
        gc.collect()
        apply(qapp, "light")


@pytest.fixture
def on_screen(qtbot):
    """Shows a widget in a size, by its own choice of the height where there is none, and waits until it is seen."""

    def on_screen(widget, width, height=None):
        qtbot.addWidget(widget)
        widget.resize(width, widget.heightForWidth(width) if height is None else height)
        with qtbot.waitExposed(widget):
            widget.show()
        return widget

    return on_screen


@pytest.fixture
def preferences():
    kept = Preferences()
    kept.set("theme", "light")
    return kept


@pytest.fixture
def make(qtbot):
    """Makes a window on preferences; every one is closed at the end.

    Widgets of tests before are collected first: in the midst of restyling all widgets that would be fatal.
    """
    gc.collect()
    made = []

    def make(preferences: Preferences) -> MainWindow:
        window = MainWindow(Session(embedder=FakeEmbedder()), preferences)
        qtbot.addWidget(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=5000)
        made.append(window)
        return window

    yield make
    for window in made:
        window.close()


@pytest.fixture
def window(make, preferences, qtbot):
    window = make(preferences)
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    at_rest(window, qtbot)
    window.session.set_parameters(size=20, overlap=0)
    at_rest(window, qtbot)
    return window


@pytest.fixture
def show(qtbot: QtBot) -> Callable[..., DocumentView]:
    return partial(shown, qtbot)
