"""The option `--model`: what it fills in, what wins over it, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector.cli import main
from inspector.core.paths import resource

Run = Callable[..., SimpleNamespace]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    path = tmp_path / "rain.txt"
    path.write_text("Rain came early that year. The river rose past the old mill. " * 30, encoding="utf-8")

    def call(command: str, *arguments: object) -> SimpleNamespace:
        status = main([command, str(path), *map(str, arguments)])
        out, err = capsys.readouterr()
        return SimpleNamespace(status=status, out=out, records=[json.loads(x) for x in out.splitlines()], said=err)

    return call


def test_a_model_fills_in_tokenizer_context_and_prefix(run: Run) -> None:
    typed = run("chunk", "--tokenizer", "bert-base-uncased", "--context", 512, "--prefix", "passage: ")
    done = run("chunk", "--model", "e5-small-v2")
    assert done.status == 0
    assert done.records == typed.records != run("chunk").records


def test_a_model_of_another_tokenizer_is_counted_with_it(run: Run) -> None:
    typed = run("chunk", "--tokenizer", "cl100k_base", "--context", 8191)
    assert run("chunk", "--model", "text-embedding-ada-002").records[0]["tokens"] == typed.records[0]["tokens"]


def test_an_option_that_was_typed_wins_over_the_model(run: Run) -> None:
    done = run("chunk", "--model", "e5-small-v2", "--context", 64, "--prefix", "")
    assert done.records == run("chunk", "--context", 64).records


def test_an_unknown_model_is_refused_with_the_known_ones(run: Run) -> None:
    done = run("chunk", "--model", "e6")
    assert (done.status, done.out) == (2, "")
    assert done.said.startswith("inspector: unknown model 'e6': known are all-MiniLM-L6-v2, ")


def test_a_model_without_a_shipped_tokenizer_asks_for_its_file(run: Run) -> None:
    done = run("chunk", "--model", "bge-m3")
    assert done.status == 2
    assert "give --tokenizer with the path of its tokenizer.json" in done.said
    path = resource("tokenizers", "bert-base-uncased", "tokenizer.json")
    assert run("chunk", "--model", "bge-m3", "--tokenizer", path).status == 0


def test_a_model_counted_by_a_tokenizer_not_its_own_says_so(run: Run) -> None:
    done = run("chunk", "--model", "bge-m3", "--tokenizer", "words")
    assert done.status == 0
    assert "--model is bge-m3, but the tokens are those of words instead of its own tokenizer.json" in done.said
    other = run("chunk", "--model", "e5-small-v2", "--tokenizer", "cl100k_base")
    assert "the tokens are those of cl100k_base instead of bert-base-uncased" in other.said


def test_figures_of_a_model_that_no_source_was_found_for_are_told(run: Run) -> None:
    assert "--model is gte-base: not checked against a source: prefixes" in run("chunk", "--model", "gte-base").said
    assert "not checked" not in run("chunk", "--model", "e5-small-v2").said
    assert "gte-base (not checked against a source: prefixes), gte-large" in run("chunk", "--model", "e6").said


def test_ranking_for_a_model_that_cannot_embed_says_whose_scores_these_are(run: Run) -> None:
    done = run("rank", "--query", "mill", "--model", "e5-small-v2")
    assert done.status == 0
    assert "--model is e5-small-v2, which cannot embed here: the scores are those of all-MiniLM-L6-v2" in done.said
    assert "--model" not in run("rank", "--query", "mill", "--model", "all-MiniLM-L6-v2").said


def test_the_help_lists_every_tokenizer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chunk", "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert all(
        name in words for name in ("bert-base-", "cl100k_base", "o200k_base", "words, characters", "--model NAME")
    )
