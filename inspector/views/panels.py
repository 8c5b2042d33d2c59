"""The panels' contents: the query panel at the right; plots, findings, the chunk table and unread text below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from inspector.model.session import Session
from inspector.views.budget_plot import BudgetPlot
from inspector.views.chunk_table_view import ChunkTableView
from inspector.views.details import Details
from inspector.views.dilution_view import DilutionView
from inspector.views.findings import Findings
from inspector.views.histogram import Histogram
from inspector.views.panes import Panes
from inspector.views.query_panel import QueryPanel
from inspector.views.short_scroll import ShortScroll
from inspector.views.theme import Theme
from inspector.views.unread_view import UnreadView

QUERY_WIDTH = 396
BOTTOM_HEIGHT = 168
DETAILS_HEIGHT = 226
"""Pixels for a reason of four lines and every number of a chunk."""
_DETAILS_SHARE = 0.42
_MOST_DETAILS = 0.6
_SHARES = (740, 270, 260)


class Panels:
    """Makes the two docks and knows the views in them."""

    def __init__(self, session: Session, panes: Panes) -> None:
        self._panes = panes
        self.query = QueryPanel(session)
        self.details = Details(session)
        self.budget = BudgetPlot(session)
        self.histogram = Histogram(session)
        self.findings = Findings(session)
        self.table = ChunkTableView(session)
        self.unread = UnreadView(session)
        self.dilution = DilutionView(session)
        self.pages = QStackedWidget()
        side = Qt.DockWidgetArea.RightDockWidgetArea
        below = Qt.DockWidgetArea.BottomDockWidgetArea
        panes.add("query", "Query", self._side(), side, QUERY_WIDTH)
        self.head = panes.add(
            "chunks", "Plots and table", self._below(), below, BOTTOM_HEIGHT, ("Plots", "Table", "Unread", "Dilution")
        )
        self.head.tabs.currentChanged.connect(self.pages.setCurrentIndex)

    def stops(self) -> tuple[QWidget, ...]:
        """Where F6 stops, in order."""
        query, plots = (self.query.line, self.query.ranking, self.details), (self.budget, self.findings.rows)
        return *query, *plots, self.table, self.unread, self.dilution.plot

    def settle(self) -> None:
        """Give the details their usual height, less in a small window; the query and its plot get the rest."""
        height = self.side.height()
        details = min(DETAILS_HEIGHT, round(height * _DETAILS_SHARE))
        self.side.setSizes([height - details, details])

    def show_details(self) -> None:
        """Give the details of the selected chunk the room that they need; the keyboard stays where it is."""
        page, height = self.details.widget(), self.side.height()
        if page is None:
            return
        wanted = min(page.heightForWidth(self.details.viewport().width()) + 8, round(height * _MOST_DETAILS))
        if self.details.height() < wanted:
            self.side.setSizes([height - wanted, wanted])

    def show_dilution(self) -> None:
        """Show the page of the dilution curve, with the keyboard on the curve."""
        self._panes.show("chunks")
        self.head.tabs.setCurrentIndex(self.pages.indexOf(self.dilution))
        self.dilution.plot.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def apply_theme(self, theme: Theme) -> None:
        """Hand the theme on to every view."""
        below = (self.budget, self.histogram, self.findings, self.table, self.unread, self.dilution)
        for view in (self.query, self.details, *below):
            view.apply_theme(theme)

    def _side(self) -> QWidget:
        """Query and details one below the other; where even the least of both is too high, they scroll together."""
        side = self.side = QSplitter(Qt.Orientation.Vertical)
        side.setChildrenCollapsible(False)
        side.setHandleWidth(1)
        for view, share in ((self.query, 1), (self.details, 0)):
            side.addWidget(view)
            side.setStretchFactor(side.count() - 1, share)
        return ShortScroll(side)

    def _below(self) -> QWidget:
        plots = QSplitter(Qt.Orientation.Horizontal)
        plots.setChildrenCollapsible(False)
        plots.setHandleWidth(1)
        for view, share in zip((self.budget, self.histogram, self.findings), _SHARES, strict=True):
            plots.addWidget(view)
            plots.setStretchFactor(plots.count() - 1, share)
        plots.setSizes(list(_SHARES))
        self.pages.addWidget(plots)
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.unread)
        self.pages.addWidget(self.dilution)
        return self.pages
