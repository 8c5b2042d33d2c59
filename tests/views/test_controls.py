"""The control bar over a session that notes what it is asked."""

import itertools

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.core.parameters import PRESETS, UNITS
from inspector.core.strategies import STRATEGIES
from inspector.views import theme as themes
from inspector.views.controls import ControlBar
from tests.views.fake_session import FakeSession
from tests.views.made import even_chunking


@pytest.fixture
def session(qapp):
    themes.apply(qapp, "light")
    return FakeSession(even_chunking())


@pytest.fixture
def bar(on_screen, session):
    return on_screen(ControlBar(session), 1440)


def choose(qtbot, combo, *keys):
    combo.setFocus()
    for key in keys:
        qtbot.keyClick(combo, key)


def test_it_shows_what_is_asked(bar):
    assert bar.strategy.currentText() == "Recursive"
    assert bar.size_control.box.text() == "72"
    assert bar.overlap.box.text() == "14"
    assert bar.unit.currentText() == bar.overlap.unit_label.text() == "tokens"
    assert bar.separators.currentText() == "Unicode"
    assert bar.model.text() == "all-MiniLM-L6-v2 · 256"


def test_every_strategy_and_unit_can_be_chosen_and_says_what_it_is(bar):
    assert [bar.strategy.itemData(row) for row in range(bar.strategy.count())] == list(STRATEGIES)
    assert [bar.unit.itemData(row) for row in range(bar.unit.count())] == list(UNITS)
    assert [bar.separators.itemData(row) for row in range(bar.separators.count())] == [*PRESETS, "own"]
    for row, strategy in enumerate(STRATEGIES.values()):
        assert bar.strategy.itemData(row, Qt.ItemDataRole.ToolTipRole) == strategy.summary
    assert bar.strategy.toolTip() == STRATEGIES["recursive"].summary


def test_choosing_a_strategy_by_keyboard_asks_the_session(bar, session, qtbot):
    choose(qtbot, bar.strategy, Qt.Key.Key_Down)
    assert session.asked == [("set_strategy", list(STRATEGIES)[1])]


def test_dragging_the_size_asks_at_every_move(bar, session, qtbot):
    slider = bar.size_control.slider
    start = slider._knob().toPoint()
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 5):
        qtbot.mouseMove(slider, start + QPoint(5 * step, 0))
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start + QPoint(20, 0))
    sizes = [value for call, value in session.asked if call == "set_size"]
    assert len(sizes) >= 4
    assert sizes == sorted(sizes)
    assert session.parameters.size == sizes[-1]


def test_the_overlap_slider_ends_at_half_the_size_but_the_box_takes_any(bar, session, qtbot):
    assert bar.overlap.slider.maximum() == 36
    session.set_size(200)
    assert bar.overlap.slider.maximum() == 100
    bar.overlap.box.selectAll()
    QTest.keyClicks(bar.overlap.box, "150")
    qtbot.keyClick(bar.overlap.box, Qt.Key.Key_Return)
    assert session.parameters.overlap == 150
    assert bar.overlap.slider.value() == 100


def test_a_refused_size_is_kept_and_marked(bar, session, qtbot):
    bar.size_control.box.selectAll()
    QTest.keyClicks(bar.size_control.box, "0")
    qtbot.keyClick(bar.size_control.box, Qt.Key.Key_Return)
    assert bar.size_control.box.text() == "0"
    assert bar.size_control.box.property("refused") is True
    assert bar.size_control.box.toolTip() == f"Refused: {session.refusal}"
    assert bar.overlap.box.property("refused") is False


def test_text_that_is_no_number_is_kept_and_marked_until_it_is_one(bar, session, qtbot):
    box = bar.size_control.box
    box.selectAll()
    QTest.keyClicks(box, "many")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    bar.overlap.box.setFocus()
    assert box.text() == "many"
    assert box.property("refused") is True
    session.set_size(80)
    assert box.property("refused") is False
    assert box.text() == "80"


def test_a_refused_overlap_marks_the_overlap(bar, session):
    session.set_overlap(72)
    assert bar.overlap.box.property("refused") is True
    assert "overlap is 72 and size 72" in bar.overlap.box.accessibleDescription()
    assert bar.size_control.box.property("refused") is False


def test_an_absurd_size_is_marked_and_breaks_nothing(bar, session):
    session.set_size("999999999999")
    assert bar.size_control.box.text() == "999999999999"
    assert bar.size_control.box.property("refused") is True


def test_another_unit_converts_nothing(bar, session, qtbot):
    choose(qtbot, bar.unit, Qt.Key.Key_Down)
    assert session.parameters.unit == "words"
    assert session.parameters.size == 72
    assert bar.overlap.unit_label.text() == "words"
    assert bar.size_control.box.accessibleName() == "Size in words"


def test_what_a_strategy_ignores_is_disabled_and_says_why(bar, session):
    session.set_parameters(strategy="sliding-words", unit="words")
    assert not bar.unit.isEnabled()
    assert bar.unit.toolTip() == "Sliding words counts in words only"
    assert not bar.separators.isEnabled()
    assert "separators" in bar.separators.toolTip()
    assert not bar.unit.model().item(UNITS.index("tokens")).isEnabled()
    session.set_parameters(strategy="recursive", unit="tokens")
    assert bar.unit.isEnabled()
    assert bar.separators.isEnabled()


def test_the_model_box_sets_context_and_prefix(bar, session, qtbot):
    popup = bar.model.popup
    popup.context.selectAll()
    QTest.keyClicks(popup.context, "512")
    qtbot.keyClick(popup.context, Qt.Key.Key_Return)
    assert session.limits.context == 512
    assert bar.model.text() == "all-MiniLM-L6-v2 · 512"
    QTest.keyClicks(popup.prefix, "search_document: ")
    qtbot.keyClick(popup.prefix, Qt.Key.Key_Return)
    assert session.limits.prefix == "search_document: "
    popup.context.setValue(0)
    assert session.limits.context is None
    assert bar.model.text() == "all-MiniLM-L6-v2 · no limit"


@pytest.mark.parametrize("context", [0, 2**31, 10**40])
def test_a_refused_context_is_kept_and_marked_with_its_reason(bar, session, context):
    session.set_limits(context=context)
    popup = bar.model.popup
    assert session.limits.context == 256
    assert popup.context.property("refused") is True
    assert popup.prefix.property("refused") is False
    assert popup.refusal.text().startswith(f"Refused: context is {context}: it must be")
    assert not popup.refusal.isHidden()
    assert bar.model.text() == "all-MiniLM-L6-v2 · 256"
    assert bar.model.toolTip() == popup.refusal.text()
    session.set_limits(context=100)
    assert popup.context.property("refused") is False
    assert popup.refusal.isHidden()
    assert "Refused" not in bar.model.toolTip()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_model_box_opens_by_mouse_and_names_everything(bar, qtbot):
    qtbot.mouseClick(bar.model, Qt.MouseButton.LeftButton)
    popup = bar.model.popup
    assert popup.isVisible()
    texts = {label.text() for label in popup.findChildren(QLabel)}
    assert {"Model", "Embedder", "Tokenizer", "Context", "Prefix", "My models"} <= texts
    assert popup.embedder.currentText() == "all-MiniLM-L6-v2"
    assert (popup.model.currentText(), popup.tokenizer.currentText()) == ("all-MiniLM-L6-v2", "bert-base-uncased")
    popup.hide()


@pytest.mark.parametrize("width", [1600, 1440, 1000, 700, 420, 340])
def test_nothing_is_clipped_at_any_width(session, qtbot, width):
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    bar = ControlBar(session)
    column.addWidget(bar)
    column.addStretch()
    window.resize(width, 500)
    with qtbot.waitExposed(window):
        window.show()
    groups = [child for child in bar.children() if isinstance(child, QWidget)]
    for group in groups:
        assert bar.rect().contains(group.geometry())
        assert group.width() >= group.minimumSizeHint().width()
    for one, other in itertools.pairwise(groups):
        assert not one.geometry().intersects(other.geometry())


def test_it_is_one_slim_row_where_there_is_room(bar):
    assert bar.heightForWidth(bar.sizeHint().width()) <= 48
    assert bar.heightForWidth(700) > 70


def test_every_control_has_a_name_for_assistive_tools_and_takes_the_focus(bar):
    controls = [bar.strategy, bar.size_control.box, bar.size_control.slider, bar.unit]
    controls += [bar.overlap.box, bar.overlap.slider, bar.separators, bar.model]
    for control in controls:
        assert control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert bar.model.accessibleName() == "Model: all-MiniLM-L6-v2, context 256 input tokens"


def test_another_theme_redraws_it(bar, qapp):
    themes.apply(qapp, "dark")
    bar.apply_theme(themes.current())
    assert bar.grab().toImage().pixelColor(2, 2) == themes.theme("dark").window


def test_every_name_of_the_bar_and_of_the_model_popup_says_what_it_means(bar):
    names = {label.text(): label.toolTip() for label in bar.findChildren(QLabel) if label.buddy() is not None}
    assert {"Strategy", "Size", "Overlap", "Separators", "Model", "Embedder", "Tokenizer"} <= names.keys()
    assert all(names.values())
    assert bar.size_control.box.toolTip().startswith("The most that a chunk may have")
