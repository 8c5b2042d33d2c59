"""What cannot be read follows document, chunks and model; one steps through all of it and around the end."""

from inspector.core.unread_places import Total, Unread
from inspector.model import unread
from tests.model.opened import opened

TEXT = "one \u2603 two co\u00adop. " + "three four five six. " * 8 + "[SEP] end."


def kinds(session):
    return [Unread(kind) for kind in session.unread.places.kinds]


def test_all_kinds_are_known_once_the_session_is_at_rest(session, qtbot):
    assert session.unread.places is None
    opened(session, qtbot, text=TEXT, size=20)
    assert kinds(session) == [Unread.UNKNOWN, Unread.LOST, Unread.SPECIAL]
    session.set_limits(context=10)
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    assert kinds(session).count(Unread.BEYOND) == sum(session.chunking.input_tokens > 10)


def test_a_chunk_s_own_are_counted_once_the_lost_ones_are_known(session, qtbot):
    assert session.unread.of_chunk(0) is None
    opened(session, qtbot, text=TEXT, size=20)
    assert session.unread.of_chunk(0) == {Unread.UNKNOWN: Total(1, 1, 1), Unread.LOST: Total(1, 0, 1)}


def test_another_document_and_another_tokenizer_have_their_own_places(session, qtbot):
    opened(session, qtbot, text=TEXT, size=20)
    opened(session, qtbot, text="all of this is read", name="other.txt")
    assert len(session.unread.places) == 0
    opened(session, qtbot, text=TEXT, name="again.txt", size=20)
    session.set_tokenizer("cl100k_base")
    qtbot.waitUntil(lambda: session.tokenizer_name == "cl100k_base" and session.at_rest, timeout=20000)
    assert kinds(session) == []
    session.close_document()
    assert session.unread.places is None


def test_stepping_visits_every_place_in_order_and_goes_around_the_end(session, qtbot):
    opened(session, qtbot, text=TEXT, size=20)
    seen = []
    session.reveal.connect(lambda *span: seen.append(TEXT[slice(*span)]))
    for _ in range(4):
        session.step_unread(1)
    assert seen == ["\u2603", "\u00ad", "[SEP]", "\u2603"]
    session.step_unread(-1)
    assert seen[-1] == "[SEP]"


def test_after_another_chunk_was_selected_one_goes_on_from_there(session, qtbot):
    opened(session, qtbot, text=TEXT, size=20)
    session.step_unread(1)
    assert session.unread.current == 0
    session.select(1)
    assert session.unread.current is None
    session.step_unread(1)
    assert session.unread.current == 2


def test_a_step_that_comes_too_early_is_taken_when_the_places_are_found(session, qtbot):
    seen = []
    session.reveal.connect(lambda *span: seen.append(span))
    session.facts_changed.connect(lambda: session.facts and session.step_unread(1))
    session.chunking_changed.connect(lambda: session.chunking and session.step_unread(1))
    opened(session, qtbot, text=TEXT)
    qtbot.waitUntil(lambda: len(seen) > 0, timeout=5000)
    assert len(seen) == 1


def test_many_tails_are_found_in_the_worker(session, qtbot, monkeypatch):
    monkeypatch.setattr(unread, "AT_ONCE", 0)
    opened(session, qtbot, text=TEXT, size=20)
    session.set_limits(context=10)
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    with qtbot.waitSignal(session.unread.changed, timeout=5000):
        assert session.unread.places is None
        assert not session.at_rest
    assert Unread.BEYOND in kinds(session)


def test_a_tail_is_gone_to_with_its_own_chunk(session, qtbot):
    opened(session, qtbot, text=TEXT, size=20, overlap=9)
    session.set_limits(context=5)
    qtbot.waitUntil(lambda: session.at_rest, timeout=5000)
    places = session.unread.places
    for index in places.only(Unread.BEYOND):
        session.unread.go(int(index))
        assert session.selected == places.chunks[index]
        assert session.unread.current == index


def test_where_everything_is_read_a_message_says_so(session, qtbot):
    opened(session, qtbot, text="all of this is read")
    with qtbot.waitSignal(session.message) as told:
        session.step_unread(1)
    assert told.args == ["info", "the model can read all of this document"]
