"""A tokenizer of every kind that people bring: the shipped ones, and small ones made here after well-known ones."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import tokenizers
from tokenizers import AddedToken, models, pre_tokenizers, processors, trainers

from inspector.core.anchors_byte_level import CL100K
from inspector.core.tokenizer import TOKENIZERS, Tokenizer, load_tokenizer
from tests.core.texts import PIECES

_CORPUS = [" ".join(PIECES[k:] + PIECES[:k]) + "\n\n" + "".join(PIECES[::-1]) for k in range(0, len(PIECES), 3)] + [
    "The quick brown fox jumps over the lazy dog, doesn't it? It's 2024; the words' endings. def f(x):\n    return x\n"
]
_ALPHABET = pre_tokenizers.ByteLevel.alphabet()
_HERE = tempfile.TemporaryDirectory()
Settings = dict[str, Any]


def _byte_level(add_prefix_space: bool = False, splitter: Any = None, added: tuple[AddedToken, ...] = ()) -> Settings:
    inner = tokenizers.Tokenizer(models.BPE())
    own = pre_tokenizers.ByteLevel(add_prefix_space=add_prefix_space, use_regex=splitter is None)
    inner.pre_tokenizer = own if splitter is None else pre_tokenizers.Sequence([splitter, own])
    inner.post_processor = processors.ByteLevel(trim_offsets=True)
    trainer = trainers.BpeTrainer(
        vocab_size=500, show_progress=False, initial_alphabet=_ALPHABET, special_tokens=["<|endoftext|>"]
    )
    inner.train_from_iterator(_CORPUS, trainer)
    inner.add_tokens(list(added))
    return dict(json.loads(inner.to_str()))


def _like_qwen() -> Settings:
    """With NFC, runs of spaces as tokens of their own, and a mask that takes the white space before it."""
    spaces = tuple(AddedToken(" " * k, normalized=True) for k in range(2, 6))
    mask = AddedToken("[MASK]", lstrip=True, normalized=False, special=True)
    splitter = pre_tokenizers.Split(tokenizers.Regex(CL100K[2]), "isolated")
    settings = _byte_level(splitter=splitter, added=(*spaces, mask))
    return settings | {"normalizer": {"type": "NFC"}}


def _marked_bpe(changes: Settings) -> Settings:
    """BPE in SentencePiece's way, with the bytes of characters that it does not have."""
    inner = tokenizers.Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True))
    inner.pre_tokenizer = pre_tokenizers.Metaspace()
    specials = ["<unk>", "<s>", "</s>", *(f"<0x{b:02X}>" for b in range(256))]
    limit = list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,▁汉字。")
    trainer = trainers.BpeTrainer(
        vocab_size=600, show_progress=False, limit_alphabet=80, initial_alphabet=limit, special_tokens=specials
    )
    inner.train_from_iterator(_CORPUS, trainer)
    settings = dict(json.loads(inner.to_str()))
    settings["added_tokens"] = [t for t in settings["added_tokens"] if not t["content"].startswith("<0x")]
    settings["model"]["byte_fallback"] = True
    return settings | changes


def _marked_unigram(changes: Settings) -> Settings:
    inner = tokenizers.Tokenizer(models.Unigram())
    inner.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=300, show_progress=False, unk_token="<unk>", special_tokens=["<s>", "</s>", "<unk>"]
    )
    inner.train_from_iterator([c[:400] for c in _CORPUS], trainer)
    return dict(json.loads(inner.to_str())) | changes


def _charsmap() -> Settings:
    state = load_tokenizer("use-multilingual-v3")._inner.normalizer.__getstate__()  # type: ignore[attr-defined]
    return dict(json.loads(state)["normalizers"][0])


def _like_bert() -> Settings:
    """With truncation and padding switched on, and special tokens in the way of all-mpnet-base-v2."""
    settings = json.loads(load_tokenizer()._inner.to_str())  # type: ignore[attr-defined]
    for token in settings["added_tokens"]:
        token["normalized"] = True
        token["lstrip"] = token["content"] == "[MASK]"
    inner = tokenizers.Tokenizer.from_str(json.dumps(settings))
    inner.enable_truncation(16)
    inner.enable_padding(length=16)
    return dict(json.loads(inner.to_str()))


_MARK = {"type": "Metaspace", "replacement": "▁", "split": True}
_COLLAPSE = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
_TO_MARK = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
_AT_SPACE = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}


def _steps(kind: str, *steps: Settings) -> Settings:
    return {"type": "Sequence", kind: list(steps)}


_TINY: dict[str, Callable[[], Settings]] = {
    "like gpt-2": _byte_level,
    "like gpt-2, a space before": lambda: _byte_level(add_prefix_space=True),
    "like qwen": _like_qwen,
    "like bert, truncated and padded": _like_bert,
    "marked bpe, split": lambda: _marked_bpe({"pre_tokenizer": _MARK | {"prepend_scheme": "always"}}),
    "like mistral": lambda: _marked_bpe({"pre_tokenizer": _MARK | {"prepend_scheme": "first", "split": False}}),
    "like llama 2": lambda: _marked_bpe(
        {"pre_tokenizer": None, "normalizer": _steps("normalizers", {"type": "Prepend", "prepend": "▁"}, _TO_MARK)}
    ),
    "like gemma": lambda: _marked_bpe({"pre_tokenizer": _AT_SPACE, "normalizer": _TO_MARK}),
    "unigram, no leading space": lambda: _marked_unigram({"pre_tokenizer": _MARK | {"prepend_scheme": "never"}}),
    "like t5": lambda: _marked_unigram(
        {
            "normalizer": _steps(
                "normalizers", _charsmap(), {"type": "Strip", "strip_left": False, "strip_right": True}, _COLLAPSE
            ),
            "pre_tokenizer": _MARK | {"prepend_scheme": "always"},
        }
    ),
    "like xlm-roberta": lambda: _marked_unigram(
        {
            "normalizer": _steps("normalizers", _charsmap(), _COLLAPSE),
            "pre_tokenizer": _steps("pretokenizers", {"type": "WhitespaceSplit"}, _MARK | {"prepend_scheme": "always"}),
        }
    ),
}
SHIPPED = TOKENIZERS
EVERY = (*SHIPPED, *_TINY)
"""The names for `tokenizer_of`."""
WITHOUT_ANCHORS = ("like llama 2",)


@cache
def tokenizer_of(kind: str) -> Tokenizer:
    """The tokenizer of a kind."""
    return load_tokenizer(kind if kind in SHIPPED else str(file_of(kind)))


@cache
def file_of(kind: str) -> Path:
    """The tokenizer.json of a kind that is made here."""
    path = Path(_HERE.name) / kind / "tokenizer.json"
    path.parent.mkdir()
    path.write_text(json.dumps(_TINY[kind]()), encoding="utf-8")
    return path
