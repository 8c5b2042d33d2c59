"""Pictures from arrays of colours: many small marks in one call instead of a rectangle each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

Colours = NDArray[np.uint32]


def colour_value(colour: QColor) -> int:
    """The pixel of a colour as `pixel_image` takes it: premultiplied ARGB."""
    alpha = colour.alpha()
    red, green, blue = (round(part * alpha / 255) for part in (colour.red(), colour.green(), colour.blue()))
    return alpha << 24 | red << 16 | green << 8 | blue


def shared_image(pixels: Colours) -> QImage:
    """A picture on the array itself, uint32 (height, width), C-contiguous; the array must outlive it."""
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)


def pixel_image(pixels: Colours) -> QImage:
    """A picture of the pixels, uint32 (height, width), 0 for none; it keeps no hold on the array."""
    return shared_image(np.ascontiguousarray(pixels, np.uint32)).copy()
