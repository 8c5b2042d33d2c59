"""What the program holds: the bytes of every array, list and dictionary behind some objects, and of the process."""

from __future__ import annotations

import ctypes
import gc
import sys
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import psutil
from PySide6.QtCore import QObject

_SKIPPED = (type, ModuleType, FunctionType, QObject)


def held(*roots: object, text: str = "") -> dict[str, int]:
    """The bytes of everything reachable from `roots` by its type's name, but for the `text`, each object once."""
    seen: set[int] = {id(text)}
    sizes: dict[str, int] = {}
    waiting: list[Any] = list(roots)
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, _SKIPPED):
            continue
        seen.add(id(one))
        size, inner = _parts(one)
        sizes[type(one).__name__] = sizes.get(type(one).__name__, 0) + size
        waiting += inner
    return sizes


def _parts(one: Any) -> tuple[int, list[Any]]:
    """The object's own bytes, and what it refers to; an array that looks into another is counted with that one."""
    if isinstance(one, np.ndarray):
        return (one.nbytes, []) if one.base is None else (0, [one.base])
    if isinstance(one, memoryview):
        return 0, [one.obj]
    return sys.getsizeof(one, 0), gc.get_referents(one)


def settle() -> None:
    """Give memory that nobody holds back to the system."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def resident() -> int:
    """Bytes of memory that the process holds now."""
    return int(psutil.Process().memory_info().rss)
