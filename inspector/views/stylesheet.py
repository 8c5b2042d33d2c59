"""The stylesheet: only what a palette cannot say to Fusion (menus, docks, scroll bars, flat controls)."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from inspector.core.paths import resource
from inspector.views.colours import readable_on

if TYPE_CHECKING:
    from inspector.views.theme import Theme

_SHEET = """
QToolTip {{ color: {text}; background: {raised}; border: 1px solid {edge}; padding: 4px 6px; }}
QMenuBar {{ background: {window}; border: none; padding: 2px 8px; }}
QMenuBar::item {{ color: {text}; background: transparent; padding: 4px 8px; border-radius: 4px; }}
QMenuBar::item:selected {{ background: {line}; }}
QMenu {{ background: {raised}; border: 1px solid {line}; padding: 4px; }}
QMenu::item {{ color: {text}; padding: 5px 24px 5px 24px; border-radius: 4px; }}
QMenu::item:selected {{ background: {selection}; }}
QMenu::item:disabled {{ color: {disabled}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 8px; }}
QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QDockWidget {{ color: {muted}; font-weight: 600; }}
QDockWidget::title {{ background: {window}; padding: 6px 8px; text-align: left; }}
QSplitter::handle {{ background: {line}; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {neutral}; border-radius: 3px; margin: 3px; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::handle:hover {{ background: {edge}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QHeaderView::section {{
  color: {muted}; background: {window}; border: none; border-bottom: 1px solid {line}; padding: 4px 8px;
}}
QTableCornerButton::section {{ background: {window}; border: none; }}
QLineEdit, QComboBox, QAbstractSpinBox, QPushButton {{
  color: {text}; background: {base}; border: 1px solid {line}; border-radius: 5px; padding: 3px 7px; min-height: 18px;
  selection-background-color: {selection}; selection-color: {text}; placeholder-text-color: {muted};
}}
QComboBox, QPushButton {{ background: {raised}; }}
QLineEdit:hover, QComboBox:hover, QAbstractSpinBox:hover, QPushButton:hover {{ border-color: {edge}; }}
QPushButton:pressed {{ background: {line}; }}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPushButton:focus {{
  border: 2px solid {accent}; padding: 2px 6px;
}}
QLineEdit[refused="true"], QAbstractSpinBox[refused="true"], QPushButton[refused="true"],
QComboBox[refused="true"] {{
  color: {warning}; border: 2px solid {warning}; padding: 2px 6px;
}}
QLabel[refused="true"] {{ color: {warning}; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled, QPushButton:disabled {{
  color: {disabled}; background: {window}; border-color: {line};
}}
QComboBox {{ padding-right: 2px; combobox-popup: 0; }}
QComboBox:focus {{ padding-right: 1px; }}
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {{
  background: transparent; border: none; padding: 0; min-height: 0;
}}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: none; }}
QComboBox QAbstractItemView::item {{ padding: 4px 6px; min-height: 18px; border-radius: 4px; }}
QComboBox QAbstractItemView::item:selected {{ color: {text}; background: {selection}; }}
QComboBox QAbstractItemView::item:disabled {{ color: {disabled}; }}
QCheckBox::indicator {{
  width: 14px; height: 14px; background: {base}; border: 1px solid {edge}; border-radius: 3px;
}}
QCheckBox::indicator:focus {{ border: 2px solid {accent}; width: 12px; height: 12px; }}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; image: url("{tick}"); }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow {{ image: url("{drop}"); width: 12px; height: 12px; }}
QPushButton[popup="true"] {{ text-align: left; padding-right: 26px; }}
QComboBox QAbstractItemView {{ background: {raised}; border: 1px solid {line}; outline: none; padding: 2px; }}
QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 2px; }}
QToolButton:hover {{ background: {line}; }}
QToolButton:focus {{ border: 2px solid {accent}; padding: 1px; }}
QProgressBar {{ background: {line}; border: none; border-radius: 2px; max-height: 4px; min-height: 4px; }}
QProgressBar::chunk {{ background: {muted}; border-radius: 2px; }}
QFrame[card="true"] {{ background: {raised}; border: 1px solid {line}; }}
QAbstractScrollArea[pane="true"] {{ border: 2px solid transparent; }}
QAbstractScrollArea[pane="true"]:focus {{ border: 2px solid {accent}; }}
QLabel[quiet="true"] {{ color: {muted}; }}
"""


def stylesheet(theme: Theme) -> str:
    """The application's stylesheet in the colours of `theme`."""
    names = [field.name for field in fields(theme) if field.type == "QColor"]
    colours = {name: getattr(theme, name).name() for name in names}
    tick = "tick-black" if readable_on(theme.accent) == QColor("#000000") else "tick-white"
    return _SHEET.format(drop=_address("drop"), tick=_address(tick), **colours)


def _address(icon: str) -> str:
    return resource("icons", f"{icon}.svg").as_posix()
