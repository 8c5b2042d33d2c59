"""What a hidden view shows is worked out when it is shown again, and never left as it was."""

import pytest
from PySide6.QtWidgets import QTabWidget, QWidget

from inspector.views.lazily import Lazily


@pytest.fixture
def tabs(qtbot):
    view = QTabWidget()
    qtbot.addWidget(view)
    for name in ("first", "second"):
        view.addTab(QWidget(), name)
    return view


def test_a_view_whose_window_was_never_shown_and_one_that_is_seen_follow_at_once(qtbot, tabs):
    calls = []
    follow = Lazily(tabs.widget(0), lambda: calls.append("now"))
    follow()
    with qtbot.waitExposed(tabs):
        tabs.show()
    follow()
    assert calls == ["now", "now"]


def test_a_hidden_view_catches_up_once_when_it_is_shown(qtbot, tabs):
    calls = []
    follow = Lazily(tabs.widget(0), lambda: calls.append("now"))
    with qtbot.waitExposed(tabs):
        tabs.show()
    tabs.setCurrentIndex(1)
    for _ in range(3):
        follow()
    assert calls == []
    tabs.setCurrentIndex(0)
    assert calls == ["now"]
    tabs.setCurrentIndex(1)
    tabs.setCurrentIndex(0)
    assert calls == ["now"]


def test_a_page_that_nobody_has_looked_at_yet_waits_until_somebody_does(qtbot, tabs):
    calls = []
    follow = Lazily(tabs.widget(1), lambda: calls.append("now"))
    with qtbot.waitExposed(tabs):
        tabs.show()
    follow()
    follow()
    assert calls == []
    tabs.setCurrentIndex(1)
    assert calls == ["now"]
