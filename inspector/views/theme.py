"""The two themes: every colour of the window, read from `resources/palettes`, and how the application gets them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from inspector.core.levels import Level
from inspector.core.parameters import check_choice
from inspector.core.paths import resource
from inspector.views.colours import mixed, readable_on
from inspector.views.fonts import FontKind, document_font, tabular, ui_font
from inspector.views.icons import icon
from inspector.views.stylesheet import stylesheet

__all__ = [
    "THEMES",
    "FontKind",
    "Theme",
    "apply",
    "current",
    "document_font",
    "icon",
    "palette",
    "system_theme",
    "tabular",
    "theme",
    "ui_font",
]

THEMES = ("light", "dark")
_PROPERTY = "inspector_theme"


@dataclass(frozen=True, eq=False)
class Theme:
    """Every colour by what it is for; `level`, `tint` and `on_level` have an entry for each Level, END included.

    `lines` are for listed queries, by slot. All are opaque but `hover`, which is laid over whatever is there.
    `selection` is a fill under `text`; `accent` marks what is selected or has the keyboard (frames, bars, rings) and
    nothing else; `edge` draws borders of controls (3:1), `line` mere hairlines.
    """

    name: str
    window: QColor
    base: QColor
    raised: QColor
    text: QColor
    muted: QColor
    disabled: QColor
    line: QColor
    edge: QColor
    accent: QColor
    warning: QColor
    success: QColor
    link: QColor
    unknown: QColor
    selection: QColor
    hover: QColor
    neutral: QColor
    level: dict[Level, QColor]
    tint: dict[Level, QColor]
    on_level: dict[Level, QColor]
    lines: tuple[QColor, ...]


@cache
def theme(name: str) -> Theme:
    """The theme "light" or "dark"; raises RefusedError for another name."""
    check_choice("theme", name, THEMES)
    data: dict[str, Any] = json.loads(resource("palettes", f"{name}.json").read_text(encoding="utf-8"))
    levels = {level: QColor(data["levels"].get(level.label, data["neutral"])) for level in Level}
    tints = {level: mixed(QColor(data["base"]), levels[level], data["tints"][level.label]) for level in Level}
    colours = {key: QColor(value) for key, value in data.items() if isinstance(value, str) and key != "name"}
    letters = {level: readable_on(colour) for level, colour in levels.items()}
    lines = tuple(map(QColor, data["lines"]))
    return Theme(name=name, **colours, level=levels, tint=tints, on_level=letters, lines=lines)


def palette(theme: Theme) -> QPalette:
    """The QPalette of a theme for the style Fusion: every role that it uses, also for disabled widgets."""
    result = QPalette()
    for role, colour in _roles(theme).items():
        result.setColor(role, colour)
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText, _Role.HighlightedText, _Role.PlaceholderText):
        result.setColor(QPalette.ColorGroup.Disabled, role, theme.disabled)
    for role, colour in ((_Role.Base, theme.window), (_Role.Highlight, theme.line), (_Role.Accent, theme.disabled)):
        result.setColor(QPalette.ColorGroup.Disabled, role, colour)
    return result


def current() -> Theme:
    """The theme that was last put on the running application; light before the first time."""
    app = QApplication.instance()
    return theme((app.property(_PROPERTY) if app else None) or "light")


def apply(app: QApplication, name: str) -> None:
    """Put the theme `name` on the whole application: Fusion, its palette, the interface font, the stylesheet.

    What is there already is not put on again: every widget would be styled anew.
    """
    chosen, sheet = theme(name), stylesheet(theme(name))
    if app.property(_PROPERTY) == name and app.styleSheet() == sheet:
        return
    if app.property(_PROPERTY) is None:  # with a stylesheet on, the style has no name by which Fusion could be known
        app.setStyle("fusion")
    app.setProperty(_PROPERTY, name)
    app.setFont(ui_font())
    app.setPalette(palette(chosen))
    app.setStyleSheet(sheet)


def system_theme() -> str:
    """What the desktop prefers, "light" or "dark"; light where it does not say."""
    scheme = QGuiApplication.styleHints().colorScheme()
    return "dark" if scheme == Qt.ColorScheme.Dark else "light"


_Role = QPalette.ColorRole


def _roles(theme: Theme) -> dict[QPalette.ColorRole, QColor]:
    return {
        _Role.Window: theme.window,
        _Role.WindowText: theme.text,
        _Role.Base: theme.base,
        _Role.AlternateBase: theme.window,
        _Role.Text: theme.text,
        _Role.PlaceholderText: theme.muted,
        _Role.Button: theme.raised,
        _Role.ButtonText: theme.text,
        _Role.BrightText: theme.warning,
        _Role.ToolTipBase: theme.raised,
        _Role.ToolTipText: theme.text,
        _Role.Highlight: theme.selection,
        _Role.HighlightedText: theme.text,
        _Role.Accent: theme.accent,
        _Role.Link: theme.link,
        _Role.LinkVisited: theme.link,
        _Role.Light: theme.raised,
        _Role.Midlight: theme.line,
        _Role.Mid: theme.line,
        _Role.Dark: theme.edge,
        _Role.Shadow: theme.edge,
    }
