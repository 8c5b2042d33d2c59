"""The line on the pass: how far it is, pause and resume, and why there is none where its scores are asked for."""

import pytest
from PySide6.QtCore import Qt

from inspector.views.pass_line import PassLine
from inspector.views.score_choice import ScoreChoice
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking


@pytest.fixture
def session():
    session = FakeSession(made_chunking(21))
    session.set_query("eggs")
    return session


@pytest.fixture
def line(on_screen, session):
    session.token_pass.show("running", 12_300, 250_000)
    return on_screen(PassLine(session), 360, 60)


def test_while_the_pass_runs_it_says_how_far(line):
    assert line.words.text() == "one pass: 12,300 of 250,000 tokens"
    assert line.bar.value() == 49
    assert line.button.text() == "Pause"


def test_it_can_be_paused_and_resumed_by_mouse_and_by_keys(qtbot, line, session):
    session.token_pass.show("running", 100_000, 250_000)
    qtbot.mouseClick(line.button, Qt.MouseButton.LeftButton)
    assert line.words.text() == "paused: scores for the first 40 % of the document"
    assert line.button.accessibleName() == "Resume the pass over the document"
    line.button.setFocus()
    qtbot.keyClick(line.button, Qt.Key.Key_Space)
    assert session.token_pass.asked == ["pause", "resume"]
    assert line.button.text() == "Pause"


def test_it_takes_no_room_when_the_pass_is_done_or_not_wanted(line, session):
    session.token_pass.show("complete", 9, 9)
    assert line.isHidden()
    session.token_pass.show("running", 1, 9)
    assert line.isVisible()
    session.set_score_mode("exact")
    assert line.isHidden()
    session.set_score_mode("pooled")
    session.set_query("")
    assert line.isHidden()


def test_where_there_can_be_no_pass_the_choice_says_why(line, session, qtbot):
    choice = ScoreChoice(session)
    qtbot.addWidget(choice)
    session.token_pass.show("unavailable", why="the model gives one vector for a text and none for its tokens")
    assert line.isHidden()
    row = choice.findData("pooled")
    assert not choice.model().item(row).isEnabled()
    why = "No pass over this document: the model gives one vector for a text and none for its tokens."
    assert choice.model().item(row).toolTip() == why
    assert why in choice.toolTip()
    session.set_score_mode("pooled")
    assert line.words.text() == f"{why} Each chunk is embedded alone instead."
    assert line.button.isHidden()


def test_another_kind_of_scores_is_chosen_by_keys(qtbot, session):
    choice = ScoreChoice(session)
    qtbot.addWidget(choice)
    choice.show()
    assert choice.currentText() == "exact when ready"
    qtbot.keyClick(choice, Qt.Key.Key_Down)
    assert session.score_mode == "pooled"
    session.set_score_mode("exact")
    assert choice.currentText() == "exact only"


@pytest.mark.parametrize("width", [200, 280, 400])
def test_all_words_are_seen_at_every_width(qtbot, line, session, width):
    session.token_pass.show("paused", 100_000, 250_000)
    line.resize(width, line.height())
    qtbot.wait(10)
    assert line.words.height() >= line.words.heightForWidth(line.words.width())
    assert line.height() >= line.bar.geometry().bottom()
