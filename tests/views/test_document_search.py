"""Finding in a long document does not keep one waiting; what is no longer looked for is not shown."""

from pytestqt.qtbot import QtBot

from inspector.views.paint_plan import Kind

LONG = "alpha beta gamma.\n" * 20_000


def test_find_in_a_long_text_tells_when_the_places_are_there(show, qtbot: QtBot) -> None:
    view = show(LONG)
    with qtbot.waitSignal(view.search.found):
        assert view.find("beta") is None
        assert view.find("beta", forward=False) is None
        assert view.search.waiting
    assert view.session.asked == [("find", "beta")]
    assert view.find("beta") == 20_000


def test_places_of_the_text_before_are_gone_at_once(show, qtbot: QtBot) -> None:
    view = show(LONG)
    with qtbot.waitSignal(view.search.found):
        view.find("beta")
    assert any(piece.kind is Kind.MATCH for piece in view.plan())
    assert view.find("gamma") is None
    assert not any(piece.kind is Kind.MATCH for piece in view.plan())
    assert view.find("") == 0
    qtbot.wait(20)
    assert len(view.marks.matches) == 0
