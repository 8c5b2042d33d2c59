"""Chunks as records: one JSON object a line, the form in which the command line and exports write them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from inspector.core.chunking import Chunking
from inspector.core.headings import Path
from inspector.core.similarity import Scores

Record = dict[str, Any]

_LINE_BREAKS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
"""Characters that JSON leaves as they are but that end a line for many readers."""


def record(
    text: str, chunking: Chunking, index: int, context: int | None, paths: Sequence[Path] | None = None
) -> Record:
    """Chunk `index` of the document `text` as plain values, keys in their documented order.

    `start`, `body_start` and `end` are code points; `overlap` is in the chunking's unit; `level` is that of the cut at
    `end`. `fits_context` compares `input_tokens` with `context` (always true when the model has no limit).
    With `paths`, the headings that each chunk stands under, `headings` lists this chunk's, the outermost first.
    """
    chunk_text = chunking.text(text, index)
    input_tokens = int(chunking.input_tokens[index])
    return {
        "index": index,
        "start": int(chunking.starts[index]),
        "body_start": int(chunking.body_starts[index]),
        "end": int(chunking.ends[index]),
        "level": chunking.level(index).label,
        "tokens": int(chunking.tokens[index]),
        "input_tokens": input_tokens,
        "words": int(chunking.words[index]),
        "characters": len(chunk_text),
        "overlap": int(chunking.overlaps[index]),
        "fits_context": context is None or input_tokens <= context,
        **({} if paths is None else {"headings": list(paths[index])}),
        "text": chunk_text,
    }


def records(
    text: str, chunking: Chunking, context: int | None, paths: Sequence[Path] | None = None
) -> Iterator[Record]:
    """Every chunk in document order, one at a time."""
    return (record(text, chunking, index, context, paths) for index in range(len(chunking)))


def ranked_records(
    text: str, chunking: Chunking, context: int | None, scores: Scores, paths: Sequence[Path] | None = None
) -> Iterator[Record]:
    """Every chunk best first with `rank` (1-based) and `score`, then those without a score with null for both."""
    for rank, index in enumerate(map(int, scores.order), start=1):
        yield record(text, chunking, index, context, paths) | {"rank": rank, "score": scores.value(index)}
    for index in range(len(chunking)):
        if scores.rank_of(index) is None:
            yield record(text, chunking, index, context, paths) | {"rank": None, "score": None}


def json_line(value: Record) -> str:
    """`value` as JSON in one line without its line break; characters stand as themselves, never as escapes.

    The exceptions are control characters and NEL, LS and PS, at which many programs end a line.
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).translate(_LINE_BREAKS)
