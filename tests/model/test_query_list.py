"""The list of queries: each once, at most so many drawn, and a file that cannot be read changes nothing."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from inspector.model.query_list import SLOTS, QueryList

TEXT = st.sampled_from([f"query {number}" for number in range(9)])
STEP = st.tuples(st.sampled_from(["add", "remove", "draw", "hide"]), TEXT)


def listed() -> tuple[QueryList, list[tuple[str, str]]]:
    queries, told = QueryList(), []
    queries.message.connect(lambda kind, text: told.append((kind, text)))
    return queries, told


@given(st.lists(STEP))
def test_whatever_is_done_each_query_is_there_once_and_no_two_share_a_slot(steps: list[tuple[str, str]]) -> None:
    queries = QueryList()
    for what, text in steps:
        {"add": queries.add, "remove": queries.remove, "draw": queries.draw, "hide": lambda t: queries.draw(t, False)}[
            what
        ](text)
        texts = [entry.text for entry in queries.entries]
        slots = [entry.slot for entry in queries.drawn]
        assert len(set(texts)) == len(texts)
        assert slots == sorted(set(slots))
        assert len(slots) <= SLOTS


def test_the_first_queries_are_drawn_and_the_next_waits_for_a_free_slot(qapp: object) -> None:
    queries, told = listed()
    for number in range(SLOTS + 1):
        queries.add(f"query {number}")
    assert len(queries.drawn) == SLOTS
    queries.draw("query 6")
    assert told == [("hint", "6 queries are drawn already: take one of them out of the plot first")]
    queries.draw("query 2", False)
    queries.draw("query 6")
    assert [entry.text for entry in queries.drawn][2] == "query 6"


def test_a_blank_query_is_refused_in_words() -> None:
    queries, told = listed()
    queries.add("  ")
    assert queries.entries == ()
    assert told == [("error", "the list holds no query")]


def test_a_saved_list_is_loaded_again_and_a_broken_file_changes_nothing(tmp_path: Path) -> None:
    queries, told = listed()
    queries.add("How many eggs?")
    queries.add("Who dances?")
    queries.save(tmp_path / "list.json")
    queries.clear()
    queries.load(tmp_path / "list.json")
    assert [entry.text for entry in queries.entries] == ["How many eggs?", "Who dances?"]
    (tmp_path / "broken").write_text("[")
    queries.load(tmp_path / "broken")
    assert len(queries.entries) == 2
    assert [kind for kind, _ in told] == ["info", "info", "error"]
