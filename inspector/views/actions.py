"""Commands: one table row for everything that a person can ask for, and the menus and keys made from the rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget


@dataclass(frozen=True)
class Command:
    """One row: `menu` is the path of its menu ("View/Font"), `keys` its shortcuts, `tip` one sentence.

    `needs` is the condition under which it is enabled: "", "document", "chunks", "scores", "answer", "selection",
    "file". A command with `checked` has a tick that this function tells; those of one `group` exclude each other.
    `document_keys`: the keys are those of the document view, which answers them itself while it has the focus; the menu
    only names them. `divided`: a line stands above it.
    """

    name: str
    menu: str
    text: str
    tip: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()
    needs: str = ""
    checked: Callable[[], bool] | None = None
    group: str = ""
    document_keys: bool = False
    divided: bool = False


class Actions(QObject):
    """The QActions of a table of commands, by name, and the menus that hold them."""

    def __init__(self, commands: Sequence[Command], bar: QMenuBar, window: QWidget) -> None:
        super().__init__(window)
        self.commands = tuple(commands)
        self.by_name: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self._bar = bar
        self._groups: dict[str, QActionGroup] = {}
        for command in self.commands:
            self._add(command, window)

    def menu(self, path: str) -> QMenu:
        """The menu at a path like "File/Open recent", made where it is missing."""
        if path not in self.menus:
            head, _, last = path.rpartition("/")
            parent = self.menu(head) if head else self._bar
            made = parent.addMenu(last if head else f"&{last}")  # Alt and the first letter open it
            made.setToolTipsVisible(True)
            self.menus[path] = made
        return self.menus[path]

    def refresh(self, holds: Callable[[str], bool]) -> None:
        """Enable what is possible now (`holds` knows each condition of `needs`) and set the ticks."""
        for command in self.commands:
            action = self.by_name[command.name]
            action.setEnabled(not command.needs or holds(command.needs))
            if command.checked is not None:
                action.setChecked(command.checked())

    def _add(self, command: Command, window: QWidget) -> None:
        action = QAction(command.text, self)
        action.setObjectName(command.name)
        action.setToolTip(command.tip)
        if command.document_keys:
            action.setText(f"{command.text}\t{native(command.keys[0])}")
        else:
            action.setShortcuts([QKeySequence(keys) for keys in command.keys])
            window.addAction(action)
        action.setMenuRole(QAction.MenuRole.NoRole)
        if command.checked is not None:
            action.setCheckable(True)
        if command.group:
            self._group(command.group).addAction(action)
        action.triggered.connect(lambda _checked=False, run=command.run: run())
        menu = self.menu(command.menu)
        if command.divided:
            menu.addSeparator()
        menu.addAction(action)
        self.by_name[command.name] = action

    def _group(self, name: str) -> QActionGroup:
        if name not in self._groups:
            self._groups[name] = QActionGroup(self)
        return self._groups[name]


def native(keys: str) -> str:
    """A key sequence as this platform writes it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
