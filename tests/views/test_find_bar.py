"""Finding in the document with real keys."""

from PySide6.QtWidgets import QApplication

from tests.model.opened import RAIN
from tests.views.shown_window import KEY, MOD, press


def test_find_counts_selects_and_goes_around(window, qtbot):
    view, bar = window.document_view, window.find_bar
    press(qtbot, view, KEY.Key_F, MOD.ControlModifier)
    assert bar.isVisible()
    qtbot.keyClicks(bar.field, "the")
    qtbot.waitUntil(lambda: bar.found > 0, timeout=2000)
    total = RAIN.lower().count("the")
    assert bar.count.text() == f"1 of {total}"
    first = view.selected_span()
    press(qtbot, bar.field, KEY.Key_Return)
    assert bar.count.text() == f"2 of {total}"
    press(qtbot, bar.field, KEY.Key_Return, MOD.ShiftModifier)
    assert view.selected_span() == first
    press(qtbot, bar.field, KEY.Key_Return, MOD.ShiftModifier)
    assert bar.count.text() == f"{total} of {total}"
    press(qtbot, bar.field, KEY.Key_Escape)
    assert not bar.isVisible()
    assert QApplication.focusWidget() is view
