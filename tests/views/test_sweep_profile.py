"""The sliders' backgrounds follow the sweeps of what is asked, and nothing else."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Signal

from inspector.core.sweep import SweepPoint
from inspector.views import theme as themes
from inspector.views.controls import ControlBar
from inspector.views.sweep_profile import SweepProfile, overlap_profile, size_profile
from tests.views.fake_session import FakeSession
from tests.views.made import even_chunking

SIZES = tuple(SweepPoint(size, 14, 8000 // size, 0.9, 0.01, 0.1, 9000) for size in (64, 72, 80))
OVERLAPS = tuple(SweepPoint(72, overlap, 100, 0.9, 0.01, 0.1, 8000 + 100 * overlap) for overlap in (0, 14, 36))


class Swept(FakeSession):
    sweep_changed = Signal()

    def __init__(self):
        super().__init__(even_chunking())
        self.size_sweep, self.overlap_sweep, self.sweep_pending = (), (), True
        self.facts = SimpleNamespace(text="x" * 9, measures={"tokens": SimpleNamespace(before=lambda _: 8000)})
        self.facts.tokenizer = SimpleNamespace(special_tokens=2)

    def sweep(self, sizes, overlaps):
        self.size_sweep, self.overlap_sweep = sizes, overlaps
        self.sweep_changed.emit()


@pytest.fixture
def session(qapp):
    themes.apply(qapp, "light")
    return Swept()


@pytest.fixture
def bar(qtbot, session):
    bar = ControlBar(session)
    qtbot.addWidget(bar)
    bar.profile = SweepProfile(session, bar)
    return bar


def values(control):
    return [mark.value for mark in control.slider._profile.marks]


def test_both_sliders_show_what_is_known_by_now(bar, session):
    assert values(bar.size_control) == values(bar.overlap) == []
    session.sweep(SIZES[1:], ())
    assert values(bar.size_control) == [72, 80]
    session.sweep(SIZES, OVERLAPS)
    assert values(bar.size_control) == [64, 72, 80]
    assert values(bar.overlap) == [0, 14, 36]
    assert bar.size_control.slider.words().startswith("72 tokens: 111 chunks, mean fill 90\u00a0%")
    assert bar.overlap.slider.words().startswith("Overlap 14 tokens: +18\u00a0% tokens to embed, 100 chunks")


def test_where_nothing_is_drawn_the_words_say_whether_it_is_still_to_come(bar, session):
    session.sweep(SIZES, OVERLAPS)
    assert bar.size_control.slider.told_at(9).startswith("8: not known yet\n")
    session.sweep_pending = False
    session.sweep_changed.emit()
    assert bar.size_control.slider.told_at(9).startswith("8: not looked at, it would give far too many chunks\n")


def test_what_is_asked_but_not_cut_yet_has_no_background(bar, session):
    session.sweep(SIZES, OVERLAPS)
    cut = session.chunking
    session.parameters = type(session.parameters)(size=100, overlap=14)
    session.parameters_changed.emit()
    assert values(bar.size_control) == [64, 72, 80]
    assert values(bar.overlap) == []
    session.parameters = type(session.parameters)(size=72, overlap=3)
    session.parameters_changed.emit()
    assert values(bar.size_control) == []
    assert values(bar.overlap) == [0, 14, 36]
    session.parameters = cut.parameters
    session.parameters_changed.emit()
    assert values(bar.size_control) == [64, 72, 80]


def test_another_measure_is_chosen_in_the_menu_and_the_others_become_lines(bar, session):
    session.sweep(SIZES, OVERLAPS)
    actions = {action.text(): action for action in bar.size_control.measure_menu().actions()}
    actions["Share under a quarter full"].trigger()
    mark = bar.size_control.slider._profile.marks[0]
    assert mark.height == 0.1
    assert mark.lines[1:] == (0.9, 0.01)
    assert "Bars: share of chunks under a quarter full." in bar.size_control.slider.told_at(20)


def test_every_line_has_a_shape_of_its_own_which_the_legend_names():
    for measure in ("chunks", "fill", "hard", "small"):
        profile = size_profile(SIZES, measure, "tokens", 8000)
        assert len(set(profile.shapes)) == 3
        assert all(shape in profile.legend for shape in profile.shapes)


def test_a_refused_size_has_no_bar_and_says_why():
    points = (SweepPoint(8, 0, 0, 0, 0, 0, 0, "size is 8 tokens, but …"), *SIZES)
    first = size_profile(points, "chunks", "tokens", 8000).marks[0]
    assert first.height is None
    assert first.words == "Refused: size is 8 tokens, but …"


def test_what_an_overlap_costs_stands_on_a_scale_that_does_not_move():
    heights = [mark.height for mark in overlap_profile(OVERLAPS, "tokens", 8000).marks]
    assert heights == pytest.approx([0.0, 0.175 / 1.5, 0.3])
    assert overlap_profile((), "tokens", 0).marks == ()


def test_a_slider_of_few_overlaps_has_wide_bars():
    few = tuple(SweepPoint(5, overlap, 9, 0.9, 0.0, 0.0, 9) for overlap in (0, 1, 2))
    assert overlap_profile(few, "tokens", 9).step == 0.6
