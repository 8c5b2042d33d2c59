"""The slider with its number box, driven with the mouse and the keyboard."""

import itertools

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from inspector.views import theme as themes
from inspector.views.number_slider import NumberSlider
from inspector.views.slider_profile import Mark, SliderProfile
from inspector.views.slider_scale import SliderScale

SIZES = SliderScale(8, 8192, logarithmic=True)


@pytest.fixture
def control(qtbot, qapp):
    themes.apply(qapp, "light")
    control = NumberSlider("Size", SIZES, 254)
    control.set_unit("tokens")
    qtbot.addWidget(control)
    control.resize(320, 40)
    with qtbot.waitExposed(control):
        control.show()
    control.answers = []
    control.asked.connect(control.answers.append)
    return control


def at(control, value):
    return control.slider._knob().toPoint() if value is None else QPoint(int(place(control, value)), 16)


def place(control, value):
    left, width = control.slider._travel()
    return left + SIZES.share(value) * width


def test_a_logarithmic_scale_gives_every_doubling_the_same_length():
    shares = [SIZES.share(8 * 2**power) for power in range(11)]
    steps = [round(after - before, 9) for before, after in itertools.pairwise(shares)]
    assert set(steps) == {0.1}


def test_every_value_of_a_scale_comes_back_from_its_place():
    for value in range(8, 8193):
        assert SIZES.value(SIZES.share(value)) == value


@pytest.mark.parametrize("scale", [SliderScale(0, 0), SliderScale(8, 8, logarithmic=True), SliderScale(5, 3)])
def test_a_scale_of_one_value_or_none_is_no_error(scale):
    assert scale.share(7) == 0.0
    assert scale.value(0.7) == scale.low


def test_dragging_asks_for_every_value_on_the_way(control, qtbot):
    start = at(control, None)
    qtbot.mousePress(control.slider, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(control.slider, start + QPoint(6 * step, 0))
    assert len(control.answers) >= 4
    assert control.answers == sorted(set(control.answers))
    assert control.box.text() == str(control.answers[-1])
    qtbot.mouseRelease(control.slider, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 0))
    assert control.value == control.answers[-1]


def test_taking_the_knob_does_not_move_it(control, qtbot):
    qtbot.mousePress(control.slider, Qt.MouseButton.LeftButton, pos=at(control, None) + QPoint(3, 0))
    assert control.answers == []


def test_a_press_beside_the_knob_brings_it_there(control, qtbot):
    qtbot.mouseClick(control.slider, Qt.MouseButton.LeftButton, pos=at(control, 1024))
    assert len(control.answers) == 1
    assert control.answers[0] == pytest.approx(1024, rel=0.06)


def test_a_double_click_brings_back_the_default(control, qtbot):
    control.show_value(1000)
    qtbot.mouseDClick(control.slider, Qt.MouseButton.LeftButton, pos=at(control, None))
    assert control.answers[-1] == 254
    assert control.box.text() == "254"


@pytest.mark.parametrize("part", ["slider", "box"])
@pytest.mark.parametrize(
    ("key", "modifier", "expected"),
    [
        (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier, 255),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier, 253),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier, 264),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier, 244),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.NoModifier, 264),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier, 244),
    ],
)
def test_keys_step_by_one_and_by_ten(control, qtbot, part, key, modifier, expected):
    qtbot.keyClick(getattr(control, part), key, modifier)
    assert control.answers == [expected]
    assert control.box.text() == str(expected)


def test_left_and_right_step_the_slider_and_home_and_end_go_to_its_ends(control, qtbot):
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(control.slider, key)
    assert control.answers == [255, 254, 8, 8192]


def test_steps_go_on_beyond_the_slider_and_stop_at_the_least(control, qtbot):
    control.show_value(20_000)
    qtbot.keyClick(control.slider, Qt.Key.Key_Up)
    control.show_value(5)
    qtbot.keyClick(control.slider, Qt.Key.Key_PageDown)
    assert control.answers == [20_001, 1]


def test_typing_asks_once_it_rests(control, qtbot):
    control.box.selectAll()
    QTest.keyClicks(control.box, "512")
    assert control.answers == []
    qtbot.waitUntil(lambda: control.answers == ["512"], timeout=2000)


def test_enter_asks_at_once_and_leaving_the_box_asks_too(control, qtbot):
    control.box.selectAll()
    QTest.keyClicks(control.box, "300")
    qtbot.keyClick(control.box, Qt.Key.Key_Return)
    assert control.answers == ["300"]
    control.box.setFocus()
    QTest.keyClicks(control.box, "0")
    control.slider.setFocus()
    assert control.answers == ["300", "3000"]


def test_refused_text_stays_and_is_marked_with_its_reason(control, qtbot):
    control.box.setFocus()
    control.box.selectAll()
    QTest.keyClicks(control.box, "ten")
    qtbot.keyClick(control.box, Qt.Key.Key_Return)
    control.set_refused("size is 'ten': it must be a whole number")
    control.show_value(254)
    control.slider.setFocus()
    assert control.box.text() == "ten"
    assert control.box.property("refused") is True
    assert "whole number" in control.box.toolTip()
    assert "whole number" in control.box.accessibleDescription()
    image = control.grab().toImage()
    corner = control.box.geometry().topLeft() + QPoint(control.box.width() // 2, 0)
    assert image.pixelColor(corner).name() == themes.current().warning.name()


def test_an_accepted_number_takes_the_mark_away(control):
    control.set_refused("size is 0: it must be at least 1")
    control.set_refused(None)
    control.show_value(72)
    assert control.box.property("refused") is False
    assert control.box.text() == "72"
    assert "Refused" not in control.box.toolTip()


def test_a_number_asked_elsewhere_replaces_a_refused_one_that_was_typed(control, qtbot):
    control.box.selectAll()
    QTest.keyClicks(control.box, "0")
    qtbot.keyClick(control.box, Qt.Key.Key_Return)
    control.set_refused("size is 0: it must be at least 1")
    control.show_value(0)
    assert control.box.text() == "0"
    control.set_refused(None)
    control.show_value(1)
    assert control.box.text() == "1"


def test_showing_a_value_asks_for_nothing(control):
    control.show_value(9000)
    control.set_scale(SliderScale(0, 10))
    control.show_value(3)
    assert control.answers == []


def test_the_box_grows_with_its_number(control):
    narrow = control.box.width()
    control.show_value(2**31 - 1)
    assert control.box.width() > narrow
    text = control.box.fontMetrics().horizontalAdvance(control.box.text())
    assert control.box.width() >= text + 10


def test_a_wheel_that_passes_over_changes_nothing(control, qtbot):
    def turn():
        place = QPointF(control.slider.rect().center())
        up, none = QPoint(0, 120), QPoint()
        buttons, modifiers = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        event = QWheelEvent(place, place, none, up, buttons, modifiers, Qt.ScrollPhase.NoScrollPhase, False)
        control.slider.wheelEvent(event)

    control.box.setFocus()
    turn()
    assert control.answers == []
    control.slider.setFocus()
    turn()
    assert control.answers == [255]


def test_assistive_tools_get_name_unit_and_the_true_number(control):
    assert control.slider.accessibleName() == control.box.accessibleName() == "Size in tokens"
    interface = QAccessible.queryAccessibleInterface(control.slider)
    assert interface.role() == QAccessible.Role.Slider
    assert control.slider.value() == 254
    control.slider.setValue(500)
    assert control.answers == [500]


def test_a_disabled_control_says_why(control):
    control.set_disabled_because("Sliding words counts in words only")
    assert not control.isEnabled()
    assert control.toolTip() == "Sliding words counts in words only"
    control.set_disabled_because(None)
    assert control.isEnabled()


def profile(*marks, shapes=(), step=0.1):
    return SliderProfile(tuple(marks), step, shapes, "Bars: chunks.")


def test_a_background_is_drawn_behind_the_slider_in_neutral_grey_where_something_is_known(control):
    control.show_value(8192)
    control.set_background(profile(Mark(64, 1.0, (), "64 tokens: 9 chunks")))
    image = control.slider.grab().toImage()
    assert image.pixelColor(int(place(control, 64)), 12).name() == themes.current().line.name()
    assert image.pixelColor(int(place(control, 1024)), 12).name() == themes.current().window.name()
    control.set_background(None)
    image = control.slider.grab().toImage()
    assert image.pixelColor(int(place(control, 64)), 12).name() == themes.current().window.name()


def test_the_present_value_is_marked_in_the_background(control):
    control.set_background(profile(Mark(64, 0.9, (), ""), Mark(254, 0.9, (), "")))
    control.show_value(64)
    image = control.slider.grab().toImage()
    neutral = themes.current().neutral.name()
    assert image.pixelColor(int(place(control, 64)) + 4, 8).name() == neutral
    assert image.pixelColor(int(place(control, 254)) + 4, 8).name() == themes.current().line.name()
    control.show_value(254)
    image = control.slider.grab().toImage()
    assert image.pixelColor(int(place(control, 254)) + 4, 8).name() == neutral


def test_the_knob_stays_where_it_is_when_a_background_comes_and_goes(control):
    before = control.slider._knob()
    control.set_background(profile(Mark(64, 1.0, (), "")))
    assert control.slider._knob() == before


def test_the_tooltip_tells_of_the_place_under_the_mouse(control):
    hint = control.slider.toolTip()
    control.set_background(profile(Mark(64, 0.5, (), "64 tokens: 9 chunks"), step=0.02))
    assert control.slider.told_at(int(place(control, 64))).split("\n") == ["64 tokens: 9 chunks", "Bars: chunks.", hint]
    assert control.slider.told_at(int(place(control, 1024))).split("\n")[0].endswith(": not known yet")
    control.set_background(None)
    assert control.slider.told_at(int(place(control, 64))) == hint


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_hovering_shows_the_tooltip(control):
    control.set_background(profile(Mark(64, 0.5, (), "64 tokens: 9 chunks")))
    where = QPoint(int(place(control, 64)), 12)
    QApplication.sendEvent(control.slider, QHelpEvent(QEvent.Type.ToolTip, where, control.slider.mapToGlobal(where)))
    assert QToolTip.text().startswith("64 tokens: 9 chunks")
    QToolTip.hideText()


def test_assistive_tools_are_told_what_the_present_value_gives(control):
    control.set_background(profile(Mark(254, 0.5, (), "254 tokens: 9 chunks")))
    assert control.slider.accessibleDescription().startswith("254 tokens: 9 chunks Drag, type")
    control.show_value(8)
    assert control.slider.accessibleDescription().startswith("8: not known yet")


def test_what_stands_behind_the_slider_is_chosen_in_its_menu(control):
    chosen = []
    control.measure_chosen.connect(chosen.append)
    control.offer_measures({"chunks": "Number of chunks", "fill": "Mean fill"}, "chunks")
    menu = control.measure_menu()
    actions = {action.text(): action for action in menu.actions() if not action.isSeparator()}
    assert [text for text, action in actions.items() if action.isChecked()] == ["Number of chunks"]
    actions["Mean fill"].trigger()
    assert chosen == ["fill"]
    again = control.measure_menu()
    assert [action.text() for action in again.actions() if action.isChecked()] == ["Mean fill"]
