"""The weights of `optimal`: there with the strategy only, decimals of a chunk, asked for at once, resettable."""

import pytest

from inspector.core.levels import Level
from inspector.core.parameters import DEFAULT_WEIGHTS, Weights
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


def test_the_button_is_there_only_while_the_strategy_uses_weights(bar, session):
    assert not bar.weights.isVisible()
    session.set_parameters(strategy="optimal")
    assert bar.weights.isVisible()
    session.set_parameters(strategy="recursive")
    assert not bar.weights.isVisible()


def test_a_change_is_asked_for_at_once_in_whole_hundredths(bar, session):
    session.set_parameters(strategy="optimal")
    popup = bar.weights.popup
    assert popup.weights[Level.LINE].value() == 0.25
    popup.weights[Level.LINE].setValue(0.29)
    assert session.parameters.weights == Weights(line=29)
    popup.floor.setValue(12)
    assert session.parameters.floor == 12
    assert popup.floor.text() == "12 tokens"
    assert bar.weights.text() == "Own weights…"


def test_what_is_not_usual_is_bold_and_one_button_resets_all(qtbot, bar, session):
    session.set_parameters(strategy="optimal", weights=Weights(hard=500), floor=3)
    popup = bar.weights.popup
    assert [level for level, box in popup.weights.items() if box.font().bold()] == [Level.HARD]
    assert popup.floor.font().bold()
    assert popup.reset.isEnabled()
    popup.reset.click()
    assert (session.parameters.weights, session.parameters.floor) == (DEFAULT_WEIGHTS, 0)
    assert not popup.reset.isEnabled()
    assert not any(box.font().bold() for box in (*popup.weights.values(), popup.floor))
    assert bar.weights.text() == "Weights…"


def test_everything_in_the_popup_has_a_name_and_says_what_it_is(bar):
    popup = bar.weights.popup
    for box in (*popup.weights.values(), popup.floor):
        assert box.accessibleName()
        assert box.toolTip().endswith(".")
