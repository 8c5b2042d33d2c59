"""The status line over a session that notes what it is asked."""

import itertools

import pytest
from PySide6.QtCore import Qt

from inspector.core.levels import Level
from inspector.views import theme as themes
from inspector.views.badge import BADGE
from inspector.views.level_button import LevelButton
from inspector.views.status_line import StatusLine
from tests.views.fake_session import FakeSession
from tests.views.made import even_chunking


@pytest.fixture
def session(qapp):
    themes.apply(qapp, "light")
    return FakeSession(even_chunking())


@pytest.fixture
def line(on_screen, session):
    return on_screen(StatusLine(session), 1800, 32)


def pixels(widget):
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_a_checked_certificate_is_green_with_a_tick(line):
    assert line.certificate.text().startswith("all 2,660 characters covered")
    assert themes.current().success.name() in pixels(line.certificate)
    assert not line.certificate.pressable


@pytest.mark.parametrize("state", ["checking", "nothing"])
def test_the_tick_and_its_green_appear_in_no_other_state(line, session, state):
    session.set_certificate(state, "checking 9 of 22 counts")
    line.arrange()
    assert themes.current().success.name() not in pixels(line.certificate)


def test_a_failed_certificate_goes_to_the_first_offender(line, session, qtbot):
    session.set_certificate("failed", "check failed: chunk #4 counts 75 of 72 tokens", 3)
    line.arrange()
    assert themes.current().warning.name() in pixels(line.certificate)
    qtbot.mouseClick(line.certificate, Qt.MouseButton.LeftButton)
    qtbot.keyClick(line.certificate, Qt.Key.Key_Space)
    assert session.asked == [("select", 3), ("select", 3)]


def test_a_certificate_that_holds_cannot_be_pressed(line, session, qtbot):
    qtbot.mouseClick(line.certificate, Qt.MouseButton.LeftButton)
    assert session.asked == []


def test_the_legend_counts_cuts_and_leaves_out_the_last_chunk(line):
    assert line.legend[Level.PARAGRAPH].text() == "12 paragraph"
    assert line.legend[Level.SENTENCE].accessibleName() == "sentence cuts: 7, press to go to the next"
    assert sum(button._count for button in line.legend.values()) == 21
    assert line.chunks.text() == "22 chunks"


def test_headings_are_in_the_legend_only_where_there_are_some(line, session):
    assert line.legend[Level.HEADING].isHidden()
    session.chunking = even_chunking(session.parameters, [Level.HEADING, Level.END], [3, 4])
    session.chunking_changed.emit()
    line.arrange()
    assert line.legend[Level.HEADING].isVisible()


def test_a_click_steps_to_the_next_cut_and_with_shift_to_the_one_before(line, session, qtbot):
    button = line.legend[Level.SENTENCE]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(button, Qt.Key.Key_Return)
    qtbot.keyClick(button, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    steps = [call[2] for call in session.asked]
    assert steps == [1, -1, 1, -1]
    assert {call[:2] for call in session.asked} == {("step_level", Level.SENTENCE)}


def test_a_level_without_cuts_is_muted(line):
    button = line.legend[Level.HARD]
    assert not button.isEnabled()
    assert button.text() == "0 hard"
    assert "No cut" in button.toolTip()


def test_the_legend_can_be_reached_by_keyboard(line, qtbot):
    reached = [line.legend[level] for level in line.legend if line.legend[level].isVisible()]
    for button in reached:
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    reached[0].setFocus()
    qtbot.keyClick(reached[0], Qt.Key.Key_Tab)
    assert reached[1].hasFocus()


def test_a_badge_shows_the_level_s_colour(line):
    button = line.legend[Level.LINE]
    image = button.grab().toImage()
    assert image.pixelColor(8, (button.height() - BADGE) // 2 + 8).name() == themes.current().level[Level.LINE].name()


def test_a_refusal_says_what_is_still_shown(line, session):
    session.set_size(0)
    line.arrange()
    assert line.refusal.isVisible()
    assert line.refusal.text() == "shows size 72 · refused: size is 0: it must be at least 1"
    assert themes.current().warning.name() in pixels(line.refusal)
    session.set_size(80)
    line.arrange()
    assert line.refusal.isHidden()


def test_a_refusal_of_what_is_no_number_says_what_is_shown_too(line, session):
    session.set_size("many")
    line.arrange()
    assert line.refusal.text().startswith("shows size 72, overlap 14 · refused: size is 'many'")


def test_refused_limits_are_named_with_those_in_use(line, session):
    session.set_limits(context=0)
    assert line.refusal.text() == "context 256 and no prefix · refused: context is 0: it must be at least 1, or none"
    session.set_limits(context=8, prefix="q: ")
    assert not line.refusal.text()


def test_the_fullest_chunk_tokenizer_and_embedder_are_named(line):
    assert line.most.text() == "most 70 of 72 tokens"
    assert line.tokenizer.text() == "bert-base-uncased"
    assert line.embedder.text() == "all-MiniLM-L6-v2"


def test_where_the_input_tokens_go_is_told_of_the_fullest_chunk_and_then_of_the_selected_one(line, session):
    assert line.input.text() == "#22: 70 text + 2 special of 256"
    session.select(3)
    assert line.input.text() == "#4: 60 text + 2 special of 256"
    assert "chunk #4, the selected chunk: 62 tokens" in line.input.toolTip()


def test_a_prefix_is_told_apart_and_what_is_beyond_the_context_is_a_warning(line, session):
    session.chunking.input_tokens[:] += 4
    session.set_limits(context=65, prefix="one two three four ")
    line.arrange()
    assert line.input.text() == "#22: 70 text + 4 prefix + 2 special of 65"
    assert "does not read the last 11" in line.input.toolTip()
    assert themes.current().warning.name() in pixels(line.input)


def test_progress_says_what_and_how_far_and_can_be_cancelled(line, session, qtbot):
    session.set_progress("embedding", 31, 84)
    line.arrange()
    assert line.progress.isVisible()
    assert line.progress.label.text() == "embedding: 31 of 84 chunks"
    assert line.progress.bar.value() / line.progress.bar.maximum() == pytest.approx(31 / 84, abs=0.01)
    qtbot.mouseClick(line.progress.button, Qt.MouseButton.LeftButton)
    assert session.asked == [("cancel",)]
    session.set_progress(None)
    line.arrange()
    assert line.progress.isHidden()


def test_progress_of_unknown_length_is_busy_and_claims_no_number(line, session):
    session.set_progress("cutting")
    assert line.progress.label.text() == "cutting …"
    assert line.progress.bar.maximum() == 0


def test_counts_beyond_what_a_progress_bar_can_hold_are_shown(line, session):
    session.set_progress("counting", 3_000_000_000, 4_000_000_000, "characters")
    assert line.progress.accessibleName() == "counting: 3,000,000,000 of 4,000,000,000 characters"
    assert line.progress.label.text().endswith("…")
    assert line.progress.bar.value() / line.progress.bar.maximum() == pytest.approx(0.75, abs=0.01)


def test_without_chunks_there_is_no_legend_and_nothing_is_said_to_be_checked(line, session):
    session.chunking = None
    session.chunking_changed.emit()
    line.arrange()
    assert not any(button.isVisible() for button in line.legend.values())
    assert line.chunks.isHidden()
    assert line.certificate.isHidden()
    assert line.most.isHidden()


@pytest.mark.parametrize("state", ["plain", "refused", "busy"])
def test_at_any_width_pieces_stay_inside_and_apart(line, session, state):
    if state == "refused":
        session.set_size(0)
    if state == "busy":
        session.set_progress("embedding", 31, 84)
    for width in range(1800, 279, -20):
        line.resize(width, 32)
        line.arrange()
        shown = [child for child in line.children() if child.isWidgetType() and child.isVisible()]
        edges = sorted((child.geometry().left(), child.geometry().right()) for child in shown)
        assert edges[0][0] >= 0
        assert edges[-1][1] <= width, (state, width)
        assert all(one[1] < other[0] for one, other in itertools.pairwise(edges)), (state, width)
        assert line.certificate.isVisible()
        for child in shown:
            if isinstance(child, LevelButton):
                assert child.width() >= child.sizeHint().width()


def test_the_least_important_is_given_up_first_and_named_in_the_tooltip(line):
    line.resize(1440, 32)
    assert line.most.isHidden()
    assert line.legend[Level.PARAGRAPH].isVisible()
    assert line.tokenizer.isVisible()
    assert line.embedder.isVisible()
    assert "most 70 of 72 tokens" in line.toolTip()
    line.resize(1000, 32)
    assert line.embedder.isHidden()
    assert "all-MiniLM-L6-v2" in line.toolTip()
    line.resize(1900, 32)
    assert line.most.isVisible()
    assert line.toolTip() == ""


def places(line):
    """Where everything but what changes places with the progress is, and what it says."""
    left = [line.certificate, line.chunks, *line.legend.values()]
    return [(piece.isVisible(), piece.geometry().getRect()) for piece in left], [b.text() for b in line.legend.values()]


@pytest.mark.parametrize("width", range(600, 1900, 100))
def test_progress_comes_and_goes_and_nothing_else_moves(line, session, width):
    line.resize(width, 32)
    line.arrange()
    before = places(line)
    for done in (1, 84, 1_000):
        session.set_progress("embedding", done, 1_000)
        line.arrange()
        assert places(line) == before
        assert line.progress.isVisible()
    session.set_progress(None)
    line.arrange()
    assert places(line) == before


def test_counts_that_shrink_and_grow_again_move_nothing(line, session):
    few, many = session.chunking, even_chunking(session.parameters, [Level.SENTENCE] * 1_017 + [Level.END], [3] * 1_018)
    seen = []
    for shown in (many, few, many, few):
        session.chunking = shown
        session.chunking_changed.emit()
        line.arrange()
        seen.append([button.geometry().getRect() for button in line.legend.values()])
        assert "1,017 sentence" in line.legend[Level.SENTENCE].text() or shown is few
    assert seen[0] == seen[1] == seen[2] == seen[3]
    session.document_changed.emit()
    line.arrange()
    assert line.legend[Level.SENTENCE].width() < seen[0][2][2]


def test_an_ampersand_in_a_name_is_shown_as_it_is(line, session):
    session.tokenizer_name = "mine & yours"
    session.model_changed.emit()
    assert line.tokenizer.accessibleName() == "mine & yours"


def test_another_theme_redraws_it(line, qapp):
    themes.apply(qapp, "dark")
    line.apply_theme(themes.current())
    line.arrange()
    assert themes.current().success.name() in pixels(line.certificate)
