"""The vectors of an answer, checked at the border: how many, of which dimension, every number finite, in order."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any

import numpy as np

from inspector.core.embedding import Vectors
from inspector.core.servers.errors import BrokenAnswerError, ChangedError, MismatchError

Row = Vectors | str
"""A vector, float32 (d,) of unit length, or what is wrong with it."""


def by_index(data: Any, asked: int) -> list[Any]:
    """The embeddings of the OpenAI shape (`data[].{index, embedding}`) in the order of the texts.

    Raises MismatchError when there are not as many as texts, or an index is missing, twice, or no place of a text, and
    BrokenAnswerError when there is no such list.
    """
    if not isinstance(data, list) or not all(isinstance(one, dict) and "embedding" in one for one in data):
        raise BrokenAnswerError("the answer holds no list of embeddings")
    check_number(len(data), asked)
    found: dict[int, Any] = {}
    for one in data:
        index = one.get("index")
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < asked or index in found:
            what = "is there twice" if isinstance(index, int) and index in found else f"is no place of {asked} texts"
            raise MismatchError(f"the embeddings cannot be told apart: the index {index!r} {what}")
        found[index] = one["embedding"]
    return [found[index] for index in range(asked)]


def check_number(got: int, asked: int) -> None:
    """Raise MismatchError naming both numbers unless there is a vector for each text."""
    if got != asked:
        raise MismatchError(f"the answer holds {got} vectors for {asked} texts: which belongs to which is not known")


def checked_rows(raw: Sequence[Any], dimension: int | None) -> list[Row]:
    """Each embedding (numbers, or base64 of little-endian float32) as a unit vector, or what is wrong with it.

    Raises ChangedError naming both dimensions when they differ among the rows or from `dimension`.
    """
    rows = [_vector(one) for one in raw]
    wanted = dimension
    for place, row in enumerate(rows):
        if isinstance(row, str):
            continue
        wanted = len(row) if wanted is None else wanted
        if len(row) != wanted:
            raise ChangedError(
                f"the vector of text {place} has dimension {len(row)}, the others have {wanted}:"
                " they are not of one model and cannot be compared"
            )
    return [row if isinstance(row, str) else _unit(row) for row in rows]


def _vector(one: Any) -> Vectors | str:
    """The numbers of one embedding, float32 (d,), or what is wrong with them."""
    if isinstance(one, str):
        return _decoded(one)
    if not isinstance(one, list) or not one:
        return f"invalid vector: {_shown(one)} is no list of numbers"
    if len(one) == 1 and isinstance(one[0], list):  # some servers wrap the vector once more
        return _vector(one[0])
    for at, value in enumerate(one):
        if not isinstance(value, float | int) or isinstance(value, bool):
            return f"invalid vector: its number {at} is {_shown(value)}"
    numbers = np.array(one, dtype=np.float64)
    return _finite(numbers)


def _decoded(packed: str) -> Vectors | str:
    try:
        data = base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError):
        return "invalid vector: it is no base64"
    if not data or len(data) % 4:
        return f"invalid vector: its {len(data)} bytes are no 32-bit numbers"
    return _finite(np.frombuffer(data, dtype="<f4").astype(np.float64))


def _finite(numbers: np.ndarray[Any, Any]) -> Vectors | str:
    with np.errstate(over="ignore"):
        found = numbers.astype(np.float32)
    bad = np.flatnonzero(~np.isfinite(found))
    if len(bad):
        return f"invalid vector: its number {bad[0]} is {numbers[bad[0]]}"
    return found


def _unit(row: Vectors) -> Row:
    largest = float(np.abs(row).max())
    if largest == 0:
        return "invalid vector: all of its numbers are 0"
    scaled = row.astype(np.float64) / largest
    return np.asarray(scaled / np.linalg.norm(scaled), dtype=np.float32)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}\N{HORIZONTAL ELLIPSIS}"
