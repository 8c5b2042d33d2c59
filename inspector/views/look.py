"""How the window looks: theme, the document's font and size, what is drawn in it; remembered from start to start."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from inspector.model.preferences import Preferences
from inspector.views import theme as themes

_LEAST, _MOST = -6, 12


class Look(QObject):
    """The settings of the view that are kept in the preferences; `changed` tells that they are to be applied."""

    changed = Signal()
    theme_changed = Signal()

    def __init__(self, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._values: dict[str, Any] = {
            name: preferences.get(name) for name in ("theme", "font", "zoom", "motion", "token_borders", "white_space")
        }

    def value(self, name: str) -> Any:
        """The value of one of these settings."""
        return self._values[name]

    def is_set(self, name: str, value: object) -> bool:
        """Whether the setting has this value."""
        return bool(self._values[name] == value)

    def set(self, name: str, value: object) -> None:
        """Change a setting, remember it, and tell."""
        self._values[name] = value
        self._preferences.set(name, value)
        if name == "theme":
            self.apply_theme()
        self.changed.emit()

    def toggle(self, name: str) -> None:
        """Switch a setting on or off."""
        self.set(name, not self._values[name])

    def zoom(self, by: int) -> None:
        """Make the document's text larger (+1) or smaller (-1) by a tenth."""
        self.set("zoom", min(max(self._values["zoom"] + by, _LEAST), _MOST))

    def reset_zoom(self) -> None:
        """The usual size."""
        self.set("zoom", 0)

    def theme_name(self) -> str:
        """The theme in use: the chosen one, or what the system prefers."""
        chosen = str(self._values["theme"])
        return themes.system_theme() if chosen == "auto" else chosen

    def apply_theme(self) -> None:
        """Put the theme on the application and tell, so that every view takes it."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            themes.apply(app, self.theme_name())
        self.theme_changed.emit()

    def follow_system(self) -> None:
        """Take the system's theme whenever it changes, as long as none was chosen."""
        hints = QApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)

    def _system_changed(self, _scheme: object) -> None:
        if self._values["theme"] == "auto" and self.theme_name() != themes.current().name:
            self.apply_theme()
