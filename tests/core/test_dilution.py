"""The dilution curve: the chunks that hold an answer, from its sentence to the whole document."""

from __future__ import annotations

import pytest

from inspector.core.chunker import checked, chunk
from inspector.core.dilution import dilution_sizes, holders, sentence_size, sentences
from inspector.core.document import load_sample
from inspector.core.errors import RefusedError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import load_tokenizer

TEXT = load_sample("field-guide").text
FACTS = Facts.build(TEXT, load_tokenizer())
START = len(TEXT) // 2
END = START + 30
LIMITS = ModelLimits()


def test_sizes_go_from_the_sentence_to_the_whole_document() -> None:
    sizes = dilution_sizes(FACTS, "tokens", START, END)
    assert sizes[0] == sentence_size(FACTS, "tokens", START, END)
    assert sizes[-1] == FACTS.count("tokens", 0, len(TEXT))
    assert sizes == sorted(set(sizes))


def test_the_sentence_is_the_one_around_the_answer() -> None:
    text = "One two. Three four five. Six."
    facts = Facts.build(text, load_tokenizer("words"))
    assert sentence_size(facts, "words", 9, 14) == 3
    assert sentence_size(facts, "words", 4, 14) == 5


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_each_point_is_a_chunk_of_that_setting_and_none_shares_more_with_the_answer(strategy: str) -> None:
    unit = STRATEGIES[strategy].units[0]
    parameters = checked(strategy, 60, unit, 20)
    points = list(holders(FACTS, parameters, LIMITS, START, END))
    assert (points[-1].start, points[-1].end, points[-1].whole) == (0, len(TEXT), True)
    for point in points[:: max(len(points) // 5, 1)]:
        chunking = chunk(FACTS, checked(strategy, point.size, unit, min(20, point.size // 2)), LIMITS)
        spans = list(zip(chunking.starts.tolist(), chunking.ends.tolist(), strict=True))
        assert (point.start, point.end) in spans
        shared = [min(end, END) - max(start, START) for start, end in spans]
        assert min(point.end, END) - max(point.start, START) == max(shared)
        assert point.whole == (max(shared) == END - START)
        assert point.count <= point.size


def test_a_chunk_beyond_the_context_is_told() -> None:
    points = list(holders(FACTS, checked(size=60), ModelLimits(context=40), START, END))
    assert not points[-1].read


def test_a_stale_curve_stops() -> None:
    assert list(holders(FACTS, checked(size=60), LIMITS, START, END, cancelled=lambda: True)) == []


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (4, 4), (0, len(TEXT) + 1)])
def test_an_answer_that_is_no_part_of_the_document_is_refused(start: int, end: int) -> None:
    with pytest.raises(RefusedError, match="not a part"):
        list(holders(FACTS, checked(size=60), LIMITS, start, end))


def test_the_sentences_of_a_part_partition_it() -> None:
    text = "One two. Three four five. Six."
    facts = Facts.build(text, load_tokenizer("words"))
    assert [text[start:end] for start, end in sentences(facts, 4, 28)] == ["two. ", "Three four five. ", "Si"]
    assert sentences(facts, 9, 12) == [(9, 12)]
