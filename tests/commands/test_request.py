"""What the command line refuses: one line that names the option and the value, and exit status 2."""

from pathlib import Path

import pytest

from tests.commands.written import TWENTY_WORDS, Run, write


@pytest.mark.parametrize(
    ("strategy", "unit", "accepted"), [("sliding-words", "tokens", "words"), ("sliding-tokens", "words", "tokens")]
)
def test_a_unit_that_the_strategy_does_not_count_in_is_refused_with_those_it_does(
    run: Run, rain: str, strategy: str, unit: str, accepted: str
) -> None:
    done = run("chunk", rain, "--strategy", strategy, "--unit", unit)
    assert (done.status, done.out, len(done.said)) == (2, "", 1)
    assert all(word in done.said[0] for word in (strategy, unit, accepted))


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


def test_a_refusal_comes_before_the_document_is_read(run: Run) -> None:
    assert run("chunk", "no-such-file.txt", "--size", "0").status == 2


def test_a_cluster_larger_than_the_size_is_refused_with_both_numbers(run: Run, tmp_path: Path) -> None:
    done = run("chunk", write(tmp_path, "korean.txt", "한국어 문장입니다."), "--size", 2)
    assert (done.status, done.out) == (1, "")
    assert "3" in done.said[-1]
    assert "2" in done.said[-1]


@pytest.mark.parametrize("content", ["{}", "not json", '{"model": 3}', b"\xff\xfe\x00"])
def test_a_file_that_is_no_tokenizer_is_one_line(run: Run, rain: str, tmp_path: Path, content: str | bytes) -> None:
    path = write(tmp_path, "tokenizer.json", content)
    done = run("chunk", rain, "--tokenizer", path)
    assert (done.status, done.out, len(done.said)) == (1, "", 1)
    assert "tokenizer.json" in done.said[0]


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
