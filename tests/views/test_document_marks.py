"""Matches in the document view: counted, searched for once, gone through, shown beside the text."""

from inspector.views import document_search
from inspector.views.paint_plan import Kind
from tests.views.shown_document import TEXT


def test_find_counts_and_goes_round(show) -> None:
    view = show()
    assert view.find("SOME more") == 30
    first = view.selected_span()
    assert view.find("some more", forward=False) == 30
    assert view.selected_span()[0] == TEXT.rindex("Some more")
    view.find("some more")
    assert view.selected_span() == first
    assert view.find("nowhere") == 0
    assert not any(piece.kind is Kind.MATCH for piece in view.plan())


def test_find_searches_once_for_the_same_text_whatever_the_direction(show, monkeypatch) -> None:
    view = show("some more and some more\n" * 15)
    asked = []
    whole = document_search.find_all
    monkeypatch.setattr(document_search, "find_all", lambda *a, **k: asked.append(a[1]) or whole(*a, **k))
    for forward in (True, True, False):
        assert view.find("more", forward) == 30
    assert asked == ["more"]
    assert view.find("more", case_sensitive=True) == 30
    assert view.find("some") == 30
    assert asked == ["more", "more", "some"]


def test_the_places_of_matches_are_the_rows_of_a_strip_each_once(show) -> None:
    view = show("some more and some more\n" * 15)
    assert view.match_places(100) == []
    view.find("more")
    assert view.match_places(4) == [0, 1, 2, 3]
    assert view.match_places(10_000) == [start * 10_000 // 360 for start, _ in view.marks.matches.tolist()]
