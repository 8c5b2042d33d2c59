"""A mark that fades: a value that falls from 1 to 0, at once when motion is switched off."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal


class Fade(QObject):
    """`value` is 1 after `start` and 0 when it is over; `changed` comes with every step."""

    changed = Signal()

    def __init__(self, milliseconds: int, parent: QObject) -> None:
        super().__init__(parent)
        self.value = 0.0
        self.motion = True
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(milliseconds)
        self._animation.setStartValue(1.0)
        self._animation.setEndValue(0.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InQuad)
        self._animation.valueChanged.connect(self._step)

    def start(self) -> None:
        """Begin, also in the middle of an earlier fading."""
        self._animation.stop()
        if self.motion:
            self._animation.start()

    def stop(self) -> None:
        """Be gone at once."""
        self._animation.stop()
        self._step(0.0)

    def _step(self, value: object) -> None:
        self.value = float(value)  # type: ignore[arg-type]
        self.changed.emit()
