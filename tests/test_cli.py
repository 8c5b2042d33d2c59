"""The command line from its arguments to its records, notes and exit status, run inside this process."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector.cli import main
from inspector.commands.request import Request, cut
from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.tokenizer import load_tokenizer

Run = Callable[..., SimpleNamespace]

RAIN = (
    "Rain came early that year. The river rose past the old mill and the ferry stopped. Nobody had seen it so high. "
    "By the second week the road was gone, and with it the post. We read the same three books. In May the water fell "
    "at last, and the miller counted his sacks."
)
TWENTY_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
PRICES = (
    "The café sells the house blend for £350 a sack – “naïve” buyers pay more. [SEP] The other one sells it for £340, "
    "and nobody there says why; perhaps the sacks are smaller.\n"
)
KEYS = [
    "index", "start", "body_start", "end", "level", "tokens", "input_tokens", "words", "characters", "overlap",
    "fits_context", "text",
]  # fmt: skip


@pytest.fixture
def rain(tmp_path: Path) -> str:
    path = tmp_path / "rain.txt"
    path.write_text(RAIN, encoding="utf-8")
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program; its exit status, its records and what it said, line by line."""

    def call(*arguments: object) -> SimpleNamespace:
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return SimpleNamespace(
            status=status, out=out, records=[json.loads(line) for line in out.splitlines()], said=err.splitlines()
        )

    return call


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


# Records --------------------------------------------------------------------------------------------------------------


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


# Where the document comes from ----------------------------------------------------------------------------------------


def test_a_dash_reads_standard_input_as_bytes(run: Run, monkeypatch: pytest.MonkeyPatch, rain: str) -> None:
    feed(monkeypatch, b"\xef\xbb\xbf" + RAIN.encode())
    from_stdin = run("chunk", "-", "--size", 16)
    assert from_stdin.status == 0
    assert from_stdin.records == run("chunk", rain, "--size", 16).records


def test_standard_input_can_be_read_in_a_given_encoding(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "caf\u00e9 \u00a3350".encode("cp1252"))
    assert run("chunk", "-", "--encoding", "cp1252").records[0]["text"] == "caf\u00e9 \u00a3350"


def test_an_empty_standard_input_has_no_chunks_and_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, b"")
    done = run("chunk", "-", "--size", 16, "--overlap", 4)
    assert (done.status, done.records) == (0, [])
    assert "standard input" in done.said[0]


def test_a_file_named_like_a_command_opens_by_its_path(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "chunk", "hello there")
    monkeypatch.chdir(tmp_path)
    assert run("chunk", "./chunk").records[0]["text"] == "hello there"
    assert run("chunk", "chunk").records[0]["text"] == "hello there"


def test_a_sample_brings_its_own_settings(run: Run) -> None:
    done = run("chunk", "sample:field-guide")
    assert done.status == 0
    assert max(r["tokens"] for r in done.records) <= 72
    assert any(r["overlap"] for r in done.records)
    assert {"paragraph", "sentence", "line", "word", "hard", "end"} == {r["level"] for r in done.records}


def test_what_is_typed_wins_over_a_sample_s_own_settings(run: Run) -> None:
    records = run("chunk", "sample:field-guide", "--size", 200, "--overlap", 0).records
    assert 72 < max(r["tokens"] for r in records) <= 200
    assert not any(r["overlap"] for r in records)


def test_an_unknown_sample_is_refused_with_the_known_ones(run: Run) -> None:
    done = run("chunk", "sample:nothing")
    assert done.status == 2
    assert len(done.said) == 1
    assert "'nothing'" in done.said[0]
    assert "field-guide" in done.said[0]


# Units ----------------------------------------------------------------------------------------------------------------


def test_sliding_words_counts_words_unless_told_otherwise(run: Run, tmp_path: Path) -> None:
    done = run("chunk", write(tmp_path, "words.txt", TWENTY_WORDS), "--strategy", "sliding-words", "--size", 8)
    assert [r["words"] for r in done.records] == [8, 8, 4]


def test_without_a_size_the_default_number_is_taken_and_a_note_says_in_which_unit(run: Run, tmp_path: Path) -> None:
    done = run("chunk", write(tmp_path, "words.txt", "a " * 600), "--strategy", "sliding-words")
    assert [r["words"] for r in done.records] == [254, 254, 92]
    assert any(line.startswith("inspector: note: size is 254 words") for line in done.said)


@pytest.mark.parametrize(
    ("strategy", "unit", "accepted"), [("sliding-words", "tokens", "words"), ("sliding-tokens", "words", "tokens")]
)
def test_a_unit_that_the_strategy_does_not_count_in_is_refused_with_those_it_does(
    run: Run, rain: str, strategy: str, unit: str, accepted: str
) -> None:
    done = run("chunk", rain, "--strategy", strategy, "--unit", unit)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert all(word in done.said[0] for word in (strategy, unit, accepted))


def test_characters_are_a_unit(run: Run, rain: str) -> None:
    assert max(r["characters"] for r in run("chunk", rain, "--unit", "characters", "--size", 40).records) <= 40


# Refusals -------------------------------------------------------------------------------------------------------------

NOT_WHOLE = ["12.5", "true", "1e999", "12 ", "", "NaN", "inf", "0x10", "１２", "1_000"]


@pytest.mark.parametrize("value", NOT_WHOLE)
@pytest.mark.parametrize("option", ["--size", "--overlap", "--context"])
def test_a_value_that_is_no_whole_number_is_refused_by_name_and_value(
    run: Run, rain: str, option: str, value: str
) -> None:
    done = run("chunk", rain, option, value)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert option.removeprefix("--") in done.said[0]
    assert repr(value) in done.said[0]


@pytest.mark.parametrize(
    ("size", "overlap", "named"),
    [
        ("0", "0", ["0"]),
        ("16", "-4", ["-4"]),
        ("16", "40", ["16", "40"]),
        ("20", "20", ["20"]),
        ("9", "10", ["9", "10"]),
    ],
)
def test_a_pair_that_makes_no_sense_is_refused_with_its_values(
    run: Run, rain: str, size: str, overlap: str, named: list[str]
) -> None:
    done = run("chunk", rain, "--size", size, "--overlap", overlap)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert all(value in done.said[0] for value in named)


def test_sizes_are_compared_as_numbers_not_as_strings(run: Run, rain: str) -> None:
    assert run("chunk", rain, "--size", "1000", "--overlap", "200").status == 0


def test_a_relative_overlap_is_refused_and_named(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "words.txt", TWENTY_WORDS)
    done = run("chunk", path, "--strategy", "sliding-words", "--size", 8, "--overlap", "0.25")
    assert (done.status, len(done.said)) == (2, 1)
    assert "'0.25'" in done.said[0]


@pytest.mark.parametrize(
    ("option", "known"),
    [
        ("--strategy", ["recursive", "sliding-words", "sliding-tokens"]),
        ("--unit", ["tokens", "words", "characters"]),
        ("--separators", ["unicode", "classic"]),
        ("--tokenizer", ["bert-base-uncased"]),
        ("--embedder", ["all-MiniLM-L6-v2"]),
    ],
)
@pytest.mark.parametrize("value", ["nonsense", ""])
def test_an_unknown_name_is_refused_with_the_known_ones(
    run: Run, rain: str, option: str, known: list[str], value: str
) -> None:
    done = run("chunk", rain, option, value)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert all(name in done.said[0] for name in [repr(value), *known])


def test_an_unknown_encoding_is_refused_by_name(run: Run, rain: str) -> None:
    done = run("chunk", rain, "--encoding", "utf-99")
    assert (done.status, len(done.said)) == (2, 1)
    assert "utf-99" in done.said[0]


@pytest.mark.parametrize("context", ["0", "-1", "1", "2"])
def test_a_context_without_room_for_text_is_refused(run: Run, rain: str, context: str) -> None:
    done = run("chunk", rain, "--context", context)
    assert (done.status, len(done.said)) == (2, 1)
    assert f"context is {context}" in done.said[0]


def test_a_prefix_that_fills_the_context_is_refused(run: Run, rain: str) -> None:
    done = run("chunk", rain, "--context", 16, "--prefix", "a b c d e f g h i j k l m n ")
    assert (done.status, len(done.said)) == (2, 1)
    assert "16" in done.said[0]


@pytest.mark.parametrize(
    "arguments",
    [
        ["chunk"],
        ["chunk", "a", "b"],
        ["chunk", "a", "--nonsense"],
        ["chunk", "a", "--siz", "16"],
        ["chunk", "a", "--size"],
        ["rank", "a"],
        ["picture", "a"],
        ["--nonsense"],
        ["a", "b"],
    ],
)
def test_wrong_usage_is_one_line_and_status_2(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert "--help" in done.said[0]


def test_a_refusal_comes_before_the_document_is_read(run: Run) -> None:
    assert run("chunk", "no-such-file.txt", "--size", "0").status == 2


def test_a_cluster_larger_than_the_size_is_refused_with_both_numbers(run: Run, tmp_path: Path) -> None:
    done = run("chunk", write(tmp_path, "korean.txt", "한국어 문장입니다."), "--size", 2)
    assert (done.status, done.out) == (1, "")
    assert "3" in done.said[-1]
    assert "2" in done.said[-1]


# Files that cannot be read --------------------------------------------------------------------------------------------


def test_a_missing_file_is_named(run: Run) -> None:
    done = run("chunk", "no-such-file.txt")
    assert (done.status, len(done.said)) == (1, 1)
    assert "no-such-file.txt" in done.said[0]


def test_a_folder_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("chunk", tmp_path)
    assert (done.status, len(done.said)) == (1, 1)
    assert "folder" in done.said[0]


def test_a_binary_file_is_refused_by_name_and_not_written_as_mojibake(run: Run, tmp_path: Path) -> None:
    noise = bytes((i * 73 + (i >> 3) * 151) % 256 for i in range(4096))
    done = run("chunk", write(tmp_path, "blob.txt", noise))
    assert (done.status, done.out) == (1, "")
    assert "blob.txt" in done.said[-1]


def test_a_message_stays_one_line_whatever_the_file_is_called(run: Run) -> None:
    assert len(run("chunk", "two\nlines\x1b[31m.txt").said) == 1


@pytest.mark.parametrize("content", ["{}", "not json", '{"model": 3}', b"\xff\xfe\x00"])
def test_a_file_that_is_no_tokenizer_is_one_line(run: Run, rain: str, tmp_path: Path, content: str | bytes) -> None:
    path = write(tmp_path, "tokenizer.json", content)
    done = run("chunk", rain, "--tokenizer", path)
    assert (done.status, done.out, len(done.said)) == (1, "", 1)
    assert "tokenizer.json" in done.said[0]


def test_a_tokenizer_can_be_a_file(run: Run, rain: str) -> None:
    from inspector.core.paths import resource

    path = resource("tokenizers", "bert-base-uncased", "tokenizer.json")
    assert run("chunk", rain, "--tokenizer", path).records == run("chunk", rain).records


# Empty documents ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", ["", "\n\n\n", " \t\r\n", "\ufeff"])
def test_a_document_without_words_has_no_chunks_and_no_error(run: Run, tmp_path: Path, content: str | bytes) -> None:
    done = run("chunk", write(tmp_path, "blank.txt", content), "--size", 16, "--overlap", 4)
    assert (done.status, done.out) == (0, "")
    assert any("blank.txt" in line for line in done.said)


# Notes ----------------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("command", [["chunk"], ["rank", "--query", "eggs"], ["picture", "-o", "x.png"], []])
def test_an_empty_file_name_is_named_as_such(run: Run, command: list[str]) -> None:
    done = run(*command[:1], "", *command[1:])
    assert (done.status, len(done.said)) == (2, 1)
    assert "the file name is empty" in done.said[0]


@pytest.mark.parametrize("command", [["chunk"], ["rank", "--query", "eggs"], ["picture", "-o", "x.png"], []])
@pytest.mark.parametrize("name", ["a" * 5000, "a/" * 3000 + "b"])
def test_a_file_name_that_is_too_long_is_one_line(run: Run, command: list[str], name: str) -> None:
    done = run(*command[:1], name, *command[1:])
    assert (done.status, len(done.said)) == (1, 1)


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--size", "99999999999999999999", "size is 99999999999999999999: it must be at most 2147483647"),
        ("--overlap", "99999999999999999999", "overlap is 99999999999999999999 and size 254"),
        ("--context", "3000000000", "context is 3000000000: it must be at most 2147483647"),
        ("--context", "9" * 30, "it must be at most 2147483647"),
        ("--context", "0", "context is 0: it must be at least 1"),
        ("--size", "9" * 5000, "too many digits"),
        ("--context", "9" * 101, "too many digits"),
    ],
)
def test_a_number_out_of_range_is_refused_by_its_own_range(
    run: Run, rain: str, option: str, value: str, reason: str
) -> None:
    done = run("chunk", rain, option, value)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert reason in done.said[0]
    assert len(done.said[0]) < 250


@pytest.mark.parametrize("value", ["a" * 5000, "~nobody-of-this-name/x", "\x00", "a/b"])
def test_a_tokenizer_that_is_no_name_of_a_file_is_unknown(run: Run, rain: str, value: str) -> None:
    done = run("chunk", rain, "--tokenizer", value)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert done.said[0].startswith("inspector: unknown tokenizer")


# The certificate ------------------------------------------------------------------------------------------------------


def test_the_certificate_is_the_last_line_on_standard_error(run: Run, rain: str) -> None:
    done = run("chunk", rain, "--size", 16)
    assert done.said[-1].startswith("inspector: certificate: ")
    assert str(len(done.records)) in done.said[-1]


def test_the_certificate_is_written_as_json(run: Run, rain: str, tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    done = run("chunk", rain, "--size", 16, "--certificate", target)
    written = json.loads(target.read_text(encoding="utf-8"))
    assert done.status == 0
    assert written["state"] == "checked"
    assert written["chunks"] == len(done.records)


def test_an_empty_document_s_certificate_says_that_there_is_nothing_to_check(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    assert run("chunk", write(tmp_path, "empty.txt", ""), "--certificate", target).status == 0
    assert json.loads(target.read_text(encoding="utf-8"))["state"] == "nothing"


@pytest.mark.parametrize("target", ["-", ""])
def test_the_certificate_does_not_go_where_the_records_go(run: Run, rain: str, target: str) -> None:
    assert run("chunk", rain, "--certificate", target).status == 2


def test_the_certificate_does_not_overwrite_the_document(run: Run, rain: str) -> None:
    done = run("chunk", rain, "--certificate", rain)
    assert (done.status, len(done.said)) == (2, 1)


def test_a_certificate_that_cannot_be_written_is_one_line_and_status_1(run: Run, rain: str, tmp_path: Path) -> None:
    done = run("chunk", rain, "--certificate", tmp_path / "missing" / "certificate.json")
    assert done.status == 1
    assert "missing" in done.said[-1]
    assert run("chunk", rain, "--certificate", tmp_path).status == 1


def test_a_failed_certificate_names_the_first_offending_chunk_and_is_status_1(
    run: Run, rain: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong_cut(asked: Request) -> tuple[Facts, Chunking]:
        facts, chunking = cut(asked)
        tokens = chunking.tokens.copy()
        tokens[2] += 1
        return facts, replace(chunking, tokens=tokens)

    monkeypatch.setattr("inspector.commands.chunk.cut", wrong_cut)
    target = tmp_path / "certificate.json"
    done = run("chunk", rain, "--size", 16, "--certificate", target)
    assert done.status == 1
    assert "chunk #3" in done.said[-1]
    written = json.loads(target.read_text(encoding="utf-8"))
    assert (written["state"], written["first_offender"]) == ("failed", 2)


# Ranking --------------------------------------------------------------------------------------------------------------


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


# Interruption and help ------------------------------------------------------------------------------------------------


def test_ctrl_c_is_one_line_and_status_130(run: Run, rain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inspector.commands.chunk.request", interrupted)
    done = run("chunk", rain)
    assert (done.status, done.said) == (130, ["inspector: interrupted"])


@pytest.mark.parametrize("arguments", [["--help"], ["chunk", "--help"], ["rank", "--help"], ["picture", "--help"]])
def test_help_names_every_option_of_the_design(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    told = capsys.readouterr().out
    shared = [
        "strategy",
        "size",
        "unit",
        "overlap",
        "separators",
        "tokenizer",
        "context",
        "prefix",
        "embedder",
        "encoding",
    ]
    assert all(f"--{option}" in told for option in shared)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    import inspector

    assert main(["--version"]) == 0
    assert inspector.__version__ in capsys.readouterr().out


@pytest.mark.parametrize("command", [["chunk"], ["rank", "--query", "eggs"], ["picture", "-o", "x.png"]])
@pytest.mark.parametrize("target", ["no-such-folder/c.json", "rain.txt/c.json", "c" * 5000])
def test_a_certificate_that_cannot_be_written_is_refused_before_any_output(
    run: Run, rain: str, command: list[str], target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(rain).parent)
    done = run(*command, rain, "--certificate", target)
    assert (done.status, done.out, len(done.said)) == (1, "", 1)
    assert "cannot write" in done.said[0]
    assert not Path("x.png").exists()


def test_weights_and_a_floor_change_what_optimal_cuts(run: Run, rain: str) -> None:
    plain = run("chunk", rain, "--strategy", "optimal", "--size", 30)
    words = run("chunk", rain, "--strategy", "optimal", "--size", 30, "--weights", "sentence=9.5,word=0,hard=.5")
    assert plain.status == words.status == 0
    assert [r["end"] for r in plain.records] != [r["end"] for r in words.records]
    floor = run("chunk", rain, "--strategy", "optimal", "--size", 30, "--floor", 14)
    assert min(r["tokens"] for r in floor.records) >= 14


@pytest.mark.parametrize(
    ("option", "value", "named"),
    [
        ("--weights", "page=1", ["'page'", "heading, paragraph, sentence, line, word, hard"]),
        ("--weights", "", ["level in --weights"]),
        ("--weights", "line", ["cost of line", "''"]),
        ("--weights", "line=-1", ["'-1'"]),
        ("--weights", "line=0.123", ["'0.123'"]),
        ("--weights", "line=nan", ["'nan'"]),
        ("--weights", "line=9999", ["line", "999900", "100000"]),
        ("--weights", "line=1,line=2", ["line is there twice"]),
        ("--floor", "-1", ["floor is -1"]),
        ("--floor", "1.5", ["floor is '1.5'"]),
    ],
)
def test_weights_and_floors_that_make_no_sense_are_refused_by_value(
    run: Run, rain: str, option: str, value: str, named: list[str]
) -> None:
    done = run("chunk", rain, option, value)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert all(words in done.said[0] for words in named)
