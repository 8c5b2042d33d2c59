"""The budget plot: bars along the document, the lines of size and context, picking by position."""

import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.views.budget_plot import BudgetPlot
from inspector.views.theme import theme
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking


@pytest.fixture
def session():
    return FakeSession(made_chunking(21))


@pytest.fixture
def plot(on_screen, session):
    return on_screen(BudgetPlot(session), 800, 140)


def middle(plot, index):
    chunking = plot.session.chunking
    return plot.pixel_at((chunking.body_starts[index] + chunking.ends[index]) / 2, chunking.counts[index] / 2)


def pixel(plot, point):
    image = plot.plot.grab().toImage()
    return image.pixelColor(point)


def test_a_click_on_a_bar_selects_its_chunk(qtbot, plot, session):
    for index in (0, 7, 20):
        qtbot.mouseClick(plot.plot, Qt.MouseButton.LeftButton, pos=middle(plot, index))
        assert session.selected == index


def test_the_pointer_hovers_the_chunk_and_leaving_hovers_none(qtbot, plot, session):
    qtbot.mouseMove(plot.plot, middle(plot, 9))
    qtbot.mouseMove(plot.plot, middle(plot, 5))
    qtbot.waitUntil(lambda: session.hovered == 5)
    plot.hover_at(None)
    assert session.hovered is None


def test_left_and_right_step_through_the_chunks_home_and_end_go_to_the_ends(qtbot, plot, session):
    plot.setFocus()
    for key, expected in (
        (Qt.Key.Key_Right, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Left, 0), (Qt.Key.Key_End, 20), (Qt.Key.Key_Home, 0),
    ):  # fmt: skip
        qtbot.keyClick(plot, key)
        assert session.selected == expected


def test_bars_have_their_level_s_colour_and_the_last_one_the_neutral_one(plot, session):
    colours = {index: pixel(plot, middle(plot, index)).name() for index in range(21)}
    by_level = {session.chunking.level(index): colours[index] for index in range(21)}
    assert by_level[Level.END] == theme("light").neutral.name()
    assert len(set(by_level.values())) == len(by_level)
    for index in range(21):
        assert colours[index] == by_level[session.chunking.level(index)]


def test_the_context_line_stands_at_what_the_context_leaves_for_text(plot, session):
    session.limits = ModelLimits(context=66)
    session.model_changed.emit()
    image = plot.plot.grab().toImage()
    at = plot.pixel_at(0, 64)
    row = [image.pixelColor(x, at.y() + dy).name() for x in range(150, 700) for dy in (-1, 0, 1)]
    assert row.count(theme("light").warning.name()) > 100
    assert "leave 64 for text" in plot.header.toolTip()


def test_without_tokens_as_unit_there_is_no_context_line_and_the_tooltip_says_why(plot, session):
    session.load(made_chunking(21, unit="words"))
    assert plot.header.title.text() == "Words per chunk"
    assert "No context line: the context is 256 tokens, and the size counts words." in plot.header.toolTip()
    image = plot.plot.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert theme("light").warning.name() not in colours


def test_a_context_far_above_the_size_does_not_press_the_bars_down(plot, session):
    session.limits = ModelLimits(context=8192)
    session.model_changed.emit()
    assert plot.plot.bounds.bottom() < 150


def test_a_chunk_above_the_context_says_so(plot, session):
    session.limits = ModelLimits(context=66)
    session.model_changed.emit()
    largest = int(session.chunking.counts.argmax())
    assert f"receives {session.chunking.input_tokens[largest]} and reads 66" in plot.describe(largest)


def test_the_tooltip_tells_count_size_and_level(plot, session):
    level = session.chunking.level(3)
    assert plot.describe(3) == f"#4 · {session.chunking.counts[3]} of 72 tokens · ends at a {level.label}"


@pytest.mark.parametrize(("chunking", "words"), [(None, "Open a document"), (made_chunking(0), "No chunks")])
def test_an_empty_plot_says_what_to_do(qtbot, chunking, words):
    view = BudgetPlot(FakeSession(chunking))
    qtbot.addWidget(view)
    assert words in view.message.text()
    assert view.plot.isHidden()


def test_other_chunks_are_shown_at_once_and_the_description_counts_them(plot, session):
    session.load(made_chunking(300, size=254))
    assert plot.accessibleDescription().startswith("300 chunks, median")
    assert plot.plot.bounds.right() == session.chunking.ends[-1]


def test_the_best_bar_of_a_hundred_thousand_can_be_seen(qtbot, plot, session):
    chunking = made_chunking(100_000, size=254)
    chunking.counts[:] = 20
    chunking.counts[61_234] = 254
    chunking.levels[:] = Level.PARAGRAPH
    chunking.levels[61_234] = Level.HARD
    session.load(chunking)
    image = plot.plot.grab().toImage()
    at = plot.pixel_at(float(chunking.ends[61_234]), 180)
    seen = [image.pixelColor(QPoint(at.x() + dx, at.y())) for dx in (-2, -1, 0, 1, 2)]
    assert any(colour != theme("light").window for colour in seen)
    assert image.pixelColor(QPoint(at.x() + 40, at.y())) == theme("light").window


def test_a_theme_change_changes_ground_and_bars(plot):
    plot.apply_theme(theme("dark"))
    assert pixel(plot, QPoint(2, 2)) == theme("dark").window
    plot.apply_theme(theme("light"))
    assert pixel(plot, QPoint(2, 2)) == theme("light").window
