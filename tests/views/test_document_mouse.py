"""The document view's mouse selects text and chunks, and hovers what lies below it."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.views.document_view import DocumentView
from tests.views.shown_document import point

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


def drag(view: DocumentView, start: QPoint, end: QPoint) -> None:
    port = view.viewport()
    QTest.mousePress(port, LEFT, pos=start)
    QTest.mouseMove(port, (start + end) / 2)
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, LEFT, pos=end)


def test_a_drag_selects_from_character_to_character(show) -> None:
    view = show()
    drag(view, point(view, 4, 0), point(view, 13, 0))
    assert view.selected_span() == (4, 13)
    view.copy()
    assert QGuiApplication.clipboard().text() == "two three"
    assert view.session.selected is None


def test_shift_and_click_extend_the_selection_and_a_click_ends_it(show) -> None:
    view = show()
    QTest.mouseClick(view.viewport(), LEFT, pos=point(view, 4, 0))
    QTest.mouseClick(view.viewport(), LEFT, SHIFT, point(view, 8, 0))
    assert view.selected_span() == (4, 8)
    QTest.mouseClick(view.viewport(), LEFT, pos=point(view, 30))
    assert view.selected_span() is None


def test_a_double_click_selects_the_word(show) -> None:
    view = show()
    QTest.mouseDClick(view.viewport(), LEFT, pos=point(view, 10))
    assert view.selected_span() == (8, 13)


def test_a_click_selects_the_chunk_and_moving_hovers_it(show) -> None:
    view = show()
    QTest.mouseClick(view.viewport(), LEFT, pos=point(view, 25))
    assert view.session.asked[-1] == ("select", 1)
    QTest.mouseMove(view.viewport(), point(view, 3))
    assert view.session.hovered == 0
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert view.session.hovered is None


def test_offsets_after_characters_that_qt_changes_are_those_of_the_text(show) -> None:
    view = show("one\ufdd0two\ufdd1three four 😀 five")
    assert len(view.rows) == 1
    QTest.mouseDClick(view.viewport(), LEFT, pos=point(view, 14))
    assert view.selected_span() == (14, 18)
    QTest.mouseDClick(view.viewport(), LEFT, pos=point(view, 22))
    assert view.selected_span() == (21, 25)


def wheel(view: DocumentView, place: QPoint, steps: int) -> None:
    port = view.viewport()
    event = QWheelEvent(
        QPointF(place), QPointF(port.mapToGlobal(place)), QPoint(), QPoint(0, 120 * steps), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, event)


def test_the_wheel_hovers_what_it_brings_below_the_mouse(show) -> None:
    view = show("one two three four five six seven eight\n\n" * 60)
    place = view.viewport().rect().center()
    wheel(view, place, -3)
    assert view.verticalScrollBar().value() > 0
    first = view.session.hovered
    assert first == view.chunk_at(QPointF(place))
    wheel(view, place, -5)
    assert view.session.hovered == view.chunk_at(QPointF(place)) != first


def test_scrolling_by_key_hovers_nothing_until_the_mouse_moves(show) -> None:
    view = show("one two three four five six seven eight\n\n" * 60)
    QTest.mouseMove(view.viewport(), view.viewport().rect().center())
    view.session.hover(3)
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert view.verticalScrollBar().value() > 0
    assert view.session.hovered is None
