"""How large a picture can be: what Qt can paint and what there is memory for, found out before Qt would crash."""

from __future__ import annotations

from collections.abc import Callable

from inspector.core.document import free_memory
from inspector.core.errors import CannotError, RefusedError

LONGEST_SIDE = 32_767
"""Device pixels: Qt's painter goes no further."""
MOST_PIXELS = 2**27
BYTES_PER_PIXEL = 16
"""Of the picture, of the window that is painted into it, and of the PNG."""


def check_picture(window: tuple[int, int], scale: float, free: Callable[[], int] = free_memory) -> tuple[int, int]:
    """Width and height in device pixels of a window in logical ones, `scale` device pixels each.

    Raises RefusedError when that is more than can be painted, CannotError when it is more than the memory holds.
    """
    width, height = (round(side * scale) for side in window)
    said = f"window is {window[0]}x{window[1]} and scale {scale:g}: a picture of {width:,} x {height:,} pixels"
    if max(width, height) > LONGEST_SIDE:
        raise RefusedError(f"{said} is too long, a side can have {LONGEST_SIDE:,}")
    if width * height > MOST_PIXELS:
        raise RefusedError(f"{said} is too large, it can have {MOST_PIXELS:,} in all")
    needed, half = width * height * BYTES_PER_PIXEL, free() // 2
    if needed > half:
        raise CannotError(f"{said} needs {needed:,} bytes, and half of the free memory is {half:,}")
    return width, height
