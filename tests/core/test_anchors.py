"""Anchors: counts add up across them whatever stands around, and counts by edges are recounts."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.anchors import BertAnchors
from inspector.core.facts import Facts
from inspector.core.token_measure import TokenMeasure
from inspector.core.tokenizer import load_tokenizer
from tests.core.texts import texts

TOKENIZER = load_tokenizer()
ANCHORS = BertAnchors()


def count(text: str) -> int:
    return TOKENIZER.count([text])[0] if text else 0


def test_every_delimiter_splits_what_stands_on_both_sides() -> None:
    points = [c for c in range(0x10000) if not 0xD800 <= c < 0xE000 and ANCHORS.at("a" + chr(c), 1)]
    assert len(points) > 20_000
    lefts = ["foot" + chr(c) for c in points] + ["foot"] * len(points)
    rights = ["ball"] * len(points) + [chr(c) + "ball" for c in points]
    joined = TOKENIZER.count([a + b for a, b in zip(lefts, rights, strict=True)])
    apart = zip(TOKENIZER.count(lefts), TOKENIZER.count(rights), strict=True)
    assert joined == [a + b for a, b in apart]


@given(left=st.text(max_size=20), right=st.text(max_size=20))
@settings(max_examples=300, deadline=None)
def test_counts_add_up_at_an_anchor(left: str, right: str) -> None:
    text = left + right
    if 0 < len(left) < len(text) and ANCHORS.at(text, len(left)):
        assert count(left) + count(right) == count(text)


@given(text=texts(), ends=st.tuples(st.floats(0, 1), st.floats(0, 1)))
@settings(max_examples=400, deadline=None)
def test_the_count_of_any_span_is_a_recount(text: str, ends: tuple[float, float]) -> None:
    start, end = sorted(round(e * len(text)) for e in ends)
    measure = Facts.build(text, TOKENIZER).measures["tokens"]
    assert measure.count(start, end) == count(text[start:end])
    spans = np.array([start, 0]), np.array([end, len(text)])
    assert measure.counts(*spans).tolist() == [count(text[start:end]), count(text)]


@given(text=texts())
@settings(max_examples=200, deadline=None)
def test_the_table_and_the_single_question_agree(text: str) -> None:
    single = [ANCHORS.at(text, k) for k in range(len(text) + 1)]
    assert ANCHORS.at_all(text, np.arange(len(text) + 1)).tolist() == single


def test_a_document_in_slices_has_the_offsets_of_one_encoding() -> None:
    rng = random.Random(7)
    words = ["alpha", "beta.", "(gamma)", "第一句。", "👍🏽", "[SEP]", "\n\n", "\f", "0f3a9c7b" * 14, "e\u0301", "x_y"]
    for joint in (" ", "", "\n"):
        text = joint.join(rng.choice(words) for _ in range(30_000))
        whole = TOKENIZER._inner.encode(text, add_special_tokens=False)
        tokens = TOKENIZER.encode(text)
        assert np.array_equal(np.array(whole.offsets)[:, 0], tokens.starts)


def test_unknown_and_special_tokens_are_told_apart() -> None:
    text = "a [SEP] b [UNK] c 👍🏽👍🏽👍 " + "0f" * 60
    tokens = TOKENIZER.encode(text)
    assert [text[a:b] for a, b in tokens.specials.tolist()] == ["[SEP]", "[UNK]"]
    assert [text[a:b] for a, b in tokens.unknown.tolist()] == ["👍🏽👍🏽👍", "0f" * 60]


def test_a_long_word_is_not_encoded_again_for_every_cut_inside_it() -> None:
    facts = Facts.build("a" * 200_000, TOKENIZER)
    encoded = 0
    inner = TOKENIZER.count

    class Counting:
        """The tokenizer, with the characters it was asked to count."""

        anchors = TOKENIZER.anchors

        def count(self, texts: list[str]) -> list[int]:
            nonlocal encoded
            encoded += sum(map(len, texts))
            return inner(texts)

    measure = TokenMeasure(facts.text, facts.tokens, Counting())  # type: ignore[arg-type]
    for start in range(0, 200_000, 500):
        measure.count(start, start + 500)
    assert encoded <= 3 * 200_000
