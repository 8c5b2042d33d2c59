"""The panels around the document: docks that can be moved, hidden and put back, and F6 from pane to pane."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QTabBar,
    QToolButton,
    QWidget,
)  # fmt: skip

from inspector.views.theme import Theme, current, icon

_Area = Qt.DockWidgetArea

_TABS = """
QTabBar::tab {{ color: {muted}; background: transparent; border: none; padding: 4px 8px 3px 8px; margin-right: 8px;
  border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; }}
QTabBar::tab:hover, QTabBar::tab:focus {{ color: {text}; }}
"""
"""Flat tabs: words with a line below the chosen one."""


class DockTitle(QWidget):
    """A slim title: the panel's name, or tabs for the pages in it, and buttons to float and to hide it."""

    def __init__(self, dock: QDockWidget, pages: Sequence[str] = ()) -> None:
        super().__init__(dock)
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(f"Pages of {dock.windowTitle()}")
        for page in pages:
            self.tabs.addTab(page)
        self._hide = self._button("Hide this panel (View shows it again)", dock.close)
        self._float = self._button("Float or dock this panel", lambda: dock.setFloating(not dock.isFloating()))
        row = QHBoxLayout(self)
        row.setContentsMargins(16 if not pages else 8, 2, 4, 2)
        row.setSpacing(2)
        row.addWidget(self.tabs if pages else QLabel(dock.windowTitle()))
        row.addStretch(1)
        row.addWidget(self._float)
        row.addWidget(self._hide)
        self.apply_theme(current())

    def apply_theme(self, theme: Theme) -> None:
        """Take the theme's icons and colours."""
        self.tabs.setStyleSheet(
            _TABS.format(muted=theme.muted.name(), text=theme.text.name(), accent=theme.accent.name())
        )
        self._hide.setIcon(icon("cancel", theme))
        self._float.setIcon(icon("more", theme))

    def _button(self, words: str, run: object) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setIconSize(QSize(12, 12))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(run)
        return button


class Panes(QObject):
    """Which panels there are, where they belong, and in which order F6 visits everything."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.docks: dict[str, QDockWidget] = {}
        self._homes: dict[str, tuple[_Area, int]] = {}
        self._order: list[QWidget] = []
        self._first_state = b""
        window.setDockNestingEnabled(True)
        window.setCorner(Qt.Corner.BottomRightCorner, _Area.BottomDockWidgetArea)
        window.setCorner(Qt.Corner.BottomLeftCorner, _Area.BottomDockWidgetArea)

    def add(
        self, name: str, title: str, content: QWidget, area: _Area, extent: int, pages: Sequence[str] = ()
    ) -> DockTitle:
        """Put a panel at a side, `extent` pixels wide or high; the title that it got."""
        dock = QDockWidget(title, self._window)
        dock.setObjectName(name)
        dock.setWidget(content)
        head = DockTitle(dock, pages)
        dock.setTitleBarWidget(head)
        dock.toggleViewAction().setText(title)
        dock.toggleViewAction().setToolTip(f"Show or hide the panel {title}.")
        self._window.addDockWidget(area, dock)
        self.docks[name] = dock
        self._homes[name] = (area, extent)
        return head

    def toggles(self) -> list[QAction]:
        """For each panel the action that shows and hides it."""
        return [dock.toggleViewAction() for dock in self.docks.values()]

    def visit(self, *widgets: QWidget) -> None:
        """F6 goes from one of these to the next, leaving out what is hidden."""
        self._order = list(widgets)

    def reset(self) -> None:
        """Every panel shown, in its place and size."""
        for name, dock in self.docks.items():
            area, _ = self._homes[name]
            dock.setFloating(False)
            self._window.addDockWidget(area, dock)
            dock.show()
        self.resize()

    def resize(self) -> None:
        """Give every panel its usual extent, less in a small window so that the document keeps the larger part."""
        for name, dock in self.docks.items():
            area, extent = self._homes[name]
            across = area in (_Area.LeftDockWidgetArea, _Area.RightDockWidgetArea)
            room = self._window.width() if across else self._window.height()
            most = round(room * (0.34 if across else 0.3))
            self._window.resizeDocks(
                [dock], [min(extent, most)], Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical
            )

    def show(self, name: str) -> None:
        """Show a panel and bring it to the front."""
        self.docks[name].show()
        self.docks[name].raise_()

    def step(self, by: int) -> None:
        """Move the focus to the next (+1) or previous (-1) pane that is visible."""
        shown = [widget for widget in self._order if widget.isVisible()]
        if not shown:
            return
        focus = QApplication.focusWidget()
        here = next((i for i, pane in enumerate(shown) if pane is focus or (focus and pane.isAncestorOf(focus))), None)
        start = (-1 if by > 0 else 0) if here is None else here
        first_field(shown[(start + by) % len(shown)]).setFocus(Qt.FocusReason.TabFocusReason)

    def apply_theme(self, theme: Theme) -> None:
        """Take the theme's icons."""
        for dock in self.docks.values():
            head = dock.titleBarWidget()
            if isinstance(head, DockTitle):
                head.apply_theme(theme)


def first_field(pane: QWidget) -> QWidget:
    """The pane itself when it takes the focus, else the first widget in it that does."""
    if pane.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return pane
    for child in pane.findChildren(QWidget):
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.isVisible() and child.isEnabled():
            return child
    return pane
