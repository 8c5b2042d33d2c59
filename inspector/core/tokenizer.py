"""Tokenizers: exact counts of texts, and one encoding of a document into offsets."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import tokenizers

from inspector.core.anchors import Anchors, BertAnchors, NoAnchors
from inspector.core.encoding import encode_document
from inspector.core.errors import CannotError, RefusedError
from inspector.core.paths import resource
from inspector.core.tokens import Tokens

DEFAULT_TOKENIZER = "bert-base-uncased"
_EDGE = 256
"""Texts up to this many characters are remembered with their count: the edges of chunks come again and again."""


class Tokenizer(Protocol):
    """Counts texts as the embedding model does, without the special tokens put around them."""

    @property
    def name(self) -> str:
        """What the window and the certificate call it."""
        ...

    @property
    def special_tokens(self) -> int:
        """How many tokens the model puts around a text (BERT: 2)."""
        ...

    @property
    def notices(self) -> tuple[str, ...]:
        """What was changed at load and a person should know."""
        ...

    @property
    def anchors(self) -> Anchors:
        """Where counts may be added."""
        ...

    def count(self, texts: Sequence[str]) -> list[int]:
        """The token count of each text alone, special tokens around it left out."""
        ...

    def count_input(self, texts: Sequence[str], prefix: str) -> list[int]:
        """What the model receives for each text: prefix, text and special tokens, encoded together."""
        ...

    def encode(
        self, text: str, progress: Callable[[int, int], None] | None, cancelled: Callable[[], bool] | None
    ) -> Tokens:
        """All tokens of a document; `progress(done, total)` in characters; raises CancelledError when cancelled."""
        ...


class FileTokenizer:
    """A `tokenizer.json` read by the library `tokenizers`, with truncation and padding off.

    It is configured here once and only read afterwards, so threads may share it.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.name = name
        text, self._inner = _read(path)
        settings = json.loads(text)
        self.notices = _switch_off(self._inner, settings, name)
        self.special_tokens = self._inner.num_special_tokens_to_add(False)
        self.anchors: Anchors = BertAnchors() if _is_bert(settings) else NoAnchors()
        unknown = settings.get("model", {}).get("unk_token")
        self.unknown_id = self._inner.token_to_id(unknown) if isinstance(unknown, str) else None
        added = settings.get("added_tokens") or []
        self.specials = {int(t["id"]): str(t["content"]) for t in added if t.get("special")}
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
        return encode_document(self._inner, text, self.anchors, self.unknown_id, self.specials, progress, cancelled)

    def _count_one(self, text: str) -> int:
        return len(self._inner.encode_batch_fast([text], add_special_tokens=False)[0])


@lru_cache(maxsize=4)
def load_tokenizer(name: str = DEFAULT_TOKENIZER) -> FileTokenizer:
    """A tokenizer that ships with the program, by name, or any `tokenizer.json` by its path.

    Raises RefusedError for a name that is neither, CannotError for a file that is no tokenizer.
    """
    if name == DEFAULT_TOKENIZER:
        return FileTokenizer(resource("tokenizers", name, "tokenizer.json"), name)
    path = Path(name)
    if path.suffix == ".json" and path.is_file():
        return FileTokenizer(path, str(path))
    raise RefusedError(f"unknown tokenizer {name!r}: known are {DEFAULT_TOKENIZER}, or the path of a tokenizer.json")


def _read(path: Path) -> tuple[str, tokenizers.Tokenizer]:
    try:
        text = path.read_text(encoding="utf-8")
        return text, tokenizers.Tokenizer.from_str(text)
    except (OSError, UnicodeDecodeError) as error:
        raise CannotError(f"{path} cannot be read: {error}") from error
    except Exception as error:  # the library raises bare Exception for a file it does not understand
        raise CannotError(f"{path} is no tokenizer.json that the library `tokenizers` reads: {error}") from error


def _switch_off(inner: tokenizers.Tokenizer, settings: dict[str, Any], name: str) -> tuple[str, ...]:
    """Switch truncation and padding off; every count would be wrong with them. Says what was on."""
    inner.no_truncation()
    inner.no_padding()
    found = []
    if settings.get("truncation"):
        found.append(f"truncation to {settings['truncation'].get('max_length')} tokens")
    if settings.get("padding"):
        found.append("padding")
    return (f"{name}: {' and '.join(found)} found in the file, switched off for counting",) if found else ()


def _is_bert(settings: dict[str, Any]) -> bool:
    """Whether the anchors of BERT's basic tokenizer hold for these settings."""
    normalizer, splitter = settings.get("normalizer") or {}, settings.get("pre_tokenizer") or {}
    plain = all(
        not t.get("normalized") and not t.get("lstrip") and not t.get("rstrip") and t.get("special")
        for t in settings.get("added_tokens") or []
    )
    return (
        plain
        and normalizer.get("type") == "BertNormalizer"
        and bool(normalizer.get("handle_chinese_chars"))
        and splitter.get("type") == "BertPreTokenizer"
        and (settings.get("model") or {}).get("type") == "WordPiece"
    )
