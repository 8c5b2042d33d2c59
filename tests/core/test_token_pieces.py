"""The tokens at a place are those of the whole document, whatever the tokenizer."""

import numpy as np
import pytest

from inspector.core.facts import Facts
from inspector.core.token_pieces import pieces_at
from inspector.core.tokenizer import load_tokenizer
from tests.core.tiny_tokenizers import EVERY, WITHOUT_ANCHORS, tokenizer_of

TEXT = (
    "Embedding chunks, isn't it? The quick  brown\tfox\r\njumps.\n\n  中文字,日本 [SEP] ☃☃ "
    "cafe\u0301 naïve co\u00adoperate 👩\u200d💻 x\u200b \ufffd <|endoftext|> </s> end 2024."
)


@pytest.mark.parametrize("kind", EVERY)
def test_every_token_of_the_document_is_found_at_its_characters(kind: str) -> None:
    tokenizer = tokenizer_of(kind)
    text = TEXT[:90] if kind in WITHOUT_ANCHORS else TEXT
    facts = Facts.build(text, tokenizer)
    found = {piece for offset in range(len(text)) for piece in pieces_at(facts, offset)}
    whole = {piece for piece in tokenizer.pieces([text])[0] if piece.end > piece.start}
    assert {(p.end, p.number) for p in found} == {(p.end, p.number) for p in whole}
    assert all(0 <= piece.start < piece.end <= len(text) for piece in found)


@pytest.mark.parametrize("kind", ["bert-base-uncased", "cl100k_base", "o200k_base"])
def test_ids_and_spellings_are_those_of_the_whole_document(kind: str) -> None:
    facts = Facts.build(TEXT, tokenizer_of(kind))
    found = sorted({piece for offset in range(len(TEXT)) for piece in pieces_at(facts, offset)})
    assert found == sorted(facts.tokenizer.pieces([TEXT])[0])


def test_a_piece_of_a_word_has_its_id_and_spelling() -> None:
    facts = Facts.build("Embedding chunks", load_tokenizer())
    (piece,) = pieces_at(facts, 8)
    assert (facts.text[piece.start : piece.end], piece.number, piece.spelling) == ("ding", 4667, "##ding")
    assert pieces_at(facts, 9) == []


def test_a_character_of_several_tokens_is_in_each() -> None:
    facts = Facts.build("a ☃ b", load_tokenizer("cl100k_base"))
    assert len(pieces_at(facts, 2)) > 1
    assert all(piece.start <= 2 < piece.end for piece in pieces_at(facts, 2))


def test_far_from_every_anchor_and_outside_the_text_there_is_nothing() -> None:
    facts = Facts.build("x" * 20_000, load_tokenizer())
    assert pieces_at(facts, 10_000) == []
    assert pieces_at(facts, -1) == pieces_at(facts, 20_000) == []


def test_words_and_characters_have_no_numbers() -> None:
    for name, count in (("words", 3), ("characters", 11)):
        facts = Facts.build("one  two\tz!", load_tokenizer(name))
        found = [piece for offset in range(11) for piece in pieces_at(facts, offset)]
        assert len(dict.fromkeys(found)) == count
        assert all(facts.text[p.start : p.end] == p.spelling and p.number is None for p in found)


def test_pieces_start_where_the_facts_say() -> None:
    facts = Facts.build(TEXT, load_tokenizer("cl100k_base"))
    starts = np.unique(facts.tokens.starts)
    found = {piece.start for offset in range(len(TEXT)) for piece in pieces_at(facts, offset)}
    assert found == set(starts.tolist())
