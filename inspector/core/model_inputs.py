"""What a model reads of texts: their ids between the special tokens, cut at its context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from inspector.core.embedding import Cancelled, Progress
from inspector.core.errors import CancelledError, CannotError
from inspector.core.onnx_graph import Ids
from inspector.core.tokenizer_file import FileTokenizer

TOKEN_BUDGET = 512
"""Input tokens of one batch, padding included (rows times the longest row): two full texts, or many short ones."""
_ENCODE_AT_ONCE = 256
_LOOKED_AT = 6
"""So many characters of a text are looked at for each token that the model reads, and more where they do not do."""
_WORDS = ("a", "1", "The", "word", "(")


@dataclass(frozen=True, eq=False)
class DocumentTokens:
    """The t tokens of a document, without special tokens around it: `ids` and the character where each starts.

    Both int32 (t,); `starts` never decreases, and is that of the counts.
    """

    ids: NDArray[np.int32]
    starts: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class TokenStates:
    """One text as the model read it alone, m input tokens: the characters `starts:ends` of each, its hidden state.

    `starts`, `ends` int32 (m,); `states` float32 (m, d); `special` bool (m,) marks tokens put around the text, which
    have no characters. The text's vector is the mean of all states.
    """

    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    states: NDArray[np.float32]
    special: NDArray[np.bool_]


class ModelInputs:
    """The inputs that a tokenizer makes for a model with a context (None: it reads everything).

    Every method raises CannotError for a text with a lone surrogate.
    """

    def __init__(self, tokenizer: FileTokenizer, context: int | None) -> None:
        self.tokenizer = tokenizer
        self.context = context

    @cached_property
    def specials(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The ids that the tokenizer puts before a text, and after it."""
        bare, whole = self._bare("a"), self._whole("a")
        before = next((k for k in range(len(whole)) if whole[k : k + len(bare)] == bare), 0)
        return tuple(whole[:before]), tuple(whole[before + len(bare) :])

    @cached_property
    def surrounds(self) -> bool:
        """Whether the tokenizer just puts special tokens around a text."""
        before, after = self.specials
        return [*before, *self._bare("a 1"), *after] == self._whole("a 1")

    def prefix_ids(self, prefix: str) -> tuple[int, ...]:
        """The ids that `prefix` has before a text, whatever follows."""
        if not prefix:
            return ()
        found = [self._bare(encodable(prefix) + word) for word in _WORDS]
        same = takewhile(lambda ids: len(set(ids)) == 1, zip(*found, strict=False))
        return tuple(ids[0] for ids in same)

    def rows(self, texts: Sequence[str], cancelled: Cancelled) -> list[Ids]:
        """What the model reads of each text: as many tokens as its context leaves between the special tokens.

        Of a text that is much longer, no more is encoded than that takes.
        """
        rows: list[Ids] = []
        for start in range(0, len(texts), _ENCODE_AT_ONCE):
            check(cancelled)
            part = [encodable(text) for text in texts[start : start + _ENCODE_AT_ONCE]]
            rows += [self._cut(ids) for _, ids in self._beginnings(part)]
        return rows

    def spans(self, text: str, row: Ids) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The characters of each token in the row of a text, int32 (m, 2), and which tokens were put around it (m,)."""
        before, after = map(len, self.specials)
        inside = slice(before, len(row) - after)
        special = np.ones(len(row), np.bool_)
        special[inside] = False
        spans = np.zeros((len(row), 2), np.int32)
        ((beginning, _),) = self._beginnings([text])
        pieces = self.tokenizer.pieces([beginning])[0][: len(row) - before - after]
        spans[inside] = np.array([piece[:2] for piece in pieces], np.int32).reshape(-1, 2)
        return spans, special

    def document(self, text: str, progress: Progress, cancelled: Cancelled) -> DocumentTokens:
        """The tokens of a whole document, those of one encoding; `progress` in characters."""
        return DocumentTokens(*self.tokenizer.encode_ids(encodable(text), progress, cancelled))

    def _beginnings(self, texts: Sequence[str]) -> list[tuple[str, list[int]]]:
        """The beginning of each text that the model reads, up to all of it, and its ids: enough to fill the context.

        It ends where the tokenizer splits whatever follows, so its tokens are those that the whole text begins with.
        """
        found: dict[int, tuple[str, list[int]]] = {}
        most = self.context if self.context is not None and self.surrounds else None
        near = max(map(len, texts), default=0) if most is None else _LOOKED_AT * most
        while len(found) < len(texts):
            waiting = [place for place in range(len(texts)) if place not in found]
            parts = [texts[place][: self.tokenizer.settled(texts[place], near)] for place in waiting]
            for place, part, ids in zip(waiting, parts, self.tokenizer.input_ids(parts), strict=True):
                if len(part) == len(texts[place]) or (most is not None and len(ids) >= most):
                    found[place] = part, ids
            near *= 4
        return [found[place] for place in range(len(texts))]

    def _bare(self, text: str) -> list[int]:
        ids: list[int] = self.tokenizer.encode_ids(text)[0].tolist()
        return ids

    def _whole(self, text: str) -> list[int]:
        return self.tokenizer.input_ids([text])[0]

    def _cut(self, ids: list[int]) -> Ids:
        if self.context is None or len(ids) <= self.context:
            return np.array(ids, dtype=np.int64)
        after = len(self.specials[1])
        return np.array([*ids[: self.context - after], *ids[len(ids) - after :]], dtype=np.int64)


def token_batches(lengths: Sequence[int], budget: int = TOKEN_BUDGET) -> Iterator[list[int]]:
    """Places of `lengths`, shortest first, in batches whose rows times longest row stay within `budget` tokens.

    A row longer than the budget is a batch of its own, so no batch is more than its rows' own size.
    """
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[place] > budget:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def check(cancelled: Cancelled) -> None:
    """Raise CancelledError when the work is no longer wanted."""
    if cancelled():
        raise CancelledError("embedding was cancelled")


def encodable(text: str) -> str:
    """`text`, unless it holds a lone surrogate, which no tokenizer can read."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise CannotError(f"a text to embed holds a lone surrogate at its character {error.start}") from error
    return text
