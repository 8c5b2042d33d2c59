"""Every place of a literal text is found."""

import pytest

from inspector.core import find
from inspector.core.errors import CancelledError
from inspector.core.find import find_all


def test_places_are_found_whatever_their_case_and_as_literal_text() -> None:
    assert find_all("A.b a.B aXb", "a.b").tolist() == [[0, 3], [4, 7]]


def test_case_can_matter() -> None:
    assert find_all("Ab ab", "ab", case_sensitive=True).tolist() == [[3, 5]]


def test_places_do_not_overlap_and_an_empty_text_is_nowhere() -> None:
    assert find_all("aaaa", "aa").tolist() == [[0, 2], [2, 4]]
    assert find_all("aaaa", "").shape == (0, 2)
    assert find_all("", "a").shape == (0, 2)


@pytest.mark.parametrize("wanted", ["a", "aa", "ab", "ba", "aba"])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_a_text_looked_through_in_slices_gives_the_same_places(
    monkeypatch: pytest.MonkeyPatch, wanted: str, size: int
) -> None:
    text = "aabab ab aaa bab aaaaa abab"
    whole = find_all(text, wanted)
    monkeypatch.setattr(find, "SLICE", size)
    assert find_all(text, wanted).tolist() == whole.tolist()


def test_a_search_that_is_no_longer_wanted_stops() -> None:
    with pytest.raises(CancelledError):
        find_all("some text", "t", cancelled=lambda: True)
