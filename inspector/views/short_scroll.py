"""A frame that lets its content scroll up and down where there is less height than it needs; never sideways."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

LEAST_HEIGHT = 64


class ShortScroll(QScrollArea):
    """As wide as `content` needs beside its scroll bar; it can be made as low as LEAST_HEIGHT."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell whoever lays this out when the content needs another width; Qt's scroll area keeps that to itself."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """What the content would like."""
        content = self.widget()
        return super().sizeHint() if content is None else content.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """The content's least width and the scroll bar's, and little height."""
        content = self.widget()
        if content is None:
            return super().minimumSizeHint()
        wide = content.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(wide, min(content.minimumSizeHint().height(), LEAST_HEIGHT))
