"""The fonts: one for the window, two kinds for the document, each from a list that ends with what is always there."""

from __future__ import annotations

from functools import cache
from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase

FontKind = Literal["proportional", "mono"]

_FAMILIES: dict[str, tuple[str, ...]] = {
    "ui": (
        "Inter",
        "Segoe UI Variable Text",
        "Segoe UI",
        ".AppleSystemUIFont",
        "Cantarell",
        "Noto Sans",
        "DejaVu Sans",
    ),
    "proportional": ("Inter", "Source Sans 3", "Segoe UI", "Helvetica Neue", "Noto Sans", "DejaVu Sans"),
    "mono": ("JetBrains Mono", "Cascadia Mono", "Consolas", "Menlo", "DejaVu Sans Mono", "Noto Sans Mono"),
}
_DEJAVU = {"ui": ("DejaVu Sans",), "proportional": ("DejaVu Sans",), "mono": ("DejaVu Sans Mono",)}
_HINTS = {"proportional": QFont.StyleHint.SansSerif, "mono": QFont.StyleHint.Monospace}
UI_PIXELS = 13


def ui_font() -> QFont:
    """The interface's font, 13 px, with figures of equal width."""
    font = _font("ui", "proportional")
    font.setPixelSize(UI_PIXELS)
    return tabular(font)


def document_font(kind: FontKind = "mono", points: float = 10.5) -> QFont:
    """A font to read the document in, "proportional" or "mono", at `points` typographic points.

    Its letters are smoothed in greys, as they are where they are kept as a picture over changing colours.
    """
    font = _font(kind, kind)
    font.setStyleStrategy(QFont.StyleStrategy.NoSubpixelAntialias)
    font.setPointSizeF(points)
    font.setFixedPitch(kind == "mono")
    return font


def tabular(font: QFont) -> QFont:
    """The same font with figures of equal width, so that changing numbers do not move what stands beside them."""
    result = QFont(font)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def use_dejavu() -> None:
    """Take DejaVu from now on, whatever else is installed: a picture is the same on every machine."""
    _FAMILIES.update(_DEJAVU)


def _font(name: str, kind: FontKind) -> QFont:
    font = QFont()
    font.setFamilies([*(family for family in _FAMILIES[name] if family in _installed()), "DejaVu Sans"])
    font.setStyleHint(_HINTS[kind])
    return font


@cache
def _installed() -> frozenset[str]:
    return frozenset(QFontDatabase.families())
