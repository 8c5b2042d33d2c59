"""Lost characters are exactly those of which no token is made."""

import time

import pytest

from inspector.core.errors import CancelledError
from inspector.core.facts import Facts
from inspector.core.lost import lost_spans
from inspector.core.tokenizer import load_tokenizer
from tests.core.tiny_tokenizers import EVERY, tokenizer_of


def lost(text: str, kind: str = "bert-base-uncased") -> list[list[int]]:
    return lost_spans(Facts.build(text, tokenizer_of(kind))).tolist()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nothing is lost here.", []),
        ("", []),
        (" \n\u00a0\u3000 ", []),
        ("co\u00adoperate", [[2, 3]]),
        ("a\u200bb c\u200d d", [[1, 2], [5, 6]]),
        ("\x00\x01\ufffd\ufffd end", [[0, 4]]),
        ("na\u00efve", []),
        ("nai\u0308ve", [[3, 4]]),
        ("\ufeffword", [[0, 1]]),
        ("a \u200b b", [[2, 3]]),
        ("two \u00ad\u00ad words, th\u00adree", [[4, 6], [16, 17]]),
    ],
)
def test_control_and_invisible_characters_are_lost_to_bert_and_altered_ones_are_not(text: str, found: list) -> None:
    assert lost(text) == found


def test_what_is_in_an_unknown_token_is_not_also_lost() -> None:
    text = "\u2603\u200d\u2603 a\u200db"
    facts = Facts.build(text, load_tokenizer())
    assert facts.tokens.unknown.tolist() == [[0, 3]]
    assert lost_spans(facts).tolist() == [[5, 6]]


@pytest.mark.parametrize("kind", ["cl100k_base", "o200k_base", "words", "characters", "like gpt-2"])
def test_tokenizers_that_keep_every_byte_word_or_character_lose_nothing(kind: str) -> None:
    assert lost("co\u00adop\u200b er\ufffdate\x00 e\u0301 \u2603", kind) == []


def test_a_character_may_be_lost_in_one_place_and_become_a_space_in_another() -> None:
    assert lost("he\u200bllo x \u200b y", "use-multilingual-v3") == [[9, 10]]


@pytest.mark.parametrize("kind", EVERY)
def test_the_tokens_are_the_same_without_what_is_lost(kind: str) -> None:
    text = "The qu\u00adick\u200b \ufffdbrown\x00 fo\u200dx \u0301 jumps, o\u0308ver. [SEP] end\ufeff"
    tokenizer = tokenizer_of(kind)
    spans = lost(text, kind)
    inside = {offset for start, end in spans for offset in range(start, end)}
    without = "".join(character for offset, character in enumerate(text) if offset not in inside)
    names = [[(p.number, p.spelling) for p in pieces] for pieces in tokenizer.pieces([text, without])]
    assert names[0] == names[1]


@pytest.mark.parametrize("kind", EVERY)
def test_a_character_that_no_token_covers_is_lost(kind: str) -> None:
    text = "The qu\u00adick \u200b \ufffdbrown\x00 fo\u200dx \x02 jumps. [SEP] end\ufeff"
    covered = {offset for p in tokenizer_of(kind).pieces([text])[0] for offset in range(p.start, p.end)}
    bare = {offset for offset in range(len(text)) if not text[offset].isspace()} - covered
    assert bare <= {offset for start, end in lost(text, kind) for offset in range(start, end)}


def test_a_megabyte_is_looked_through_in_a_fraction_of_a_second_and_once() -> None:
    facts = Facts.build("The quick brown fox, \u00e9t\u00e9 \u4e2d\u6587. " * 30_000, load_tokenizer("words"))
    begin = time.perf_counter()
    spans = lost_spans(facts)
    assert time.perf_counter() - begin < 1
    assert lost_spans(facts) is spans


def test_the_search_can_be_cancelled() -> None:
    facts = Facts.build("a\u200bb", load_tokenizer())
    with pytest.raises(CancelledError):
        lost_spans(facts, lambda: True)
    assert lost_spans(facts).tolist() == [[1, 2]]
