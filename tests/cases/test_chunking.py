"""The public fault cases about chunks: each one's checks hold for what the program makes of its text."""

from __future__ import annotations

import time

import pytest

from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking
from inspector.core.errors import InspectorError
from inspector.core.facts import Facts
from inspector.core.tokenizer import load_tokenizer
from tests.cases.checks import all_cases, check, check_error, load_text

TOKENIZER = load_tokenizer()
LATER = {"BU-15", "BU-21", "NL-04"}
"""Prefixes, long runs that turn into many tokens, and JSONL: later work."""
KINDS = {
    "overlap", "budget overflow", "offsets", "lossy whitespace", "unicode", "encoding", "newline style",
    "infinite loop/hang", "empty input", "parameter validation", "UI",
}  # fmt: skip
STRATEGIES = {"words": "sliding-words"}
UNITS = {"chars": "characters"}
CASES = [c for c in all_cases() if c["kind"] in KINDS and c["expect"].get("checks") and c["id"] not in LATER]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_the_case_holds(case: dict) -> None:
    text, params = load_text(case), case["params"]
    specials = TOKENIZER.special_tokens if params.get("specials") else 0
    unit = UNITS.get(params["unit"], params["unit"])
    measure = {"tokens": lambda t: TOKENIZER.count([t])[0], "words": lambda t: len(t.split()), "characters": len}[unit]
    begin = time.perf_counter()
    outcome = cut_or_refusal(text, {**params, "size": params["size"] - specials, "unit": unit})
    seconds = time.perf_counter() - begin
    if isinstance(outcome, InspectorError):
        # a context of so many input tokens is what the person asked for; the size is what it leaves
        asked = f" (context {params['size']})" if specials else ""
        assert check_error(case, f"{outcome}{asked}") == []
        return
    spans = zip(outcome.starts.tolist(), outcome.ends.tolist(), outcome.counts.tolist(), strict=True)
    chunks = [(a, b, text[a:b], n + specials) for a, b, n in spans]
    assert check(case, text, chunks, lambda t: measure(t) + specials, seconds) == []
    first = case["expect"].get("count_of_chunk_0")
    assert first is None or outcome.counts[0] == first


def cut_or_refusal(text: str, params: dict) -> Chunking | InspectorError:
    strategy = STRATEGIES.get(params["strategy"], params["strategy"])
    try:
        parameters = checked(strategy, params["size"], params["unit"], params["overlap"])
        return chunk(Facts.build(text, TOKENIZER), parameters)
    except InspectorError as refusal:
        return refusal
