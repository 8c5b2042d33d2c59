"""The stylesheet: only what a palette cannot say to Fusion (menus, dock titles, tooltips, slim scroll bars, focus)."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
"""


def stylesheet(theme: Theme) -> str:
    """The application's stylesheet in the colours of `theme`."""
    names = ("text", "muted", "disabled", "window", "raised", "line", "edge", "neutral", "accent", "selection")
    return _SHEET.format(**{name: getattr(theme, name).name() for name in names})
