"""The fault cases about budgets, hangs, memory and Unicode, with every tokenizer that ships and in every strategy."""

from __future__ import annotations

import pytest

from inspector.core.certificate import Audit
from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking
from inspector.core.errors import CannotError, RefusedError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits, check_limits
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import TOKENIZERS, load_tokenizer
from tests.cases.checks import all_cases, check, load_text

KINDS = {"budget overflow", "infinite loop/hang", "unicode"}
EXACT = {"slice", "join", "budget", "count", "order", "clusters", "no_fffd"}
"""The checks that hold whatever the tokenizer; numbers of chunks are those of one tokenizer."""
LONGEST = 5_000
"""Characters of a case's text: that no time grows with its square is shown with one tokenizer elsewhere."""
CASES = [c for c in all_cases() if c["kind"] in KINDS and c["expect"].get("checks") and load_text(c)]


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_the_case_holds_with_every_tokenizer(case: dict, name: str) -> None:
    text, tokenizer, size = load_text(case)[:LONGEST], load_tokenizer(name), case["params"]["size"]
    facts = Facts.build(text, tokenizer)
    checks = [c for c in case["expect"]["checks"] if (c if isinstance(c, str) else c[0]) in EXACT]
    wanted = {**case, "expect": {"checks": checks}}
    for strategy in STRATEGIES.values():
        if "tokens" not in strategy.units:
            continue
        c = cut_or_refusal(facts, strategy.name, size)
        if isinstance(c, CannotError):
            assert f"size is {size} tokens" in str(c)
            continue
        spans = zip(c.starts.tolist(), c.ends.tolist(), c.counts.tolist(), strict=True)
        chunks = [(a, b, text[a:b], n) for a, b, n in spans]
        assert check(wanted, text, chunks, lambda t: tokenizer.count([t])[0]) == []


def cut_or_refusal(facts: Facts, strategy: str, size: int) -> Chunking | CannotError:
    try:
        return chunk(facts, checked(strategy, size))
    except CannotError as refusal:
        return refusal


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("text", ["alpha beta gamma delta " * 12_000, "a" * LONGEST], ids=["words", "no space"])
def test_a_very_long_line_is_cut_within_the_budget(name: str, text: str) -> None:
    facts = Facts.build(text, load_tokenizer(name))
    chunking = chunk(facts, checked(size=256))
    assert Audit(facts, chunking, ModelLimits(None)).final().state == "checked"


def test_long_runs_that_turn_into_many_tokens_where_they_are_cut_take_few_chunks() -> None:
    case = next(c for c in all_cases() if c["id"] == "BU-21")
    text, tokenizer = load_text(case), load_tokenizer()
    for strategy in ("recursive", "optimal"):
        c = chunk(Facts.build(text, tokenizer), checked(strategy, case["params"]["size"]))
        chunks = [(int(a), int(b), text[a:b], int(n)) for a, b, n in zip(c.starts, c.ends, c.counts, strict=True)]
        assert check(case, text, chunks, lambda t: tokenizer.count([t])[0]) == []


def test_a_prefix_that_leaves_no_room_is_refused_with_its_tokens() -> None:
    case = next(c for c in all_cases() if c["id"] == "BU-15")
    tokenizer, params = load_tokenizer(), case["params"]
    taken = tokenizer.count_input([""], params["prefix"])[0]
    with pytest.raises(RefusedError, match=rf"context is {params['size']}: .*prefix take {taken}"):
        check_limits(ModelLimits(params["size"], params["prefix"]), tokenizer)
