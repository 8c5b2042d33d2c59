"""The selected chunk: kept at its place through other settings, moved by steps, dropped with the document."""

from inspector.core.levels import Level
from tests.model.opened import RAIN, changed, opened


def test_the_selected_chunk_comes_back_with_its_setting(session, qtbot):
    opened(session, qtbot, size=8)
    for index in range(len(session.chunking)):
        changed(session, qtbot, strategy="recursive", size=8, overlap=0)
        session.select(index)
        for size in (60, 11, 25):
            changed(session, qtbot, size=size)
            assert session.selected is not None
        changed(session, qtbot, strategy="sliding-tokens", overlap=5)
        changed(session, qtbot, strategy="recursive", size=8, overlap=0)
        assert session.selected == index


def test_the_character_that_was_clicked_stays_selected(session, qtbot):
    opened(session, qtbot, size=8)
    for offset in (0, 1, 40, 41, 120, len(RAIN) - 1, len(RAIN)):
        session.select_at(offset)
        for size in (60, 11, 5, 25):
            changed(session, qtbot, size=size)
            assert session.selected == session.chunking.body_at(min(offset, len(RAIN) - 1))


def test_another_tokenizer_keeps_the_selected_place_and_another_document_does_not(session, qtbot):
    opened(session, qtbot, size=8)
    session.select(4)
    before = session.chunking
    session.set_tokenizer("bert-base-uncased")
    qtbot.waitUntil(lambda: session.at_rest and session.chunking not in (None, before), timeout=5000)
    assert session.selected == 4
    opened(session, qtbot, text=RAIN + RAIN, name="more.txt")
    assert session.selected is None


def test_a_step_by_key_drops_what_the_resting_mouse_hovered(session, qtbot):
    opened(session, qtbot, size=8)
    for step in (lambda: session.step_chunk(1), lambda: session.step_level(Level.SENTENCE), lambda: session.select(0)):
        session.hover(3)
        assert session.hovered == 3
        step()
        assert session.hovered is None


def test_one_steps_from_cut_to_cut_of_a_level_and_around_the_end(session, qtbot):
    opened(session, qtbot, size=20)
    cuts = session.chunking.cuts_of(Level.SENTENCE).tolist()
    assert len(cuts) > 1
    seen = []
    for _ in range(len(cuts) + 1):
        session.step_level(Level.SENTENCE)
        seen.append(session.selected)
    assert seen == [*cuts, cuts[0]]


def test_one_steps_through_what_the_model_cannot_read(session, qtbot):
    opened(session, qtbot, text="some words " * 20 + "a" * 200 + " more", size=300)
    session.set_limits(context=20)
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    seen = []
    session.reveal.connect(lambda start, end: seen.append((start, end)))
    session.step_unread(1)
    session.step_unread(1)
    session.step_unread(1)
    assert len(set(seen[:2])) == 2
    assert seen[2] == seen[0]
