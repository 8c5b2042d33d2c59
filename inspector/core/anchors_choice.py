"""Which anchors hold for a tokenizer, from its settings: known kinds only, `NoAnchors` for everything else."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import tokenizers

from inspector.core.anchors import Anchors, BertAnchors, NoAnchors
from inspector.core.anchors_byte_level import byte_level_rules
from inspector.core.anchors_metaspace import MARK, metaspace_rules
from inspector.core.anchors_pairs import ASTRAL, Members, PairAnchors, Rule, members
from inspector.core.anchors_slices import slicing_rules

Steps = list[Mapping[str, Any]]


def anchors_for(inner: tokenizers.Tokenizer) -> Anchors:
    """Where counts of this tokenizer may be added."""
    normalizer, splitters = steps(inner.normalizer, "normalizers"), steps(inner.pre_tokenizer, "pretokenizers")
    added = list(inner.get_added_tokens_decoder().values())
    if any(t.rstrip or t.single_word for t in added):
        return NoAnchors()
    if _is_bert(inner, normalizer, splitters):
        return BertAnchors() if all(t.special for t in added) else NoAnchors()
    if not _is_plain(inner.model):
        return NoAnchors()
    rules = byte_level_rules(normalizer, splitters) if _is_bpe(inner.model) else []
    rules = rules or metaspace_rules(normalizer, splitters, _normalize(inner), lambda: _unmarked_inside(inner))
    return _pairs(rules, added)


def slicing_anchors(inner: tokenizers.Tokenizer) -> Anchors:
    """Where a slice of a document may end when the next is encoded from one character early."""
    added = list(inner.get_added_tokens_decoder().values())
    if not _is_plain(inner.model) or any(t.rstrip or t.single_word or t.normalized for t in added):
        return NoAnchors()
    normalizer, splitters = steps(inner.normalizer, "normalizers"), steps(inner.pre_tokenizer, "pretokenizers")
    rules = slicing_rules(inner, normalizer, splitters, _normalize(inner))
    ends = members(token.content[-1] for token in added)  # after one, the next text would be given a mark of its own
    return _pairs([(left & ~ends, right) for left, right in rules], added)


def _pairs(rules: list[Rule], added: list[tokenizers.AddedToken]) -> Anchors:
    for token in added:
        rules = [_outside(rule, token) for rule in rules]
    rules = [rule for rule in rules if rule[0].any() and rule[1].any()]
    return PairAnchors(rules) if rules else NoAnchors()


def anchors_of_slices(anchors: Anchors, added: list[str]) -> Anchors:
    """Anchors of which none lies inside one of these added tokens, however it is spelled, nor changes an offset.

    Where a word begins after white space, its mark is put at the same place in a whole document and in a slice.
    """
    if isinstance(anchors, BertAnchors):
        return BertAnchors(without="".join(added))
    at_words = [rule for rule in getattr(anchors, "rules", ()) if _among(rule[0], " ")]
    return PairAnchors(at_words) if at_words else anchors


def marks_before_words(anchors: Anchors) -> Members | None:
    """White space that belongs to the token of the word after it, although counts add up in between."""
    found = [left for left, _ in getattr(anchors, "rules", ()) if _among(left, " ")]
    return found[0] if found else None


def steps(component: Any, inside: str) -> Steps:
    """The settings of a normaliser or pre-tokenizer, one for each step."""
    if component is None:
        return []
    return _flat(json.loads(component.__getstate__()), inside)


def _flat(settings: Mapping[str, Any], inside: str) -> Steps:
    if settings.get("type") != "Sequence":
        return [settings]
    return [step for part in settings.get(inside) or [] for step in _flat(part, inside)]


def _is_bert(inner: tokenizers.Tokenizer, normalizer: Steps, splitters: Steps) -> bool:
    """Whether the anchors of BERT's basic tokenizer hold for these settings."""
    return (
        [s.get("type") for s in normalizer] == ["BertNormalizer"]
        and bool(normalizer[0].get("handle_chinese_chars"))
        and bool(normalizer[0].get("clean_text"))
        and [s.get("type") for s in splitters] == ["BertPreTokenizer"]
        and type(inner.model).__name__ == "WordPiece"
    )


def _is_bpe(model: Any) -> bool:
    return type(model).__name__ == "BPE"


def _is_plain(model: Any) -> bool:
    """Whether the model reads each piece alone and always in the same way."""
    if _is_bpe(model):
        return not (model.dropout or model.continuing_subword_prefix or model.end_of_word_suffix)
    return type(model).__name__ == "Unigram" and not (model.alpha or model.nbest_size)


def _unmarked_inside(inner: tokenizers.Tokenizer) -> bool:
    """Whether no token of a BPE's vocabulary holds a mark after something else, so none crosses its beginning."""
    if not _is_bpe(inner.model) or inner.model.ignore_merges:
        return False
    vocabulary = inner.get_vocab(with_added_tokens=False)
    return MARK in vocabulary and not any(MARK in token.lstrip(MARK) for token in vocabulary)


def _normalize(inner: tokenizers.Tokenizer) -> Callable[[str], str]:
    normalizer = inner.normalizer
    return normalizer.normalize_str if normalizer is not None else str


def _outside(rule: Rule, token: tokenizers.AddedToken) -> Rule:
    """The rule without the anchors that an added token could lie across: a text cut there would lose it.

    A token with `lstrip` takes the white space before it. After white space there is then no anchor, but where white
    space counts nothing anyway, which the rules tell by allowing a space on the left.
    """
    left, right = rule
    crossing = [b for a, b in pairwise(token.content) if _among(left, a)]
    if token.lstrip and _among(left, "\n") and not _among(left, " "):
        return left, members(())
    return left, right & ~members(crossing) if crossing else right


def _among(found: Members, character: str) -> bool:
    return bool(found[min(ord(character), ASTRAL)])
