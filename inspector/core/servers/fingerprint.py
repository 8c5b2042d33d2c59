"""A mark of a server's model that changes with the model, made of what it states and of one vector that it gives."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from inspector.core.embedding import Vectors

_LEADING = 16


def identity_of(address: str, model: str, facts: Mapping[str, Any], probe: Vectors) -> str:
    """The identity of a server's embedder: model, address, dimension, and a mark of 16 digits.

    `probe` is the unit vector (d,) of a fixed text. The mark holds no text of the user and no key.
    """
    stated = json.dumps(facts, sort_keys=True, default=str)
    mark = hashlib.sha256(f"{stated}\n{leading(probe)}".encode()).hexdigest()[:16]
    return f"{model}@{address}#{len(probe)}-{mark}"


def leading(vector: Vectors) -> str:
    """The places and signs of a vector's largest numbers, up to the widest gap among the 16 largest.

    Rounding and the company in a batch move numbers a little, which hardly ever changes who stands above the widest
    gap; two models agree in it by chance only.
    """
    order = np.argsort(-np.abs(vector), kind="stable")[: _LEADING + 1]
    sizes = np.abs(vector[order])
    kept = int(np.argmax(sizes[:-1] - sizes[1:])) + 1 if len(order) > 1 else 1
    return ",".join(f"{'-' if vector[place] < 0 else '+'}{place}" for place in sorted(order[:kept].tolist()))
