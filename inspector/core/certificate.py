"""The certificate: what was checked of one chunking, and the recount that checks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits

State = Literal["checking", "checked", "failed", "nothing"]
BATCH_CHARACTERS = 200_000
BATCH_CHUNKS = 256


@dataclass(frozen=True)
class Certificate:
    """The state of the check of one run: `checked` of `total` chunks recounted so far.

    `above_context` is how many chunks have more input tokens than the model reads; None when it states no context.
    """

    state: State
    checked: int = 0
    total: int = 0
    characters: int = 0
    most: int = 0
    size: int = 0
    unit: str = "tokens"
    above_context: int | None = None
    context: int | None = None
    failure: str | None = None
    first_offender: int | None = None

    def line(self) -> str:
        """The certificate in one line, as the status line and standard error show it."""
        if self.state == "nothing":
            return "nothing to check: the document has no text"
        if self.state == "failed":
            return f"check failed: {self.failure}"
        if self.state == "checking":
            return f"checking {self.checked:,} of {self.total:,} counts"
        return (
            f"all {self.characters:,} characters covered, joins exactly, "
            f"{self.total:,} {'count' if self.total == 1 else 'counts'} checked{self._context_clause()}"
        )

    def _context_clause(self) -> str:
        if not self.above_context:
            return ""
        verb = "chunk is" if self.above_context == 1 else "chunks are"
        return f", {self.above_context:,} {verb} above the context of {self.context:,} input tokens"

    def as_json(self) -> dict[str, Any]:
        """The certificate as plain values for `--certificate FILE`."""
        return {
            "state": self.state,
            "characters": self.characters,
            "chunks": self.total,
            "counts_checked": self.checked,
            "most": self.most,
            "size": self.size,
            "unit": self.unit,
            "context": self.context,
            "above_context": self.above_context,
            "failure": self.failure,
            "first_offender": self.first_offender,
        }


@dataclass(frozen=True, eq=False)
class Audit:
    """The check of one chunking against its document, chunk by chunk, with every count taken anew."""

    facts: Facts
    chunking: Chunking
    limits: ModelLimits

    def __iter__(self) -> Iterator[Certificate]:
        """Certificates as the check goes on, one for each small batch; the last one is final."""
        state = self.begin()
        yield state
        if state.state != "checking":
            return
        failure = self._structure()
        if failure:
            yield self._fail(state, *failure)
            return
        for first, last in self._batches():
            failure = self._joins(first, last) or self._recount(first, last)
            if failure:
                yield self._fail(state, *failure)
                return
            state = replace(state, checked=last)
            yield state
        yield replace(state, state="checked")

    def begin(self) -> Certificate:
        """The certificate before anything was checked."""
        chunking, size = self.chunking, self.chunking.parameters
        if not len(chunking):
            return Certificate("nothing" if self.facts.blank else "failed", failure="a document with text has no chunk")
        context = self.limits.context
        return Certificate(
            "checking",
            total=len(chunking),
            characters=len(self.facts.text),
            most=int(chunking.counts.max()),
            size=size.size,
            unit=size.unit,
            context=context,
            above_context=None if context is None else int((chunking.input_tokens > context).sum()),
        )

    def final(self) -> Certificate:
        """The certificate of the whole check."""
        result = self.begin()
        for result in self:  # noqa: B007 - the last one is wanted
            pass
        return result

    def _structure(self) -> tuple[int, str] | None:
        """The first chunk that breaks the partition, and how."""
        c, clusters = self.chunking, self.facts.clusters
        expected = np.concatenate([[0], c.ends[:-1]])
        rules = (
            (c.body_starts != expected, "its body does not begin where the one before ends"),
            (c.starts > c.body_starts, "it starts after its body"),
            (np.diff(c.starts, prepend=-1) <= 0, "it does not start after the chunk before"),
            (np.diff(c.ends, prepend=0) <= 0, "it does not end after the chunk before"),
        )
        for broken, reason in rules:
            if broken.any():
                return int(np.argmax(broken)), reason
        if int(c.ends[-1]) != len(self.facts.text):
            return len(c) - 1, "it does not end where the document does"
        torn = clusters.inside(c.ends) | clusters.inside(c.starts)
        return (int(np.argmax(torn)), "it tears a grapheme cluster") if torn.any() else None

    def _joins(self, first: int, last: int) -> tuple[int, str] | None:
        """Whether the bodies from `first` to `last` are, joined, the document's text from the one's start on."""
        c, text = self.chunking, self.facts.text
        bodies = [
            text[a:b] for a, b in zip(c.body_starts[first:last].tolist(), c.ends[first:last].tolist(), strict=True)
        ]
        joined = "".join(bodies) == text[int(c.body_starts[first]) : int(c.ends[last - 1])]
        return None if joined else (last - 1, "the bodies do not join to the document")

    def _batches(self) -> Iterator[tuple[int, int]]:
        sizes = np.cumsum(self.chunking.ends - self.chunking.starts)
        first = 0
        while first < len(sizes):
            base = int(sizes[first - 1]) if first else 0
            last = int(np.searchsorted(sizes, base + BATCH_CHARACTERS, side="right"))
            last = min(max(last, first + 1), first + BATCH_CHUNKS)
            yield first, last
            first = last

    def _recount(self, first: int, last: int) -> tuple[int, str] | None:
        """Count the chunks from `first` to `last` anew and compare all that is shown of them."""
        c, text = self.chunking, self.facts.text
        texts = [c.text(text, k) for k in range(first, last)]
        repeats = [text[int(c.starts[k]) : int(c.body_starts[k])] for k in range(first, last)]
        unit, size = c.parameters.unit, c.parameters.size
        inputs = [c.prefix(first + k, self.limits.prefix) + t for k, t in enumerate(texts)]
        input_tokens = self.facts.tokenizer.count_input(inputs, "")
        tokens = self._tokens(texts, input_tokens)
        words = [len(t.split()) for t in texts]
        in_unit = {"tokens": tokens, "words": words, "characters": [len(t) for t in texts]}[unit]
        comparisons = (
            (c.tokens, tokens, "tokens"),
            (c.input_tokens, input_tokens, "input tokens"),
            (c.words, words, "words"),
            (c.counts, in_unit, unit),
            (c.overlaps, self._in_unit(unit, repeats), f"{unit} of overlap"),
        )
        for shown, recounted, what in comparisons:
            wrong = np.flatnonzero(shown[first:last] != np.array(recounted, np.int64))
            if len(wrong):
                k = int(wrong[0])
                return first + k, f"it shows {int(shown[first + k])} {what}, a recount gives {recounted[k]}"
        above = np.flatnonzero(np.array(in_unit, np.int64) > size)
        return (first + int(above[0]), f"it has {in_unit[int(above[0])]} of {size} {unit}") if len(above) else None

    def _tokens(self, texts: list[str], input_tokens: list[int]) -> list[int]:
        """Without a prefix the special tokens are the only difference, by the tokenizer's own statement."""
        if self.limits.prefix or self.chunking.prefixes is not None:
            return self.facts.tokenizer.count(texts)
        return [n - self.facts.tokenizer.special_tokens for n in input_tokens]

    def _in_unit(self, unit: str, texts: list[str]) -> list[int]:
        if unit == "tokens":
            return [n if t else 0 for t, n in zip(texts, self.facts.tokenizer.count(texts), strict=True)]
        return [len(t.split()) if unit == "words" else len(t) for t in texts]

    def _fail(self, state: Certificate, chunk: int, reason: str) -> Certificate:
        return replace(state, state="failed", first_offender=chunk, failure=f"chunk #{chunk + 1}: {reason}")
