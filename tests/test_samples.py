"""What must stay true of the texts in resources/samples, whatever is added to them."""

from __future__ import annotations

import base64
import hashlib
import re
import runpy
from functools import cache

import numpy as np
import pytest

from inspector.core.chunker import chunk
from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.levels import CUT_LEVELS, Level
from inspector.core.minilm import MiniLM
from inspector.core.model_limits import ModelLimits
from inspector.core.parameters import Parameters
from inspector.core.paths import resource
from inspector.core.samples import sample, samples
from inspector.core.tokenizer import load_tokenizer

FACTS = {
    "field-guide": "one queen lays some fifteen hundred eggs between two sunrises",
    "lighthouse-log": "It speaks only Swedish",
    "handbook": "small bubbles of vapour burst against the vanes",
}
"""What the suggested query of each sample is to find."""


def text_of(name: str) -> str:
    return resource("samples", sample(name).file).read_bytes().decode("utf-8")


@cache
def facts_of(name: str) -> Facts:
    return Facts.build(text_of(name), load_tokenizer())


@cache
def chunking_of(name: str) -> Chunking:
    return chunk(facts_of(name), sample(name).settings or Parameters(), ModelLimits())


def chunk_texts(name: str) -> list[str]:
    chunking = chunking_of(name)
    return [chunking.text(text_of(name), index) for index in range(len(chunking))]


def unknown_runs(name: str) -> list[str]:
    return [text_of(name)[start:end] for start, end in facts_of(name).tokens.unknown.tolist()]


def envelope() -> str:
    return max(re.findall(r"\S+==?\n", text_of("field-guide")), key=len).strip()


def ranked_first(name: str, query: str) -> str:
    texts, model = chunk_texts(name), MiniLM()
    scores = model.embed(texts) @ model.embed([query])[0]
    return texts[int(np.nanargmax(scores))]


def test_the_field_guide_comes_first_with_its_own_settings_and_the_others_take_the_defaults() -> None:
    assert [one.name for one in samples()] == list(FACTS)
    assert [one.settings for one in samples()] == [Parameters("recursive", 72, "tokens", 14, "unicode"), None, None]


@pytest.mark.parametrize("name", FACTS)
def test_every_sample_has_a_title_a_description_and_a_question(name: str) -> None:
    one = sample(name)
    assert one.title
    assert one.description.endswith(".")
    assert one.query


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("field-guide", 6_000, 10_000), ("lighthouse-log", 100_000, 150_000), ("handbook", 12_000, 20_000)],
)
def test_every_sample_is_as_long_as_it_is_meant_to_be(name: str, least: int, most: int) -> None:
    assert least <= len(text_of(name)) <= most


def test_the_field_guide_shows_all_five_levels_at_its_settings() -> None:
    chunking = chunking_of("field-guide")
    assert {chunking.level(index) for index in range(len(chunking))} == {*CUT_LEVELS, Level.END}


def test_one_unknown_token_of_the_field_guide_hides_more_than_a_hundred_characters() -> None:
    assert [len(run) for run in unknown_runs("field-guide") if len(run) > 100] == [128]


def test_the_fingerprint_is_that_of_the_words_it_is_said_to_be_of() -> None:
    assert hashlib.sha512(b"Mind the gap").hexdigest() in unknown_runs("field-guide")


def test_the_only_hard_cuts_of_the_field_guide_are_inside_the_envelope() -> None:
    chunking, start = chunking_of("field-guide"), text_of("field-guide").index(envelope())
    ends = chunking.ends[chunking.cuts_of(Level.HARD)]
    assert len(ends)
    assert all(start < end < start + len(envelope()) for end in ends)


def test_the_envelope_is_one_word_larger_than_a_chunk_and_holds_a_real_letter() -> None:
    assert load_tokenizer().count([envelope()])[0] > 72
    assert "+" in envelope()
    assert "/" in envelope()
    assert base64.b64decode(envelope(), validate=True).decode("utf-8").startswith("Dear finder")


def test_the_long_sentence_is_cut_between_words_and_the_table_between_rows() -> None:
    text, chunking = text_of("field-guide"), chunking_of("field-guide")
    in_sentence = chunking.body_at(text.index("And some sentences"))
    in_table = chunking.body_at(text.index("| Letter |"))
    assert chunking.level(in_sentence) == Level.WORD
    assert chunking.level(in_table) == Level.LINE
    assert text[int(chunking.ends[in_table])] == "|"


def test_no_chunk_of_the_field_guide_ends_at_an_abbreviation() -> None:
    assert not [text for text in chunk_texts("field-guide") if text.rstrip().endswith(("Dr.", "No.", "e.g."))]


def test_the_address_stays_whole_and_the_family_together() -> None:
    bodies = chunk_texts("field-guide")
    address = re.search(r"https://example\.org\S+", text_of("field-guide"))
    assert address
    assert any(address[0] in body for body in bodies)
    assert any("👩‍👩‍👧‍👦" in body for body in bodies)


def test_chinese_sentences_are_cut_after_their_round_full_stop() -> None:
    text, chunking = text_of("field-guide"), chunking_of("field-guide")
    ends = chunking.ends[chunking.cuts_of(Level.SENTENCE)].tolist()
    assert any(text[end - 1] == "。" for end in ends)


def test_the_question_of_the_field_guide_is_not_a_quotation() -> None:
    assert str(sample("field-guide").query) not in text_of("field-guide").lower()


def test_the_question_of_the_field_guide_finds_its_fact_first() -> None:
    assert FACTS["field-guide"] in ranked_first("field-guide", str(sample("field-guide").query))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lighthouse-log", "handbook"])
def test_the_questions_of_the_others_find_their_facts_first(name: str) -> None:
    assert FACTS[name] in ranked_first(name, str(sample(name).query))


def test_the_script_writes_the_lighthouse_log_byte_for_byte() -> None:
    script = runpy.run_path(str(resource("samples", "make_long_sample.py")))
    assert script["compose"]() == text_of("lighthouse-log")


def test_the_lighthouse_log_repeats_few_sentences() -> None:
    sentences = re.split(r"(?<=[.!?])\s+", text_of("lighthouse-log"))
    prose = [each for each in sentences if re.fullmatch(r"[A-Z][a-z].{20,}[.]", each)]
    assert len(set(prose)) > 750
    assert max(map(prose.count, set(prose))) <= 12


def test_the_handbook_has_front_matter_nested_headings_and_code_in_two_languages() -> None:
    text = text_of("handbook")
    assert text.startswith("---\ntitle:")
    assert {"#", "##", "###", "####"} <= set(re.findall(r"^(#+) ", text, re.MULTILINE))
    assert {"yaml", "python"} <= set(re.findall(r"^```(\w+)", text, re.MULTILINE))
    assert max(len(line) for line in text.splitlines() if line.startswith("|")) > 200
