"""The certificate: the tick comes only when all was recounted, and a false number is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from inspector.core.certificate import Audit, Certificate
from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.tokenizer import load_tokenizer

TEXT = "The pump starts at dawn. It fills the upper tank.\n\nThe lower valve stays shut.\r\nA red lamp shows. " * 30
FACTS = Facts.build(TEXT, load_tokenizer())
CHUNKING = chunk(FACTS, checked(size=20, overlap=5))


def audit(chunking: Chunking, limits: ModelLimits | None = None) -> list[Certificate]:
    return list(Audit(FACTS, chunking, limits or ModelLimits()))


def changed(field: str, index: int, by: int) -> Chunking:
    """The chunking with one number made false."""
    values: Any = getattr(CHUNKING, field).copy()
    values[index] += by
    return replace(CHUNKING, **{field: values})


def test_it_reads_checking_until_the_last_count_is_taken_anew() -> None:
    states = audit(CHUNKING)
    assert [c.state for c in states[:-1]] == ["checking"] * (len(states) - 1)
    assert states[-1].state == "checked"
    assert states[-1].checked == states[-1].total == len(CHUNKING)
    assert states[0].line() == f"checking 0 of {len(CHUNKING)} counts"
    assert states[-1].line() == (f"all {len(TEXT):,} characters covered, joins exactly, {len(CHUNKING)} counts checked")


@pytest.mark.parametrize("field", ["counts", "tokens", "input_tokens", "words", "overlaps"])
@pytest.mark.parametrize("index", [0, 7, len(CHUNKING) - 1])
def test_a_false_number_fails_it_and_names_the_chunk_and_both_numbers(field: str, index: int) -> None:
    last = audit(changed(field, index, 1))[-1]
    assert last.state == "failed"
    assert last.first_offender == index
    shown = int(getattr(CHUNKING, field)[index]) + 1
    assert f"chunk #{index + 1}: it shows {shown}" in last.line()
    assert f"a recount gives {shown - 1}" in last.line()


@pytest.mark.parametrize("field", ["starts", "body_starts", "ends"])
def test_a_moved_offset_fails_it(field: str) -> None:
    last = audit(changed(field, 7, 1))[-1]
    assert last.state == "failed"
    assert last.first_offender in (7, 8)


def test_a_chunk_above_the_size_fails_it() -> None:
    small = replace(CHUNKING, parameters=replace(CHUNKING.parameters, size=12))
    last = audit(small)[-1]
    assert last.state == "failed"
    assert "of 12 tokens" in last.line()


def test_a_torn_cluster_fails_it() -> None:
    text = "ab\r\ncd"
    facts = Facts.build(text, load_tokenizer())
    good = chunk(facts, checked(size=1))
    torn = replace(good, ends=np.array([3, 6]), body_starts=np.array([0, 3]), starts=np.array([0, 3]))
    assert "tears a grapheme cluster" in Audit(facts, torn, ModelLimits()).final().line()


def test_chunks_above_the_context_are_counted_and_said() -> None:
    last = audit(CHUNKING, ModelLimits(context=12))
    over = int((CHUNKING.input_tokens > 12).sum())
    assert last[-1].above_context == over
    assert f"{over} chunks are above the context of 12 input tokens" in last[-1].line()


def test_with_a_prefix_the_input_tokens_are_encoded_together() -> None:
    limits = ModelLimits(prefix="search_document: ")
    chunking = chunk(FACTS, checked(size=20), limits)
    assert (chunking.input_tokens - chunking.tokens == 6).all()
    assert audit(chunking, limits)[-1].state == "checked"
    glued = ModelLimits(prefix="pre")
    assert audit(chunk(FACTS, checked(size=20), glued), glued)[-1].state == "checked"


def test_a_blank_document_has_nothing_to_check() -> None:
    facts = Facts.build(" \n\n ", load_tokenizer())
    certificate = Audit(facts, chunk(facts, checked()), ModelLimits()).final()
    assert certificate.state == "nothing"
    assert certificate.line() == "nothing to check: the document has no text"


def test_as_json_it_names_every_figure() -> None:
    figures = audit(CHUNKING)[-1].as_json()
    assert figures["state"] == "checked"
    assert figures["chunks"] == figures["counts_checked"] == len(CHUNKING)
    assert figures["most"] == int(CHUNKING.counts.max())
