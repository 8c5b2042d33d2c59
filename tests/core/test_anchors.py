"""Anchors: counts add up across them whatever stands around, and counts by edges are recounts."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core import encoding
from inspector.core.anchors import BertAnchors, NoAnchors
from inspector.core.anchors_byte_level import CL100K, GPT2, O200K, byte_level_rules
from inspector.core.anchors_pairs import PairAnchors
from inspector.core.codepoints import codes
from inspector.core.facts import Facts
from inspector.core.token_measure import TokenMeasure
from inspector.core.tokenizer import Tokenizer, load_tokenizer
from tests.core.texts import PIECES, texts
from tests.core.tiny_tokenizers import EVERY, WITHOUT_ANCHORS, tokenizer_of

TOKENIZER = load_tokenizer()
ANCHORS = BertAnchors()


SPELLED = (
    "<mask>",
    " [MASK]",
    "<s>",
    "</s>",
    "<|endoftext|>",
    "<|fim_prefix|>",
    "▁",
    "'",
    "/",
    "\u00a8",
    "\ufdfa",
    "1.",
)
HARD = (*PIECES, *SPELLED, *SPELLED, *" \n " * 5)
WITH_SPECIALS = texts(HARD, 12)


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


def test_every_kind_has_the_anchors_that_it_should() -> None:
    without = {kind for kind in EVERY if isinstance(tokenizer_of(kind).anchors, NoAnchors)}
    assert without == set(WITHOUT_ANCHORS)


def check(tokenizer: Tokenizer, joints: list[tuple[str, str]]) -> None:
    """Counts add up at every joint."""
    parts = list({part for a, b in joints for part in (a + b, a, b)})
    counts = dict(zip(parts, tokenizer.count(parts), strict=True))
    wrong = [(a, b) for a, b in joints if counts[a + b] != counts[a] + counts[b]]
    assert not wrong, wrong[:5]


@pytest.mark.parametrize("kind", EVERY)
@given(text=st.one_of(WITH_SPECIALS, st.text(max_size=30)), data=st.data())
@settings(max_examples=150, deadline=None)
def test_counts_add_up_at_an_anchor_of_every_kind_whatever_part_is_taken(
    kind: str, text: str, data: st.DataObject
) -> None:
    tokenizer = tokenizer_of(kind)
    tokens = tokenizer.encode(text, None, None)
    inside = {o for a, b in tokens.specials.tolist() for o in range(a + 1, b)}
    anchors = [o for o in range(1, len(text)) if tokenizer.anchors.at(text, o) and o not in inside]
    if not anchors:
        return
    for offset in data.draw(st.lists(st.sampled_from(anchors), min_size=1, max_size=4)):
        start, end = data.draw(st.integers(0, offset - 1)), data.draw(st.integers(offset + 1, len(text)))
        check(tokenizer, [(text[start:offset], text[offset:end]), (text[:offset], text[offset:])])
        assert tokens.before(offset) == tokenizer.count([text[:offset]])[0]


@pytest.mark.parametrize("kind", [kind for kind in EVERY if isinstance(tokenizer_of(kind).anchors, PairAnchors)])
def test_counts_add_up_beside_every_character_that_may_stand_at_an_anchor(kind: str) -> None:
    tokenizer = tokenizer_of(kind)
    points = [chr(c) for c in (*range(0x3100), *range(0x3100, 0x20000, 19)) if not 0xD800 <= c < 0xE000]
    sides = ("foo", "Zx", "9", "字", "a ", "a\n", "f.", "  ", " b", "\nb", ".f", "b", "7", "。", "\n\n")
    joints = [("e" + c, side) for c in points for side in sides if tokenizer.anchors.at(c + side, 1)]
    joints += [(side, c + "e") for c in points for side in sides if tokenizer.anchors.at(side + c, len(side))]
    assert len(joints) > 2000
    for k in range(0, len(joints), 5000):
        check(tokenizer, joints[k : k + 5000])


@pytest.mark.parametrize("pattern", [GPT2, *CL100K, O200K])
def test_no_piece_of_a_pattern_crosses_an_anchor_in_any_short_text(pattern: str) -> None:
    coder = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    anchors = PairAnchors(byte_level_rules([], [split, coder]))
    cutter = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    pieces = {"": []}
    found = 0
    # One of each class that a pattern knows: letters of both cases, a mark, a number, white space, signs.
    for size in range(1, 5):
        for text in map("".join, itertools.product("sE\u01310 \n\t'/.\u0301", repeat=size)):
            pieces[text] = [piece for piece, _ in cutter.pre_tokenize_str(text)]
            for k in range(1, size):
                if anchors.at(text, k):
                    assert pieces[text] == pieces[text[:k]] + pieces[text[k:]], (text, k)
                    found += 1
    assert found > 10_000


@pytest.mark.parametrize("kind", EVERY)
@given(text=WITH_SPECIALS)
@settings(max_examples=40, deadline=None)
def test_looking_for_an_anchor_finds_what_asking_every_offset_finds(kind: str, text: str) -> None:
    anchors, every = tokenizer_of(kind).anchors, range(len(text) + 1)
    single = [k for k in every if anchors.at(text, k)]
    assert np.flatnonzero(anchors.at_all(text, np.arange(len(text) + 1))).tolist() == single
    assert np.flatnonzero(anchors.every(codes(text))).tolist() == single
    for start, stop in itertools.combinations(list(every)[:40], 2):
        within = [k for k in single if start <= k <= stop] or [None]
        assert (anchors.next(text, start, stop), anchors.last(text, start, stop)) == (within[0], within[-1])


def long_texts() -> dict[str, str]:
    """Some thousand characters of each script and layout."""
    rng = random.Random(7)
    han = "人工智能正在改变世界我们需要理解文本如何被切分成块"
    prose = "".join(rng.choice(han) if rng.random() < 0.95 else rng.choice("，。！？") for _ in range(1500))
    return {
        "words": " ".join(rng.choice(HARD) for _ in range(400)),
        "one line without spaces": "".join(rng.choice(HARD) for _ in range(400)),
        "chinese": prose,
        "chinese with special tokens": "".join(c + rng.choice(SPELLED) if rng.random() < 0.1 else c for c in prose),
        "emoji": "".join(chr(rng.randrange(0x1F300, 0x1F600)) for _ in range(400)),
        "code": "def f(x):\n    return x + 1\n\n\tif y:  pass  # 注释。\n" * 40,
        "hexadecimal": "".join(rng.choice("0123456789abcdef") for _ in range(1500)),
    }


@pytest.mark.parametrize("kind", [kind for kind in EVERY if hasattr(tokenizer_of(kind), "_inner")])
def test_a_document_in_slices_has_the_tokens_of_one_encoding(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "SLICE", 40)
    monkeypatch.setattr(encoding, "REACH", 20)
    tokenizer = tokenizer_of(kind)
    for label, text in long_texts().items():
        whole = tokenizer._inner.encode(text, add_special_tokens=False)
        slices = encoding.slices_at(text, tokenizer._slicer, tokenizer._otherwise)
        assert [a for a, _, _ in slices[1:]] + [len(text)] == [b for _, b, _ in slices]
        parts = zip(slices, tokenizer._encode_texts([text[c:b] for _, b, c in slices]), strict=True)
        ids = [n for (a, _, c), e in parts for n, (o, _) in zip(e.ids, e.offsets, strict=True) if o + c >= a]
        tokens = tokenizer.encode(text)
        numbers, begins = tokenizer.encode_ids(text)
        assert (numbers.tolist(), begins.tolist()) == (ids, tokens.starts.tolist()), label
        (starts,), unknown, specials = (a.T if a.shape[1] == 1 else a for a in tokenizer._marked.part(whole, text, 0))
        if ids != whole.ids and type(tokenizer._inner.model).__name__ == "Unigram":
            # of equally probable pieces, which come first may differ
            assert sorted(ids) == sorted(whole.ids), label
            continue
        assert ids == whole.ids, label
        if kind.startswith("like bert") and "special" in label:  # a mask takes the spaces put around ideographs too
            continue
        assert np.array_equal(tokens.starts, np.maximum.accumulate(starts)), label
        assert np.array_equal(tokens.unknown, unknown), label
        assert np.array_equal(tokens.specials, specials), label


@pytest.mark.parametrize("kind", EVERY)
def test_long_texts_are_not_encoded_in_one_call(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = tokenizer_of(kind)
    if not hasattr(tokenizer, "_inner"):
        return
    monkeypatch.setattr(encoding, "SLICE", 4_000)
    monkeypatch.setattr(encoding, "REACH", 4_000)
    chinese = "我们需要理解文本，如何被切分成块。" * 2_500
    for text in (chinese, "we need to understand how a text is cut into pieces " * 750, chinese.replace("，", "\n")):
        slices = encoding.slices_at(text, tokenizer._slicer, tokenizer._otherwise)
        assert max(b - a for a, b, _ in slices) <= encoding.SLICE + encoding.REACH
        assert len(tokenizer.encode(text)) == tokenizer.count([text])[0]


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
