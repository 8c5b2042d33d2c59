"""The fault cases about loading: encodings, line ends, empty and binary files."""

import pytest

from inspector.core.document import Document, load
from inspector.core.errors import CannotError
from tests.cases.checks import CHECKS, FOLDER, Case, all_cases, load_text, named_checks

T1 = "Naïve café: 5 € for the “house” blend.\n\nSecond paragraph – with a dash.\n"
LATER = {"FF-03", "FF-06", "FF-07", "FF-09", "FF-11", "FF-12", "FF-13", "FF-15", "FF-23", "FF-25"}
"""Cases of formats that cannot be opened so far."""

LOADED = [one for one in all_cases() if "file" in one["input"] and one["id"] not in LATER]
TEXTS = [one for one in LOADED if "load_error_contains" not in one["expect"]]
REFUSED = [one for one in LOADED if "load_error_contains" in one["expect"]]


def loaded(case: Case) -> Document:
    return load(FOLDER / case["input"]["file"])


def named(case: Case) -> str:
    return case["id"]


@pytest.mark.parametrize("case", TEXTS, ids=named)
def test_a_file_of_a_case_is_loaded_as_the_case_says(case: Case) -> None:
    found, expect = loaded(case), case["expect"]
    assert found.encoding == expect.get("encoding", found.encoding)
    assert found.text == load_text(case) or not case["input"].get("encoding")
    assert [part for part in expect.get("load_contains", []) if part not in found.text] == []
    assert [part for part in expect.get("load_absent", []) if part in found.text] == []
    assert "load_text_eq" not in expect or found.text == T1


@pytest.mark.parametrize("case", REFUSED, ids=named)
def test_a_file_that_is_no_text_is_refused_by_name(case: Case) -> None:
    with pytest.raises(CannotError) as cannot:
        loaded(case)
    assert [part for part in case["expect"]["load_error_contains"] if part not in str(cannot.value)] == []


def test_the_cases_are_not_empty_and_name_checks_that_are_known() -> None:
    cases = all_cases()
    assert len(cases) == 114
    assert {name for case in cases for name, _ in named_checks(case)} <= set(CHECKS)
    assert {"EN-03", "EN-05", "EN-10", "EN-14", "FF-22"} <= {case["id"] for case in TEXTS}
    assert {"EN-15"} <= {case["id"] for case in REFUSED}


def test_a_broken_sequence_is_told_with_its_place() -> None:
    notices = load(FOLDER / "files/invalid_utf8_one_byte.txt").notices
    assert notices[0].startswith("1 broken sequence was replaced by U+FFFD, the first at byte 17 ")


def test_an_empty_file_is_named_in_its_notice() -> None:
    assert load(FOLDER / "files/empty.txt").notices == ("empty.txt is empty: there is nothing to cut",)


def test_the_line_ends_of_a_mixed_file_are_told_apart() -> None:
    assert set(load(FOLDER / "files/mixed_newlines.txt").newlines) == {"LF", "CRLF", "CR", "NEL", "PS"}
