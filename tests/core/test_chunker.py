"""What every chunking must be, over texts that are hard to cut, in every strategy, unit and preset."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
import regex
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from inspector.core.certificate import Audit
from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking
from inspector.core.errors import CannotError, RefusedError
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import PRESETS
from inspector.core.sentences import abbreviations
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import load_tokenizer
from tests.core import reference
from tests.core.texts import PIECES, TAME, sizes, texts

TOKENIZER = load_tokenizer()
SHARED = Path(__file__).parents[2].parent / "shared"
GOLDEN = Path(__file__).parents[1] / "golden"
HOW = [(s.name, unit) for s in STRATEGIES.values() for unit in s.units]
SETUPS = [
    (strategy, unit, separators)
    for strategy, unit in HOW
    for separators in ([STRATEGIES[strategy].separators] if STRATEGIES[strategy].separators else ["unicode", "classic"])
]
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def count_in(unit: str, text: str) -> int:
    """The count that a stranger would take."""
    if unit == "tokens":
        return TOKENIZER.count([text])[0] if text else 0
    return len(text.split()) if unit == "words" else len(text)


def cut(text: str, strategy: str, unit: str, size: int, overlap: int, separators: str = "unicode") -> Chunking | None:
    """The chunking; None where it is refused because a cluster is larger than the size."""
    facts = Facts.build(text, TOKENIZER)
    try:
        return chunk(facts, checked(strategy, size, unit, overlap, separators))
    except CannotError:
        clusters = [m.group() for m in regex.finditer(r"\X", text)]
        assert max(count_in(unit, c) for c in clusters) > size
        return None


@pytest.mark.parametrize(("strategy", "unit", "separators"), SETUPS)
@given(text=texts(), how=sizes())
@example(text="\f\fa\f\fb", how=(1, 0))
@example(text="a \u0600 \u0308b c", how=(2, 1))
@QUICK
def test_bodies_partition_the_text_and_every_count_is_a_recount(
    strategy: str, unit: str, separators: str, text: str, how: tuple[int, int]
) -> None:
    size, overlap = how
    c = cut(text, strategy, unit, size, overlap, separators)
    if c is None:
        return
    if not text.strip():
        assert len(c) == 0
        return
    ends, starts, bodies = c.ends.tolist(), c.starts.tolist(), c.body_starts.tolist()
    assert bodies == [0, *ends[:-1]]
    assert ends[-1] == len(text)
    assert all(a < b for a, b in itertools.pairwise(ends))
    assert all(a < b for a, b in itertools.pairwise(starts))
    assert all(s <= b for s, b in zip(starts, bodies, strict=True))
    boundaries = reference.boundaries(text)
    assert set(ends) | set(starts) <= boundaries
    for k in range(len(c)):
        piece = text[starts[k] : ends[k]]
        assert c.counts[k] == count_in(unit, piece) <= size
        assert c.tokens[k] == count_in("tokens", piece)
        assert c.words[k] == len(piece.split())
        assert c.overlaps[k] == count_in(unit, text[starts[k] : bodies[k]])
        assert c.input_tokens[k] == TOKENIZER.count_input([piece], "")[0]
        assert c.blank[k] == (not piece.strip())
    assert Audit(Facts.build(text, TOKENIZER), c, ModelLimits()).final().state == "checked"


@pytest.mark.parametrize("unit", ["tokens", "words", "characters"])
@given(text=texts(), how=sizes())
@QUICK
def test_overlap_stays_within_what_was_asked_and_begins_at_a_word(unit: str, text: str, how: tuple[int, int]) -> None:
    size, overlap = how
    c = cut(text, "recursive", unit, size, overlap)
    if c is None:
        return
    for k in range(1, len(c)):
        start, body = int(c.starts[k]), int(c.body_starts[k])
        assert c.overlaps[k] <= overlap
        assert start > c.starts[k - 1]
        if start < body:
            begins_word = text[start - 1].isspace() and not text[start].isspace()
            last_word = text[:body].rstrip()[start:]
            assert begins_word or len(last_word.split()) <= 1


@given(text=texts(), how=sizes())
@QUICK
def test_overlap_repeats_the_last_word_where_it_fits(text: str, how: tuple[int, int]) -> None:
    size, overlap = how
    c = cut(text, "recursive", "tokens", size, overlap)
    if c is None or not overlap:
        return
    for k in range(1, len(c)):
        previous, body, end = int(c.starts[k - 1]), int(c.body_starts[k]), int(c.ends[k])
        words = text[previous:body].split()
        last = text[previous:body].rstrip().rfind(words[-1]) + previous if len(words) > 1 else -1
        if last <= previous or not text[last - 1].isspace() or last not in reference.boundaries(text):
            continue
        if count_in("tokens", text[last:body]) <= overlap and count_in("tokens", text[last:end]) <= size:
            assert c.starts[k] <= last


@pytest.mark.parametrize("unit", ["tokens", "words", "characters"])
@given(text=texts(TAME), how=sizes())
@QUICK
def test_recursive_unicode_agrees_with_the_slow_reference(unit: str, text: str, how: tuple[int, int]) -> None:
    size, overlap = how
    levels = reference.unicode_levels(text, abbreviations())
    expected = reference.recursive(text, levels, lambda t: count_in(unit, t), size, overlap)
    c = cut(text, "recursive", unit, size, overlap)
    if expected is not None and c is not None:
        assert c.ends.tolist() == expected
        assert c.levels.tolist()[:-1] == [levels[e] for e in expected[:-1]]


@given(text=texts(TAME), how=sizes())
@QUICK
def test_recursive_classic_agrees_with_the_slow_reference(text: str, how: tuple[int, int]) -> None:
    size, overlap = how
    levels = reference.classic_levels(text)
    expected = reference.recursive(text, levels, lambda t: count_in("tokens", t), size, overlap)
    c = cut(text, "recursive", "tokens", size, overlap, "classic")
    if expected is not None and c is not None:
        assert c.ends.tolist() == expected


@given(text=texts(), how=sizes())
@QUICK
def test_sliding_words_are_windows_of_the_words(text: str, how: tuple[int, int]) -> None:
    clusters = [m.group() for m in regex.finditer(r"\X", text)]
    assume(not any(c != "\r\n" and len(c) > 1 and any(map(str.isspace, c)) for c in clusters))
    size, overlap = how
    words, step = text.split(), size - overlap
    starts = list(range(0, max(len(words) - overlap, 1), step)) if words else []
    c = cut(text, "sliding-words", "words", size, overlap)
    assert c is not None
    assert [c.text(text, k).split() for k in range(len(c))] == [words[s : s + size] for s in starts]


@given(text=texts(), size=st.integers(1, 40))
@QUICK
def test_blank_chunks_are_emitted_only_where_they_fit_neither_neighbour(text: str, size: int) -> None:
    c = cut(text, "recursive", "characters", size, 0)
    if c is None:
        return
    lengths = (c.ends - c.body_starts).tolist()
    for k in range(len(c)):
        if c.blank[k]:
            assert k == 0 or lengths[k - 1] + lengths[k] > size
            assert k == len(c) - 1 or lengths[k] + lengths[k + 1] > size


@pytest.mark.parametrize("separators", ["unicode", "classic", "markdown"])
@given(text=texts(), how=sizes())
@QUICK
def test_the_level_of_a_cut_is_the_same_in_every_strategy(separators: str, text: str, how: tuple[int, int]) -> None:
    seen: dict[int, int] = {}
    for strategy, unit in HOW:
        if STRATEGIES[strategy].separators not in (None, separators):
            continue
        c = cut(text, strategy, unit, *how, separators)
        for end, level in zip(c.ends.tolist()[:-1], c.levels.tolist()[:-1], strict=True) if c else ():
            assert seen.setdefault(end, level) == level
        if c is not None and len(c):
            assert c.level(len(c) - 1) is Level.END


def golden(name: str) -> list[tuple[dict[str, object], str | None]]:
    """The golden results with their texts; None for a text that lies outside the project and is not there."""
    rows = []
    for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = row.get("text")
        if text is None and (SHARED / row["file"]).exists():
            text = (SHARED / row["file"]).read_bytes().decode()[row["start"] : row["end"]]
        rows.append((row, text))
    return rows


def test_recursive_classic_gives_the_golden_results() -> None:
    checked_rows = 0
    for row, text in golden("recursive_classic.jsonl"):
        if text is None:
            continue
        c = chunk(Facts.build(text, TOKENIZER), checked("recursive", row["max_tokens"], "tokens", 0, "classic"))
        assert c.ends.tolist() == row["ends"], (row["name"], row["max_tokens"])
        assert c.counts.tolist() == row["counts"]
        checked_rows += 1
    assert checked_rows >= 42  # with ../shared all of them


def test_sliding_words_gives_the_golden_results() -> None:
    checked_rows = 0
    for row, text in golden("sliding_words.jsonl"):
        if text is None:
            continue
        words = text.split()
        c = chunk(Facts.build(text, TOKENIZER), checked("sliding-words", row["size"], "words", row["overlap"]))
        windows = [c.text(text, k).split() for k in range(len(c))]
        assert windows == [words[a:b] for a, b in row["windows"]], row["name"]
        checked_rows += 1
    assert checked_rows >= 30


@pytest.mark.parametrize("corpus", ["state_of_the_union", "wikitexts", "chatlogs"])
@pytest.mark.parametrize(
    ("strategy", "unit"), [("recursive", "tokens"), ("sliding-tokens", "tokens"), ("sliding-words", "words")]
)
def test_real_documents_hold_at_every_size(corpus: str, strategy: str, unit: str) -> None:
    path = SHARED / "evaluation" / "corpora" / f"{corpus}.md"
    if not path.exists():
        pytest.skip("the evaluation data stays outside the project")
    text = path.read_bytes().decode()
    facts = Facts.build(text, TOKENIZER)
    for size in (16, 64, 254, 510):
        for overlap in (0, size // 4):
            c = chunk(facts, checked(strategy, size, unit, overlap))
            certificate = Audit(facts, c, ModelLimits()).final()
            assert certificate.state == "checked", certificate.failure
            assert "".join(text[a:b] for a, b in zip(c.body_starts, c.ends, strict=True)) == text


def test_a_cluster_larger_than_the_size_is_refused_with_both_numbers() -> None:
    with pytest.raises(CannotError, match=r"size is 2 tokens.*3 tokens"):
        chunk(Facts.build("한국어 문장입니다.", TOKENIZER), checked(size=2))


def test_a_cluster_larger_than_size_less_overlap_is_a_body_of_its_own() -> None:
    c = chunk(Facts.build("한 한 한", TOKENIZER), checked(size=4, overlap=3))
    assert c.counts.max() <= 4
    assert (c.ends - c.body_starts).tolist() == [2, 2, 1]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"size": 0}, "size is 0"),
        ({"size": "0"}, "size is 0"),
        ({"size": 5, "overlap": 5}, "overlap is 5 and size 5"),
        ({"size": "9", "overlap": "10"}, "overlap is 10 and size 9"),
        ({"overlap": -1}, "overlap is -1"),
        ({"size": "12.5"}, "'12.5'"),
        ({"size": float("nan")}, "nan"),
        ({"size": True}, "True"),
        ({"size": "12 "}, "'12 '"),
        ({"size": ""}, "''"),
        ({"size": "1e999"}, "'1e999'"),
        ({"size": "٣"}, "'٣'"),
        ({"size": 2**31}, "2147483648"),
        ({"strategy": "magic"}, f"known are {', '.join(STRATEGIES)}"),
        ({"unit": "bytes"}, "known are tokens, words, characters"),
        ({"strategy": "sliding-words", "unit": "tokens"}, "counts in words"),
        ({"separators": "markdown-ish"}, f"known are {', '.join(PRESETS)}"),
    ],
)
def test_parameters_that_make_no_sense_are_refused_by_value(arguments: dict[str, object], named: str) -> None:
    with pytest.raises(RefusedError, match=regex.escape(named)):
        checked(**arguments)  # type: ignore[arg-type]


def test_numbers_typed_as_text_are_numbers() -> None:
    parameters = checked(size="1000", overlap="200")
    assert (parameters.size, parameters.overlap) == (1000, 200)


def test_a_lone_surrogate_is_refused_with_its_offset() -> None:
    with pytest.raises(CannotError, match=r"U\+D800.*offset 3"):
        Facts.build("abc\ud800d", TOKENIZER)


def test_the_pieces_hold_what_the_design_lists() -> None:
    everything = "".join(PIECES)
    assert "\f" in everything
    assert "\u200d" in everything
    assert any(len(p) > 100 for p in PIECES)
