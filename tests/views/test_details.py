"""Details of a chunk: the input's parts add up or are not added, and hovering goes before selecting."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from inspector.core.model_limits import ModelLimits
from inspector.views.details import Details, input_sentence
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking, made_scores


@pytest.fixture
def session():
    return FakeSession(made_chunking(21))


@pytest.fixture
def details(qtbot, session):
    view = Details(session)
    qtbot.addWidget(view)
    view.resize(360, 240)
    view.show()
    return view


def test_text_and_special_tokens_add_up_to_what_the_model_receives(details, session):
    session.select(13)
    text = int(session.chunking.tokens[13])
    assert details.lead.text().startswith(f"{text} text + 2 special = {text + 2} of 256 tokens. Cut at")
    assert details.title.text() == "Chunk #14 · why here?"


def test_the_prefix_has_a_part_of_its_own(session):
    session.limits = ModelLimits(256, "search document ")
    session.chunking.input_tokens[3] += 2
    text = int(session.chunking.tokens[3])
    assert input_sentence(session, session.chunking, 3) == (
        f"{text} text + 2 prefix + 2 special = {text + 4} of 256 tokens."
    )


def test_a_prefix_that_joins_with_the_text_is_explained_and_never_rounded(session):
    session.limits = ModelLimits(256, "search document")
    session.chunking.input_tokens[3] -= 1
    text = int(session.chunking.tokens[3])
    words = input_sentence(session, session.chunking, 3)
    assert words.startswith(f"{text} text \u2212 1 prefix + 2 special = {text + 1} of 256 tokens. ")
    assert "The prefix alone is 2 tokens" in words


def test_what_is_beyond_the_context_is_said(details, session):
    session.limits = ModelLimits(20)
    session.select(13)
    beyond = int(session.chunking.input_tokens[13]) - 20
    assert f"The model does not read the last {beyond}." in details.lead.text()
    assert f"{beyond} tokens beyond the context" in details.facts.text()


def test_the_hovered_chunk_goes_before_the_selected_one(details, session):
    session.select(13)
    session.hover(2)
    assert details.title.text() == "Chunk #3 · why here? · under the pointer"
    session.hover(None)
    assert details.title.text() == "Chunk #14 · why here?"


def test_unknown_characters_are_counted(details, session):
    start = int(session.chunking.starts[4])
    session.count(((start + 10, start + 40), (start + 50, start + 51)))
    session.select(4)
    assert "31 characters in 2 unknown tokens" in details.facts.text()


def test_offsets_overlap_level_and_score_are_told(details, session):
    session.score(made_scores(21, 13))
    session.select(13)
    chunking = session.chunking
    text = details.facts.text()
    assert f"{chunking.starts[13]:,} to {chunking.ends[13]:,}, body from {chunking.body_starts[13]:,}" in text
    assert f"{chunking.overlaps[13]} of 14 tokens" in text
    assert chunking.level(13).label in text
    assert "0.59, embedded alone, rank 1 of 21" in text


def test_the_last_chunk_has_no_cut(details, session):
    session.select(20)
    assert "none, the last chunk" in details.facts.text()


def test_all_of_the_text_can_be_selected_by_mouse_and_keyboard(details):
    wanted = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    for label in (details.title, details.lead, details.facts):
        assert label.textInteractionFlags() & wanted == wanted


def test_without_a_chunk_the_details_say_what_to_do(details):
    assert "Point at a chunk" in details.lead.text()
    assert not details.facts.isVisible()


def test_lost_characters_and_what_is_still_looked_for_are_told(details, session):
    start = int(session.chunking.starts[4])
    session.unread.lost = np.array([[start + 3, start + 5]], np.int32)
    session.select(4)
    assert "2 characters lost" in details.facts.text()
    session.unread.of_chunk = lambda index: None
    session.unread.lost_changed.emit()
    assert "still looked for" in details.facts.text()


def test_size_and_cut_have_a_line_each(details, session):
    session.select(13)
    assert details.facts.text().count("<tr>") == details.facts.text().count("</tr>") >= 6
    assert all(row.count("<td") == 2 for row in details.facts.text().split("<tr>")[1:])
