"""`inspector chunk`: its records, where the document comes from, units, and what is said beside the records."""

from pathlib import Path

import pytest

from inspector.core.tokenizer import load_tokenizer
from tests.commands.written import KEYS, TWENTY_WORDS, Run, write
from tests.rain import RAIN

PRICES = (
    "The café sells the house blend for £350 a sack – “naïve” buyers pay more. [SEP] The other one sells it for £340, "
    "and nobody there says why; perhaps the sacks are smaller.\n"
)


def test_a_record_has_the_documented_keys_in_the_documented_order(run: Run, rain: str) -> None:
    done = run("chunk", rain, "--size", 16)
    assert done.status == 0
    assert {tuple(record) for record in done.records} == {tuple(KEYS)}
    assert done.out.startswith('{"index":0,"start":0,"body_start":0,"end":')


def test_records_hold_slices_that_join_to_the_document_with_true_counts(run: Run, rain: str) -> None:
    records = run("chunk", rain, "--size", 16, "--overlap", 5).records
    assert "".join(RAIN[r["body_start"] : r["end"]] for r in records) == RAIN
    for number, record in enumerate(records):
        assert record["index"] == number
        assert record["text"] == RAIN[record["start"] : record["end"]]
        assert record["characters"] == len(record["text"])
        assert record["words"] == len(record["text"].split())
        assert record["tokens"] == load_tokenizer().count([record["text"]])[0] <= 16
        assert record["input_tokens"] == record["tokens"] + 2
        assert record["overlap"] == load_tokenizer().count([RAIN[record["start"] : record["body_start"]]])[0] <= 5
    assert [r["level"] for r in records][-1] == "end"
    assert any(r["overlap"] for r in records)


def test_the_defaults_are_those_of_the_design(run: Run, rain: str) -> None:
    assert run("chunk", rain).out == run(
        "chunk", rain, "--strategy", "recursive", "--separators", "unicode", "--unit", "tokens", "--size", 254,
        "--overlap", 0, "--tokenizer", "bert-base-uncased", "--context", 256, "--prefix", "",
        "--embedder", "all-MiniLM-L6-v2",
    ).out  # fmt: skip


def test_the_default_size_is_what_the_context_leaves_for_text(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "many.txt", "word " * 3000)
    assert max(r["tokens"] for r in run("chunk", path, "--context", 512).records) == 510
    prefixed = run("chunk", path, "--context", 512, "--prefix", "search_document: ").records
    assert max(r["input_tokens"] for r in prefixed) == 512
    assert max(r["tokens"] for r in prefixed) == 506


def test_a_chunk_above_the_context_says_so_in_its_record(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "many.txt", "word " * 600)
    long, short = run("chunk", path, "--size", 510).records
    assert long["input_tokens"] > 256
    assert not long["fits_context"]
    assert short["fits_context"]
    assert all(r["fits_context"] for r in run("chunk", path, "--size", 510, "--context", "none").records)


def test_text_is_written_as_itself_and_every_record_is_one_line_for_every_reader(run: Run, tmp_path: Path) -> None:
    text = "Grüße 你好 👩‍👩‍👧 one\u2028two\x85three\x0cfour"
    done = run("chunk", write(tmp_path, "signs.txt", text))
    assert "Grüße 你好 👩‍👩‍👧" in done.out
    assert len(done.records) == 1
    assert done.records[0]["text"] == text


def test_newlines_are_kept_as_they_are(run: Run, tmp_path: Path) -> None:
    text = "one\r\ntwo\rthree\n\r\nfour"
    assert "".join(r["text"] for r in run("chunk", write(tmp_path, "ends.txt", text), "--size", 2).records) == text


def test_sliding_words_counts_words_unless_told_otherwise(run: Run, tmp_path: Path) -> None:
    done = run("chunk", write(tmp_path, "words.txt", TWENTY_WORDS), "--strategy", "sliding-words", "--size", 8)
    assert [r["words"] for r in done.records] == [8, 8, 4]


def test_without_a_size_the_default_number_is_taken_and_a_note_says_in_which_unit(run: Run, tmp_path: Path) -> None:
    done = run("chunk", write(tmp_path, "words.txt", "a " * 600), "--strategy", "sliding-words")
    assert [r["words"] for r in done.records] == [254, 254, 92]
    assert any(line.startswith("inspector: note: size is 254 words") for line in done.said)


def test_characters_are_a_unit(run: Run, rain: str) -> None:
    assert max(r["characters"] for r in run("chunk", rain, "--unit", "characters", "--size", 40).records) <= 40


def test_a_tokenizer_can_be_a_file(run: Run, rain: str) -> None:
    from inspector.core.paths import resource

    path = resource("tokenizers", "bert-base-uncased", "tokenizer.json")
    assert run("chunk", rain, "--tokenizer", path).records == run("chunk", rain).records


@pytest.mark.parametrize("content", ["", "\n\n\n", " \t\r\n", "\ufeff"])
def test_a_document_without_words_has_no_chunks_and_no_error(run: Run, tmp_path: Path, content: str | bytes) -> None:
    done = run("chunk", write(tmp_path, "blank.txt", content), "--size", 16, "--overlap", 4)
    assert (done.status, done.out) == (0, "")
    assert any("blank.txt" in line for line in done.said)


def test_notes_go_to_standard_error_and_begin_alike(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "notes.txt", PRICES.encode("cp1252"))
    done = run("chunk", path)
    notes = [line for line in done.said if line.startswith("inspector: note: ")]
    assert any("cp1252" in line for line in notes)
    assert any("truncation" in line for line in notes)
    assert any("1 special token" in line for line in notes)


def test_unknown_tokens_are_counted(run: Run, tmp_path: Path) -> None:
    done = run("chunk", write(tmp_path, "hex.txt", "0123456789abcdef" * 20 + " and words"))
    assert any("1 unknown token in" in line for line in done.said)


def test_weights_and_a_floor_change_what_optimal_cuts(run: Run, rain: str) -> None:
    plain = run("chunk", rain, "--strategy", "optimal", "--size", 30)
    words = run("chunk", rain, "--strategy", "optimal", "--size", 30, "--weights", "sentence=9.5,word=0,hard=.5")
    assert plain.status == words.status == 0
    assert [r["end"] for r in plain.records] != [r["end"] for r in words.records]
    floor = run("chunk", rain, "--strategy", "optimal", "--size", 30, "--floor", 14)
    assert min(r["tokens"] for r in floor.records) >= 14


def test_optimal_says_on_standard_error_where_it_is_the_least_by_sums_only(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "run.txt", "清晨水泵启动，上水箱慢慢注满。下面的阀门一直关着！" * 120)
    done = run("chunk", path, "--strategy", "optimal", "--size", 512, "--tokenizer", "use-multilingual-v3")
    assert done.status == 0
    assert any("least by summed counts: " in line and "every chunk was counted" in line for line in done.said)
    split = run("chunk", path, "--strategy", "optimal", "--size", 512)
    assert not any("summed counts" in line for line in split.said)
