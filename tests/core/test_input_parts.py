"""The parts of what the model receives add up, also where prefix and text become other tokens together."""

import pytest

from inspector.core.chunker import chunk
from inspector.core.facts import Facts
from inspector.core.input_parts import InputParts, input_parts
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.core.tokenizer import load_tokenizer

TEXT = "Hello there, chunks of text. " * 20


def parts(name: str, prefix: str, context: int | None = 256, text: str = TEXT) -> InputParts:
    facts, limits = Facts.build(text, load_tokenizer(name)), ModelLimits(context, prefix)
    return input_parts(facts, chunk(facts, Parameters(size=30), limits), limits, 0)


def test_text_prefix_and_special_tokens_are_told_with_the_context() -> None:
    assert InputParts(241, 4, 2, 4, 256).line() == "241 text + 4 prefix + 2 special of 256"
    assert InputParts(1241, 0, 2, 0, None).line() == "1,241 text + 2 special tokens"
    assert InputParts(5, 0, 0, 0, 8191).line() == "5 text of 8,191"


def test_a_prefix_that_adds_nothing_or_less_is_told() -> None:
    assert InputParts(5, 0, 2, 1, 8).line() == "5 text + 0 prefix + 2 special of 8"
    assert InputParts(5, -1, 2, 1, 8).line() == "5 text \u2212 1 prefix + 2 special of 8"


@pytest.mark.parametrize("name", ["bert-base-uncased", "cl100k_base", "use-multilingual-v3", "words", "characters"])
@pytest.mark.parametrize("prefix", ["", "search_document: ", "query:", "Hel", "x"])
def test_the_parts_are_what_the_tokenizer_counts_together(name: str, prefix: str) -> None:
    found = parts(name, prefix)
    tokenizer = load_tokenizer(name)
    facts = Facts.build(TEXT, tokenizer)
    chunking = chunk(facts, Parameters(size=30), ModelLimits(256, prefix))
    assert found.received == tokenizer.count_input([chunking.text(TEXT, 0)], prefix)[0]
    assert found.text == tokenizer.count([chunking.text(TEXT, 0)])[0]
    assert found.special == tokenizer.special_tokens


def test_bert_adds_a_prefix_up_and_a_joint_can_swallow_a_token() -> None:
    apart = parts("bert-base-uncased", "search_document: ")
    assert (apart.prefix, apart.prefix_alone) == (4, 4)
    joined = parts("bert-base-uncased", "mill", text="er of the town")
    assert (joined.prefix, joined.prefix_alone) == (0, 1)


def test_what_is_beyond_the_context_is_known() -> None:
    assert InputParts(60, 4, 2, 4, 50).beyond == 16
    assert InputParts(60, 4, 2, 4, None).beyond == 0
