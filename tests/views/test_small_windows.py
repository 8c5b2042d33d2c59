"""In a small window nothing lies over anything else and nothing is cut off that cannot be scrolled to."""

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from inspector.model.session import Session
from inspector.views.short_scroll import LEAST_HEIGHT, ShortScroll
from inspector.views.window import MainWindow
from tests.model.opened import RAIN, FakeEmbedder


@pytest.fixture
def window(qtbot):
    shown = MainWindow(Session(embedder=FakeEmbedder()))
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.session.open_bytes((RAIN * 40).encode(), "rain.txt")
    qtbot.waitUntil(lambda: shown.session.certificate.state == "checked", timeout=10000)
    return shown


def place(window, widget):
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("size", [(1440, 920), (760, 700), (640, 480)])
def test_no_pane_lies_over_another_one_or_leaves_the_window(window, qtbot, size):
    session = window.session
    session.select(0)
    session.set_query("When did the water fall?")
    qtbot.waitUntil(lambda: session.at_rest and session.scores is not None, timeout=10000)
    window.resize(*size)
    qtbot.waitUntil(lambda: window.size().toTuple() == size)
    for _ in range(5):
        QApplication.processEvents()
    panes = [window.document_view, window.controls, window.status, *window.panes.docks.values()]
    places = [place(window, pane) for pane in panes]
    for first, second in combinations(places, 2):
        assert not first.intersects(second)
    assert all(window.rect().contains(pane) for pane in places)
    assert window.document_view.viewport().width() > 100


def test_what_is_too_high_scrolls_and_is_never_cut_off_sideways(window, qtbot):
    window.resize(640, 480)
    for _ in range(5):
        QApplication.processEvents()
    side = window.panels.side
    frame = side.parentWidget().parentWidget()
    assert isinstance(frame, ShortScroll)
    assert side.height() > frame.height()
    assert side.width() <= frame.viewport().width()


def test_it_can_be_made_low_and_as_wide_as_its_content_needs(qtbot):
    content = QSplitter()
    content.addWidget(QWidget(minimumWidth=123, minimumHeight=400))
    frame = ShortScroll(content)
    qtbot.addWidget(frame)
    least = frame.minimumSizeHint()
    assert least.height() == LEAST_HEIGHT
    assert least.width() == content.minimumSizeHint().width() + frame.verticalScrollBar().sizeHint().width()
