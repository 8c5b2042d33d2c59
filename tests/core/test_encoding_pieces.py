"""Encoding by pieces gives the tokens of one encoding, whatever came before and however much of it is new."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core import encoding, encoding_pieces
from inspector.core.tokenizer import FileTokenizer, load_tokenizer
from tests.core.texts import PIECES, texts
from tests.core.tiny_tokenizers import EVERY, tokenizer_of

SPELLED = ("<mask>", " [MASK]", "[MASK]", "<s>", "<|endoftext|>", "<unk>", "[UNK]", "'", "/", "\u00a8", "1.")
KINDS = [kind for kind in EVERY if isinstance(tokenizer_of(kind), FileTokenizer)]


def by_pieces(kind: str, monkeypatch: pytest.MonkeyPatch) -> FileTokenizer:
    """The tokenizer, with short stretches that are always encoded by their pieces."""
    for module, name, value in ((encoding, "SLICE", 20), (encoding, "BATCH", 2), (encoding_pieces, "_MOST_NEW", 2.0)):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(encoding_pieces, "_MOST_TEXTS", 2.0)
    monkeypatch.setattr(encoding_pieces, "_TEXT", 16)
    tokenizer = tokenizer_of(kind)
    assert isinstance(tokenizer, FileTokenizer)
    return tokenizer


@pytest.mark.parametrize("kind", KINDS)
@given(parts=st.lists(texts((*PIECES, *SPELLED, *"\n  "), 8), min_size=1, max_size=3))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_ids_are_those_of_one_encoding(kind: str, parts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = by_pieces(kind, monkeypatch)
    text = "".join(parts + parts[::-1])
    whole = tokenizer._inner.encode(text, add_special_tokens=False)
    numbers, starts = tokenizer.encode_ids(text)
    if type(tokenizer._inner.model).__name__ == "Unigram":  # of equally probable pieces, which come first may differ
        assert sorted(numbers.tolist()) == sorted(whole.ids)
    else:
        assert numbers.tolist() == whole.ids
    assert np.array_equal(starts, tokenizer.encode(text).starts)


def test_what_was_remembered_too_long_is_forgotten_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = by_pieces("cl100k_base", monkeypatch)
    text = "every word comes again and again. " * 40
    expected = tokenizer._inner.encode(text, add_special_tokens=False).ids
    monkeypatch.setattr(encoding_pieces, "_REMEMBERED", 10)
    assert tokenizer.encode_ids(text)[0].tolist() == expected


def test_a_word_that_comes_again_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = load_tokenizer()
    assert isinstance(tokenizer, FileTokenizer)
    encoded = 0
    inner = tokenizer._encode_texts

    def counting(texts: list[str]) -> list[object]:
        nonlocal encoded
        encoded += sum(map(len, texts))
        return list(inner(texts))

    monkeypatch.setattr(tokenizer, "_encode_texts", counting)
    text = "the keeper reads the gauge and writes it down, " * 10_000
    assert len(tokenizer.encode(text)) == tokenizer.count([text])[0]
    assert encoded < 100
