"""Every count of every tokenizer is a recount, and every strategy holds with every tokenizer."""

from __future__ import annotations

import numpy as np
import pytest
import regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core.certificate import Audit
from inspector.core.chunker import checked, chunk
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import Tokenizer
from tests.core.texts import PIECES, sizes, texts
from tests.core.tiny_tokenizers import EVERY, file_of, tokenizer_of

SPELLED = ("<mask>", " [MASK]", "<s>", "</s>", "<|endoftext|>", "<|fim_prefix|>", "<unk>", "▁", "extra_token_id_1")
HARD = (*PIECES, *SPELLED, *SPELLED)
HOW = [s.name for s in STRATEGIES.values() if "tokens" in s.units]
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def count(tokenizer: Tokenizer, text: str) -> int:
    return tokenizer.count([text])[0] if text else 0


@pytest.mark.parametrize("kind", EVERY)
@given(text=st.one_of(texts(HARD), texts()), data=st.data())
@QUICK
def test_the_count_of_any_span_is_a_recount_with_every_tokenizer(kind: str, text: str, data: st.DataObject) -> None:
    tokenizer = tokenizer_of(kind)
    measure = Facts.build(text, tokenizer).measures["tokens"]
    spans = data.draw(st.lists(st.tuples(*[st.integers(0, len(text))] * 2).map(sorted), min_size=1, max_size=8))
    spans.append([0, len(text)])
    expected = [count(tokenizer, text[a:b]) for a, b in spans]
    assert [measure.count(a, b) for a, b in spans] == expected
    assert measure.counts(*np.array(spans, np.int64).T).tolist() == expected


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("strategy", HOW)
@given(text=st.one_of(texts(HARD), texts()), how=sizes())
@QUICK
def test_every_chunk_of_every_strategy_passes_the_audit_with_every_tokenizer(
    kind: str, strategy: str, text: str, how: tuple[int, int]
) -> None:
    tokenizer = tokenizer_of(kind)
    facts = Facts.build(text, tokenizer)
    try:
        chunking = chunk(facts, checked(strategy, how[0], "tokens", how[1], "unicode"))
    except CannotError:
        assert max(count(tokenizer, m.group()) for m in regex.finditer(r"\X", text)) > how[0]
        return
    certificate = Audit(facts, chunking, ModelLimits()).final()
    assert certificate.state == ("checked" if text.strip() else "nothing"), certificate.failure
    recounts = [count(tokenizer, text[a:b]) for a, b in zip(chunking.starts, chunking.ends, strict=True)]
    assert chunking.counts.tolist() == recounts
    assert max(recounts, default=0) <= how[0]


@pytest.mark.parametrize("kind", EVERY)
@given(text=texts(HARD, 10), prefix=st.sampled_from(["", "query: ", "search_document: ", "为这个句子", "x", "<s>"]))
@QUICK
def test_input_tokens_are_prefix_text_and_special_tokens_encoded_together(kind: str, text: str, prefix: str) -> None:
    tokenizer = tokenizer_of(kind)
    together = tokenizer.count_input([text, ""], prefix)
    assert together == [count(tokenizer, prefix + t) + tokenizer.special_tokens for t in (text, "")]


def test_truncation_and_padding_in_a_file_are_switched_off_and_told() -> None:
    tokenizer = tokenizer_of("like bert, truncated and padded")
    path = file_of("like bert, truncated and padded")
    assert tokenizer.notices == (
        f"{path}: truncation to 16 tokens and padding found in the file, switched off for counting",
    )
    assert tokenizer.count(["word " * 100, "word"]) == [100, 1]
    assert tokenizer.count_input(["word " * 100, "word"], "") == [102, 3]


@pytest.mark.parametrize(
    ("kind", "text", "spelled"),
    [
        ("bert-base-uncased", "a [SEP] b [CLS", ["[SEP]"]),
        ("cl100k_base", "a<|endoftext|>b<|fim_prefix|>", ["<|endoftext|>", "<|fim_prefix|>"]),
        ("o200k_base", "<|endofprompt|> <|fim_prefix|>", ["<|endofprompt|>"]),
        ("use-multilingual-v3", "<s>a</s>", []),
        ("like qwen", "a  [MASK]b", ["  [MASK]"]),
        ("like llama 2", "<unk> </s>", ["<unk>", "</s>"]),
        ("words", "<s> [SEP]", []),
    ],
)
def test_special_tokens_spelled_in_a_document_are_found_with_their_spans(
    kind: str, text: str, spelled: list[str]
) -> None:
    tokens = tokenizer_of(kind).encode(text, None, None)
    assert [text[a:b] for a, b in tokens.specials.tolist()] == spelled


def test_what_a_unigram_cannot_read_is_told() -> None:
    text = "read 𓀀𓀁 this"
    tokens = tokenizer_of("use-multilingual-v3").encode(text, None, None)
    assert [text[a:b] for a, b in tokens.unknown.tolist()] == ["𓀀𓀁"]
