"""`inspector rank`: the chunk with the answer first, null where there is no score, blank queries refused."""

from pathlib import Path

import pytest

from tests.commands.written import KEYS, Run, write


def test_rank_writes_the_chunk_with_the_answer_first(run: Run, rain: str) -> None:
    done = run("rank", rain, "--size", 16, "--query", "how many books did we read")
    assert done.status == 0
    assert [tuple(record) for record in done.records] == [(*KEYS, "rank", "score")] * len(done.records)
    assert [r["rank"] for r in done.records] == list(range(1, len(done.records) + 1))
    assert [r["score"] for r in done.records] == sorted((r["score"] for r in done.records), reverse=True)
    assert "three books" in done.records[0]["text"]
    assert sorted(r["index"] for r in done.records) == list(range(len(done.records)))


def test_a_chunk_without_a_score_comes_last_with_null(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "blanks.txt", "One bee.\n\n" + "\n\n" * 60 + "Two bees.")
    records = run(
        "rank", path, "--unit", "characters", "--size", 12, "--separators", "classic", "--query", "bee"
    ).records
    assert any(r["score"] is None for r in records)
    scored = [r for r in records if r["score"] is not None]
    assert records[: len(scored)] == scored
    assert all(r["rank"] is None and not r["text"].strip() for r in records[len(scored) :])


@pytest.mark.parametrize("query", ["", "   ", "\n"])
def test_a_blank_query_is_refused(run: Run, rain: str, query: str) -> None:
    done = run("rank", rain, "--query", query)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert repr(query) in done.said[0]


def test_a_query_that_is_no_text_is_refused(run: Run, rain: str) -> None:
    assert run("rank", rain, "--query", "caf\udce9").status == 2


def test_an_empty_document_ranks_nothing(run: Run, tmp_path: Path) -> None:
    done = run("rank", write(tmp_path, "empty.txt", ""), "--query", "bees")
    assert (done.status, done.out) == (0, "")


def test_a_query_that_the_model_does_not_read_to_its_end_is_told(run: Run, rain: str) -> None:
    done = run("rank", rain, "--query", "how many books " * 1_000)
    assert done.status == 0
    assert any("Only the beginning of the query is read: it takes 3,002 input tokens of 256" in s for s in done.said)
    assert not any("Only the beginning" in line for line in run("rank", rain, "--query", "how many books").said)
