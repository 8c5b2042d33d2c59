"""The path of headings before each chunk: counted with it, recounted by the certificate, told in the records."""

from __future__ import annotations

import numpy as np

from inspector.core.certificate import Audit
from inspector.core.chunker import checked, chunk
from inspector.core.facts import Facts
from inspector.core.heading_paths import known_paths
from inspector.core.input_parts import input_parts
from inspector.core.model_limits import ModelLimits
from inspector.core.tokenizer import load_tokenizer

TEXT = "# Guide\n\nWelcome.\n\n## Pumps\n\nThe pump starts at dawn.\n\n### Care\n\nGrease it.\n\n## Valves\n\nShut.\n"
FACTS = Facts.build(TEXT, load_tokenizer())
LIMITS = ModelLimits(prefix="passage: ", headings=True)


def test_each_chunk_is_encoded_behind_the_prefix_and_its_own_headings() -> None:
    chunking = chunk(FACTS, checked("markdown", 12), LIMITS)
    assert chunking.prefixes is not None
    assert "passage: Guide > Pumps > Care\n" in chunking.prefixes
    texts = [p + chunking.text(TEXT, k) for k, p in enumerate(chunking.prefixes)]
    assert chunking.input_tokens.tolist() == load_tokenizer().count_input(texts, "")
    assert Audit(FACTS, chunking, LIMITS).final().state == "checked"


def test_where_the_joint_is_no_anchor_they_are_encoded_together() -> None:
    limits = ModelLimits(prefix="pre", headings=False)
    chunking = chunk(FACTS, checked("recursive", 12), limits)
    texts = ["pre" + chunking.text(TEXT, k) for k in range(len(chunking))]
    assert chunking.input_tokens.tolist() == load_tokenizer().count_input(texts, "")


def test_the_chunks_are_the_same_with_and_without() -> None:
    plain, headed = (chunk(FACTS, checked("markdown", 12), limits) for limits in (ModelLimits(), LIMITS))
    assert np.array_equal(plain.ends, headed.ends)
    assert (headed.input_tokens > plain.input_tokens).all()


def test_the_parts_of_the_input_add_up() -> None:
    chunking = chunk(FACTS, checked("markdown", 12), LIMITS)
    for k in range(len(chunking)):
        parts = input_parts(FACTS, chunking, LIMITS, k)
        assert parts.received == chunking.input_tokens[k]
        assert parts.prefix == parts.prefix_alone


def test_the_paths_are_told_whenever_headings_are_looked_at() -> None:
    assert known_paths(FACTS, chunk(FACTS, checked(size=12))) is None
    told = known_paths(FACTS, chunk(FACTS, checked(size=12), LIMITS))
    assert told is not None
    assert ("Guide", "Pumps") in told
