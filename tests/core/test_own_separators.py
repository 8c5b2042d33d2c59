"""A person's own separators: where they match, how strong they are, and what is refused instead of hung."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
import regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core.certificate import Audit
from inspector.core.chunker import checked, chunk
from inspector.core.clusters import find_clusters
from inspector.core.codepoints import codes
from inspector.core.errors import CannotError, RefusedError
from inspector.core.escapes import escaped, unescaped
from inspector.core.facts import KEPT_OWN, Facts
from inspector.core.levels import Level
from inspector.core.model_limits import ModelLimits
from inspector.core.own_json import as_json, from_json, parse
from inspector.core.own_matches import Matches, look, own_cuts
from inspector.core.own_separators import CLASSIC, LEVELS, OwnSeparators, Separator, own, spread
from inspector.core.separators import classic_cuts
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import load_tokenizer
from inspector.core.why import why_here
from tests.cases.checks import all_cases
from tests.core import reference
from tests.core.texts import sizes, texts

TOKENIZER = load_tokenizer()
HOW = [name for name, strategy in STRATEGIES.items() if strategy.separators is None]
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
LITERALS = st.sampled_from(["\n\n", "\n", ". ", " ", "\r", "\r\n", "。", "aa", "ab", "\u0301", "👍", "word", "x", "\t"])
REGEXES = st.sampled_from(
    [r"\s+", r"[.!?]+\s", r"\R", r"\n(?=#)", r"(?<=\.)\s", r"\p{P}", r"(?i)WORD", r"\X", r"[^\w\s]+"]
)


def matches_of(text: str) -> Matches:
    return Matches(text, find_clusters(text, codes(text)))


@st.composite
def lists(draw: st.DrawFn) -> OwnSeparators:
    """Up to five texts and regular expressions with levels that never become stronger."""
    entries = draw(
        st.lists(st.tuples(LITERALS, st.just(False)) | st.tuples(REGEXES, st.just(True)), min_size=1, max_size=5)
    )
    levels = sorted((draw(st.sampled_from(LEVELS)) for _ in entries), reverse=True)
    return OwnSeparators(tuple(Separator(*entry, level) for entry, level in zip(entries, levels, strict=True)))


# Places ---------------------------------------------------------------------------------------------------------------


@given(text=texts())
@QUICK
def test_the_strings_of_the_preset_classic_make_its_very_cuts(text: str) -> None:
    clusters = find_clusters(text, codes(text))
    preset, mine = classic_cuts(text, codes(text), clusters), own_cuts(CLASSIC, Matches(text, clusters))
    for name in ("positions", "levels", "strengths"):
        assert getattr(preset, name).tolist() == getattr(mine, name).tolist()
    offsets = np.arange(1, max(len(text), 1))
    assert preset.levels_at(text, offsets).tolist() == mine.levels_at(text, offsets).tolist()


@pytest.mark.parametrize("strategy", ["recursive", "optimal", "sliding-words"])
@given(text=texts(), how=sizes())
@QUICK
def test_the_strings_of_the_preset_classic_make_its_very_chunks(strategy: str, text: str, how: tuple[int, int]) -> None:
    facts, made = Facts.build(text, TOKENIZER), []
    for separators in ("classic", CLASSIC):
        try:
            c = chunk(facts, checked(strategy, how[0], None, how[1], separators))
            made.append([c.starts.tolist(), c.ends.tolist(), c.levels.tolist(), c.counts.tolist()])
        except CannotError as error:
            made.append(str(error))
    assert made[0] == made[1]


@given(text=texts(), separators=lists())
@QUICK
def test_cuts_stand_at_the_ends_of_matches_at_the_strongest_that_ends_there(
    text: str, separators: OwnSeparators
) -> None:
    cuts = own_cuts(separators, matches_of(text))
    expected: dict[int, int] = {}
    for one, strength in zip(separators.items, separators.strengths, strict=True):
        pattern = one.pattern if one.regex else re.escape(one.pattern)
        for found in regex.finditer(pattern, text):
            if 0 < found.end() < len(text) and found.end() in reference.boundaries(text):
                expected[found.end()] = max(strength, expected.get(found.end(), -1))
    assert dict(zip(cuts.positions.tolist(), cuts.strengths.tolist(), strict=True)) == expected
    assert sorted(expected) == cuts.positions.tolist()


@given(text=texts(), separators=lists(), how=sizes(), strategy=st.sampled_from(HOW))
@QUICK
def test_chunks_made_with_own_separators_pass_the_certificate(
    text: str, separators: OwnSeparators, how: tuple[int, int], strategy: str
) -> None:
    facts = Facts.build(text, TOKENIZER)
    try:
        made = chunk(facts, checked(strategy, how[0], None, how[1], separators))
    except CannotError:
        return
    *_, last = Audit(facts, made, ModelLimits())
    assert last.state == ("checked" if len(made) else "nothing")


def test_a_cut_without_a_separator_is_hard_inside_a_word_and_a_word_cut_beside_white_space() -> None:
    text = "one\ttwo|three"
    cuts = own_cuts(own("|"), matches_of(text))
    assert cuts.levels_at(text, np.array([2, 3, 4, 8, 9])).tolist() == [
        Level.HARD, Level.WORD, Level.WORD, Level.PARAGRAPH, Level.HARD
    ]  # fmt: skip


def test_of_two_separators_with_one_level_the_first_splits_first() -> None:
    text = "a;b,c;d,e"
    separators = from_json([{"text": ";", "level": "line"}, {"text": ",", "level": "line"}])
    facts = Facts.build(text, TOKENIZER)
    assert chunk(facts, checked("recursive", 5, "characters", 0, separators)).ends.tolist() == [2, 6, 9]
    assert chunk(facts, checked("recursive", 5, "characters", 0, own(",", ";"))).ends.tolist() == [4, 9]


def test_the_separator_of_the_fault_case_is_found_as_often_as_the_case_says() -> None:
    (case,) = (case for case in all_cases() if case["id"] == "NL-09")
    typed = case["params"]["separator_field"]
    assert len(typed) == 4
    (found,) = look(own(unescaped(typed)), matches_of(case["input"]["text"]))
    assert (found.matches, found.cuts, found.refused) == (5, 5, None)


def test_matches_at_the_end_of_the_text_and_inside_a_cluster_are_no_places() -> None:
    (found,) = look(own("\r"), matches_of("a\r\nb\rc\r"))
    assert (found.matches, found.cuts) == (3, 1)


def test_a_character_that_the_text_cannot_hold_is_found_nowhere() -> None:
    assert look(own("。", "👍"), matches_of("plain"))[1].matches == 0
    assert look(own("👍", "x"), matches_of("字"))[0].matches == 0


def test_why_here_names_the_separator_or_says_that_none_ends_there() -> None:
    facts = Facts.build("one two|three. four five six", TOKENIZER)
    separators = own("|", ". ")
    made = chunk(facts, checked("recursive", 2, separators=separators))
    said = [why_here(facts, made, k) for k in range(len(made) - 1)]
    assert [facts.text[a:b] for a, b in zip(made.body_starts, made.ends, strict=True)][:3] == [
        "one two",
        "|",
        "three. ",
    ]
    assert said[0].endswith("None of your own separators ends here.")
    assert said[1].endswith('It stands after your separator 1, "|".')
    assert said[2].endswith('It stands after your separator 2, ". ".')


def test_why_here_does_not_blame_a_short_word_for_a_hard_cut() -> None:
    facts = Facts.build("one two three four five six", TOKENIZER)
    made = chunk(facts, checked("recursive", 5, "characters", separators=own("|")))
    assert made.level(0) == Level.HARD
    assert why_here(facts, made, 0).startswith("No separator ends between offsets 0 and 5, so a word is cut")


# Levels ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "letters"),
    [("?", "P"), ("??", "PW"), ("???", "PSW"), ("????", "PSLW"), ("?????", "PPSLW"), ("L?", "LW"), ("?L?", "PLW"),
     ("?H", "HH"), ("S??", "SSW"), ("????W", "PPSLW"), ("W?", "WW")],
)  # fmt: skip
def test_levels_are_spread_from_paragraph_to_word_between_the_chosen_ones(chosen: str, letters: str) -> None:
    by_letter = {level.label[0].upper(): level for level in LEVELS}
    levels = spread([by_letter.get(letter) for letter in chosen])
    assert "".join(level.label[0].upper() for level in levels) == letters


@given(st.lists(st.none() | st.sampled_from(LEVELS), max_size=64))
def test_spreading_keeps_the_order_wherever_the_chosen_levels_do(chosen: list[Level | None]) -> None:
    levels, known = spread(chosen), [level for level in chosen if level is not None]
    assert all(was in (None, now) for was, now in zip(chosen, levels, strict=True))
    if known == sorted(known, reverse=True):
        assert levels == sorted(levels, reverse=True)


# Refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", ["(a|aa)+$", "(?:a|a)*c", r"(a+)+$|(a|aa)+c", r"(\w|a)+\d"])
@pytest.mark.parametrize("length", [40, 400])
def test_a_catastrophic_pattern_is_refused_in_time_or_answered(pattern: str, length: int) -> None:
    facts = Facts.build("a" * length + "b", TOKENIZER)
    begin, said = time.process_time(), ""
    try:
        chunk(facts, checked(separators=from_json([{"regex": pattern}])))
    except RefusedError as error:
        said = str(error)
    assert time.process_time() - begin < 3
    assert not said or said.startswith(f'separator 1 ("{pattern}"): it takes too')


def test_a_pattern_that_takes_too_long_names_the_time_and_the_length() -> None:
    facts = Facts.build("a" * 60 + "b", TOKENIZER)
    with pytest.raises(RefusedError, match=r'separator 2 \("\(a\|aa\)\+\$"\).*too long.* s on 61 characters'):
        facts.cuts(from_json(["x", {"regex": "(a|aa)+$"}]))


@pytest.mark.parametrize("pattern", ["a*", "", "(?=a)", "^", "$", r"\b", "x?", "(?:foo){e<=3}", r"a\K", "|a", "(?<=a)"])
def test_a_pattern_that_can_match_nothing_is_refused(pattern: str) -> None:
    with pytest.raises(RefusedError, match=r"match nothing|matches nothing|empty"):
        from_json([{"regex": pattern}])


def test_a_pattern_that_matches_nothing_only_in_this_document_is_refused_with_the_place() -> None:
    facts = Facts.build("one qq two", TOKENIZER)
    with pytest.raises(RefusedError, match=r"separator 1 .* matches nothing at offset 6"):
        chunk(facts, checked(separators=from_json([{"regex": "(?<=qq)|xyz"}])))


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("[", "unterminated character set at position 1"),
        ("(a", "missing ) at position 2"),
        (r"\p{Foo}", "unknown property at position 7"),
        (r"\L<x>", "undefined named list"),
        ("(?a)(?u)b", "mutually incompatible"),
        ("a{99999999999}", "too large"),
        ("(?:(?:(?:a{1000}){1000}){1000})", "too large"),
        ("(?x)(?:a{ 1000 }){ 1 000 }", "too large"),
        ("(" * 499 + "a" + ")" * 499, "nested too deeply"),
        ("(?r)a", "backwards"),
        ("a" * 1001, "1,001 characters"),
        ("\ud800", "surrogate"),
    ],
)
def test_what_is_no_regular_expression_is_refused_with_the_reason(pattern: str, words: str) -> None:
    begin = time.process_time()
    with pytest.raises(RefusedError, match=re.escape(words)):
        from_json([{"regex": pattern}])
    assert time.process_time() - begin < 2


def test_an_endless_recursion_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"too long|too much memory"):
        from_json([{"regex": "(?R)"}])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([], "empty"),
        ([""], "separator 1"),
        ({"text": "a"}, "must be a list"),
        ([3], "separator 1 is 3"),
        ([{"text": "a", "regex": "a"}], "separator 1 is"),
        ([{"text": "a", "colour": "red"}], "separator 1 is"),
        ([{"regex": 5}], "must be a text"),
        ([{"text": "a", "level": "hard"}], '"hard": known are heading, paragraph, sentence, line, word'),
        ([{"text": "a", "level": 4}], "has the level 4"),
        ([{"text": "a", "level": "word"}, {"text": "b", "level": "line"}], "line is stronger than word"),
        (["a"] * 65, "65 separators: it may hold at most 64"),
        ([{"text": "a", "level": "line"}] * 17, "more than 16 separators have the level line"),
    ],
)
def test_a_list_that_makes_no_sense_is_refused_by_name(value: object, words: str) -> None:
    with pytest.raises(RefusedError, match=re.escape(words)):
        from_json(value)


def test_a_number_of_more_digits_than_python_reads_is_refused() -> None:
    with pytest.raises(RefusedError, match="--separators is no list of separators"):
        parse(f"[{'1' * 5000}]", "--separators")


def test_the_longest_list_is_taken() -> None:
    separators = from_json([f"{k}" for k in range(64)])
    assert [one.level for one in separators.items] == sorted((one.level for one in separators.items), reverse=True)
    assert list(separators.strengths) == sorted(separators.strengths, reverse=True)
    assert len(set(separators.strengths)) == 64
    assert chunk(Facts.build("a1b2c", TOKENIZER), checked(size=1, separators=separators)).ends[-1] == 5


@pytest.mark.parametrize("written", ["", "[", "[" * 100_000, '["a"', "[NaN", '["\\q"]'])
def test_what_is_no_json_is_refused(written: str) -> None:
    with pytest.raises(RefusedError, match="the file is"):
        parse(written, "the file")


# Escapes and storage --------------------------------------------------------------------------------------------------


@given(texts())
def test_what_is_shown_in_a_field_is_read_as_the_same_text(text: str) -> None:
    assert unescaped(escaped(text)) == text
    assert escaped(text).isprintable()


@pytest.mark.parametrize(
    ("typed", "text"),
    [(r"\n\n", "\n\n"), (r"\t", "\t"), (r"\r\n", "\r\n"), (r"\\n", "\\n"), (r"\u00a0", "\u00a0"), (". ", ". "),
     (r"\ud83d\udc4d", "👍"), (r"\u005c\u006e", "\\n"), ("\n", "\n")],
)  # fmt: skip
def test_escapes_stand_for_their_characters(typed: str, text: str) -> None:
    assert unescaped(typed) == text


@pytest.mark.parametrize("typed", ["\\", "a\\", r"\d", r"\u12", r"\U00010000", r"\x41", "\\\n"])
def test_an_unknown_escape_is_refused_with_its_place(typed: str) -> None:
    with pytest.raises(RefusedError, match=f"at position {typed.index(chr(92))} is no escape"):
        unescaped(typed)


@given(lists())
def test_a_list_comes_back_from_json(separators: OwnSeparators) -> None:
    assert from_json(as_json(separators)) == separators
    assert hash(from_json(as_json(separators))) == hash(separators)


def test_only_the_latest_lists_are_kept_with_what_follows_from_them() -> None:
    facts = Facts.build("one two|three four", TOKENIZER)
    for k in range(12):
        chunk(facts, checked("optimal", 3, separators=own("|", str(k))))
        chunk(facts, checked("recursive", 3, separators=own("|", str(k))))
    kept = [key for key in facts._cuts if isinstance(key, OwnSeparators)]
    assert len(kept) == KEPT_OWN
    held = [key for key in (*facts._indices, *facts._remembered) if isinstance(key, tuple)]
    assert {one for key in held for one in key if isinstance(one, OwnSeparators)} <= set(kept)
