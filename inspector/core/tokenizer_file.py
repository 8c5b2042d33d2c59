"""A tokenizer from a `tokenizer.json`, read by the library `tokenizers`."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import tokenizers
from numpy.typing import NDArray

from inspector.core.anchors import Anchors
from inspector.core.anchors_choice import anchors_for, anchors_of_slices, marks_before_words, slicing_anchors
from inspector.core.encoding import encode_document, encode_ids, slice_end, slices_at
from inspector.core.errors import CannotError
from inspector.core.marked import Marked
from inspector.core.tokens import Piece, Tokens

_EDGE = 256
"""Texts up to this many characters are remembered with their count: the edges of chunks come again and again."""
_NOBODY_HAS = "\U0010fffd"


class FileTokenizer:
    """A `tokenizer.json` read by the library `tokenizers`, with truncation and padding off.

    It is configured here once and only read afterwards, so threads may share it.
    """

    def __init__(self, path: Path, name: str) -> None:
        """`path` may be compressed with xz; raises CannotError when it cannot be read or is no tokenizer."""
        self.name = name
        self._inner = read_tokenizer(path)
        self.notices = _switch_off(self._inner, name)
        _keep_offsets_whole(self._inner)
        self.special_tokens: int = self._inner.num_special_tokens_to_add(False)
        self.anchors: Anchors = anchors_for(self._inner)
        self.unknown_id = _unknown_id(self._inner)
        added = self._inner.get_added_tokens_decoder()
        self.specials = {number: token.content for number, token in added.items() if token.special}
        literal = not any(token.normalized for token in added.values())
        takes = tuple(token.content for token in added.values() if token.lstrip)
        self._marked = Marked(self.unknown_id, self.specials, literal, marks_before_words(self.anchors), takes)
        self._slicer = anchors_of_slices(self.anchors, [token.content for token in added.values()])
        self._otherwise = cache(lambda: slicing_anchors(self._inner))
        self._count_edge = lru_cache(maxsize=65536)(self._count_one)

    def count(self, texts: Sequence[str]) -> list[int]:
        """The token count of each text alone, special tokens around it left out."""
        if len(texts) == 1:
            text = texts[0]
            return [self._count_edge(text) if len(text) <= _EDGE else self._count_one(text)]
        return [len(e) for e in self._inner.encode_batch_fast(list(texts), add_special_tokens=False)]

    def count_input(self, texts: Sequence[str], prefix: str) -> list[int]:
        """What the model receives for each text: prefix, text and special tokens, encoded together."""
        return [len(e) for e in self._inner.encode_batch_fast([prefix + t for t in texts], add_special_tokens=True)]

    def pieces(self, texts: Sequence[str]) -> list[list[Piece]]:
        """The tokens of each text alone one by one, special tokens around it left out."""
        found = self._inner.encode_batch(list(texts), add_special_tokens=False)
        return [
            [Piece(*span, number, name) for span, number, name in zip(e.offsets, e.ids, e.tokens, strict=True)]
            for e in found
        ]

    def settled(self, text: str, near: int) -> int:
        """An offset from `near` on, soon after it if one is known: whatever follows it, the tokens before it stay."""
        return slice_end(text, near, self._slicer, self._otherwise)[0]

    def input_ids(self, texts: Sequence[str], prefix: str = "") -> list[list[int]]:
        """The ids that the model receives for each text: prefix, text and special tokens, encoded together."""
        return [e.ids for e in self._inner.encode_batch_fast([prefix + t for t in texts], add_special_tokens=True)]

    def encode(
        self,
        text: str,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Tokens:
        """All tokens of a document; see `encode_document`."""
        slices = slices_at(text, self._slicer, self._otherwise)
        return encode_document(self._encode_texts, text, slices, self._slicer, self._marked, progress, cancelled)

    def encode_ids(
        self,
        text: str,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The numbers in the vocabulary of all tokens of a document, and where each starts; see `encode_ids` there."""
        slices = slices_at(text, self._slicer, self._otherwise)
        return encode_ids(self._encode_texts, text, slices, self._slicer, self._marked, progress, cancelled)

    def _encode_texts(self, texts: list[str]) -> list[tokenizers.Encoding]:
        return self._inner.encode_batch(texts, add_special_tokens=False)

    def _count_one(self, text: str) -> int:
        return len(self._inner.encode_batch_fast([text], add_special_tokens=False)[0])


def read_tokenizer(path: Path) -> tokenizers.Tokenizer:
    """Read a tokenizer.json, compressed where its name ends in .xz; raises CannotError."""
    try:
        data = path.read_bytes()
        text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8")
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise CannotError(f"{path} cannot be read as a tokenizer.json: {error}") from error
    try:
        return tokenizers.Tokenizer.from_str(text)
    except Exception as error:  # the library raises bare Exception for a file it does not understand
        raise CannotError(f"{path} is no tokenizer.json that the library `tokenizers` reads: {error}") from error


def _switch_off(inner: tokenizers.Tokenizer, name: str) -> tuple[str, ...]:
    """Switch truncation and padding off; every count would be wrong with them. Says what was on."""
    truncation, padding = inner.truncation, inner.padding
    inner.no_truncation()
    inner.no_padding()
    found = [f"truncation to {truncation['max_length']} tokens"] if truncation else []
    found += ["padding"] if padding else []
    return (f"{name}: {' and '.join(found)} found in the file, switched off for counting",) if found else ()


def _keep_offsets_whole(inner: tokenizers.Tokenizer) -> None:
    """Let a token's offsets hold its space, as they would without post-processing: else they depend on the slice."""
    if inner.post_processor is None:
        return
    state = inner.post_processor.__getstate__()
    holder = json.loads(tokenizers.Tokenizer(tokenizers.models.BPE()).to_str())
    holder["post_processor"] = json.loads(state, object_hook=lambda d: d | {k: False for k in d if k == "trim_offsets"})
    inner.post_processor = tokenizers.Tokenizer.from_str(json.dumps(holder)).post_processor


def _unknown_id(inner: tokenizers.Tokenizer) -> int | None:
    """The id that stands for what the model cannot read, if it has one."""
    model = inner.model
    if hasattr(model, "unk_token"):
        return inner.token_to_id(model.unk_token) if model.unk_token else None
    try:  # Unigram does not tell it: ask with a character that no vocabulary has
        tokens = model.tokenize(_NOBODY_HAS)
    except Exception:  # noqa: BLE001 - the library raises bare Exception when there is no such token
        return None
    return int(tokens[0].id) if len(tokens) == 1 else None
