"""Small colour arithmetic: luminance, contrast and mixing, as the theme and its tests need them."""

from __future__ import annotations

from PySide6.QtGui import QColor


def luminance(colour: QColor) -> float:
    """The relative luminance, 0 to 1, as WCAG 2.2 defines it for sRGB."""
    red, green, blue = (_linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of two opaque colours, 1 to 21, as WCAG 2.2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mixed(base: QColor, colour: QColor, share: float) -> QColor:
    """`base` with `share` (0 to 1) of `colour` laid over it, opaque."""
    pairs = ((base.red(), colour.red()), (base.green(), colour.green()), (base.blue(), colour.blue()))
    return QColor(*(round(below + (above - below) * share) for below, above in pairs))


def readable_on(colour: QColor) -> QColor:
    """Black or white, whichever contrasts more with `colour` (always 4.5:1 or better)."""
    black, white = QColor("#000000"), QColor("#ffffff")
    return max(black, white, key=lambda ink: contrast(ink, colour))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
