"""Every place of a literal text is found."""

from inspector.core.find import find_all


def test_places_are_found_whatever_their_case_and_as_literal_text() -> None:
    assert find_all("A.b a.B aXb", "a.b").tolist() == [[0, 3], [4, 7]]


def test_case_can_matter() -> None:
    assert find_all("Ab ab", "ab", case_sensitive=True).tolist() == [[3, 5]]


def test_places_do_not_overlap_and_an_empty_text_is_nowhere() -> None:
    assert find_all("aaaa", "aa").tolist() == [[0, 2], [2, 4]]
    assert find_all("aaaa", "").shape == (0, 2)
    assert find_all("", "a").shape == (0, 2)
