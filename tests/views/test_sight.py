"""The session is told what is in view: after opening, scrolling and resizing, not while one scrolls."""

from PySide6.QtCore import Qt


def span(view):
    window = view.frame().window()
    return window.start, window.end


def test_what_is_in_view_is_told_after_scrolling_and_resizing(qtbot, show):
    view = show()
    qtbot.waitUntil(lambda: view.session.looked_at == span(view))
    first = view.session.looked_at
    qtbot.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: view.session.looked_at == span(view))
    assert view.session.looked_at[1] >= first[1]
    view.resize(500, 200)
    qtbot.waitUntil(lambda: view.session.looked_at == span(view))
    view.session.open("another text")
    qtbot.waitUntil(lambda: view.session.looked_at == (0, 12))
